//! Boards in play.

use crate::arrays::{Indexed, array};
use crate::errors::{CircuitError, edge_id, illegal};
use crate::network::{Moves, Network, position_of};
use crate::run::run;
use crate::verdict::{Verdict, outcome_name};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use switchyard::analog::{Analysis, Best, Circuit, CircuitError as NoCircuit, Currents, Effort};
use switchyard::{Claim, Explanation, Position as Library, Side, explain, outcome, solve};

/// A side as Python spells it.
pub fn side_of(name: &str) -> PyResult<Side> {
    name.parse()
        .map_err(|error: switchyard::switching::UnknownSideError| {
            PyValueError::new_err(error.to_string())
        })
}

/// The same the other way.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Short => "short",
        Side::Cut => "cut",
    }
}

/// A board in play; it does not know whose turn it is.
#[pyclass(module = "switchyard._core")]
pub struct Position {
    /// The position.
    pub position: Library,
}

#[pymethods]
impl Position {
    /// The position after these moves.
    #[new]
    fn new(network: &Network, moves: Moves) -> PyResult<Self> {
        let position = position_of(&network.board, moves)?;
        Ok(Self { position })
    }

    /// Another position like this one.
    fn copy(&self) -> Self {
        Self {
            position: self.position.clone(),
        }
    }

    /// Makes a move.
    fn play(&mut self, side: &str, edge: usize) -> PyResult<()> {
        let side = side_of(side)?;
        let edge = edge_id(edge, self.size())?;
        self.position.play(side, edge).map_err(illegal)
    }

    /// Raises `MoveError` if the edge may not be played now.
    fn check(&self, edge: usize) -> PyResult<()> {
        let edge = edge_id(edge, self.size())?;
        self.position.check(edge).map_err(illegal)
    }

    /// Who has won, if a side has.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.position.winner().map(side_name)
    }

    /// 0, 1 or 2 for every edge: free, SHORT's, CUT's.
    fn claims<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let edges = self.position.network().graph().edges();
        let claim = |edge| match self.position.claim_of(edge) {
            Claim::Free => 0,
            Claim::Short => 1,
            Claim::Cut => 2,
        };
        let claims: Vec<u8> = edges.map(claim).collect();
        claims.into_pyarray(py)
    }

    /// The edges that may be played: none once the game is over.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let over = self.position.winner().is_some();
        let free = self.position.free_edges().take_while(|_| !over);
        let free: Vec<i64> = free.map(Indexed::place).collect();
        free.into_pyarray(py)
    }

    /// Outcome, winning moves and certificate.
    fn solve(&self, py: Python<'_>) -> PyResult<Verdict> {
        let position = self.position.clone();
        run(py, self.size(), move || {
            let verdict = solve(&position);
            Verdict::new(position, verdict)
        })
    }

    /// The outcome alone.
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let position = self.position.clone();
        run(py, self.size(), move || outcome(&position)).map(outcome_name)
    }

    /// What a move of the losing side breaks, and what repairs it.
    fn explain<'py>(&self, py: Python<'py>, edge: usize) -> PyResult<Option<Bound<'py, PyDict>>> {
        let edge = edge_id(edge, self.size())?;
        let position = self.position.clone();
        let found = run(py, self.size(), move || explain(&position, edge))?;
        found.map(|found| explanation(py, &found)).transpose()
    }

    /// The currents of the position as a circuit.
    fn currents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let position = self.position.clone();
        // Ties may take long to decide.
        let found = run(py, self.size().saturating_mul(100), move || {
            solve_circuit(&position)
        })?;
        let (circuit, currents, best) =
            found.map_err(|error| CircuitError::new_err(error.to_string()))?;
        self.circuit_parts(py, &circuit, &currents, &best)
    }
}

impl Position {
    fn size(&self) -> usize {
        self.position.network().graph().edge_count()
    }

    fn circuit_parts<'py>(
        &self,
        py: Python<'py>,
        circuit: &Circuit,
        currents: &Currents,
        best: &Best,
    ) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.position.network().graph();
        let volts = |node: Option<usize>| node.map_or(f64::NAN, |node| currents.potentials[node]);
        let potentials: Vec<f64> = graph
            .vertices()
            .map(|vertex| volts(circuit.node_of(vertex)))
            .collect();
        let mut flows = vec![0.0; self.size()];
        for (resistor, &flow) in circuit.resistors().iter().zip(&currents.flows) {
            flows[resistor.edge.index()] = flow;
        }
        let parts = PyDict::new(py);
        parts.set_item("potentials", potentials.into_pyarray(py))?;
        parts.set_item("flows", flows.into_pyarray(py))?;
        parts.set_item("bound", currents.bound)?;
        let total = answers::wire::currents::total(circuit, currents);
        parts.set_item("total", total)?;
        parts.set_item("best", array(py, &best.edges))?;
        parts.set_item("proved", best.proved)?;
        Ok(parts)
    }
}

fn solve_circuit(position: &Library) -> Result<(Circuit, Currents, Best), NoCircuit> {
    let circuit = Circuit::new(position)?;
    let analysis = Analysis::new(&circuit);
    let currents = analysis.currents()?;
    let best = analysis.best(Effort::Proof)?;
    Ok((circuit, currents, best))
}

fn explanation<'py>(py: Python<'py>, found: &Explanation) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    parts.set_item("winner", side_name(found.winner))?;
    parts.set_item("broken", array(py, &found.broken))?;
    parts.set_item("whole", array(py, &found.whole))?;
    parts.set_item("path", array(py, &found.path))?;
    parts.set_item("side", array(py, &found.side))?;
    parts.set_item("replies", array(py, &found.replies))?;
    Ok(parts)
}
