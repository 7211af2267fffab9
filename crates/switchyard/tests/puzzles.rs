//! Generated puzzles: a naive solver certifies their answers, and every attempt is judged as it should be.

use std::collections::BTreeSet;
use switchyard::coins::{self, Push, Rating, Value};
use switchyard::puzzle::{
    Attempt, CoinFault, CoinJudgement, CoinPuzzle, CoinTask, Fault, Grade, Judgement, Kind,
    NetworkPuzzle, Part, Puzzle, Task, generate, judge, judge_label, judge_part, judge_push,
};
use switchyard::{Certificate, EdgeId, Network, Outcome, Position, Side, VertexId, partition};
use switchyard_oracle::coins::{coins_at, four_steps, outcomes};
use switchyard_oracle::switching;

/// Every kind in every grade, several seeds each: 120 puzzles.
fn puzzles() -> impl Iterator<Item = (Kind, Grade, Puzzle)> {
    let all = Kind::ALL
        .into_iter()
        .flat_map(|kind| (1..=Grade::MOST).map(move |n| (kind, n)));
    all.flat_map(|(kind, number)| {
        let grade = Grade::new(number).unwrap();
        (0..4).map(move |seed| {
            let made = generate(kind, Some(grade), seed);
            let made = made.unwrap_or_else(|error| panic!("{kind} {number} {seed}: {error}"));
            (kind, grade, made)
        })
    })
}

#[test]
fn a_hundred_puzzles_are_what_they_promise() {
    let mut solved = 0;
    for (kind, grade, puzzle) in puzzles() {
        assert_eq!(puzzle.grade(), grade, "{kind}");
        match &puzzle {
            Puzzle::Network(puzzle) => {
                assert_eq!(puzzle.kind(), kind);
                check_network(puzzle);
            }
            Puzzle::Coins(puzzle) => {
                assert_eq!(puzzle.kind(), kind);
                check_coins(puzzle);
            }
        }
        solved += 1;
    }
    assert!(solved >= 100, "{solved}");
}

/// Boards of more edges take the exhaustive search too long.
const SEARCHED: usize = 13;

/// Exhaustive search where the board is small enough, and the checked certificate where it is not.
fn true_outcome(position: &Position) -> Outcome {
    if position.network().graph().edge_count() <= SEARCHED {
        return switching::outcome(position);
    }
    let certificate = position.solve().certificate;
    assert_eq!(switchyard::check(position, &certificate), Ok(()));
    match certificate {
        Certificate::Second(proof) => proof.winner().into(),
        Certificate::First { .. } => Outcome::First,
        Certificate::Over(_) => panic!("the game has not begun"),
    }
}

fn check_network(puzzle: &NetworkPuzzle) {
    let position = puzzle.position();
    let is_right = |attempt| judge(position, puzzle.task(), &attempt) == Judgement::Right;
    match puzzle.task() {
        Task::Move(side) => {
            let graph = position.network().graph();
            let mut right = Vec::new();
            for edge in graph.edges() {
                let mut after = position.clone();
                after.play(side, edge).unwrap();
                let wins = after.winner() == Some(side)
                    || after.winner().is_none() && true_outcome(&after) == side.into();
                assert_eq!(is_right(Attempt::Edge(edge)), wins, "{edge} {position:?}");
                if wins {
                    right.push(edge);
                } else {
                    check_refutation(position, side, edge);
                }
            }
            assert_eq!(right.len(), 1, "{position:?}");
        }
        Task::Outcome => {
            let truth = true_outcome(position);
            for said in [Outcome::Short, Outcome::Cut, Outcome::First] {
                assert_eq!(is_right(Attempt::Outcome(said)), said == truth);
            }
        }
        Task::Side(first) => {
            let truth = true_outcome(position).winner(first);
            for said in Side::BOTH {
                assert_eq!(is_right(Attempt::Side(said)), said == truth);
            }
        }
        Task::Trees => {
            let trees = puzzle.trees().unwrap();
            assert!(are_two_trees(position.network(), &trees));
            assert!(is_right(Attempt::Trees(trees)));
        }
    }
}

/// The reply that is given against a wrong move wins.
fn check_refutation(position: &Position, side: Side, edge: EdgeId) {
    let judged = judge(position, Task::Move(side), &Attempt::Edge(edge));
    let Judgement::Wrong(Fault::Loses(reply)) = judged else {
        panic!("{judged:?}");
    };
    let mut after = position.clone();
    after.play(side, edge).unwrap();
    if let Some(reply) = reply {
        after.play(side.other(), reply).unwrap();
        let won = after
            .winner()
            .map_or_else(|| true_outcome(&after), Outcome::from);
        assert_eq!(won, side.other().into());
    } else {
        assert_eq!(after.winner(), Some(side.other()));
    }
}

/// Two sets of edges, each of which joins all vertices, has one edge less than vertices, and shares none
/// with the other.
fn are_two_trees(network: &Network, trees: &[Vec<EdgeId>; 2]) -> bool {
    let graph = network.graph();
    let all: BTreeSet<EdgeId> = trees.iter().flatten().copied().collect();
    let disjoint = all.len() == trees[0].len() + trees[1].len();
    let spans = |tree: &Vec<EdgeId>| {
        let mut reached = BTreeSet::from([VertexId::new(0)]);
        for _ in 0..graph.vertex_count() {
            for &edge in tree {
                let ends = graph.ends(edge);
                if ends.iter().any(|end| reached.contains(end)) {
                    reached.extend(ends);
                }
            }
        }
        tree.len() + 1 == graph.vertex_count() && reached.len() == graph.vertex_count()
    };
    disjoint && trees.iter().all(spans)
}

fn check_coins(puzzle: &CoinPuzzle) {
    let game = puzzle.game();
    match puzzle.task() {
        CoinTask::Label(node) => {
            let truth = four_steps(game.digraph())[node.index()].clone();
            assert_eq!(puzzle.label(), Some(truth.clone()));
            assert_eq!(judge_label(game, *node, &truth), CoinJudgement::Right);
            let wrong = judge_label(game, *node, &Value::Finite(1000));
            assert_eq!(wrong, CoinJudgement::Wrong(CoinFault::Label(truth)));
        }
        CoinTask::KeepDraw(position) => {
            let (nodes, coins) = (game.digraph().node_count(), position.coins().len() as u32);
            let truth = outcomes(game.digraph(), coins);
            let place = |at: &coins::Position| {
                let same = |place: &usize| coins_at(*place, nodes, coins);
                (0..truth.len())
                    .find(|place| coins::Position::new(same(place)) == *at)
                    .unwrap()
            };
            assert_eq!(truth[place(position)], coins::Outcome::Draw);
            let mut right = Vec::new();
            for push in position.pushes(game.digraph()) {
                let after = position.push(game.digraph(), push).unwrap();
                let keeps = truth[place(&after)] == coins::Outcome::Draw;
                let judged = judge_push(game, position, push);
                assert_eq!(judged == CoinJudgement::Right, keeps, "{push:?}");
                if keeps {
                    right.push(push);
                } else if let CoinJudgement::Wrong(CoinFault::Spoils { reply, played }) = judged {
                    assert_eq!(played.rating, Rating::Loses);
                    let refuted = after.push(game.digraph(), reply.unwrap()).unwrap();
                    assert_eq!(truth[place(&refuted)], coins::Outcome::Second);
                }
            }
            assert_eq!(right, [puzzle.push().unwrap()]);
        }
    }
}

#[test]
fn the_seed_decides() {
    for kind in Kind::ALL {
        let [one, again] = [(); 2].map(|()| format!("{:?}", generate(kind, None, 5)));
        assert_eq!(one, again);
        assert_ne!(one, format!("{:?}", generate(kind, None, 6)));
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("riddle".parse::<Kind>().is_err());
    assert_eq!(Grade::new(0).or(Grade::new(6)), None);
}

fn edges(list: &[usize]) -> Vec<EdgeId> {
    list.iter()
        .map(|&label| EdgeId::from_label(label).unwrap())
        .collect()
}

/// The complete network on four vertices, edges 1–2, 1–3, 1–4, 2–3, 2–4, 3–4.
fn tetrahedron() -> Network {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    Network::from_pairs(4, (0, 3), &pairs).unwrap()
}

#[test]
fn wrong_trees_are_refused_with_the_reason() {
    let position = Position::new(tetrahedron());
    let attempt = |one: &[usize], two: &[usize]| {
        judge(
            &position,
            Task::Trees,
            &Attempt::Trees([edges(one), edges(two)]),
        )
    };
    assert_eq!(attempt(&[1, 4, 6], &[2, 3, 5]), Judgement::Right);
    let [e3, e4] = [3, 4].map(|label| EdgeId::from_label(label).unwrap());
    let faults = [
        (attempt(&[1, 4, 6], &[2, 3, 4]), Fault::Taken(e4)),
        (attempt(&[1, 2, 4], &[3, 5, 6]), Fault::Circuit(0, e4)),
        (
            attempt(&[1, 4, 6], &[2, 3]),
            Fault::Unreached(1, VertexId::new(1)),
        ),
    ];
    for (judged, fault) in faults {
        assert_eq!(judged, Judgement::Wrong(fault));
    }
    assert!(matches!(
        attempt(&[1, 4, 7], &[2, 3, 5]),
        Judgement::Wrong(Fault::Illegal(_))
    ));
    let unfit = judge(&position, Task::Trees, &Attempt::Edge(e3));
    assert_eq!(unfit, Judgement::Wrong(Fault::Unfit));
}

#[test]
fn boards_without_the_promised_solution_are_refused() {
    assert!(NetworkPuzzle::pose(tetrahedron(), Task::Trees).is_some());
    // SHORT wins with every move.
    assert!(NetworkPuzzle::pose(tetrahedron(), Task::Move(Side::Short)).is_none());
    let path = || Network::from_pairs(3, (0, 2), &[(0, 1), (1, 2)]).unwrap();
    assert!(NetworkPuzzle::pose(path(), Task::Trees).is_none());
    assert!(NetworkPuzzle::pose(path(), Task::Outcome).is_some());
    let apart = Network::from_pairs(3, (0, 2), &[(0, 1)]).unwrap();
    assert!(NetworkPuzzle::pose(apart, Task::Outcome).is_none());
}

#[test]
fn a_part_of_the_partition_must_be_named_whole() {
    // Two parallel edges, then a bridge.
    let network = Network::from_pairs(3, (0, 2), &[(0, 1), (0, 1), (0, 1), (1, 2)]).unwrap();
    let truth = partition(network.graph());
    assert_eq!(
        judge_part(&truth, Part::P, &edges(&[3, 2, 1])),
        Judgement::Right
    );
    assert_eq!(
        judge_part(&truth, Part::PStar, &edges(&[4])),
        Judgement::Right
    );
    assert_eq!(judge_part(&truth, Part::R, &[]), Judgement::Right);
    let wrong = judge_part(&truth, Part::P, &edges(&[1, 4]));
    let (missing, surplus) = (edges(&[2, 3]), edges(&[4]));
    assert_eq!(wrong, Judgement::Wrong(Fault::Edges { missing, surplus }));
}

#[test]
fn an_illegal_push_is_refused() {
    let Puzzle::Coins(puzzle) = generate(Kind::KeepDraw, None, 1).unwrap() else {
        panic!("a puzzle about coins");
    };
    let CoinTask::KeepDraw(position) = puzzle.task() else {
        panic!("a position");
    };
    let here = position.coins()[0];
    let push = Push {
        from: here,
        to: here,
    };
    let judged = judge_push(puzzle.game(), position, push);
    assert!(matches!(
        judged,
        CoinJudgement::Wrong(CoinFault::Illegal(_))
    ));
}
