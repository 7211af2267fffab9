//! A board in play: who owns which edge, and whether somebody has won.

use super::connectivity::{Contracted, TerminalConnectivity};
use super::{Network, Side};
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph, Incidence, VertexId};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The state of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Nobody has played it.
    Free,
    /// SHORT owns it.
    Short,
    /// CUT has destroyed it.
    Cut,
}

impl From<Side> for Claim {
    fn from(side: Side) -> Self {
        match side {
            Side::Short => Claim::Short,
            Side::Cut => Claim::Cut,
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The network has no such edge.
    #[error("there is no edge {edge}: edges are numbered 1 to {edges}")]
    NoSuchEdge {
        /// The edge as given.
        edge: EdgeId,
        /// How many edges there are.
        edges: usize,
    },
    /// The edge has been played before.
    #[error("edge {edge} was already played by {by}")]
    AlreadyPlayed {
        /// The edge as given.
        edge: EdgeId,
        /// Who played it.
        by: Side,
    },
    /// Somebody has won already.
    #[error("the game is over: {0} has won")]
    GameOver(Side),
}

/// A network with the moves made so far.
///
/// The position does not know whose turn it is: passing, handicaps and setups from a list of
/// edges all need a position in which either side may move.
///
/// Both winning conditions are kept up to date as moves are made. SHORT's is a union-find. For
/// CUT's a spanning forest is kept: an edge destroyed outside of it costs nothing, one of its own a
/// local search for another ([`super::connectivity`]).
#[derive(Clone, Debug)]
pub struct Position {
    network: Arc<Network>,
    /// Built when it is first asked for: a solver has no use for it.
    incidence: OnceLock<Arc<Incidence>>,
    claims: Vec<Claim>,
    free: usize,
    /// What SHORT has joined; from the first move on, for a solver has no use for it.
    joined: Option<UnionFind>,
    /// From the first move of CUT's that was played.
    connectivity: Option<TerminalConnectivity>,
    winner: Option<Side>,
}

impl Position {
    /// The starting position. If the terminals are apart CUT has already won.
    pub fn new(network: Arc<Network>) -> Self {
        let graph = network.graph();
        let mut position = Self {
            claims: vec![Claim::Free; graph.edge_count()],
            free: graph.edge_count(),
            joined: None,
            connectivity: None,
            winner: None,
            incidence: OnceLock::new(),
            network,
        };
        let network = &position.network;
        if !component(network.graph(), network.left())[network.right().index()] {
            position.winner = Some(Side::Cut);
        }
        position
    }

    /// The position after the given moves; stops at the first illegal one.
    ///
    /// Moves made after a side has won are accepted, since a list of edges has no order;
    /// the winner is the one whose goal is reached (both cannot be).
    ///
    /// # Errors
    /// When an edge does not exist or stands twice.
    pub fn with_moves(
        network: Arc<Network>,
        moves: impl IntoIterator<Item = (Side, EdgeId)>,
    ) -> Result<Self, MoveError> {
        let mut position = Self::new(network);
        for (side, edge) in moves {
            position.check_free(edge)?;
            position.claim(side, edge);
            if side == Side::Short {
                Contracted::new(&position.network, &mut position.joined).join(edge);
            }
        }
        if position.are_joined() {
            position.winner = Some(Side::Short);
        } else if !position.terminals_connected() {
            position.winner = Some(Side::Cut);
        }
        Ok(position)
    }

    /// The board.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The edges at each vertex of the board, played ones included.
    pub fn incidence(&self) -> &Incidence {
        let build = || Arc::new(Incidence::new(self.network.graph()));
        self.incidence.get_or_init(build)
    }

    /// The state of an edge.
    #[inline]
    pub fn claim_of(&self, edge: EdgeId) -> Claim {
        self.claims[edge.index()]
    }

    /// How many edges nobody has played.
    pub fn free_count(&self) -> usize {
        self.free
    }

    /// The edges nobody has played, in order.
    pub fn free_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let graph = self.network.graph();
        graph
            .edges()
            .filter(|&edge| self.claim_of(edge) == Claim::Free)
    }

    /// Who has won, if anybody has.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The moves that are legal now: none once the game is over.
    pub fn is_legal(&self, edge: EdgeId) -> bool {
        self.check(edge).is_ok()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When the move is illegal; the position is then unchanged.
    pub fn play(&mut self, side: Side, edge: EdgeId) -> Result<(), MoveError> {
        self.check(edge)?;
        match side {
            Side::Short => self.play_short(edge),
            Side::Cut => self.play_cut(edge),
        }
        Ok(())
    }

    /// Whether the edge may be played now.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, edge: EdgeId) -> Result<(), MoveError> {
        match self.winner {
            Some(side) => Err(MoveError::GameOver(side)),
            None => self.check_free(edge),
        }
    }

    fn check_free(&self, edge: EdgeId) -> Result<(), MoveError> {
        let edges = self.claims.len();
        let by = match self.claims.get(edge.index()) {
            None => return Err(MoveError::NoSuchEdge { edge, edges }),
            Some(Claim::Free) => return Ok(()),
            Some(Claim::Short) => Side::Short,
            Some(Claim::Cut) => Side::Cut,
        };
        Err(MoveError::AlreadyPlayed { edge, by })
    }

    fn claim(&mut self, side: Side, edge: EdgeId) {
        self.claims[edge.index()] = side.into();
        self.free -= 1;
    }

    fn play_short(&mut self, edge: EdgeId) {
        self.claim(Side::Short, edge);
        let mut board = Contracted::new(&self.network, &mut self.joined);
        match &mut self.connectivity {
            Some(connectivity) => connectivity.contract(&mut board, edge),
            None => {
                board.join(edge);
            }
        }
        if self.are_joined() {
            self.winner = Some(Side::Short);
        }
    }

    fn play_cut(&mut self, edge: EdgeId) {
        self.build_connectivity();
        self.claim(Side::Cut, edge);
        let mut board = Contracted::new(&self.network, &mut self.joined);
        if let Some(connectivity) = &mut self.connectivity
            && !connectivity.delete(&mut board, edge)
        {
            self.winner = Some(Side::Cut);
        }
    }

    /// Whether SHORT's edges join the terminals.
    fn are_joined(&mut self) -> bool {
        let (left, right) = (self.network.left(), self.network.right());
        let joined = self.joined.as_mut();
        joined.is_some_and(|joined| joined.same(left.index(), right.index()))
    }

    /// Whether the edges that CUT has left join the terminals.
    fn terminals_connected(&self) -> bool {
        let graph = self.network.graph();
        let left = graph
            .edges()
            .filter(|&edge| self.claim_of(edge) != Claim::Cut);
        let mut joined = joined_by(graph, left);
        let [left, right] = [self.network.left(), self.network.right()].map(VertexId::index);
        joined.same(left, right)
    }

    /// Does now, in O(m log n), what would else be done in the first moves: every move of the game then
    /// costs little.
    pub fn get_ready(&mut self) {
        self.build_connectivity();
        self.incidence();
    }

    fn build_connectivity(&mut self) {
        if self.connectivity.is_none() && self.winner.is_none() {
            let claims = &self.claims;
            let mut board = Contracted::new(&self.network, &mut self.joined);
            self.connectivity = Some(TerminalConnectivity::new(&mut board, |edge| {
                claims[edge.index()]
            }));
        }
    }
}

fn joined_by(graph: &Graph, edges: impl Iterator<Item = EdgeId>) -> UnionFind {
    let mut joined = UnionFind::new(graph.vertex_count());
    for edge in edges {
        let [u, v] = graph.ends(edge);
        joined.union(u.index(), v.index());
    }
    joined
}

/// Which vertices are connected to `start`.
pub(super) fn component(graph: &Graph, start: VertexId) -> Vec<bool> {
    let mut joined = joined_by(graph, graph.edges());
    let root = joined.find(start.index());
    let vertices = 0..graph.vertex_count();
    vertices.map(|vertex| joined.find(vertex) == root).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn course() -> Arc<Network> {
        let graph = Graph::from_pairs(4, &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]);
        Arc::new(Network::new(graph, VertexId::new(0), VertexId::new(3)).unwrap())
    }

    #[test]
    fn short_wins_by_joining() {
        let mut position = Position::new(course());
        position.play(Side::Short, EdgeId::new(0)).unwrap();
        assert_eq!(position.winner(), None);
        position.play(Side::Short, EdgeId::new(1)).unwrap();
        assert_eq!(position.winner(), Some(Side::Short));
        assert_eq!(
            position.play(Side::Cut, EdgeId::new(2)),
            Err(MoveError::GameOver(Side::Short))
        );
    }

    #[test]
    fn cut_wins_by_parting() {
        let mut position = Position::new(course());
        position.play(Side::Cut, EdgeId::new(1)).unwrap();
        position.play(Side::Cut, EdgeId::new(0)).unwrap();
        assert_eq!(position.winner(), None);
        position.play(Side::Cut, EdgeId::new(3)).unwrap();
        assert_eq!(position.winner(), Some(Side::Cut));
    }

    #[test]
    fn terminals_apart_are_a_win_for_cut() {
        let graph = Graph::from_pairs(3, &[(0, 1)]);
        let network = Network::new(graph, VertexId::new(0), VertexId::new(2)).unwrap();
        assert_eq!(Position::new(Arc::new(network)).winner(), Some(Side::Cut));
    }

    #[test]
    fn illegal_moves_say_why() {
        let mut position = Position::new(course());
        position.play(Side::Cut, EdgeId::new(4)).unwrap();
        let again = position.play(Side::Short, EdgeId::new(4)).unwrap_err();
        assert_eq!(again.to_string(), "edge 5 was already played by CUT");
        let none = position.play(Side::Short, EdgeId::new(9)).unwrap_err();
        assert_eq!(
            none.to_string(),
            "there is no edge 10: edges are numbered 1 to 5"
        );
    }

    #[test]
    fn the_end_is_seen_when_it_comes() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        for round in 0..3000 {
            let vertices = rng.random_range(2..if round % 10 == 0 { 60 } else { 9 });
            let mut vertex = || rng.random_range(0..vertices);
            let pairs: Vec<(usize, usize)> =
                (0..2 * vertices).map(|_| (vertex(), vertex())).collect();
            let graph = Graph::from_pairs(vertices, &pairs);
            let network = Network::new(graph, VertexId::new(0), VertexId::new(1)).unwrap();
            let mut position = Position::new(Arc::new(network));
            let mut moves: Vec<usize> = (0..pairs.len()).collect();
            moves.shuffle(&mut rng);
            let cut_moves = rng.random_range(1..5);
            let mut made = Vec::new();
            for edge in moves.into_iter().map(EdgeId::new) {
                assert_eq!(
                    position.winner() == Some(Side::Cut),
                    !position.terminals_connected()
                );
                if position.winner().is_some() {
                    break;
                }
                let side = Side::BOTH[usize::from(rng.random_range(0..5) < cut_moves)];
                position.play(side, edge).unwrap();
                made.push((side, edge));
                let again = Position::with_moves(position.network.clone(), made.clone()).unwrap();
                assert_eq!(again.winner(), position.winner());
                if rng.random_ratio(1, 5) {
                    position = again;
                }
            }
        }
    }
}
