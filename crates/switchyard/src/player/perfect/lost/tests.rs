use super::lines::{Lines, Reach as LineReach};
use super::search::Search;
use super::*;
use crate::Rng;
use crate::player::heuristics;
use crate::testing::random_position;
use rand::RngExt;

fn edges_of(circuit: &Circuit, resistors: &[u32]) -> Vec<EdgeId> {
    let edge = |&resistor: &u32| circuit.resistors()[resistor as usize].edge;
    resistors.iter().map(edge).collect()
}

/// What a move changes is what there is to see in the position after it, for the players themselves.
#[test]
fn fallible_opponents_see_what_the_players_see() {
    let mut rng = Rng::from_seed(41);
    let mut seen = 0;
    for _ in 0..1500 {
        let position = random_position(&mut rng);
        let Ok(circuit) = Circuit::new(&position) else {
            continue;
        };
        let scene = Scene::of(&position, &circuit);
        let mut node = scene.root();
        let outline = scene.outline(&node);
        let resistor = rng.random_range(0..circuit.resistors().len());
        let edge = circuit.resistors()[resistor].edge;
        for side in Side::BOTH {
            let mut after = position.clone();
            after.play(side, edge).unwrap();
            let next = scene.play(&node, side, resistor as u32);
            assert_eq!(scene.is_over(&next), after.winner().is_some());
            if after.winner().is_some() {
                continue;
            }
            let sights = scene.sights_after(&mut node, &outline, side, resistor as u32, None);
            let routes = edges_of(&circuit, &sights.routes);
            assert_eq!(routes, heuristics::shortest(&after));
            let cut = heuristics::min_cut(&after);
            assert_eq!(sights.width, cut.len());
            let both = cut.iter().copied().filter(|edge| routes.contains(edge));
            let both: Vec<EdgeId> = both.collect();
            let weakest = if both.is_empty() { cut } else { both };
            assert_eq!(edges_of(&circuit, &sights.weakest), weakest);
            assert_eq!(
                scene.strongest_after(&mut node, side, resistor as u32, None),
                (sights.strongest.clone(), 0.0)
            );
            #[cfg(feature = "analog")]
            {
                let best = crate::analog::best_edges(&after, crate::analog::Effort::Bits(256));
                assert_eq!(edges_of(&circuit, &sights.strongest), best.unwrap().edges);
            }
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// A window that holds everything is the circuit; a smaller one keeps the edges at the terminals.
#[test]
fn a_window_is_a_part_of_the_circuit() {
    let mut rng = Rng::from_seed(42);
    for _ in 0..500 {
        let position = random_position(&mut rng);
        let Ok(circuit) = Circuit::new(&position) else {
            continue;
        };
        let edges = |circuit: &Circuit| -> Vec<EdgeId> {
            circuit.resistors().iter().map(|r| r.edge).collect()
        };
        let whole = around_terminals(&position, usize::MAX / 4);
        assert_eq!(edges(&whole), edges(&circuit));
        assert_eq!(whole.node_count(), circuit.node_count());
        let [a, b] = [&whole, &circuit].map(|c| Scene::of(&position, c).sights_of_root());
        assert_eq!(
            (a.routes, a.weakest, a.distance),
            (b.routes, b.weakest, b.distance)
        );
        let small = around_terminals(&position, 8);
        for resistor in circuit.resistors() {
            if resistor.ends.contains(&(Circuit::P as u32)) {
                assert!(number_of(&small, resistor.edge).is_some());
            }
        }
    }
}

/// The search spends no more than its steps, and one position and one move at the most beyond them at
/// every level.
#[test]
fn the_search_ends_with_its_steps() {
    let mut rng = Rng::from_seed(43);
    let mut ended = 0;
    for _ in 0..300 {
        let position = random_position(&mut rng);
        if position.winner().is_some() {
            continue;
        }
        let outcome = position.outcome();
        for side in Side::BOTH {
            if outcome != side.other().into() {
                continue;
            }
            let circuit = Circuit::new(&position).unwrap();
            let scene = Scene::of(&position, &circuit);
            let policy = Policy {
                depth: 4,
                ..Policy::default()
            };
            let slack = 3 * (scene.cost_of_position() + scene.cost_of_move());
            let spent = |steps: usize| {
                let mut search = Search::new(&scene, side, &policy, steps);
                let found = search.run(&mut scene.root(), &Belief::PRIOR, &[]);
                assert!(!found.is_empty());
                search.spent()
            };
            let all = spent(usize::MAX / 2);
            for steps in [0, all / 10, all / 3] {
                assert!(spent(steps) <= steps + slack, "{steps} of {all}");
                ended += usize::from(spent(steps) < all);
            }
        }
    }
    assert!(ended > 100, "{ended}");
}

/// Whether a reply to the loser's move throws the win away.
fn errs(after: &Position, loser: Side, reply: EdgeId) -> bool {
    let mut next = after.clone();
    next.play(loser.other(), reply).unwrap();
    match next.winner() {
        Some(winner) => winner == loser,
        None => next.outcome().winner(loser) == loser,
    }
}

/// The share of a greedy opponent's replies that are errors, and the replies that are none.
fn naive_error(after: &Position, loser: Side) -> (f64, Vec<EdgeId>) {
    let replies = heuristics::shortest(after);
    let sound = replies.iter().copied();
    let sound: Vec<EdgeId> = sound.filter(|&reply| !errs(after, loser, reply)).collect();
    let errors = replies.len() - sound.len();
    (errors as f64 / replies.len() as f64, sound)
}

/// The largest share of errors after any move of the loser.
fn naive_best(position: &Position, loser: Side) -> f64 {
    let moves = position.free_edges().map(|edge| {
        let mut after = position.clone();
        after.play(loser, edge).unwrap();
        match after.winner() {
            Some(_) => 0.0,
            None => naive_error(&after, loser).0,
        }
    });
    moves.fold(0.0, f64::max)
}

/// What a line of two moves promises against a greedy opponent, by trying all moves on the board.
#[test]
fn lines_promise_what_all_moves_on_the_board_show() {
    let mut rng = Rng::from_seed(44);
    let policy = Policy {
        depth: 1,
        hazard: 0.0,
        closeness: 0.0,
        ..Policy::default()
    };
    let (mut seen, mut deeper) = (0, 0);
    for _ in 0..600 {
        let position = random_position(&mut rng);
        let loser = match position.winner() {
            None if position.outcome() == Side::Short.into() => Side::Cut,
            None if position.outcome() == Side::Cut.into() => Side::Short,
            _ => continue,
        };
        let circuit = Circuit::new(&position).unwrap();
        let scene = Scene::of(&position, &circuit);
        let mut node = scene.root();
        let mut search = Search::new(&scene, loser, &policy, usize::MAX / 2);
        for candidate in search.run(&mut node, &Belief::PRIOR, &[]) {
            let edge = circuit.resistors()[candidate.resistor as usize].edge;
            let mut after = position.clone();
            after.play(loser, edge).unwrap();
            let (error, sound) = naive_error(&after, loser);
            let follow = |&reply: &EdgeId| {
                let mut next = after.clone();
                next.play(loser.other(), reply).unwrap();
                let is_over = next.winner().is_some();
                error
                    + (1.0 - error)
                        * if is_over {
                            0.0
                        } else {
                            naive_best(&next, loser)
                        }
            };
            let mut possible: Vec<f64> = sound.iter().map(follow).collect();
            if sound.is_empty() {
                possible.push(1.0);
            }
            let mut lines = Lines {
                scene: &scene,
                loser,
                policy: &policy,
                model: Model::Greedy,
                spent: 0,
                most: usize::MAX,
            };
            let reach = LineReach {
                depth: 2,
                lines: 1,
                moves: usize::MAX,
            };
            let value = lines.after(&node, &candidate, reach).value;
            let is_possible = possible.iter().any(|other| (other - value).abs() < 1e-9);
            assert!(is_possible, "{value}, not {possible:?}: {position:?}");
            seen += 1;
            deeper += usize::from(value > error + 1e-9);
        }
    }
    assert!(seen > 500 && deeper > 5, "{seen}, {deeper}");
}

/// The same position and the same moves before it lead to the same choice, for the same reason.
#[test]
fn a_choice_can_be_repeated() {
    use crate::player::Player;
    let mut rng = Rng::from_seed(45);
    let mut chosen = 0;
    for _ in 0..100 {
        let position = random_position(&mut rng);
        for side in Side::BOTH {
            if position.winner().is_some() || position.outcome() != side.other().into() {
                continue;
            }
            let choose = || {
                let mut player = PerfectPlayer::new(side, &position);
                let edge = player.choose(&position).unwrap();
                (edge, player.reason().cloned())
            };
            assert_eq!(choose(), choose());
            chosen += 1;
        }
    }
    assert!(chosen > 30, "{chosen}");
}
