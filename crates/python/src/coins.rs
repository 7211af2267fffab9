//! Coins on a digraph.

use crate::arrays::Pairs;
use crate::errors::{LabelsError, MoveError};
use crate::graph::IntNames;
use crate::run::{run, run_until};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;
use std::collections::HashMap;
use std::sync::Arc;
use switchyard::budget::{Budget, Stop};
use switchyard::coins::{
    Game, Label, LabelSet, Position, Push, PushError, RatedMove, Value, check,
};
use switchyard::{Digraph, NodeId};

/// A digraph with its labels.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Coins {
    /// The game.
    pub game: Arc<Game<'static>>,
}

/// From, to, what the move does, the value it leaves, and why.
type Rated<'py> = (usize, usize, String, Bound<'py, PyAny>, String);

#[pymethods]
impl Coins {
    /// The game on an array of arcs, and what the array calls the nodes.
    #[staticmethod]
    #[pyo3(signature = (arcs, nodes = None))]
    fn from_array<'py>(
        py: Python<'py>,
        arcs: Pairs<'py>,
        nodes: Option<usize>,
    ) -> PyResult<(Self, IntNames<'py>)> {
        let read = arcs.read(py, &[], nodes)?;
        let (nodes, ends) = (read.vertices, read.ends);
        let game = run(py, ends.len(), move || {
            let arc =
                |[from, to]: [switchyard::VertexId; 2]| (from.index() as u32, to.index() as u32);
            let arcs: Vec<(u32, u32)> = ends.into_iter().map(arc).collect();
            Game::new(Digraph::from_arcs(nodes, &arcs))
        })?;
        let game = Arc::new(game);
        Ok((
            Self { game },
            read.names.map(|names| names.into_pyarray(py)),
        ))
    }

    /// How many nodes there are.
    #[getter]
    fn n(&self) -> usize {
        self.game.digraph().node_count()
    }

    /// How many arcs there are.
    #[getter]
    fn m(&self) -> usize {
        self.game.digraph().arc_count()
    }

    /// All arcs by their first nodes, two numbers each.
    fn arcs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let arcs = self.game.digraph().arcs();
        let flat = arcs.flat_map(|(from, to)| [from.index() as i64, to.index() as i64]);
        flat.collect::<Vec<i64>>().into_pyarray(py)
    }

    /// For every node its number, or −1 − i for ∞(K), K the i-th of the sets; and the sets.
    fn labels<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Vec<Vec<u32>>) {
        let labels = self.game.labels();
        let sets = labels.sets().iter().enumerate();
        let places: HashMap<*const LabelSet, i64> = sets
            .map(|(place, set)| (std::ptr::from_ref(set), place as i64))
            .collect();
        let word = |label: Label<'_>| match label {
            Label::Finite(number) => i64::from(number),
            Label::Infinite(set) => -1 - places[&std::ptr::from_ref(set)],
        };
        let words: Vec<i64> = labels.iter().map(word).collect();
        let sets = labels.sets().iter();
        let sets = sets.map(|set| set.members().to_vec()).collect();
        (words.into_pyarray(py), sets)
    }

    /// The counter of every node; −1 for ∞.
    fn counters<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let labels = self.game.labels();
        let counter = |node| labels.counter(node).map_or(-1, i64::from);
        let counters: Vec<i64> = self.game.digraph().nodes().map(counter).collect();
        counters.into_pyarray(py)
    }

    /// Verifies the labels, without the engines that found them.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let game = Arc::clone(&self.game);
        let checked = run(py, self.m(), move || check(game.digraph(), game.labels()))?;
        checked.map_err(|error| {
            let node = error.node().map(NodeId::index);
            LabelsError::new_err((error.to_string(), node))
        })
    }

    /// Who wins with coins on these nodes.
    fn outcome(&self, coins: Vec<usize>) -> PyResult<String> {
        Ok(self.game.outcome(&self.position(coins)?).to_string())
    }

    /// The value of coins on these nodes: a number, or a set K for ∞(K).
    fn value<'py>(&self, py: Python<'py>, coins: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
        value_of(py, &self.game.value(&self.position(coins)?))
    }

    /// Every move with what it does and why.
    fn moves<'py>(&self, py: Python<'py>, coins: Vec<usize>) -> PyResult<Vec<Rated<'py>>> {
        let position = self.position(coins)?;
        let moves = self.game.rated_moves(&position);
        moves.map(|rated| rated_move(py, &rated)).collect()
    }

    /// The move to make.
    fn best<'py>(&self, py: Python<'py>, coins: Vec<usize>) -> PyResult<Option<Rated<'py>>> {
        let position = self.position(coins)?;
        let game = Arc::clone(&self.game);
        let stop = Stop::default();
        let budget = Budget::new(u64::MAX, u64::MAX, stop.clone());
        let best = run_until(py, usize::MAX, &stop, move || {
            game.best_within(&position, &budget)
        })?;
        // The budget is unlimited, and a stop was raised as an interrupt.
        let best = best.ok().flatten();
        best.map(|rated| rated_move(py, &rated)).transpose()
    }

    /// The coins after a push.
    fn push(&self, coins: Vec<usize>, from: usize, to: usize) -> PyResult<Vec<usize>> {
        let position = self.position(coins)?;
        let push = Push {
            from: self.node(from)?,
            to: self.node(to)?,
        };
        let after = position.push(self.game.digraph(), push);
        let after = after.map_err(|error: PushError| MoveError::new_err(error.to_string()))?;
        Ok(after.coins().iter().map(|node| node.index()).collect())
    }
}

impl Coins {
    fn node(&self, index: usize) -> PyResult<NodeId> {
        if index < self.n() {
            Ok(NodeId::new(index))
        } else {
            Err(MoveError::new_err(format!("there is no node {index}")))
        }
    }

    fn position(&self, coins: Vec<usize>) -> PyResult<Position> {
        let coins = coins.into_iter().map(|coin| self.node(coin));
        Ok(Position::new(coins.collect::<PyResult<_>>()?))
    }
}

fn rated_move<'py>(py: Python<'py>, rated: &RatedMove) -> PyResult<Rated<'py>> {
    Ok((
        rated.push.from.index(),
        rated.push.to.index(),
        rated.rating.to_string(),
        value_of(py, &rated.value)?,
        rated.reason.to_string(),
    ))
}

fn value_of<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Finite(number) => number.into_pyobject(py)?.into_any(),
        Value::Infinite(set) => PyFrozenSet::new(py, set.members())?.into_any(),
    })
}
