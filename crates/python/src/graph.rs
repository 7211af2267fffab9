//! Graphs without terminals: two largest forests, clumps, principal partition.

use crate::arrays::{Pairs, array, classes, ends};
use crate::run::run;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use std::sync::Arc;
use switchyard::{Graph as Library, pack, partition};

/// Names that an array gives to vertices: `None` for 0, 1, 2, …
pub type IntNames<'py> = Option<Bound<'py, PyArray1<i64>>>;

/// Two forests, and the classes and clumps of the vertices.
pub type Packed<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
);

/// A graph without terminals.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Graph {
    graph: Arc<Library>,
}

#[pymethods]
impl Graph {
    /// The graph of an array of pairs, and what the array calls the vertices.
    #[staticmethod]
    #[pyo3(signature = (pairs, vertices = None))]
    fn from_array<'py>(
        py: Python<'py>,
        pairs: Pairs<'py>,
        vertices: Option<usize>,
    ) -> PyResult<(Self, IntNames<'py>)> {
        let edges = pairs.read(py, &[], vertices)?;
        let graph = Arc::new(Library::from_ends(edges.vertices, edges.ends));
        let names = edges.names.map(|names| names.into_pyarray(py));
        Ok((Self { graph }, names))
    }

    /// How many vertices there are.
    #[getter]
    fn n(&self) -> usize {
        self.graph.vertex_count()
    }

    /// How many edges there are.
    #[getter]
    fn m(&self) -> usize {
        self.graph.edge_count()
    }

    /// The ends of all edges, one after another.
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        ends(py, &self.graph)
    }

    /// Two forests of largest total size, the dependent classes and the clumps.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Packed<'py>> {
        let graph = Arc::clone(&self.graph);
        packed(py, graph.edge_count(), move || pack(&graph))
    }

    /// 0, 1 or 2 for every edge: P, P*, R.
    fn partition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let graph = Arc::clone(&self.graph);
        partitioned(py, graph.edge_count(), move || {
            (graph.edge_count(), partition(&graph))
        })
    }
}

/// The forests that `work` finds, as arrays.
pub fn packed(
    py: Python<'_>,
    size: usize,
    work: impl FnOnce() -> switchyard::Packing + Send + 'static,
) -> PyResult<Packed<'_>> {
    let packing = run(py, size, work)?;
    let [first, second] = &packing.forests;
    Ok((
        array(py, first),
        array(py, second),
        classes(py, &packing.dependent),
        classes(py, &packing.clumps),
    ))
}

/// The part of every edge as a number.
pub fn partitioned(
    py: Python<'_>,
    size: usize,
    work: impl FnOnce() -> (usize, switchyard::Partition) + Send + 'static,
) -> PyResult<Bound<'_, PyArray1<u8>>> {
    let codes = run(py, size, move || {
        let (edges, partition) = work();
        let mut codes = vec![0_u8; edges];
        for (code, part) in [(1, &partition.p_star), (2, &partition.r)] {
            for edge in part {
                codes[edge.index()] = code;
            }
        }
        codes
    })?;
    Ok(codes.into_pyarray(py))
}
