//! A digraph with names for its nodes: what a file holds.

use super::names::Names;
use super::position::Position;
use crate::graph::{Digraph, NodeId};
use thiserror::Error;

/// A digraph and the names of its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDigraph<'a> {
    names: Names<'a>,
    digraph: Digraph<'a>,
}

/// A name that no node has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no node is called {name:?}{}", near.as_ref().map_or(String::new(), |n| format!(" (did you mean {n:?}?)")))]
pub struct UnknownNodeError {
    /// The name.
    pub name: String,
    /// A name that differs from it by the case of its letters.
    pub near: Option<String>,
}

impl<'a> NamedDigraph<'a> {
    /// Puts the two together.
    ///
    /// # Panics
    /// If there is not one name for every node.
    pub fn new(names: Names<'a>, digraph: Digraph<'a>) -> Self {
        assert_eq!(names.len(), digraph.node_count(), "a name for every node");
        Self { names, digraph }
    }

    /// A digraph whose nodes are called 1, 2, 3, …
    pub fn numbered(digraph: Digraph<'a>) -> Self {
        Self::new(Names::Numbers(digraph.node_count()), digraph)
    }

    /// The names of the nodes.
    pub fn names(&self) -> &Names<'a> {
        &self.names
    }

    /// The digraph.
    pub fn digraph(&self) -> &Digraph<'a> {
        &self.digraph
    }

    /// Both parts.
    pub fn into_parts(self) -> (Names<'a>, Digraph<'a>) {
        (self.names, self.digraph)
    }

    /// The node of this name.
    ///
    /// # Errors
    /// If no node is called so.
    pub fn node(&self, name: &str) -> Result<NodeId, UnknownNodeError> {
        self.names.find(name).ok_or_else(|| {
            let mut all = self.digraph.nodes().map(|node| self.names.of(node));
            let near = all.find(|other| other.eq_ignore_ascii_case(name));
            UnknownNodeError {
                name: name.to_owned(),
                near: near.map(std::borrow::Cow::into_owned),
            }
        })
    }

    /// Coins on the nodes of these names.
    ///
    /// # Errors
    /// Every name that no node has.
    pub fn position(&self, coins: &[impl AsRef<str>]) -> Result<Position, Vec<UnknownNodeError>> {
        let mut nodes = Vec::new();
        let mut unknown = Vec::new();
        for coin in coins {
            match self.node(coin.as_ref()) {
                Ok(node) => nodes.push(node),
                Err(error) => unknown.push(error),
            }
        }
        if unknown.is_empty() {
            Ok(Position::new(nodes))
        } else {
            Err(unknown)
        }
    }
}
