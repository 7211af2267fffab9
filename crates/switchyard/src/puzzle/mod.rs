//! Puzzles: boards with one question each, whose answer the solver has certified.
//!
//! A puzzle is a board and a task. [`generate`] makes one of a [`Kind`] from a seed; [`NetworkPuzzle::pose`]
//! makes one of a board of one's own, and refuses it if the task has not exactly the solution that its
//! question promises. [`judge`](judge()) judges an attempt and says what refutes a wrong one.
//!
//! The [`Grade`] of a puzzle is measured, not chosen: it counts what makes the board hard, which is its size
//! and the failure of the simple rules that a beginner would follow.

mod coins;
mod judge;
mod networks;

pub use coins::{CoinPuzzle, CoinTask};
pub use judge::{
    Attempt, CoinFault, CoinJudgement, Fault, Judgement, Part, judge, judge_label, judge_part,
    judge_push,
};
pub use networks::{NetworkPuzzle, Task};

use crate::Rng;
use crate::generate::Impossible;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The only winning move of the side to move.
    OnlyMove,
    /// The outcome: SHORT, CUT, or whoever moves first.
    WhoWins,
    /// Two spanning trees that together are the whole network.
    TwoTrees,
    /// The side that wins, where it is said who moves first.
    WhichSide,
    /// The label of a node.
    Label,
    /// The only move that keeps a draw.
    KeepDraw,
}

/// There is no kind of puzzle of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no kind of puzzle {0:?}: there are {names}", names = Kind::ALL.map(Kind::name).join(", "))]
pub struct UnknownKindError(String);

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::OnlyMove,
        Self::WhoWins,
        Self::TwoTrees,
        Self::WhichSide,
        Self::Label,
        Self::KeepDraw,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OnlyMove => "only-move",
            Self::WhoWins => "who-wins",
            Self::TwoTrees => "two-trees",
            Self::WhichSide => "which-side",
            Self::Label => "label",
            Self::KeepDraw => "keep-draw",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKindError;

    fn from_str(text: &str) -> Result<Self, UnknownKindError> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| UnknownKindError(text.to_owned()))
    }
}

/// How hard a puzzle is, from 1 to 5: one more for each obstacle that the board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// The hardest.
    pub const MOST: u8 = 5;

    /// The grade of this number; `None` if it is not from 1 to 5.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&number).then_some(Self(number))
    }

    /// The grade of a puzzle with these obstacles, of which there are four.
    fn of(obstacles: [bool; 4]) -> Self {
        Self(1 + obstacles.into_iter().map(u8::from).sum::<u8>())
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// A puzzle of either game.
#[derive(Clone, Debug)]
pub enum Puzzle {
    /// About a network.
    Network(Box<NetworkPuzzle>),
    /// About coins on a digraph.
    Coins(CoinPuzzle),
}

impl Puzzle {
    /// How hard it is.
    pub fn grade(&self) -> Grade {
        match self {
            Self::Network(puzzle) => puzzle.grade(),
            Self::Coins(puzzle) => puzzle.grade(),
        }
    }
}

/// How many boards are tried for one puzzle.
const TRIES: usize = 4000;

/// A puzzle of this kind, and of this grade if one is given; the seed decides.
///
/// ```
/// use switchyard::puzzle::{Kind, Puzzle, generate};
///
/// let Puzzle::Network(puzzle) = generate(Kind::OnlyMove, None, 7)? else { unreachable!() };
/// let verdict = puzzle.position().solve();
/// let side = puzzle.side().expect("somebody is to move");
/// assert_eq!(verdict.winning.of(side).len(), 1);
/// # Ok::<(), switchyard::generate::Impossible>(())
/// ```
///
/// # Errors
/// When none of the boards tried makes such a puzzle.
pub fn generate(kind: Kind, grade: Option<Grade>, seed: u64) -> Result<Puzzle, Impossible> {
    let mut rng = Rng::from_seed(seed);
    let wish = Wish::new(grade, &mut rng);
    match kind {
        Kind::Label | Kind::KeepDraw => coins::generate(kind, wish, &mut rng).map(Puzzle::Coins),
        _ => networks::generate(kind, wish, &mut rng).map(|made| Puzzle::Network(Box::new(made))),
    }
}

/// What is wished for: boards of a size that suits `sized`, and a grade if one is given.
#[derive(Clone, Copy)]
struct Wish {
    sized: Grade,
    grade: Option<Grade>,
}

impl Wish {
    fn new(grade: Option<Grade>, rng: &mut Rng) -> Self {
        use rand::RngExt;
        let sized = grade.unwrap_or_else(|| Grade(rng.random_range(1..=Grade::MOST)));
        Self { sized, grade }
    }

    fn is_granted_by(self, grade: Grade) -> bool {
        self.grade.is_none_or(|wanted| wanted == grade)
    }

    fn refused<T>(self) -> Result<T, Impossible> {
        let of = self.grade.map_or(String::new(), |grade| {
            format!(" of difficulty {}", grade.number())
        });
        Impossible::by_chance(format!(
            "none of the boards tried makes a puzzle{of}; another seed may"
        ))
    }
}
