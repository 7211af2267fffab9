//! The steps of Chase's algorithm as plain data.

use crate::arrays::array;
use answers::words;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use switchyard::EdgeId;
use switchyard::chase::{Search, Step, Tree};

/// The number of a step, its sentence, and what it did.
pub type Trace = (u8, String, Py<PyDict>);

/// The steps, one after another.
pub fn steps(py: Python<'_>, steps: &[Step]) -> PyResult<Vec<Trace>> {
    let step = |step: &Step| {
        let parts = parts(py, step)?;
        Ok((step.number(), words::chase::step(step), parts.unbind()))
    };
    steps.iter().map(step).collect()
}

fn tree_number(tree: Tree) -> usize {
    tree.index() + 1
}

fn set(parts: &Bound<'_, PyDict>, name: &str, edges: &[EdgeId]) -> PyResult<()> {
    parts.set_item(name, array(parts.py(), edges))
}

fn set_trees(parts: &Bound<'_, PyDict>, [first, second]: &[Vec<EdgeId>; 2]) -> PyResult<()> {
    let py = parts.py();
    parts.set_item("trees", (array(py, first), array(py, second)))
}

fn parts<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    match step {
        Step::Start {
            tree,
            offers,
            outside,
            ..
        } => {
            set(&parts, "tree", tree)?;
            set(&parts, "offers", offers)?;
            set(&parts, "outside", outside)?;
        }
        Step::Offer { i, branch } => {
            parts.set_item("i", *i)?;
            parts.set_item("edge", branch.index())?;
        }
        Step::Search {
            k,
            tree,
            reached,
            common,
            search,
        } => {
            parts.set_item("k", *k)?;
            parts.set_item("tree", tree_number(*tree))?;
            set(&parts, "reached", reached)?;
            set(&parts, "common", common)?;
            let found = match search {
                Search::Found(edge) => Some(edge.index()),
                Search::Again | Search::Closed => None,
            };
            parts.set_item("found", found)?;
            parts.set_item("closed", *search == Search::Closed)?;
        }
        Step::Swap {
            k,
            tree,
            out,
            choices,
            into,
            trees,
        } => {
            parts.set_item("k", *k)?;
            parts.set_item("tree", tree_number(*tree))?;
            parts.set_item("out", out.index())?;
            parts.set_item("into", into.index())?;
            set(&parts, "choices", choices)?;
            set_trees(&parts, trees)?;
        }
        Step::Next {
            common,
            offered,
            of,
            more,
        } => {
            set(&parts, "common", common)?;
            parts.set_item("offered", *offered)?;
            parts.set_item("of", *of)?;
            parts.set_item("more", *more)?;
        }
        Step::Evaluate {
            unplayable,
            trees,
            outcome,
        } => {
            set(&parts, "unplayable", unplayable)?;
            set_trees(&parts, trees)?;
            parts.set_item("outcome", crate::verdict::outcome_name(*outcome))?;
        }
        // The steps of play do not occur here, and the one before the first says nothing more.
        _ => {}
    }
    Ok(parts)
}
