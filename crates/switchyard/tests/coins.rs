//! The labels, sums and strategy against the oracles.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::coins::rulesets::ring;
use switchyard::coins::{
    Engine, Game, Label, LabelSet, Labels, LabelsBuilder, LabelsError, Outcome, Position, Push,
    Rating, Remoteness, Value, check, label, label_with, potential, random, remoteness, sum,
};
use switchyard::graph::{Digraph, NodeId};
use switchyard_oracle::coins::{coins_at, four_steps, outcomes};
use switchyard_oracle::sampler::random_digraphs;

fn every_engine_agrees_with_the_four_steps(digraph: &Digraph<'_>) {
    let expected = four_steps(digraph);
    for engine in Engine::ALL {
        let labels = label_with(digraph, engine);
        let found: Vec<Value> = labels.iter().map(Value::from).collect();
        assert_eq!(found, expected, "{engine:?} on {digraph:?}");
        assert_eq!(check(digraph, &labels), Ok(()), "{engine:?} on {digraph:?}");
    }
}

#[test]
fn every_engine_gives_the_labels_of_the_four_steps() {
    for digraph in random_digraphs(1, 7).take(300_000) {
        every_engine_agrees_with_the_four_steps(&digraph);
    }
}

#[test]
fn larger_digraphs_too() {
    for digraph in random_digraphs(2, 40).take(3_000) {
        every_engine_agrees_with_the_four_steps(&digraph);
    }
}

/// Large enough for several parts, groups and sweeps; the checker is the judge.
#[test]
fn engines_agree_on_thousands_of_nodes() {
    for seed in 0..6 {
        let size = 1_500 + 700 * seed as usize;
        for digraph in [
            random::geometric(size, 5.0, seed),
            random::geometric(size, 1.5, seed),
            random::uniform(size, 2 * size, seed),
            random::nearly_acyclic(size, 5 * size, 0.05, seed),
            random::nearly_acyclic(size, 30 * size, 0.001, seed),
        ] {
            let expected = label(&digraph);
            for engine in Engine::ALL {
                let labels = label_with(&digraph, engine);
                assert!(labels.iter().eq(expected.iter()), "{engine:?}, seed {seed}");
                assert_eq!(check(&digraph, &labels), Ok(()), "{engine:?}, seed {seed}");
                // Whoever was faster: the same counters.
                assert_eq!(labels, label_with(&digraph, engine), "{engine:?}");
            }
        }
    }
}

/// A long path back and forth: every node is labelled after its neighbour, so that looking at all
/// who wait each time would take a million looks at a million nodes.
#[test]
fn a_chain_of_a_million_nodes_takes_no_time() {
    let n = 1_000_000_u32;
    let forth = (1..n).map(|v| (v, v - 1));
    let back = (1..n - 1).filter(|v| v % 2 == 0).map(|v| (v, v + 1));
    let digraph = Digraph::from_arcs(n as usize, &forth.chain(back).collect::<Vec<_>>());
    for engine in [
        Engine::Level,
        Engine::Parallel,
        Engine::Watch,
        Engine::Sweep,
    ] {
        let labels = label_with(&digraph, engine);
        assert_eq!(check(&digraph, &labels), Ok(()), "{engine:?}");
    }
}

#[test]
fn outcomes_are_those_of_the_product_graph() {
    for (coins, count) in [(1, 200_000), (2, 200_000), (3, 120_000)] {
        for digraph in random_digraphs(u64::from(coins), 5).take(count) {
            let labels = label(&digraph);
            let expected = outcomes(&digraph, coins);
            for (place, &outcome) in expected.iter().enumerate() {
                let coins = coins_at(place, digraph.node_count(), coins);
                let value = sum(&labels, coins.iter().copied());
                assert_eq!(value.outcome(), outcome, "{coins:?} on {digraph:?}");
            }
        }
    }
}

#[test]
fn every_move_is_rated_as_the_product_graph_says() {
    for digraph in random_digraphs(7, 5).take(5_000) {
        let expected = outcomes(&digraph, 2);
        let game = Game::new(digraph);
        let n = game.digraph().node_count();
        for place in 0..expected.len() {
            let position = Position::new(coins_at(place, n, 2));
            let best = game.best(&position).map(|best| best.rating);
            let rated = game.moves(&position);
            assert_eq!(best, rated.iter().map(|m| m.rating).max());
            for m in rated {
                let next = position.push(game.digraph(), m.push).unwrap();
                let [a, b] = next.coins() else { unreachable!() };
                let rating = match expected[a.index() + n * b.index()] {
                    Outcome::First => Rating::Loses,
                    Outcome::Draw => Rating::Draws,
                    Outcome::Second => Rating::Wins,
                };
                assert_eq!(m.rating, rating, "{m:?}");
                assert_eq!(m.value, game.value(&next));
                assert_eq!(m.potential, potential(&game, &next));
            }
        }
    }
}

/// An adversary that lifts (to a higher label or ∞) whenever it can.
fn lift(game: &Game<'_>, position: &Position, rng: &mut ChaCha8Rng) -> Push {
    let rank = |node| game.labels().of(node).finite().unwrap_or(u32::MAX);
    let pushes = position.pushes(game.digraph());
    let lifts = pushes.iter().filter(|p| rank(p.to) > rank(p.from));
    let lifts: Vec<&Push> = lifts.collect();
    match lifts.choose(rng) {
        Some(push) => **push,
        None => *pushes.choose(rng).expect("the game is not over"),
    }
}

#[test]
fn winning_play_ends_with_the_potential_falling_at_every_reply() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut games, mut lifts) = (0, 0);
    for digraph in random_digraphs(12, 30).take(20_000) {
        let game = Game::new(digraph);
        let nodes = game.digraph().node_count();
        let coins = rng.random_range(1..=5);
        let coin = |_| NodeId::new(rng.random_range(0..nodes));
        let mut position = Position::new((0..coins).map(coin).collect());
        if game.outcome(&position) == Outcome::First {
            let first = game.best(&position).unwrap();
            position = position.push(game.digraph(), first.push).unwrap();
        }
        if game.outcome(&position) != Outcome::Second {
            continue;
        }
        games += 1;
        let mut before = potential(&game, &position).unwrap();
        while !position.is_over(game.digraph()) {
            let push = lift(&game, &position, &mut rng);
            let from = game.labels().of(push.from).finite().unwrap();
            let to = game.labels().of(push.to).finite();
            lifts += usize::from(to.is_none_or(|to| to > from));
            position = position.push(game.digraph(), push).unwrap();
            let reply = game.best(&position).expect("the winner can move");
            assert_eq!(reply.rating, Rating::Wins);
            position = position.push(game.digraph(), reply.push).unwrap();
            let after = potential(&game, &position).unwrap();
            assert!(after < before, "{after:?} after {before:?}");
            before = after;
        }
    }
    assert!(
        games > 5_000 && lifts > 5_000,
        "{games} games, {lifts} lifts"
    );
}

#[test]
fn a_draw_is_kept_against_any_play() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut draws = 0;
    for digraph in random_digraphs(14, 12).take(3_000) {
        let game = Game::new(digraph);
        let nodes = game.digraph().node_count();
        let coin = |_| NodeId::new(rng.random_range(0..nodes));
        let mut position = Position::new((0..3).map(coin).collect());
        draws += usize::from(game.outcome(&position) == Outcome::Draw);
        for _ in 0..20 {
            if game.outcome(&position) != Outcome::Draw {
                break;
            }
            let keep = game.best(&position).expect("a drawn game goes on");
            assert_eq!(keep.rating, Rating::Draws);
            position = position.push(game.digraph(), keep.push).unwrap();
            let any = *position.pushes(game.digraph()).choose(&mut rng).unwrap();
            position = position.push(game.digraph(), any).unwrap();
            assert_ne!(game.outcome(&position), Outcome::Second);
        }
    }
    assert!(draws > 200, "{draws} draws");
}

#[test]
fn the_defence_is_the_longest() {
    let mut lost = 0;
    for digraph in random_digraphs(15, 6).take(4_000) {
        let game = Game::new(digraph);
        let n = game.digraph().node_count();
        for place in 0..n * n {
            let position = Position::new(coins_at(place, n, 2));
            let Some(Remoteness::LossIn(moves)) = remoteness(game.digraph(), &position) else {
                continue;
            };
            let Some(best) = game.best(&position) else {
                assert_eq!(moves, 0);
                continue;
            };
            lost += 1;
            let next = position.push(game.digraph(), best.push).unwrap();
            let left = remoteness(game.digraph(), &next);
            assert_eq!(left, Some(Remoteness::WinIn(moves - 1)));
        }
    }
    assert!(lost > 1_000, "{lost} lost positions");
}

/// The homework of the paper: many coins on one node.
#[test]
fn homework() {
    for digraph in random_digraphs(16, 8).take(5_000) {
        let game = Game::new(digraph);
        for node in game.digraph().nodes() {
            for coins in 1..=6 {
                let position = Position::new(vec![node; coins]);
                let outcome = game.outcome(&position);
                match game.labels().of(node) {
                    Label::Finite(0) => assert_eq!(outcome, Outcome::Second),
                    Label::Finite(_) if coins % 2 == 0 => assert_eq!(outcome, Outcome::Second),
                    Label::Finite(_) => assert_eq!(outcome, Outcome::First),
                    Label::Infinite(_) if coins >= 2 => assert_eq!(outcome, Outcome::Draw),
                    Label::Infinite(_) => assert_ne!(outcome, Outcome::Second),
                }
            }
        }
    }
}

/// The same by search, so that the homework is not proved from the sums it follows from.
#[test]
fn homework_by_search() {
    for digraph in random_digraphs(17, 5).take(5_000) {
        let labels = label(&digraph);
        let n = digraph.node_count();
        let searched: Vec<_> = (1..=3).map(|coins| outcomes(&digraph, coins)).collect();
        for u in 0..n {
            for coins in 1..=3_usize {
                let place = (0..coins as u32).map(|c| u * n.pow(c)).sum::<usize>();
                let expected = match labels.of(NodeId::new(u)) {
                    Label::Finite(label) if label == 0 || coins % 2 == 0 => Outcome::Second,
                    Label::Finite(_) => Outcome::First,
                    Label::Infinite(_) if coins >= 2 => Outcome::Draw,
                    Label::Infinite(_) => continue,
                };
                assert_eq!(
                    searched[coins - 1][place],
                    expected,
                    "{coins} on {u} of {digraph:?}"
                );
            }
        }
    }
}

/// Node v has an arc to every node below it: its label is v.
#[test]
fn labels_beyond_a_word_are_not_truncated() {
    let n = 200;
    let mut arcs: Vec<(u32, u32)> = (0..n).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
    // One more node with a loop and every label below it but 70.
    arcs.push((n, n));
    arcs.extend((0..n).filter(|&w| w != 70).map(|w| (n, w)));
    let digraph = Digraph::from_arcs(n as usize + 1, &arcs);
    for engine in Engine::ALL {
        let labels = label_with(&digraph, engine);
        for v in 0..n {
            assert_eq!(
                labels.of(NodeId::new(v as usize)),
                Label::Finite(v),
                "{engine:?}"
            );
        }
        let set = LabelSet::new((0..n).filter(|&w| w != 70).collect());
        assert_eq!(
            labels.of(NodeId::new(n as usize)),
            Label::Infinite(&set),
            "{engine:?}"
        );
        assert_eq!(check(&digraph, &labels), Ok(()), "{engine:?}");
    }
}

fn labels_from(values: &[(Value, u32)]) -> Labels {
    let mut labels = LabelsBuilder::new(values.len());
    for (v, (value, counter)) in values.iter().enumerate() {
        match value {
            Value::Finite(number) => labels.finite(NodeId::new(v), *number, *counter),
            Value::Infinite(set) => labels.infinite(NodeId::new(v), set.clone()),
        }
    }
    labels.finish().unwrap()
}

#[test]
fn no_altered_label_passes_the_check() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    for digraph in random_digraphs(19, 6).take(20_000) {
        let labels = label(&digraph);
        let counter = |v| labels.counter(NodeId::new(v)).unwrap_or(0);
        let values = labels.iter().enumerate();
        let mut values: Vec<(Value, u32)> = values
            .map(|(v, label)| (label.into(), counter(v)))
            .collect();
        assert_eq!(check(&digraph, &labels_from(&values)), Ok(()));
        let victim = rng.random_range(0..values.len());
        let other = match rng.random_range(0..4) {
            0 => Value::Infinite(LabelSet::default()),
            1 => Value::Infinite(LabelSet::new(vec![0])),
            2 => Value::Finite(0),
            _ => Value::Finite(1),
        };
        if other != values[victim].0 {
            // A lie that is told with every possible counter remains a lie.
            for counter in 0..=values.len() as u32 + 1 {
                values[victim] = (other.clone(), counter);
                let answer = check(&digraph, &labels_from(&values));
                assert!(answer.is_err(), "{values:?} on {digraph:?}");
            }
        }
    }
}

#[test]
fn counters_matter_to_the_check() {
    // 0 <-> 1 and 1 -> 2: node 0 gets 0 because node 2 has it already.
    let digraph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)]);
    let with = |first, last| {
        labels_from(&[
            (Value::Finite(0), first),
            (Value::Finite(1), 3),
            (Value::Finite(0), last),
        ])
    };
    assert_eq!(check(&digraph, &with(2, 1)), Ok(()));
    let refusal = check(&digraph, &with(1, 2)).unwrap_err();
    assert!(
        matches!(refusal, LabelsError::NoWayBack { .. }),
        "{refusal}"
    );
    let short = labels_from(&[(Value::Finite(0), 1)]);
    assert!(matches!(
        check(&digraph, &short),
        Err(LabelsError::WrongSize { .. })
    ));
}

#[test]
fn rings_have_cycles_and_agree_with_the_four_steps() {
    for places in 1..40 {
        let board = ring(places, &[1, 5, 7]).unwrap();
        let labels = label(board.digraph());
        let found: Vec<Value> = labels.iter().map(Value::from).collect();
        assert_eq!(found, four_steps(board.digraph()), "{places}");
    }
    let board = ring(2, &[2, 1]).unwrap();
    let labels = label(board.digraph());
    assert!(matches!(
        labels.of(board.node("1").unwrap()),
        Label::Infinite(_)
    ));
}
