//! A board in play: who owns which edge, and whether a side has won.

use super::connectivity::{Board, TerminalConnectivity};
use super::contracted::Contracted;
use super::{Network, Side, Target};
use crate::graph::{EdgeId, Incidence};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The state of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Claim {
    /// Not played yet.
    Free,
    /// SHORT owns it.
    Short,
    /// CUT has deleted it.
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
#[non_exhaustive]
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
    /// A side has won already.
    #[error("the game is over: {0} has won")]
    GameOver(Side),
}

/// A network with the moves made so far.
///
/// The position does not know whose turn it is: passing, handicaps and setups from a list of
/// edges all need a position in which either side may move. Two positions are equal if their
/// networks are, and every edge has the same state in both.
///
/// Both winning conditions are kept up to date as moves are made. SHORT's needs a union-find. CUT's
/// needs a spanning forest of the edges that are not deleted: deleting an edge outside the forest
/// costs nothing, deleting one of its edges a local search for a replacement.
///
/// ```
/// use switchyard::{EdgeId, Network, Position, Side};
///
/// let network = Network::from_pairs(3, (0, 2), &[(0, 1), (1, 2), (0, 2)])?;
/// let mut position = Position::new(network);
/// position.play(Side::Cut, EdgeId::new(2))?;
/// position.play(Side::Short, EdgeId::new(0))?;
/// position.play(Side::Cut, EdgeId::new(1))?;
/// assert_eq!(position.winner(), Some(Side::Cut));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    network: Arc<Network>,
    /// Built on first use: a solver has no use for it.
    incidence: OnceLock<Arc<Incidence>>,
    claims: Vec<Claim>,
    free: usize,
    /// Built with the first move: a solver has no use for it.
    contracted: Option<Contracted>,
    /// Built with CUT's first move.
    connectivity: Option<TerminalConnectivity>,
    /// Found on first use: a solver asks only where both copies of e0 fit. [`Position::play`] asks for it, so that it
    /// is known before a move changes the claims.
    winner: OnceLock<Option<Side>>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same_board = Arc::ptr_eq(&self.network, &other.network);
        self.claims == other.claims && (same_board || self.network == other.network)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.network.hash(state);
        self.claims.hash(state);
    }
}

impl From<Network> for Position {
    fn from(network: Network) -> Self {
        Self::new(network)
    }
}

impl Position {
    /// The starting position. If what SHORT has to join is not connected, CUT has already won.
    pub fn new(network: impl Into<Arc<Network>>) -> Self {
        let network = network.into();
        let edges = network.graph().edge_count();
        Self {
            claims: vec![Claim::Free; edges],
            free: edges,
            contracted: None,
            connectivity: None,
            winner: OnceLock::new(),
            incidence: OnceLock::new(),
            network,
        }
    }

    /// The position after the given moves; stops at the first illegal one.
    ///
    /// Moves made after a side has won are accepted, since a list of edges has no order;
    /// the winner is the side whose goal is reached (both cannot be).
    ///
    /// # Errors
    /// When an edge does not exist or is listed twice.
    pub fn with_moves(
        network: impl Into<Arc<Network>>,
        moves: impl IntoIterator<Item = (Side, EdgeId)>,
    ) -> Result<Self, MoveError> {
        let mut position = Self::new(network);
        for (side, edge) in moves {
            position.check_free(edge)?;
            position.claim(side, edge);
            if side == Side::Short {
                position.board().contract(edge);
            }
        }
        if position.short_joins_target() {
            position.winner = Some(Side::Short).into();
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

    /// How many edges are free.
    pub fn free_count(&self) -> usize {
        self.free
    }

    /// The free edges, in increasing order.
    pub fn free_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let graph = self.network.graph();
        graph
            .edges()
            .filter(|&edge| self.claim_of(edge) == Claim::Free)
    }

    /// Who has won, if a side has.
    pub fn winner(&self) -> Option<Side> {
        let find = || (!self.target_connected()).then_some(Side::Cut);
        *self.winner.get_or_init(find)
    }

    /// Who has won, if a side has and that is known without a look at all edges.
    pub(crate) fn known_winner(&self) -> Option<Side> {
        self.winner.get().copied().flatten()
    }

    /// Whether the edge may be played now; always `false` once the game is over.
    #[must_use]
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
        match self.winner() {
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

    fn board(&mut self) -> Board<'_> {
        Board::new(&self.network, &mut self.contracted)
    }

    fn play_short(&mut self, edge: EdgeId) {
        self.claim(Side::Short, edge);
        let mut board = Board::new(&self.network, &mut self.contracted);
        match &mut self.connectivity {
            Some(connectivity) => connectivity.contract(&mut board, edge),
            None => {
                board.contract(edge);
            }
        }
        if self.short_joins_target() {
            self.winner = Some(Side::Short).into();
        }
    }

    fn play_cut(&mut self, edge: EdgeId) {
        self.build_connectivity();
        self.claim(Side::Cut, edge);
        let mut board = Board::new(&self.network, &mut self.contracted);
        if let Some(connectivity) = &mut self.connectivity
            && !connectivity.delete(&mut board, edge)
        {
            self.winner = Some(Side::Cut).into();
        }
    }

    /// Whether SHORT's edges join all that they have to.
    fn short_joins_target(&mut self) -> bool {
        let contracted = self.contracted.as_mut();
        contracted.is_some_and(|contracted| joins_target(&self.network, contracted))
    }

    /// Whether the edges that CUT has not deleted connect all that SHORT has to join.
    fn target_connected(&self) -> bool {
        joins_target(&self.network, &mut self.components())
    }

    /// The components of the board without the edges that CUT has deleted.
    pub(crate) fn components(&self) -> Contracted {
        let graph = self.network.graph();
        let is_left = |edge: &EdgeId| self.claim_of(*edge) != Claim::Cut;
        Contracted::by(graph, graph.edges().filter(is_left))
    }

    /// Builds incidence lists and connectivity eagerly, O(m log n), so that no single move pays for
    /// them.
    pub fn get_ready(&mut self) {
        self.build_connectivity();
        self.incidence();
    }

    fn build_connectivity(&mut self) {
        if self.connectivity.is_none() && self.winner().is_none() {
            let claims = &self.claims;
            let mut board = Board::new(&self.network, &mut self.contracted);
            self.connectivity = Some(TerminalConnectivity::new(&mut board, |edge| {
                claims[edge.index()]
            }));
        }
    }
}

/// Whether the contracted edges join all that SHORT has to join.
fn joins_target(network: &Network, contracted: &mut Contracted) -> bool {
    match network.target() {
        Target::Terminals => contracted.is_one([network.left(), network.right()]),
        Target::All => contracted.is_single(network.graph()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::hash::DefaultHasher;

    fn course() -> Arc<Network> {
        let pairs = [(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)];
        Arc::new(Network::from_pairs(4, (0, 3), &pairs).unwrap())
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
    fn cut_wins_by_separating() {
        let mut position = Position::new(course());
        position.play(Side::Cut, EdgeId::new(1)).unwrap();
        position.play(Side::Cut, EdgeId::new(0)).unwrap();
        assert_eq!(position.winner(), None);
        position.play(Side::Cut, EdgeId::new(3)).unwrap();
        assert_eq!(position.winner(), Some(Side::Cut));
    }

    #[test]
    fn disconnected_terminals_are_a_win_for_cut() {
        let network = Network::from_pairs(3, (0, 2), &[(0, 1)]).unwrap();
        assert_eq!(Position::new(network).winner(), Some(Side::Cut));
    }

    /// The order of the moves and the sharing of the board make no difference.
    #[test]
    fn equal_positions_have_equal_boards_and_claims() {
        let hash = |position: &Position| {
            let mut hasher = DefaultHasher::new();
            position.hash(&mut hasher);
            hasher.finish()
        };
        let moves = [(Side::Cut, EdgeId::new(1)), (Side::Short, EdgeId::new(0))];
        let one = Position::with_moves(course(), moves).unwrap();
        let other = Position::with_moves(course(), moves.into_iter().rev()).unwrap();
        assert_eq!(one, other);
        assert_eq!(hash(&one), hash(&other));
        let start = Position::new(one.network().clone());
        assert_ne!(start, one);
        let turned = Network::from_pairs(4, (3, 0), &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]);
        assert_ne!(start, Position::from(turned.unwrap()));
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
            let network = Network::from_pairs(vertices, (0, 1), &pairs).unwrap();
            let target = Target::BOTH[round % 2];
            let mut position = Position::new(network.with_target(target));
            let mut moves: Vec<usize> = (0..pairs.len()).collect();
            moves.shuffle(&mut rng);
            let cut_moves = rng.random_range(1..5);
            let mut made = Vec::new();
            for edge in moves.into_iter().map(EdgeId::new) {
                assert_eq!(
                    position.winner() == Some(Side::Cut),
                    !position.target_connected()
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
