//! Boards of the switching game.

use crate::arrays::{Pairs, ends, find};
use crate::errors::{NetworkError, edge_id, illegal, no_board};
use crate::graph::{IntNames, Packed, packed, partitioned};
use crate::run::run;
use crate::trace::{Trace, steps};
use crate::verdict::{Verdict, outcome_name};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use std::sync::Arc;
use switchyard::bridgit;
use switchyard::chase::Chase;
use switchyard::{
    EdgeId, Network as Library, Position, Side, Target, VertexId, outcome, pack, partition, solve,
};

/// A graph with two terminals.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Network {
    /// The board.
    pub board: Arc<Library>,
}

/// SHORT's and CUT's moves so far.
pub type Moves = (Vec<usize>, Vec<usize>);

/// The position after these moves.
pub fn position_of(board: &Arc<Library>, (short, cut): Moves) -> PyResult<Position> {
    if short.is_empty() && cut.is_empty() {
        return Ok(Position::new(Arc::clone(board)));
    }
    let edges = board.graph().edge_count();
    let mut moves = Vec::new();
    for (side, list) in [(Side::Short, short), (Side::Cut, cut)] {
        for edge in list {
            moves.push((side, edge_id(edge, edges)?));
        }
    }
    Position::with_moves(Arc::clone(board), moves).map_err(illegal)
}

#[pymethods]
impl Network {
    /// The network of an array of pairs, and what the array calls the vertices.
    #[staticmethod]
    #[pyo3(signature = (pairs, left, right, vertices = None))]
    fn from_array<'py>(
        py: Python<'py>,
        pairs: Pairs<'py>,
        left: i64,
        right: i64,
        vertices: Option<usize>,
    ) -> PyResult<(Self, IntNames<'py>)> {
        let edges = pairs.read(py, &[left, right], vertices)?;
        let terminal = |name: i64| {
            let found = find(edges.names.as_deref(), edges.vertices, name);
            found.ok_or_else(|| NetworkError::new_err(format!("terminal {name} is not a vertex")))
        };
        let (left, right) = (terminal(left)?, terminal(right)?);
        let graph = switchyard::Graph::from_ends(edges.vertices, edges.ends);
        let board = Arc::new(Library::new(graph, left, right).map_err(no_board)?);
        let names = edges.names.map(|names| names.into_pyarray(py));
        Ok((Self { board }, names))
    }

    /// How many vertices there are.
    #[getter]
    fn n(&self) -> usize {
        self.board.graph().vertex_count()
    }

    /// How many edges there are.
    #[getter]
    fn m(&self) -> usize {
        self.board.graph().edge_count()
    }

    /// The left terminal.
    #[getter]
    fn left(&self) -> usize {
        self.board.left().index()
    }

    /// The right terminal.
    #[getter]
    fn right(&self) -> usize {
        self.board.right().index()
    }

    /// The join-all game on the same graph: its terminals mean nothing.
    fn joining_all(&self) -> Self {
        let board = Library::clone(&self.board).with_target(Target::All);
        Self {
            board: Arc::new(board),
        }
    }

    /// Whether SHORT has to join all vertices.
    #[getter]
    fn joins_all(&self) -> bool {
        self.board.target() == Target::All
    }

    /// The ends of all edges, one after another.
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        ends(py, self.board.graph())
    }

    /// The ends of one edge.
    fn ends_of(&self, edge: usize) -> PyResult<(usize, usize)> {
        let graph = self.board.graph();
        let [u, v] = graph.ends(edge_id(edge, graph.edge_count())?);
        Ok((u.index(), v.index()))
    }

    /// Outcome, winning moves and certificate of the position after these moves.
    fn solve(&self, py: Python<'_>, moves: Moves) -> PyResult<Verdict> {
        let board = Arc::clone(&self.board);
        if moves.0.is_empty() && moves.1.is_empty() {
            return run(py, self.m(), move || {
                let position = Position::new(board);
                let verdict = solve(&position);
                Verdict::new(position, verdict)
            });
        }
        let position = position_of(&board, moves)?;
        run(py, self.m(), move || {
            let verdict = solve(&position);
            Verdict::new(position, verdict)
        })
    }

    /// The outcome alone.
    fn outcome(&self, py: Python<'_>, moves: Moves) -> PyResult<&'static str> {
        let position = position_of(&self.board, moves)?;
        run(py, self.m(), move || outcome(&position)).map(outcome_name)
    }

    /// Two forests of largest total size, the dependent classes and the clumps.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Packed<'py>> {
        let board = Arc::clone(&self.board);
        packed(py, self.m(), move || pack(board.graph()))
    }

    /// 0, 1 or 2 for every edge: P, P*, R.
    fn partition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let board = Arc::clone(&self.board);
        partitioned(py, self.m(), move || {
            (board.graph().edge_count(), partition(board.graph()))
        })
    }

    /// The steps of Chase's algorithm.
    fn chase(&self, py: Python<'_>, order: Vec<usize>) -> PyResult<Vec<Trace>> {
        let edges = self.m();
        let order = order.into_iter().map(|edge| edge_id(edge, edges));
        let order: Vec<EdgeId> = order.collect::<PyResult<_>>()?;
        let board = Arc::clone(&self.board);
        // Its time is more than linear, so that less than usual is quick.
        let found = run(py, edges.saturating_mul(100), move || {
            let mut found = Vec::new();
            Chase::run(&board, &order, &mut |step| found.push(step));
            found
        })?;
        steps(py, &found)
    }
}

/// A Bridg-It board.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Board {
    board: bridgit::Board,
}

#[pymethods]
impl Board {
    /// The board of size M.
    #[new]
    fn new(size: usize) -> PyResult<Self> {
        let board = bridgit::Board::new(size);
        let board = board.map_err(|error| NetworkError::new_err(error.to_string()))?;
        Ok(Self { board })
    }

    /// SHORT's network.
    fn network(&self) -> Network {
        let board = Arc::clone(self.board.network());
        Network { board }
    }

    /// M.
    #[getter]
    fn size(&self) -> usize {
        self.board.size()
    }

    /// The edge of this name.
    fn parse_move(&self, text: &str) -> PyResult<usize> {
        let edge = self.board.parse_move(text);
        let edge = edge.map_err(|error| crate::errors::MoveError::new_err(error.to_string()))?;
        Ok(edge.index())
    }

    /// The name of an edge, in small letters.
    fn move_name(&self, edge: usize) -> PyResult<String> {
        let edges = self.board.network().graph().edge_count();
        Ok(self.board.coord_of(edge_id(edge, edges)?).to_string())
    }

    /// The places of all vertices, two numbers each; a terminal is in the middle of its bar.
    fn places<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let vertices = self.board.network().graph().vertices();
        let place = |vertex: VertexId| match self.board.place(Side::Short, vertex) {
            bridgit::Place::Dot(x, y) => [f64::from(x), f64::from(y)],
            bridgit::Place::Bar([(x, y), (to, _)]) => [f64::from(x + to) / 2.0, f64::from(y)],
        };
        let places: Vec<f64> = vertices.flat_map(place).collect();
        places.into_pyarray(py)
    }
}
