//! The switching game by exhaustive search.
//!
//! A state is two sets of edges, SHORT's and CUT's, and who is to move. Each state is solved once
//! and stored.

use std::collections::HashMap;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::{Claim, Network, Outcome, Position, Side, Target};

/// A set of edges: bit i is the edge of index i.
type EdgeSet = u32;

/// Knows the winner of every position of one network of at most [`Oracle::MAX_EDGES`] edges.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The ends of every edge, each as a set of one vertex.
    ends: Vec<[u32; 2]>,
    /// Where to spread from, as a set of one vertex, and all that SHORT has to join.
    start: u32,
    goal: u32,
    /// The winners of the states that have been decided.
    known: HashMap<(EdgeSet, EdgeSet, Side), Side>,
}

impl Oracle {
    /// With more edges than this the search would take more time and memory than a check should.
    pub const MAX_EDGES: usize = 21;

    /// Knows nothing yet: what is asked is searched.
    ///
    /// # Panics
    /// If there are too many edges, or more than 32 vertices.
    pub fn new(network: &Network) -> Self {
        let graph = network.graph();
        let edges = graph.edge_count();
        assert!(
            edges <= Self::MAX_EDGES && graph.vertex_count() <= 32,
            "{edges} edges are too many to search"
        );
        let one = |vertex: VertexId| 1_u32 << vertex.index();
        Self {
            ends: graph
                .edges()
                .map(|edge| graph.ends(edge).map(one))
                .collect(),
            start: one(network.left()),
            goal: match network.target() {
                Target::Terminals => one(network.right()),
                Target::All => graph.vertices().map(one).sum(),
            },
            known: HashMap::new(),
        }
    }

    /// Who wins the position, by playing it out with each side to move.
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        match Side::BOTH.map(|mover| self.winner_moving(position, mover)) {
            [Side::Short, Side::Short] => Outcome::Short,
            [Side::Cut, Side::Cut] => Outcome::Cut,
            [Side::Short, Side::Cut] => Outcome::First,
            [Side::Cut, Side::Short] => panic!("in this game it never hurts to move"),
        }
    }

    /// Who wins the position when `mover` is to move.
    pub fn winner_moving(&mut self, position: &Position, mover: Side) -> Side {
        let [short, cut] = sets(position);
        let over = self.over(short, cut);
        over.unwrap_or_else(|| self.winner(short, cut, mover))
    }

    /// The moves of `side` that win if it is to move, in order; none once the game is over.
    pub fn winning_moves(&mut self, position: &Position, side: Side) -> Vec<EdgeId> {
        let [short, cut] = sets(position);
        self.winning(short, cut, side)
    }

    /// How many moves win for the opponent after a move of `side`.
    pub fn replies_after(&mut self, position: &Position, side: Side, edge: EdgeId) -> usize {
        let [short, cut] = sets(position);
        let [short, cut] = after(short, cut, side, edge.index());
        self.winning(short, cut, side.other()).len()
    }

    fn winning(&mut self, short: EdgeSet, cut: EdgeSet, side: Side) -> Vec<EdgeId> {
        if self.over(short, cut).is_some() {
            return Vec::new();
        }
        let free = free_edges(self.ends.len(), short, cut);
        free.filter(|&edge| self.wins_with(short, cut, side, edge))
            .map(EdgeId::new)
            .collect()
    }

    fn wins_with(&mut self, short: EdgeSet, cut: EdgeSet, mover: Side, edge: usize) -> bool {
        let [short, cut] = after(short, cut, mover, edge);
        match self.over(short, cut) {
            Some(winner) => winner == mover,
            None => self.winner(short, cut, mover.other()) == mover,
        }
    }

    /// Who wins a game that is not over.
    fn winner(&mut self, short: EdgeSet, cut: EdgeSet, mover: Side) -> Side {
        if let Some(&winner) = self.known.get(&(short, cut, mover)) {
            return winner;
        }
        let free = || free_edges(self.ends.len(), short, cut);
        // A move that ends the game saves looking at any other.
        let ends_it = |edge| {
            let [short, cut] = after(short, cut, mover, edge);
            self.over(short, cut).is_some()
        };
        let wins = free().any(ends_it)
            || free().any(|edge| {
                let [short, cut] = after(short, cut, mover, edge);
                self.winner(short, cut, mover.other()) == mover
            });
        let winner = if wins { mover } else { mover.other() };
        self.known.insert((short, cut, mover), winner);
        winner
    }

    /// Who has won already.
    fn over(&self, short: EdgeSet, cut: EdgeSet) -> Option<Side> {
        if self.joins(short) {
            Some(Side::Short)
        } else if !self.joins(!cut) {
            Some(Side::Cut)
        } else {
            None
        }
    }

    /// Whether the edges of `set` join all that SHORT has to join: spread from L until nothing is added.
    fn joins(&self, set: EdgeSet) -> bool {
        let mut reached = self.start;
        loop {
            let before = reached;
            for (edge, [u, v]) in self.ends.iter().enumerate() {
                if set >> edge & 1 == 1 && (reached & u != 0 || reached & v != 0) {
                    reached |= u | v;
                }
            }
            if reached == before {
                return reached & self.goal == self.goal;
            }
        }
    }
}

/// The sets once `mover` has taken `edge`.
fn after(short: EdgeSet, cut: EdgeSet, mover: Side, edge: usize) -> [EdgeSet; 2] {
    match mover {
        Side::Short => [short | 1 << edge, cut],
        Side::Cut => [short, cut | 1 << edge],
    }
}

/// The indices of the free edges.
fn free_edges(edges: usize, short: EdgeSet, cut: EdgeSet) -> impl Iterator<Item = usize> {
    (0..edges).filter(move |edge| (short | cut) >> edge & 1 == 0)
}

/// The edges of SHORT and of CUT.
fn sets(position: &Position) -> [EdgeSet; 2] {
    let owned = |claim: Claim| {
        let edges = position.network().graph().edges();
        let owned = edges.filter(|&edge| position.claim_of(edge) == claim);
        owned.fold(0, |set, edge| set | 1 << edge.index())
    };
    [owned(Claim::Short), owned(Claim::Cut)]
}

/// The principal partition by playing the game of every edge.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Edges whose game SHORT wins.
    pub p: Vec<EdgeId>,
    /// Edges whose game CUT wins.
    pub p_star: Vec<EdgeId>,
    /// Edges whose game the first player wins.
    pub r: Vec<EdgeId>,
}

/// Plays, for every edge e, the game between e's ends on the graph without e (Maire 2004).
///
/// The ends of a loop are joined before anybody moves, so a loop is in P.
pub fn partition(graph: &Graph) -> Partition {
    let mut partition = Partition::default();
    for edge in graph.edges() {
        match game_of(graph, edge) {
            Outcome::Short => partition.p.push(edge),
            Outcome::Cut => partition.p_star.push(edge),
            Outcome::First => partition.r.push(edge),
        }
    }
    partition
}

fn game_of(graph: &Graph, edge: EdgeId) -> Outcome {
    let [left, right] = graph.ends(edge);
    if left == right {
        return Outcome::Short;
    }
    let mut rest = Graph::new(graph.vertex_count());
    for other in graph.edges().filter(|&other| other != edge) {
        let [u, v] = graph.ends(other);
        rest.add_edge(u, v);
    }
    let network = Network::new(rest, left, right).expect("two different ends");
    outcome(&Position::new(network))
}

/// The outcome of a position, when one answer about its network is all that is wanted.
pub fn outcome(position: &Position) -> Outcome {
    Oracle::new(position.network()).outcome(position)
}
