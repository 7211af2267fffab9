//! Verdicts and their certificates.

use crate::arrays::array;
use crate::errors::{CertificateError, InputError, unproved};
use crate::network::{Network, position_of};
use crate::run::run;
use answers::wire::certificate::CertificateFile;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use switchyard::certificate::{Certificate as Proved, Opening, Proof, Won};
use switchyard::{Claim, Outcome, Position, Target, Verdict as Library, check};

/// The outcome as Python spells it.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Short => "short",
        Outcome::Cut => "cut",
        Outcome::First => "first",
    }
}

/// The solution of a position.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Verdict {
    position: Arc<Position>,
    verdict: Arc<Library>,
}

impl Verdict {
    /// The verdict on this position.
    pub fn new(position: Position, verdict: Library) -> Self {
        Self {
            position: Arc::new(position),
            verdict: Arc::new(verdict),
        }
    }
}

#[pymethods]
impl Verdict {
    /// Who wins.
    #[getter]
    fn outcome(&self) -> &'static str {
        outcome_name(self.verdict.outcome)
    }

    /// SHORT's winning moves.
    fn short<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        array(py, &self.verdict.winning.short)
    }

    /// CUT's winning moves.
    fn cut<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        array(py, &self.verdict.winning.cut)
    }

    /// The proof.
    fn certificate(&self) -> Certificate {
        Certificate {
            position: Arc::clone(&self.position),
            // The verdict is shared, so its proof is not copied.
            proof: Held::InVerdict(Arc::clone(&self.verdict)),
        }
    }
}

enum Held {
    InVerdict(Arc<Library>),
    Alone(Arc<Proved>),
}

impl Held {
    fn get(&self) -> &Proved {
        match self {
            Self::InVerdict(verdict) => &verdict.certificate,
            Self::Alone(proof) => proof,
        }
    }

    fn share(&self) -> Self {
        match self {
            Self::InVerdict(verdict) => Self::InVerdict(Arc::clone(verdict)),
            Self::Alone(proof) => Self::Alone(Arc::clone(proof)),
        }
    }
}

/// A certificate and the position that it is about.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Certificate {
    position: Arc<Position>,
    proof: Held,
}

#[pymethods]
impl Certificate {
    /// Reads what `ssg solve --certificate` writes.
    #[staticmethod]
    fn parse(network: &Network, json: &[u8]) -> PyResult<Self> {
        let file = CertificateFile::parse(json)
            .map_err(|(line, why)| InputError::new_err((why.clone(), vec![(line, why)])))?;
        let proof = file.certificate().map_err(CertificateError::new_err)?;
        if Target::from(file.target) != network.board.target() {
            let reason = "the certificate is about another target than the network's";
            return Err(CertificateError::new_err(reason));
        }
        let from_zero = |labels: &[usize]| {
            let index = |label: &usize| label.checked_sub(1);
            let indices: Option<Vec<usize>> = labels.iter().map(index).collect();
            indices
                .ok_or_else(|| CertificateError::new_err("there is no edge 0: files count from 1"))
        };
        let moves = (from_zero(&file.short)?, from_zero(&file.cut)?);
        Ok(Self {
            position: Arc::new(position_of(&network.board, moves)?),
            proof: Held::Alone(Arc::new(proof)),
        })
    }

    /// The file that `ssg check` reads.
    fn json(&self) -> String {
        let graph = self.position.network().graph();
        let played = |claim| -> Vec<usize> {
            let edges = graph.edges();
            let played = edges.filter(|&edge| self.position.claim_of(edge) == claim);
            played.map(switchyard::EdgeId::label).collect()
        };
        let (short, cut) = (played(Claim::Short), played(Claim::Cut));
        let target = self.position.network().target();
        CertificateFile::new(self.proof.get(), target, short, cut).line()
    }

    /// The outcome that it claims.
    #[getter]
    fn outcome(&self) -> &'static str {
        outcome_name(self.proof.get().outcome())
    }

    /// Verifies it, without the solver.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let (position, proof) = (Arc::clone(&self.position), self.proof.share());
        let size = position.network().graph().edge_count();
        let checked = run(py, size, move || check(&position, proof.get()))?;
        checked.map_err(|why| unproved(&why))
    }

    /// What it says: plain data.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parts = PyDict::new(py);
        match self.proof.get() {
            Proved::Over(Won::Path(path)) => parts.set_item("path", array(py, path))?,
            Proved::Over(Won::Tree(tree)) => parts.set_item("tree", array(py, tree))?,
            Proved::Over(Won::Apart(set)) => parts.set_item("apart", array(py, set))?,
            Proved::Second(proof) => {
                let side = proof.winner().to_string().to_ascii_lowercase();
                parts.set_item(side, proof_parts(py, proof)?)?;
            }
            Proved::First { short, cut } => {
                parts.set_item("short", opening_parts(py, short)?)?;
                parts.set_item("cut", opening_parts(py, cut)?)?;
            }
        }
        Ok(parts)
    }
}

fn opening_parts<'py>(py: Python<'py>, opening: &Opening) -> PyResult<Bound<'py, PyDict>> {
    let parts = proof_parts(py, &opening.proof)?;
    parts.set_item("move", opening.edge.index())?;
    Ok(parts)
}

fn proof_parts<'py>(py: Python<'py>, proof: &Proof) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    match proof {
        Proof::Short(found) => {
            let [first, second] = &found.trees;
            parts.set_item("vertices", array(py, &found.vertices))?;
            parts.set_item("trees", (array(py, first), array(py, second)))?;
        }
        Proof::Cut(found) => {
            let [first, second] = &found.forests;
            let classes = found.classes.iter().map(|class| array(py, class));
            parts.set_item("classes", PyList::new(py, classes)?)?;
            parts.set_item("forests", (array(py, first), array(py, second)))?;
        }
    }
    Ok(parts)
}
