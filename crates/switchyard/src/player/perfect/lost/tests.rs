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
        let scene = scene_of(&position, &circuit);
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
            let sights = scene.sights_after(&mut node, &outline, side, resistor as u32);
            let routes = edges_of(&circuit, &sights.routes);
            assert_eq!(routes, heuristics::shortest(&after));
            let cut = heuristics::min_cut(&after);
            assert_eq!(sights.width, cut.len());
            let both = cut.iter().copied().filter(|edge| routes.contains(edge));
            let both: Vec<EdgeId> = both.collect();
            let weakest = if both.is_empty() { cut } else { both };
            assert_eq!(edges_of(&circuit, &sights.weakest), weakest);
            assert_eq!(
                scene.strongest_after(&mut node, side, resistor as u32),
                sights.strongest
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
        let [a, b] = [&whole, &circuit].map(|c| scene_of(&position, c).sights_of_root());
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
            let scene = scene_of(&position, &circuit);
            let policy = Policy {
                depth: 3,
                ..Policy::default()
            };
            let slack = 3 * (scene.cost_of_position() + scene.cost_of_move());
            let spent = |steps: usize| {
                let mut search = Search::new(&scene, side, &policy, steps);
                let found = search.run(&mut scene.root(), &Belief::PRIOR);
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
