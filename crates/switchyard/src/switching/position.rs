//! A board in play: who owns which edge, and whether somebody has won.

use super::{Network, Side};
use crate::graph::{EdgeId, Graph, Incidence, VertexId};
use crate::union_find::UnionFind;
use std::collections::VecDeque;
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
/// Both winning conditions are kept up to date as moves are made. SHORT's is a union-find.
/// CUT's follows the component of the terminals: when an edge of it is destroyed, two searches
/// start from its ends in lockstep, until they meet (still connected) or the smaller side is
/// exhausted (split off). A split costs no more than the smaller part, O(m log m) in all; a
/// meeting costs as much as the detour around the edge is long.
#[derive(Clone, Debug)]
pub struct Position {
    network: Arc<Network>,
    /// Built when it is first asked for: a solver has no use for it.
    incidence: OnceLock<Arc<Incidence>>,
    claims: Vec<Claim>,
    free: usize,
    joined: UnionFind,
    /// Whether the vertex is still in the component (of edges not destroyed) that held L at first.
    with_left: Vec<bool>,
    search: Lockstep,
    winner: Option<Side>,
}

impl Position {
    /// The starting position. If the terminals are apart CUT has already won.
    pub fn new(network: Arc<Network>) -> Self {
        let graph = network.graph();
        let mut position = Self {
            claims: vec![Claim::Free; graph.edge_count()],
            free: graph.edge_count(),
            joined: UnionFind::new(graph.vertex_count()),
            with_left: component(graph, network.left()),
            search: Lockstep::default(),
            winner: None,
            incidence: OnceLock::new(),
            network,
        };
        if !position.with_left[position.network.right().index()] {
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

    /// Whether the vertex is still connected to the left terminal by edges not destroyed.
    pub fn is_in_play(&self, vertex: VertexId) -> bool {
        self.with_left[vertex.index()]
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
        self.claim(side, edge);
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
        let [u, v] = self.network.graph().ends(edge);
        let (left, right) = (self.network.left(), self.network.right());
        match side {
            Side::Short => {
                self.joined.union(u.index(), v.index());
                if self.joined.same(left.index(), right.index()) {
                    self.winner = Some(Side::Short);
                }
            }
            Side::Cut => {
                if self.with_left[u.index()] && u != v {
                    self.split(u, v);
                    if !self.with_left[right.index()] {
                        self.winner = Some(Side::Cut);
                    }
                }
            }
        }
    }

    /// The edge uv has been destroyed: drops from the left component what no longer hangs on it.
    fn split(&mut self, u: VertexId, v: VertexId) {
        self.incidence();
        let incidence = self.incidence.get().expect("it was just built");
        let claims = &self.claims;
        let alive = |edge: EdgeId| claims[edge.index()] != Claim::Cut;
        let Some(part) = self.search.smaller_part(incidence, alive, u, v) else {
            return;
        };
        if part.contains(&self.network.left()) {
            // The small part is the one to keep: everything else goes.
            self.with_left.fill(false);
            for &vertex in part {
                self.with_left[vertex.index()] = true;
            }
        } else {
            for &vertex in part {
                self.with_left[vertex.index()] = false;
            }
        }
    }
}

/// Which vertices are connected to `start`.
pub(super) fn component(graph: &Graph, start: VertexId) -> Vec<bool> {
    let mut joined = UnionFind::new(graph.vertex_count());
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge);
        joined.union(u.index(), v.index());
    }
    let root = joined.find(start.index());
    let vertices = 0..graph.vertex_count();
    vertices.map(|vertex| joined.find(vertex) == root).collect()
}

/// Two breadth-first searches that take turns, an edge at a time.
#[derive(Clone, Debug, Default)]
struct Lockstep {
    /// Which search (1 or 2 plus twice the round) reached a vertex last. Grows when first used.
    mark: Vec<u32>,
    round: u32,
    queue: [VecDeque<(VertexId, u32)>; 2],
    reached: [Vec<VertexId>; 2],
}

impl Lockstep {
    /// The smaller (up to a factor) of the two parts of u and v, or `None` if they are connected.
    fn smaller_part(
        &mut self,
        incidence: &Incidence,
        alive: impl Fn(EdgeId) -> bool,
        u: VertexId,
        v: VertexId,
    ) -> Option<&[VertexId]> {
        self.mark.resize(incidence.vertex_count(), 0);
        self.start(u, v);
        let own = [2 * self.round + 1, 2 * self.round + 2];
        let mut turn = 0;
        loop {
            let Some((vertex, at)) = self.queue[turn].front_mut() else {
                return Some(&self.reached[turn]);
            };
            let row = incidence.at(*vertex);
            let Some(&(edge, next)) = row.get(*at as usize) else {
                self.queue[turn].pop_front();
                continue;
            };
            *at += 1;
            if alive(edge) {
                let mark = &mut self.mark[next.index()];
                if *mark == own[1 - turn] {
                    return None;
                }
                if *mark != own[turn] {
                    *mark = own[turn];
                    self.queue[turn].push_back((next, 0));
                    self.reached[turn].push(next);
                }
            }
            turn = 1 - turn;
        }
    }

    fn start(&mut self, u: VertexId, v: VertexId) {
        self.round += 1;
        if self.round == u32::MAX / 2 - 1 {
            self.mark.fill(0);
            self.round = 1;
        }
        for (turn, vertex) in [u, v].into_iter().enumerate() {
            self.queue[turn].clear();
            self.reached[turn].clear();
            self.queue[turn].push_back((vertex, 0));
            self.reached[turn].push(vertex);
            self.mark[vertex.index()] = 2 * self.round + 1 + turn as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
