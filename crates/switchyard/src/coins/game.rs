//! The game: a digraph with its labels.

use super::engine;
use super::labels::Labels;
use super::position::Position;
use super::sum::{Outcome, Tally, Value};
use crate::graph::Digraph;

/// A digraph with its labels: ready to answer and to play.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    digraph: Digraph<'a>,
    labels: Labels,
}

impl<'a> Game<'a> {
    /// Labels the digraph with the engine that suits it.
    pub fn new(digraph: Digraph<'a>) -> Self {
        let labels = engine::label(&digraph);
        Self { digraph, labels }
    }

    /// With labels that are known already, one for every node.
    ///
    /// # Panics
    /// If there is not one label for every node.
    pub fn with_labels(digraph: Digraph<'a>, labels: Labels) -> Self {
        assert_eq!(digraph.node_count(), labels.len(), "a label for every node");
        Self { digraph, labels }
    }

    /// The digraph.
    pub fn digraph(&self) -> &Digraph<'a> {
        &self.digraph
    }

    /// The labels of its nodes.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(super) fn tally(&self, position: &Position) -> Tally {
        let mut tally = Tally::default();
        for &coin in position.coins() {
            tally.add(self.labels.of(coin), coin);
        }
        tally
    }

    /// The value of the position: the sum of the labels.
    pub fn value(&self, position: &Position) -> Value {
        self.tally(position).value(&self.labels)
    }

    /// Who wins the position.
    pub fn outcome(&self, position: &Position) -> Outcome {
        self.tally(position).outcome(&self.labels)
    }
}
