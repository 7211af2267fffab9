//! Bridg-It boards: Fischer's M-boards, their coordinates, their two embeddings, their dual.
//!
//! The M-board is a grid of M columns and M − 1 rows of nodes; the terminal P is joined to the
//! whole first row and Q to the whole last one: M² vertical and (M − 1)² horizontal edges.
//!
//! A move is named by the midpoint of its edge: a column letter and a row number, both from 1
//! to 2M − 1. Vertical edges have two odd coordinates, horizontal ones two even. The letters
//! leave out I and L (`a b c d e f g h j k m n o p q r s` are columns 1 to 17); beyond Fischer's
//! boards the series continues with `t u v w x y z` to column 24, and then with two letters, as in a
//! spreadsheet: `aa ab … az ba …`. CUT's moves are written in capitals, SHORT's in small letters.
//!
//! The plane contains both games. SHORT's nodes are at (odd column, even row), P along
//! row 0 and Q along row 2M. CUT's nodes, those of the dual game, are at (even column, odd row),
//! with P′ along column 0 and Q′ along column 2M. Every edge of one network crosses exactly one
//! edge of the other, at the midpoint that names both; exchanging columns and rows carries one
//! network onto the other, which is why the first player wins.

use crate::graph::{EdgeId, Graph, VertexId};
use crate::switching::{Network, Side};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The column letters: the alphabet without I and L.
const LETTERS: &[u8; 24] = b"abcdefghjkmnopqrstuvwxyz";

/// Why there is no such board, or no such edge on it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// M is too small or too large.
    #[error("a Bridg-It board has a size M from 2 to {max}, not {0}", max = Board::MAX_SIZE)]
    Size(usize),
    /// The text is not a letter and a number.
    #[error("{0:?} is not a move: write a column letter and a row number, such as c3")]
    Syntax(String),
    /// The text uses I or L, which name no column.
    #[error("{text:?} is not a move: the column letters leave out I and L")]
    Letter {
        /// The move as given.
        text: String,
    },
    /// A coordinate outside the board.
    #[error("{text} is outside the board: columns go from a to {last}, rows from 1 to {rows}")]
    Outside {
        /// The move as given.
        text: String,
        /// The last column.
        last: String,
        /// The last row.
        rows: usize,
    },
    /// A node, not an edge.
    #[error("{0} is a node, not an edge: column and row must be both odd or both even")]
    Node(String),
}

/// The midpoint of an edge: column and row, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// The row, 1 to 2M − 1, counted from P.
    pub row: u32,
    /// The column, 1 to 2M − 1, counted from P′.
    pub column: u32,
}

impl Coord {
    /// The coordinate as `side` writes it: capitals for CUT, small letters for SHORT.
    pub fn written_by(self, side: Side) -> String {
        match side {
            Side::Short => self.to_string(),
            Side::Cut => self.to_string().to_ascii_uppercase(),
        }
    }

    /// Reads a letter and a number, in upper or lower case; it need not be on any board.
    ///
    /// # Errors
    /// When the text has another form or a letter that names no column.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let syntax = || BoardError::Syntax(text.to_owned());
        let digits = text.find(|c: char| c.is_ascii_digit());
        let (letters, number) = text.split_at(digits.ok_or_else(syntax)?);
        if letters.is_empty() || !letters.bytes().all(|c| c.is_ascii_alphabetic()) {
            return Err(syntax());
        }
        if !number.bytes().all(|c| c.is_ascii_digit()) {
            return Err(syntax());
        }
        let column = read_column(letters).ok_or_else(|| BoardError::Letter {
            text: text.to_owned(),
        })?;
        // What overflows is outside every board.
        let row = number.parse().unwrap_or(u32::MAX);
        Ok(Self { row, column })
    }
}

/// The column of these letters; huge ones saturate. `None` if there is an I or an L.
fn read_column(letters: &str) -> Option<u32> {
    let mut column: u32 = 0;
    for letter in letters.bytes() {
        let digit = LETTERS
            .iter()
            .position(|&c| c == letter.to_ascii_lowercase())?;
        column = column.saturating_mul(24).saturating_add(digit as u32 + 1);
    }
    Some(column)
}

/// The letters of this column.
pub fn column_name(column: u32) -> String {
    let mut name = Vec::new();
    let mut rest = column;
    while rest > 0 {
        rest -= 1;
        name.push(LETTERS[(rest % 24) as usize]);
        rest /= 24;
    }
    name.reverse();
    name.into_iter().map(char::from).collect()
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column), self.row)
    }
}

/// Where a node is drawn, in the units of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A dot at (column, row).
    Dot(u32, u32),
    /// A terminal: a bar between two points.
    Bar([(u32, u32); 2]),
}

/// A symmetry of the board that keeps both sides' goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Left and right are exchanged.
    MirrorColumns,
    /// P and Q are exchanged.
    MirrorRows,
    /// Both: half a turn.
    HalfTurn,
}

impl Symmetry {
    /// The four of them; each is its own inverse.
    pub const ALL: [Symmetry; 4] = [
        Symmetry::Identity,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::HalfTurn,
    ];
}

/// The Bridg-It board of size M, with its network.
///
/// ```
/// use switchyard::bridgit::Board;
/// let board = Board::new(3)?;
/// assert_eq!(board.network().graph().edge_count(), 13);
/// let edge = board.parse_move("C3")?;
/// assert_eq!(board.coord_of(edge).to_string(), "c3");
/// # Ok::<(), switchyard::bridgit::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    size: u32,
    network: Arc<Network>,
}

impl Board {
    /// The largest M.
    pub const MAX_SIZE: usize = 30_000;

    /// The board of size `m`.
    ///
    /// # Errors
    /// When `m` is below 2 or above [`Board::MAX_SIZE`].
    pub fn new(m: usize) -> Result<Self, BoardError> {
        if !(2..=Self::MAX_SIZE).contains(&m) {
            return Err(BoardError::Size(m));
        }
        let size = m as u32;
        let network = network_of(size, |coord| short_ends(size, coord));
        Ok(Self {
            size,
            network: Arc::new(network),
        })
    }

    /// The board that this network is, edge for edge, if it is one.
    pub fn of_network(network: &Network) -> Option<Self> {
        let edges = network.graph().edge_count();
        // M² + (M − 1)² edges: M is the root of half of them, rounded up.
        let m = (edges / 2).isqrt() + 1;
        let size = m * m + (m - 1) * (m - 1) == edges;
        let board = Self::new(m).ok().filter(|_| size)?;
        (**board.network() == *network).then_some(board)
    }

    /// M.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The last column and the last row: 2M − 1.
    pub fn span(&self) -> u32 {
        2 * self.size - 1
    }

    /// SHORT's network: P is the first vertex, then the grid row by row, Q last. Edges are
    /// numbered by row, then by column, of their midpoints.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// CUT's network, the dual game: the edge with the same id crosses SHORT's. Whoever parts
    /// P and Q in the one joins P′ and Q′ in the other.
    pub fn dual_network(&self) -> Network {
        network_of(self.size, |coord| cut_ends(self.size, coord))
    }

    /// The edge whose midpoint this is, if there is one.
    pub fn edge_at(&self, coord: Coord) -> Option<EdgeId> {
        let Coord { row, column } = coord;
        let on_board = (1..=self.span()).contains(&row) && (1..=self.span()).contains(&column);
        if !on_board || row % 2 != column % 2 {
            return None;
        }
        // A pair of rows holds M edges at odd coordinates and M − 1 at even ones.
        let pairs = ((row - 1) / 2) as usize * (2 * self.size() - 1);
        let before = pairs + if row % 2 == 0 { self.size() } else { 0 };
        Some(EdgeId::new(before + ((column - 1) / 2) as usize))
    }

    /// The midpoint of an edge.
    ///
    /// # Panics
    /// If the edge is not on this board.
    pub fn coord_of(&self, edge: EdgeId) -> Coord {
        assert!(self.network.graph().has_edge(edge), "no such edge");
        let (size, pair) = (self.size(), 2 * self.size() - 1);
        let (rows, rest) = (edge.index() / pair, edge.index() % pair);
        let (row, column) = if rest < size {
            (2 * rows + 1, 2 * rest + 1)
        } else {
            (2 * rows + 2, 2 * (rest - size) + 2)
        };
        Coord {
            row: row as u32,
            column: column as u32,
        }
    }

    /// Reads a move such as `c3` or `C3`.
    ///
    /// # Errors
    /// When the text names no edge of this board; the error says why.
    pub fn parse_move(&self, text: &str) -> Result<EdgeId, BoardError> {
        let coord = Coord::parse(text.trim())?;
        let outside = |v: u32| v == 0 || v > self.span();
        if outside(coord.row) || outside(coord.column) {
            return Err(BoardError::Outside {
                text: text.trim().to_owned(),
                last: column_name(self.span()),
                rows: self.span() as usize,
            });
        }
        self.edge_at(coord)
            .ok_or_else(|| BoardError::Node(coord.to_string()))
    }

    /// The move as it is written: `C3` by CUT, `c3` by SHORT.
    pub fn write_move(&self, side: Side, edge: EdgeId) -> String {
        self.coord_of(edge).written_by(side)
    }

    /// The edge onto which the symmetry carries `edge`.
    pub fn image(&self, symmetry: Symmetry, edge: EdgeId) -> EdgeId {
        let Coord { row, column } = self.coord_of(edge);
        let flip = |v: u32| 2 * self.size - v;
        let (row, column) = match symmetry {
            Symmetry::Identity => (row, column),
            Symmetry::MirrorColumns => (row, flip(column)),
            Symmetry::MirrorRows => (flip(row), column),
            Symmetry::HalfTurn => (flip(row), flip(column)),
        };
        self.edge_at(Coord { row, column })
            .expect("a symmetry keeps the board")
    }

    /// The edge onto which the exchange of columns and rows carries `edge`: it turns the dual
    /// game into the game itself, with the sides exchanged.
    pub fn transposed(&self, edge: EdgeId) -> EdgeId {
        let Coord { row, column } = self.coord_of(edge);
        self.edge_at(Coord {
            row: column,
            column: row,
        })
        .expect("the board is square")
    }

    /// The edges of the first quarter of the board, one for every orbit of the four symmetries.
    pub fn orbit_representatives(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let half = self.size;
        self.network.graph().edges().filter(move |&edge| {
            let Coord { row, column } = self.coord_of(edge);
            row <= half && column <= half
        })
    }

    /// The distinct images of `edge` under the four symmetries, in order.
    pub fn orbit(&self, edge: EdgeId) -> Vec<EdgeId> {
        let mut orbit: Vec<EdgeId> = Symmetry::ALL
            .iter()
            .map(|&symmetry| self.image(symmetry, edge))
            .collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// Whether the edge is vertical in SHORT's drawing: two odd coordinates.
    pub fn is_vertical(&self, edge: EdgeId) -> bool {
        self.coord_of(edge).row % 2 == 1
    }

    /// Where a node of `side`'s network is drawn: SHORT's network has P above and Q below,
    /// CUT's (the dual) has P′ on the left and Q′ on the right.
    ///
    /// # Panics
    /// If the vertex is not on this board.
    pub fn place(&self, side: Side, vertex: VertexId) -> Place {
        assert!(self.network.graph().has_vertex(vertex), "no such vertex");
        let (size, last) = (self.size, 2 * self.size);
        let index = vertex.index() as u32;
        // Along and across, seen from P.
        let (along, across) = match index {
            0 => return bar(side, 0, last),
            _ if index > size * (size - 1) => return bar(side, last, last),
            _ => ((index - 1) / size * 2 + 2, (index - 1) % size * 2 + 1),
        };
        match side {
            Side::Short => Place::Dot(across, along),
            Side::Cut => Place::Dot(along, across),
        }
    }

    /// The bridge that `side` builds by playing `edge`: its two ends as (column, row).
    pub fn bridge(&self, side: Side, edge: EdgeId) -> [(u32, u32); 2] {
        let Coord { row, column } = self.coord_of(edge);
        let upright = self.is_vertical(edge) == (side == Side::Short);
        if upright {
            [(column, row - 1), (column, row + 1)]
        } else {
            [(column - 1, row), (column + 1, row)]
        }
    }
}

/// A terminal's bar at this distance from the side where the rows (for CUT: columns) begin.
fn bar(side: Side, along: u32, last: u32) -> Place {
    Place::Bar(match side {
        Side::Short => [(1, along), (last - 1, along)],
        Side::Cut => [(along, 1), (along, last - 1)],
    })
}

/// The node of SHORT's network at (odd column, even row).
fn node(size: u32, row: u32, column: u32) -> VertexId {
    let inner = size * (size - 1);
    VertexId::new(match row {
        0 => 0,
        _ if row == 2 * size => inner as usize + 1,
        _ => ((row / 2 - 1) * size + column.div_ceil(2)) as usize,
    })
}

fn short_ends(size: u32, coord: Coord) -> [VertexId; 2] {
    let Coord { row, column } = coord;
    if row % 2 == 1 {
        [node(size, row - 1, column), node(size, row + 1, column)]
    } else {
        [node(size, row, column - 1), node(size, row, column + 1)]
    }
}

fn cut_ends(size: u32, coord: Coord) -> [VertexId; 2] {
    let Coord { row, column } = coord;
    short_ends(
        size,
        Coord {
            row: column,
            column: row,
        },
    )
}

/// The network whose edge with midpoint `coord` joins `ends(coord)`.
fn network_of(size: u32, ends: impl Fn(Coord) -> [VertexId; 2]) -> Network {
    let nodes = (size * (size - 1) + 2) as usize;
    let mut graph = Graph::new(nodes);
    graph.reserve((size * size + (size - 1) * (size - 1)) as usize);
    for row in 1..2 * size {
        let first = if row % 2 == 1 { 1 } else { 2 };
        for column in (first..2 * size).step_by(2) {
            let [u, v] = ends(Coord { row, column });
            graph.add_edge(u, v);
        }
    }
    let (p, q) = (VertexId::new(0), VertexId::new(nodes - 1));
    Network::new(graph, p, q).expect("P and Q are two vertices of the board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn board(m: usize) -> Board {
        Board::new(m).unwrap()
    }

    #[test]
    fn sizes_are_fischers() {
        for m in 2..12 {
            let graph = board(m).network().graph().clone();
            assert_eq!(graph.vertex_count(), m * (m - 1) + 2);
            assert_eq!(graph.edge_count(), m * m + (m - 1) * (m - 1));
        }
        for m in [0, 1, Board::MAX_SIZE + 1] {
            assert_eq!(Board::new(m).unwrap_err(), BoardError::Size(m));
        }
    }

    #[test]
    fn letters_leave_out_i_and_l() {
        let names: Vec<String> = (1..=17).map(column_name).collect();
        assert_eq!(names.join(" "), "a b c d e f g h j k m n o p q r s");
        assert_eq!(column_name(24), "z");
        assert_eq!(column_name(25), "aa");
        assert_eq!(column_name(24 + 24 * 24 + 1), "aaa");
        for column in 1..2000 {
            assert_eq!(read_column(&column_name(column)), Some(column));
        }
    }

    #[test]
    fn coordinates_go_both_ways() {
        for m in [2, 3, 4, 9, 14, 30] {
            let board = board(m);
            let graph = board.network().graph();
            let mut seen = HashSet::new();
            for edge in graph.edges() {
                let coord = board.coord_of(edge);
                assert!(seen.insert(coord));
                assert_eq!(board.edge_at(coord), Some(edge));
                for side in Side::BOTH {
                    assert_eq!(board.parse_move(&board.write_move(side, edge)), Ok(edge));
                }
                assert_eq!(graph.ends(edge), short_ends(m as u32, coord));
            }
        }
    }

    #[test]
    fn bad_moves_say_why() {
        let said = |text: &str| board(4).parse_move(text).unwrap_err().to_string();
        assert!(said("i3").contains("leave out I and L"));
        assert!(said("3c").contains("column letter and a row number"));
        assert!(said("").contains("is not a move"));
        assert!(said("c").contains("is not a move"));
        assert!(said("c3x").contains("is not a move"));
        assert!(said("é3").contains("is not a move"));
        assert!(said("a8").contains("columns go from a to g, rows from 1 to 7"));
        assert!(said("a0").contains("outside"));
        assert!(said("zzzzzzzzzz99999999999999").contains("outside"));
        assert!(said("a2").contains("is a node"));
    }

    #[test]
    fn symmetries_keep_the_network() {
        let board = board(5);
        let graph = board.network().graph();
        for symmetry in Symmetry::ALL {
            for a in graph.edges() {
                let image = board.image(symmetry, a);
                assert_eq!(board.image(symmetry, image), a);
                for b in graph.edges() {
                    let touch = |x: EdgeId, y: EdgeId| {
                        let [u, v] = graph.ends(x);
                        graph.ends(y).contains(&u) || graph.ends(y).contains(&v)
                    };
                    assert_eq!(touch(a, b), touch(image, board.image(symmetry, b)));
                }
            }
        }
        let orbits: usize = board
            .orbit_representatives()
            .map(|edge| board.orbit(edge).len())
            .sum();
        assert_eq!(orbits, graph.edge_count());
    }

    /// Faces of the drawing are nodes of the dual: around every dual node that is no terminal,
    /// the edges of the network form a cycle, and the other way round.
    #[test]
    fn dual_network_is_the_planar_dual() {
        let board = board(4);
        let dual = board.dual_network();
        let graph = board.network().graph();
        for face in dual.graph().vertices() {
            if [dual.left(), dual.right()].contains(&face) {
                continue;
            }
            let around = graph
                .edges()
                .filter(|&edge| dual.graph().ends(edge).contains(&face));
            let mut degree = vec![0; graph.vertex_count()];
            for edge in around {
                for end in graph.ends(edge) {
                    degree[end.index()] += 1;
                }
            }
            assert!(degree.iter().all(|&d| d == 0 || d == 2), "{degree:?}");
        }
        for edge in graph.edges() {
            let across = board.transposed(edge);
            assert_eq!(dual.graph().ends(edge), graph.ends(across));
        }
    }

    #[test]
    fn bridges_join_the_places_of_their_ends() {
        let board = board(4);
        for (side, network) in [
            (Side::Short, board.network().as_ref().clone()),
            (Side::Cut, board.dual_network()),
        ] {
            for edge in network.graph().edges() {
                let bridge = board.bridge(side, edge);
                for (end, at) in network.graph().ends(edge).into_iter().zip(bridge) {
                    match board.place(side, end) {
                        Place::Dot(column, row) => assert_eq!((column, row), at),
                        Place::Bar([from, to]) => {
                            assert!((from.0..=to.0).contains(&at.0));
                            assert!((from.1..=to.1).contains(&at.1));
                        }
                    }
                }
            }
        }
    }
}
