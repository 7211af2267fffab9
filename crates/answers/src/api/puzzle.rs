//! Puzzles, and whether an attempt is right.

use crate::api::{coins, gallery, switching};
use crate::wire::coin_page::{DigraphJson, PushJson};
use crate::wire::coins::LabelJson;
use crate::wire::labels;
use crate::wire::names::{OutcomeName, SideName};
use crate::wire::puzzle::{
    AnswerJson, AttemptJson, JudgementJson, PartName, PuzzleBoards, PuzzleJson, PuzzleWish,
    TaskJson,
};
use crate::words::puzzle as words;
use crate::{Answered, ApiError, Limits};
use switchyard::coins::io::text;
use switchyard::coins::{Game, LabelSet, NamedDigraph, NamesBuilder, Push, Value};
use switchyard::format::{Format, network};
use switchyard::graph::{EdgeId, NodeId};
use switchyard::puzzle::{
    Attempt, CoinFault, CoinJudgement, CoinPuzzle, CoinTask, Fault, Grade, Judgement, Kind,
    NetworkPuzzle, Part, Puzzle, Task, generate, judge, judge_label, judge_part, judge_push,
};
use switchyard::switching::{Position, Side, partition};

/// The boards of the gallery that are puzzles, with their tasks.
const BOARDS: [(&str, Task); 8] = [
    ("two-islands.net", Task::Move(Side::Short)),
    ("utilities.net", Task::Move(Side::Cut)),
    ("maire-r.net", Task::Move(Side::Short)),
    ("needle.net", Task::Move(Side::Short)),
    ("scattered.net", Task::Move(Side::Cut)),
    ("tetrahedron.net", Task::Trees),
    ("wheel.net", Task::Trees),
    ("archipelago.net", Task::Outcome),
];

/// The boards of the gallery that are puzzles.
pub fn boards() -> PuzzleBoards {
    PuzzleBoards {
        boards: BOARDS.iter().map(|(file, _)| *file).collect(),
    }
}

/// Generates a puzzle from the seed in the request, or from `seed` if that has none.
///
/// # Errors
/// When there is no such kind, difficulty or board, or no puzzle was found.
pub fn make(wish: &PuzzleWish, seed: u64) -> Answered<PuzzleJson> {
    if let Some(board) = &wish.board {
        return of_board(board);
    }
    let kind = wish.kind.as_deref().unwrap_or("only-move").parse();
    let kind: Kind = kind.map_err(|error| ApiError::invalid("kind", format!("{error}")))?;
    let grade = wish.difficulty.map(|number| {
        let reason = "a difficulty is from 1 to 5";
        Grade::new(number).ok_or_else(|| ApiError::invalid("difficulty", reason))
    });
    // JavaScript's numbers are exact up to 2^53.
    let seed = wish.seed.unwrap_or(seed % (1 << 53));
    let puzzle = generate(kind, grade.transpose()?, seed);
    let puzzle = puzzle.map_err(|error| ApiError::impossible("difficulty", &error))?;
    Ok(PuzzleJson {
        seed: Some(seed),
        ..json(&puzzle)
    })
}

fn of_board(board: &str) -> Answered<PuzzleJson> {
    let found = BOARDS.iter().find(|(file, _)| *file == board);
    let &(file, task) = found.ok_or_else(|| ApiError::not_found(board))?;
    let text = gallery::board(file)?.text;
    let description = Format::Network.parse(text.as_bytes());
    let network = description.and_then(switchyard::format::Description::into_network);
    let network = network.map_err(ApiError::broken)?;
    let puzzle = NetworkPuzzle::pose(network, task);
    let puzzle = puzzle.ok_or_else(|| ApiError::broken("a board that asks has no answer"))?;
    let item = gallery::list().boards.iter().find(|item| item.id == file);
    Ok(PuzzleJson {
        title: item.map(|item| item.title.clone()),
        ..of_network(&puzzle)
    })
}

/// A puzzle as JSON, without the seed.
pub fn json(puzzle: &Puzzle) -> PuzzleJson {
    match puzzle {
        Puzzle::Network(puzzle) => of_network(puzzle),
        Puzzle::Coins(puzzle) => of_coins(puzzle),
    }
}

fn of_network(puzzle: &NetworkPuzzle) -> PuzzleJson {
    let position = puzzle.position();
    let answer = match puzzle.task() {
        Task::Move(side) => AnswerJson::Edges(labels(position.solve().winning.of(side))),
        Task::Outcome => AnswerJson::Outcome(OutcomeName::from(position.outcome()).as_str()),
        Task::Side(first) => {
            AnswerJson::Outcome(SideName::from(position.outcome().winner(first)).as_str())
        }
        Task::Trees => {
            let trees = puzzle.trees().unwrap_or_default();
            AnswerJson::Trees(trees.map(|tree| labels(&tree)))
        }
    };
    PuzzleJson {
        kind: puzzle.kind().name(),
        network: network::write(position.network()),
        side: puzzle.side().map(SideName::from),
        coins: Vec::new(),
        node: None,
        question: words::question(puzzle.task()),
        answer,
        difficulty: puzzle.grade().number(),
        seed: None,
        title: None,
    }
}

/// The nodes of a generated digraph are called a, b, c, …
fn name(node: NodeId) -> String {
    char::from(b'a' + (node.index() % 26) as u8).to_string()
}

fn of_coins(puzzle: &CoinPuzzle) -> PuzzleJson {
    let digraph = puzzle.game().digraph();
    let mut names = NamesBuilder::default();
    for node in digraph.nodes() {
        names.node(&name(node));
    }
    let board = NamedDigraph::new(names.finish(), digraph.clone());
    let mut written = String::new();
    // Writing to a string cannot fail.
    let _ = text::write(&board, &mut written);
    let (coins, node) = match puzzle.task() {
        CoinTask::Label(node) => (Vec::new(), Some(name(*node))),
        CoinTask::KeepDraw(position) => {
            (position.coins().iter().map(|&at| name(at)).collect(), None)
        }
    };
    let answer = match (puzzle.label(), puzzle.push()) {
        (Some(label), _) => AnswerJson::Label(LabelJson::from(&label)),
        (None, push) => {
            let [from, to] = push.map_or([String::new(), String::new()], |push| {
                [name(push.from), name(push.to)]
            });
            AnswerJson::Push { from, to }
        }
    };
    PuzzleJson {
        kind: puzzle.kind().name(),
        network: written,
        side: None,
        question: words::coin_question(puzzle.task(), node.as_deref().unwrap_or("")),
        coins,
        node,
        answer,
        difficulty: puzzle.grade().number(),
        seed: None,
        title: None,
    }
}

/// Judges an attempt at a task of a puzzle or a lesson.
///
/// # Errors
/// When the board does not exist, is too large, or the task is about the other game.
pub fn check(attempt: &AttemptJson, limits: &Limits) -> Answered<JudgementJson> {
    if let Some(digraph) = &attempt.digraph {
        return check_coins(attempt, digraph, limits);
    }
    let json = attempt.network.as_ref();
    let json = json.ok_or_else(|| ApiError::invalid("network", "there is no board"))?;
    limits.check_heavy(json.edges.len())?;
    let network = switching::network(json, limits)?;
    let (position, _) = switching::position(&network, &attempt.moves)?;
    let (task, said) = match &attempt.task {
        TaskJson::Move(played) => (
            Task::Move(played.side.into()),
            Attempt::Edge(edge(played.edge)?),
        ),
        TaskJson::Outcome(outcome) => (Task::Outcome, Attempt::Outcome((*outcome).into())),
        TaskJson::Side { first, chosen } => {
            (Task::Side((*first).into()), Attempt::Side((*chosen).into()))
        }
        TaskJson::Trees([one, two]) => (Task::Trees, Attempt::Trees([edges(one)?, edges(two)?])),
        TaskJson::Part { part, edges: said } => {
            let part = match part {
                PartName::P => Part::P,
                PartName::PStar => Part::PStar,
                PartName::R => Part::R,
            };
            let judged = judge_part(&partition(network.graph()), part, &edges(said)?);
            return Ok(judgement(Task::Outcome, &judged));
        }
        TaskJson::Current(said) => return check_current(&position, edge(*said)?, limits),
        _ => return Err(unfit()),
    };
    Ok(judgement(task, &judge(&position, task, &said)))
}

fn unfit() -> ApiError {
    ApiError::invalid("task", "this task is about another game")
}

fn edge(label: usize) -> Answered<EdgeId> {
    let reason = || format!("there is no edge {label}: edges count from 1");
    EdgeId::from_label(label).ok_or_else(|| ApiError::invalid("task", reason()))
}

fn edges(labels: &[usize]) -> Answered<Vec<EdgeId>> {
    labels.iter().map(|&label| edge(label)).collect()
}

fn judgement(task: Task, judged: &Judgement) -> JudgementJson {
    match judged {
        Judgement::Right => JudgementJson {
            right: true,
            sentence: words::right(task),
            ..JudgementJson::default()
        },
        Judgement::Wrong(fault) => JudgementJson {
            sentence: words::wrong(task, fault),
            reply: match fault {
                Fault::Loses(reply) => reply.map(EdgeId::label),
                _ => None,
            },
            edges: match fault {
                Fault::Taken(edge) | Fault::Circuit(_, edge) => vec![edge.label()],
                Fault::Edges { surplus, .. } => labels(surplus),
                _ => Vec::new(),
            },
            ..JudgementJson::default()
        },
    }
}

fn check_current(position: &Position, said: EdgeId, limits: &Limits) -> Answered<JudgementJson> {
    let best = edges(&switching::currents(position, limits)?.best)?;
    Ok(JudgementJson {
        right: best.contains(&said),
        sentence: words::current(said, &best),
        edges: if best.contains(&said) {
            Vec::new()
        } else {
            labels(&best)
        },
        ..JudgementJson::default()
    })
}

fn check_coins(
    attempt: &AttemptJson,
    json: &DigraphJson,
    limits: &Limits,
) -> Answered<JudgementJson> {
    limits.check_heavy(json.arcs.len())?;
    let game = Game::new(coins::digraph(json, limits)?);
    let judged = match &attempt.task {
        TaskJson::Label { node, label } => {
            let node = coins::node(*node, game.digraph(), "task")?;
            let label = match label {
                LabelJson::Finite(number) => Value::Finite(*number),
                LabelJson::Infinite { inf } => Value::Infinite(LabelSet::new(inf.clone())),
            };
            judge_label(&game, node, &label)
        }
        TaskJson::Push(push) => {
            let position = coins::position(&attempt.coins, game.digraph(), limits)?;
            let push = Push {
                from: coins::node(push.from, game.digraph(), "task")?,
                to: coins::node(push.to, game.digraph(), "task")?,
            };
            let moves = game.moves(&position);
            let played = moves.iter().find(|rated| rated.push == push);
            let judged = judge_push(&game, &position, push);
            if judged == CoinJudgement::Right {
                return Ok(JudgementJson {
                    right: true,
                    sentence: words::coin_right(played.map(|rated| rated.rating)).to_owned(),
                    ..JudgementJson::default()
                });
            }
            judged
        }
        TaskJson::CoinOutcome(said) => {
            let position = coins::position(&attempt.coins, game.digraph(), limits)?;
            let outcome = game.outcome(&position);
            let right = outcome.to_string() == *said;
            return Ok(JudgementJson {
                right,
                sentence: words::coin_outcome(outcome, right),
                ..JudgementJson::default()
            });
        }
        _ => return Err(unfit()),
    };
    let CoinJudgement::Wrong(fault) = judged else {
        return Ok(JudgementJson {
            right: true,
            sentence: words::coin_right(None).to_owned(),
            ..JudgementJson::default()
        });
    };
    let reply = match &fault {
        CoinFault::Spoils { reply, .. } => *reply,
        _ => None,
    };
    let called = |node: NodeId| json.nodes.get(node.index()).cloned().unwrap_or_default();
    Ok(JudgementJson {
        sentence: words::coin_wrong(
            &fault,
            reply.map(|push| (called(push.from), called(push.to))),
        ),
        push: reply.map(|push| PushJson {
            from: push.from.label(),
            to: push.to.label(),
        }),
        ..JudgementJson::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_ask_have_one_answer() {
        for (file, _) in BOARDS {
            let wish = PuzzleWish {
                board: Some(file.to_owned()),
                ..PuzzleWish::default()
            };
            let puzzle = make(&wish, 1).unwrap_or_else(|error| panic!("{file}: {error:?}"));
            assert!(puzzle.title.is_some() && puzzle.seed.is_none());
        }
        let wish = |kind: &str| PuzzleWish {
            kind: Some(kind.to_owned()),
            ..PuzzleWish::default()
        };
        assert_eq!(make(&wish("riddle"), 1).unwrap_err().field, Some("kind"));
        for kind in Kind::ALL {
            assert_eq!(make(&wish(kind.name()), 3), make(&wish(kind.name()), 3));
        }
    }
}
