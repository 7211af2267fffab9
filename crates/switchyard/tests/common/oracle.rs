//! The switching game by searching all of it.
//!
//! A state is two sets of edges, SHORT's and CUT's, and who is to move. There are 2·3^m states;
//! each is decided once and remembered.

use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::{Claim, Network, Outcome, Position, Side};

/// A set of edges: bit i is the edge of index i.
type EdgeSet = u32;

/// Knows the winner of every position of one network of at most [`Oracle::MAX_EDGES`] edges.
pub struct Oracle {
    edges: usize,
    /// For every set of edges: does it join the terminals?
    joins: Vec<bool>,
    /// For every state (see `Oracle::key`) the winner, once it is known.
    known: Vec<Option<Side>>,
}

impl Oracle {
    /// More edges than this would need more memory than a test should take.
    pub const MAX_EDGES: usize = 16;

    pub fn new(network: &Network) -> Self {
        let graph = network.graph();
        let edges = graph.edge_count();
        assert!(
            edges <= Self::MAX_EDGES,
            "{edges} edges are too many to search"
        );
        Self {
            edges,
            joins: (0..1 << edges).map(|set| joins(network, set)).collect(),
            known: vec![None; 2 * 3_usize.pow(edges as u32)],
        }
    }

    /// Who wins the position, by playing it out with each side to move.
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        let [short, cut] = sets(position);
        match Side::BOTH.map(|mover| self.winner(short, cut, mover)) {
            [Side::Short, Side::Short] => Outcome::Short,
            [Side::Cut, Side::Cut] => Outcome::Cut,
            [Side::Short, Side::Cut] => Outcome::First,
            [Side::Cut, Side::Short] => panic!("in this game it never hurts to move"),
        }
    }

    /// Who wins the position when `mover` is to move.
    pub fn winner_moving(&mut self, position: &Position, mover: Side) -> Side {
        let [short, cut] = sets(position);
        self.winner(short, cut, mover)
    }

    /// The moves of `side` that win if it is to move, in order; none once the game is over.
    pub fn winning_moves(&mut self, position: &Position, side: Side) -> Vec<EdgeId> {
        let [short, cut] = sets(position);
        if self.over(short, cut).is_some() {
            return Vec::new();
        }
        let free = free_edges(self.edges, short, cut);
        free.filter(|&edge| self.after(short, cut, side, edge) == side)
            .map(EdgeId::new)
            .collect()
    }

    /// Who has won already.
    fn over(&self, short: EdgeSet, cut: EdgeSet) -> Option<Side> {
        let all = (1 << self.edges) - 1;
        if self.joins[short as usize] {
            Some(Side::Short)
        } else if !self.joins[(all & !cut) as usize] {
            Some(Side::Cut)
        } else {
            None
        }
    }

    fn winner(&mut self, short: EdgeSet, cut: EdgeSet, mover: Side) -> Side {
        if let Some(winner) = self.over(short, cut) {
            return winner;
        }
        let key = self.key(short, cut, mover);
        if let Some(winner) = self.known[key] {
            return winner;
        }
        let mut winner = mover.other();
        for edge in free_edges(self.edges, short, cut) {
            if self.after(short, cut, mover, edge) == mover {
                winner = mover;
                break;
            }
        }
        self.known[key] = Some(winner);
        winner
    }

    /// Who wins once `mover` has taken `edge` and the opponent is to move.
    fn after(&mut self, short: EdgeSet, cut: EdgeSet, mover: Side, edge: usize) -> Side {
        match mover {
            Side::Short => self.winner(short | 1 << edge, cut, Side::Cut),
            Side::Cut => self.winner(short, cut | 1 << edge, Side::Short),
        }
    }

    /// The state as one number: a ternary digit for each edge (0 free, 1 SHORT, 2 CUT), then the mover.
    fn key(&self, short: EdgeSet, cut: EdgeSet, mover: Side) -> usize {
        let digit = |edge: usize| (short >> edge & 1) as usize + 2 * (cut >> edge & 1) as usize;
        let number = (0..self.edges).fold(0, |number, edge| 3 * number + digit(edge));
        2 * number + usize::from(mover == Side::Cut)
    }
}

/// The indices of the edges that nobody owns.
fn free_edges(edges: usize, short: EdgeSet, cut: EdgeSet) -> impl Iterator<Item = usize> {
    (0..edges).filter(move |edge| (short | cut) >> edge & 1 == 0)
}

/// Whether the edges of `set` join the terminals: spread from L until nothing is added.
fn joins(network: &Network, set: EdgeSet) -> bool {
    let graph = network.graph();
    let mut reached = vec![false; graph.vertex_count()];
    reached[network.left().index()] = true;
    loop {
        let mut grown = false;
        for edge in graph.edges().filter(|edge| set >> edge.index() & 1 == 1) {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            if reached[u] != reached[v] {
                (reached[u], reached[v]) = (true, true);
                grown = true;
            }
        }
        if !grown {
            return reached[network.right().index()];
        }
    }
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
    pub p: Vec<EdgeId>,
    pub p_star: Vec<EdgeId>,
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
    outcome(&Position::new(network.into()))
}

/// The outcome of a position, when one answer about its network is all that is wanted.
pub fn outcome(position: &Position) -> Outcome {
    Oracle::new(position.network()).outcome(position)
}
