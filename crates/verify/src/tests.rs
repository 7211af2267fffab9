//! The verification detects errors: wrong functions are substituted, and their wrong answers are
//! counted.

use crate::{Covered, Findings, Item, Subject};
use switchyard::coins::{Engine, Label, Labels, LabelsBuilder, label_with};
use switchyard::graph::{Digraph, EdgeId, Graph, NodeId};
use switchyard::player::{Forfeit, Player};
use switchyard::switching::{
    Outcome, Partition, Position, Side, Verdict, outcome, partition, solve,
};

const GRAPHS: &str = "graphs/4/0-6";
const MULTIGRAPHS: &str = "multigraphs/3/3/0-10";
const DIGRAPHS: &str = "digraphs/3/0-512";
const GAMES: &str = "games/1/500";

fn examine(subject: &Subject, item: &str) -> Findings {
    subject.examine(&item.parse::<Item>().unwrap())
}

/// The fault is counted and described, and does not change what is covered.
fn is_caught(subject: &Subject, item: &str) -> u64 {
    let found = examine(subject, item);
    let healthy = examine(&Subject::LIBRARY, item);
    assert_eq!(healthy.disagreements, 0, "{:?}", healthy.examples);
    assert!(found.disagreements > 0, "{item}: nothing was noticed");
    assert!(!found.examples.is_empty() && found.examples.len() <= 3);
    found.disagreements
}

/// An answer that is right everywhere but in one position: CUT has played edge 2 alone.
fn is_the_one(position: &Position) -> bool {
    let played = position.network().graph().edge_count() - position.free_count();
    played == 1 && position.claim_of(EdgeId::new(1)) == switchyard::switching::Claim::Cut
}

fn spoilt(position: &Position, spoil: fn(&mut Verdict)) -> Verdict {
    let mut verdict = solve(position);
    if is_the_one(position) {
        spoil(&mut verdict);
    }
    verdict
}

fn another(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Short => Outcome::Cut,
        Outcome::Cut => Outcome::First,
        Outcome::First => Outcome::Short,
    }
}

#[test]
fn a_wrong_outcome_in_one_position_of_each_network() {
    let subject = Subject {
        solve: |position| {
            spoilt(position, |verdict| {
                verdict.outcome = another(verdict.outcome);
            })
        },
        ..Subject::LIBRARY
    };
    // Six graphs, six pairs of terminals and the join-all game, one position each.
    assert_eq!(is_caught(&subject, GRAPHS), 42);
    is_caught(&subject, MULTIGRAPHS);
    let subject = Subject {
        outcome: |position| {
            let right = outcome(position);
            if is_the_one(position) {
                another(right)
            } else {
                right
            }
        },
        ..Subject::LIBRARY
    };
    assert_eq!(is_caught(&subject, GRAPHS), 42);
}

#[test]
fn a_winning_move_that_is_missing() {
    let subject = Subject {
        solve: |position| {
            spoilt(position, |verdict| {
                verdict.winning.short.pop();
            })
        },
        ..Subject::LIBRARY
    };
    is_caught(&subject, GRAPHS);
    let subject = Subject {
        solve: |position| {
            spoilt(position, |verdict| {
                verdict.winning.cut.pop();
            })
        },
        ..Subject::LIBRARY
    };
    is_caught(&subject, MULTIGRAPHS);
}

/// The proof of another position: here the checker is the one who objects.
#[test]
fn a_certificate_of_another_position() {
    fn swapped(position: &Position) -> Verdict {
        let start = Position::new(position.network().clone());
        let (verdict, other) = (solve(position), solve(&start));
        if verdict.certificate.outcome() == other.certificate.outcome() {
            Verdict {
                certificate: other.certificate,
                ..verdict
            }
        } else {
            verdict
        }
    }
    let subject = Subject {
        solve: swapped,
        ..Subject::LIBRARY
    };
    is_caught(&subject, GRAPHS);
    let subject = Subject {
        check: |_, _| Err(switchyard::switching::CertificateError::PathEnds),
        ..Subject::LIBRARY
    };
    let Covered { positions, .. } = examine(&subject, GRAPHS).covered;
    assert_eq!(is_caught(&subject, GRAPHS), positions);
}

#[test]
fn an_edge_in_the_wrong_part() {
    fn moved(graph: &Graph) -> Partition {
        let mut partition = partition(graph);
        partition.r.extend(partition.p.pop());
        partition
    }
    let subject = Subject {
        partition: moved,
        ..Subject::LIBRARY
    };
    is_caught(&subject, MULTIGRAPHS);
}

fn one_more(digraph: &Digraph<'_>, engine: Engine) -> Labels {
    let labels = label_with(digraph, engine);
    let mut wrong = LabelsBuilder::new(labels.len());
    for node in digraph.nodes() {
        let counter = labels.counter(node).unwrap_or(0);
        match labels.of(node) {
            Label::Finite(label) if node == NodeId::new(0) && digraph.arc_count() == 4 => {
                wrong.finite(node, label + 1, counter);
            }
            Label::Finite(label) => wrong.finite(node, label, counter),
            Label::Infinite(set) => wrong.infinite(node, set.clone()),
        }
    }
    wrong.finish().unwrap()
}

#[test]
fn a_wrong_label() {
    let subject = Subject {
        label: one_more,
        ..Subject::LIBRARY
    };
    is_caught(&subject, DIGRAPHS);
    // One engine wrong, the others right.
    let subject = Subject {
        label: |digraph, engine| match engine {
            Engine::Watch => one_more(digraph, engine),
            _ => label_with(digraph, engine),
        },
        ..Subject::LIBRARY
    };
    is_caught(&subject, DIGRAPHS);
}

/// Labels that are right with counters that are not: the sums hold, the winner goes round.
#[test]
fn counters_that_lead_round() {
    fn backwards(digraph: &Digraph<'_>, engine: Engine) -> Labels {
        let labels = label_with(digraph, engine);
        if engine != Engine::Level {
            return labels;
        }
        let mut wrong = LabelsBuilder::new(labels.len());
        for node in digraph.nodes() {
            match labels.of(node) {
                Label::Finite(label) => {
                    wrong.finite(node, label, 100 - labels.counter(node).unwrap());
                }
                Label::Infinite(set) => wrong.infinite(node, set.clone()),
            }
        }
        wrong.finish().unwrap()
    }
    let subject = Subject {
        label: backwards,
        ..Subject::LIBRARY
    };
    is_caught(&subject, DIGRAPHS);
    let round = |number: usize| {
        let told = examine(&subject, &format!("digraphs/3/{number}-{}", number + 1)).examples;
        told.iter().any(|told| told.contains("goes round"))
    };
    assert!((0..512).any(round));
}

/// Takes the last free edge.
struct Dull;

impl Player for Dull {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        position.free_edges().last().ok_or(Forfeit::Timeout)
    }
}

/// Says edge 1 for ever.
struct Stubborn;

impl Player for Stubborn {
    fn observe(&mut self, _: &Position, _: Side, _: EdgeId) {}

    fn choose(&mut self, _: &Position) -> Result<EdgeId, Forfeit> {
        Ok(EdgeId::new(0))
    }
}

#[test]
fn a_player_that_lets_go_a_win_or_breaks_the_rules() {
    let subject = Subject {
        player: |_, _| Box::new(Dull),
        ..Subject::LIBRARY
    };
    is_caught(&subject, GAMES);
    let subject = Subject {
        player: |_, _| Box::new(Stubborn),
        ..Subject::LIBRARY
    };
    let told = examine(&subject, GAMES).examples;
    assert!(told.iter().any(|told| told.contains("says")), "{told:?}");
    is_caught(&subject, GAMES);
}

#[test]
fn findings_add_up_and_tell_the_first_three() {
    let one = Findings {
        covered: Covered {
            games: 1,
            ..Covered::default()
        },
        disagreements: 2,
        examples: vec!["a".to_owned(), "b".to_owned()],
    };
    let mut sum = one.clone();
    sum += one;
    assert_eq!((sum.covered.games, sum.disagreements), (2, 4));
    assert_eq!(sum.examples, ["a", "b", "a"]);
}
