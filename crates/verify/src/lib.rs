//! Compares every algorithm with the oracle: the items of work, and their findings.
//!
//! The work is a plain list. An [`Item`] has a name, depends on no other and gives [`Findings`]; so
//! the list can be divided, resumed and distributed over threads or machines. The tested functions
//! are passed in as a [`Subject`], so that the tests can replace them with wrong ones, which must
//! be detected.

mod coins;
mod games;
mod item;
mod switching;

pub use item::{Item, NoSuchItemError, Scope};

use std::ops::AddAssign;
use switchyard::coins::{Engine, Labels, label_with};
use switchyard::graph::{Digraph, Graph};
use switchyard::player::{PerfectPlayer, Player};
use switchyard::{
    Certificate, CertificateError, Outcome, Partition, Position, Side, Verdict, check, outcome,
    partition, solve,
};

/// A range of consecutive numbers, its end not included.
pub type Range = (usize, usize);

/// In networks with at most this many edges every position is examined, reachable or not: each edge
/// free, SHORT's or CUT's.
const EVERY_POSITION: usize = 7;

/// What is held against the oracle.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The solver.
    pub solve: fn(&Position) -> Verdict,
    /// The solver, asked for the outcome alone.
    pub outcome: fn(&Position) -> Outcome,
    /// The checker of the solver's certificates.
    pub check: fn(&Position, &Certificate) -> Result<(), CertificateError>,
    /// The principal partition.
    pub partition: fn(&Graph) -> Partition,
    /// The player that wins every won game.
    pub player: fn(Side, &Position) -> Box<dyn Player>,
    /// The labels of a digraph.
    pub label: fn(&Digraph<'_>, Engine) -> Labels,
}

impl Subject {
    /// This library.
    pub const LIBRARY: Self = Self {
        solve,
        outcome,
        check,
        partition,
        player: |side, position| Box::new(PerfectPlayer::new(side, position)),
        label: label_with,
    };

    /// Does the work of one item.
    pub fn examine(&self, item: &Item) -> Findings {
        let mut findings = Findings::default();
        match *item {
            Item::Graphs { vertices, range } => {
                switching::graphs(self, vertices, range, &mut findings);
            }
            Item::Multigraphs {
                vertices,
                edges,
                range,
            } => switching::multigraphs(self, vertices, edges, range, &mut findings),
            Item::Digraphs { nodes, range } => coins::digraphs(self, nodes, range, &mut findings),
            Item::Games { seed, count } => games::games(self, seed, count, &mut findings),
        }
        findings
    }
}

/// What was looked at, and what was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What was looked at.
    pub covered: Covered,
    /// How often subject and oracle disagreed.
    pub disagreements: u64,
    /// The first disagreements, in words.
    pub examples: Vec<String>,
}

/// What was looked at, counted by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Networks: graphs with a pair of terminals.
    pub networks: u64,
    /// Graphs with the join-all game.
    pub join_all: u64,
    /// Positions solved, with every winning move of both sides and a checked certificate.
    pub positions: u64,
    /// Graphs partitioned.
    pub partitions: u64,
    /// Digraphs labelled by every engine.
    pub digraphs: u64,
    /// Sums of coins decided, with every move rated.
    pub sums: u64,
    /// Games of the perfect player.
    pub games: u64,
    /// Its moves in positions that were won.
    pub moves: u64,
}

impl Covered {
    /// The counts with their names.
    pub fn rows(&self) -> [(&'static str, u64); 8] {
        [
            ("networks", self.networks),
            ("join-all games", self.join_all),
            ("positions", self.positions),
            ("partitions", self.partitions),
            ("digraphs", self.digraphs),
            ("sums", self.sums),
            ("games", self.games),
            ("moves", self.moves),
        ]
    }
}

impl AddAssign for Covered {
    fn add_assign(&mut self, other: Self) {
        self.networks += other.networks;
        self.join_all += other.join_all;
        self.positions += other.positions;
        self.partitions += other.partitions;
        self.digraphs += other.digraphs;
        self.sums += other.sums;
        self.games += other.games;
        self.moves += other.moves;
    }
}

impl Findings {
    /// This many disagreements are described in words.
    const TOLD: usize = 3;

    /// Notes a disagreement, unless both say the same.
    fn agree<T: PartialEq + std::fmt::Debug>(
        &mut self,
        found: &T,
        expected: &T,
        what: impl FnOnce() -> String,
    ) {
        if found != expected {
            self.disagree(|| format!("{}: {found:?}, not {expected:?}", what()));
        }
    }

    /// Notes a disagreement.
    fn disagree(&mut self, what: impl FnOnce() -> String) {
        self.disagreements += 1;
        if self.examples.len() < Self::TOLD {
            self.examples.push(what());
        }
    }
}

impl AddAssign for Findings {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.disagreements += other.disagreements;
        let room = Self::TOLD.saturating_sub(self.examples.len());
        self.examples.extend(other.examples.into_iter().take(room));
    }
}

#[cfg(test)]
mod tests;
