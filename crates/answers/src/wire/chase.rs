//! The steps of the 1972 algorithm, one JSON object each.
//!
//! Every object has `step` (the number in the paper), `action` (which fields follow) and `words`
//! (a sentence for the reader). Where the trees change, `t1` and `t2` are given in full, so that a
//! viewer can go forwards and backwards without knowing the rules. Edges are numbered as in the
//! file; m+1 and m+2 are the unplayable ones.

use super::labels;
use super::names::{OutcomeName, SideName};
use serde::Serialize;
use switchyard::graph::EdgeId;
use switchyard::switching::chase::{Search, Step, Tree};

/// A step.
#[derive(Debug, Serialize)]
pub struct StepJson {
    step: u8,
    #[serde(flatten)]
    action: Action,
    words: String,
}

impl StepJson {
    /// The step, with the sentence for it.
    pub fn new(step: &Step, words: String) -> Self {
        Self {
            step: step.number(),
            action: Action::from(step),
            words,
        }
    }

    /// The step as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
enum Action {
    Apart,
    Start {
        t1: Vec<usize>,
        t2: Vec<usize>,
        offers: Vec<usize>,
        outside: Vec<usize>,
    },
    Offer {
        i: usize,
        edge: usize,
    },
    Search {
        k: usize,
        tree: u8,
        b: Vec<usize>,
        s: Vec<usize>,
        found: Option<usize>,
        closed: bool,
    },
    Swap {
        k: usize,
        tree: u8,
        out: usize,
        #[serde(rename = "in")]
        into: usize,
        choices: Vec<usize>,
        t1: Vec<usize>,
        t2: Vec<usize>,
    },
    Next {
        common: Vec<usize>,
        offered: usize,
        of: usize,
        more: bool,
    },
    Evaluate {
        unplayable: [usize; 2],
        outcome: OutcomeName,
        t1: Vec<usize>,
        t2: Vec<usize>,
    },
    Human {
        side: SideName,
        edge: usize,
        tree: Option<u8>,
        pass: bool,
    },
    Reply {
        to: usize,
        tree: u8,
        path: Vec<usize>,
        choices: Vec<usize>,
        edge: usize,
    },
    Update {
        cut: usize,
        short: usize,
        tree: u8,
        t1: Vec<usize>,
        t2: Vec<usize>,
    },
    Over {
        winner: SideName,
    },
}

impl From<&Step> for Action {
    fn from(step: &Step) -> Self {
        match step {
            Step::Apart => Self::Apart,
            Step::Start {
                tree,
                second,
                offers,
                outside,
            } => Self::Start {
                t1: labels(tree),
                t2: labels(second.as_ref().unwrap_or(tree)),
                offers: labels(offers),
                outside: labels(outside),
            },
            Step::Offer { i, branch } => Self::Offer {
                i: *i,
                edge: branch.label(),
            },
            Step::Search {
                k,
                tree,
                reached,
                common,
                search,
            } => Self::Search {
                k: *k,
                tree: number(*tree),
                b: labels(reached),
                s: labels(common),
                found: match search {
                    Search::Found(edge) => Some(edge.label()),
                    Search::Again | Search::Closed => None,
                },
                closed: *search == Search::Closed,
            },
            Step::Swap {
                k,
                tree,
                out,
                choices,
                into,
                trees: [t1, t2],
            } => Self::Swap {
                k: *k,
                tree: number(*tree),
                out: out.label(),
                into: into.label(),
                choices: labels(choices),
                t1: labels(t1),
                t2: labels(t2),
            },
            Step::Next {
                common,
                offered,
                of,
                more,
            } => Self::Next {
                common: labels(common),
                offered: *offered,
                of: *of,
                more: *more,
            },
            Step::Evaluate {
                unplayable,
                trees: [t1, t2],
                outcome,
            } => Self::Evaluate {
                unplayable: unplayable.map(EdgeId::label),
                outcome: (*outcome).into(),
                t1: labels(t1),
                t2: labels(t2),
            },
            played => Self::of_play(played),
        }
    }
}

impl Action {
    /// Steps 7 to 10.
    fn of_play(step: &Step) -> Self {
        match step {
            Step::Human { side, branch, tree } => Self::Human {
                side: (*side).into(),
                edge: branch.label(),
                tree: tree.map(number),
                pass: tree.is_none(),
            },
            Step::Reply {
                to,
                tree,
                path,
                choices,
                reply,
            } => Self::Reply {
                to: to.label(),
                tree: number(*tree),
                path: labels(path),
                choices: labels(choices),
                edge: reply.label(),
            },
            Step::Update {
                cut,
                connect,
                tree,
                trees: [t1, t2],
            } => Self::Update {
                cut: cut.label(),
                short: connect.label(),
                tree: number(*tree),
                t1: labels(t1),
                t2: labels(t2),
            },
            Step::Over { winner } => Self::Over {
                winner: (*winner).into(),
            },
            _ => unreachable!("steps 1 to 6 are handled before"),
        }
    }
}

fn number(tree: Tree) -> u8 {
    tree.index() as u8 + 1
}
