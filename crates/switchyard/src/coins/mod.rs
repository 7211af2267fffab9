//! Coins on a digraph: the Butler University game, with cycles or without.
//!
//! A move pushes one coin along one arc. Coins may share a node. Who cannot move has lost, and a play
//! that never ends is a draw. Everything follows from the generalized Sprague–Grundy labels:
//! [`engine::label`] gives them, [`check`] verifies them, [`sum`] adds them up for a position and
//! [`strategy`] plays by them. [`Game`] puts these together.
//!
//! ```
//! use switchyard::coins::{Game, Outcome, Position};
//! use switchyard::graph::{Digraph, NodeId};
//!
//! // Two nodes in a cycle, with one way out to a dead end: 0 <-> 1, 1 -> 2.
//! let game = Game::new(Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)]));
//! let coin = |node| Position::new(vec![NodeId::new(node)]);
//! assert_eq!(game.outcome(&coin(1)), Outcome::First);
//! assert_eq!(game.outcome(&coin(0)), Outcome::Second);
//! ```
//!
//! Literature: C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1 (1966); A. S.
//! Fraenkel and Y. Perl, *Constructions in combinatorial games with cycles* (1975); A. S. Fraenkel,
//! *The cyclic Butler University game* (2006).

pub mod check;
pub mod engine;
mod game;
pub mod io;
pub mod labels;
pub mod named;
pub mod names;
pub mod position;
pub mod random;
pub mod remoteness;
pub mod rulesets;
pub mod strategy;
pub mod sum;

#[cfg(test)]
mod butler;

pub use game::Game;
pub use labels::{Label, LabelSet, Labels};
pub use named::NamedDigraph;
pub use names::Names;
pub use position::{Position, Push, PushError};
pub use strategy::{Potential, RatedMove, Rating, Reason};
pub use sum::{Outcome, Value};
