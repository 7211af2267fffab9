//! Coins on a digraph: the Butler University game, with cycles or without.
//!
//! A move pushes one coin along one arc. Coins may share a node. A player who cannot move has lost, and
//! a game that never ends is a draw. Everything follows from the generalized Sprague–Grundy labels:
//! [`label()`] computes them, [`check()`] verifies them, and [`Game`] plays by them.
//!
//! ```
//! use switchyard::coins::{Game, Outcome, Position};
//! use switchyard::{Digraph, NodeId};
//!
//! // Two nodes in a cycle, with one arc out to a dead end: 0 <-> 1, 1 -> 2.
//! let game = Game::new(Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)]));
//! let coin = |node| Position::new(vec![NodeId::new(node)]);
//! assert_eq!(game.outcome(&coin(1)), Outcome::First);
//! assert_eq!(game.outcome(&coin(0)), Outcome::Second);
//! ```
//!
//! Literature: C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1 (1966); A. S.
//! Fraenkel and Y. Perl, *Constructions in combinatorial games with cycles* (1975); A. S. Fraenkel,
//! *The cyclic Butler University game* (2006).

mod check;
mod engine;
mod game;
pub mod io;
mod labels;
mod named;
mod names;
mod position;
pub mod random;
mod remoteness;
pub mod rulesets;
mod strategy;
mod sum;
mod trace;

#[cfg(test)]
mod butler;

pub use check::{LabelsError, check};
pub use engine::{Engine, UnknownEngineError, label, label_with};
pub use game::Game;
pub use labels::{Label, LabelSet, Labels, LabelsBuilder};
pub use named::{NamedDigraph, UnknownNodeError};
pub use names::{NameIndex, Names, NamesBuilder, Words, is_word};
pub use position::{Position, Push, PushError};
pub use remoteness::{Remoteness, longest_defence, remoteness};
pub use strategy::{Potential, RatedMove, Rating, Reason, potential};
pub use sum::{Outcome, Value, sum};
pub use trace::{TraceReason, TraceStep, trace};
