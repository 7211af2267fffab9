//! The library's errors as Python's exceptions; edges and vertices are counted from 0 in them.

use pyo3::prelude::*;
use pyo3::{PyErr, import_exception};
use switchyard::format::ParseErrors;
use switchyard::{
    CertificateError as WhyNot, EdgeId, MoveError as WhyIllegal, NetworkError as NoBoard,
};

import_exception!(switchyard._errors, CertificateError);
import_exception!(switchyard._errors, CircuitError);
import_exception!(switchyard._errors, InputError);
import_exception!(switchyard._errors, LabelsError);
import_exception!(switchyard._errors, MoveError);
import_exception!(switchyard._errors, NetworkError);
import_exception!(switchyard._errors, PlayerError);

/// The edge with this index, if the board has it.
pub fn edge_id(index: usize, edges: usize) -> PyResult<EdgeId> {
    if index < edges {
        Ok(EdgeId::new(index))
    } else {
        Err(no_such_edge(index, edges))
    }
}

fn no_such_edge(index: usize, edges: usize) -> PyErr {
    let range = match edges {
        0 => "there are none".to_owned(),
        _ => format!("edges are numbered 0 to {}", edges - 1),
    };
    MoveError::new_err((format!("there is no edge {index}: {range}"), index))
}

/// An illegal move.
pub fn illegal(error: WhyIllegal) -> PyErr {
    match error {
        WhyIllegal::NoSuchEdge { edge, edges } => no_such_edge(edge.index(), edges),
        WhyIllegal::AlreadyPlayed { edge, by } => {
            let edge = edge.index();
            MoveError::new_err((format!("edge {edge} was already played by {by}"), edge))
        }
        other => MoveError::new_err(other.to_string()),
    }
}

/// A network that cannot be.
pub fn no_board(error: NoBoard) -> PyErr {
    NetworkError::new_err(match error {
        NoBoard::SameTerminals(vertex) => {
            let vertex = vertex.index();
            format!("the terminals are both vertex {vertex}; they must differ")
        }
        other => other.to_string(),
    })
}

/// Faults of a file, each with its line.
pub fn faulty(errors: &ParseErrors) -> PyErr {
    let faults = errors.kept().iter();
    let faults: Vec<(usize, String)> = faults.map(|f| (f.line, f.reason.clone())).collect();
    InputError::new_err((errors.to_string(), faults))
}

/// A certificate that proves nothing.
pub fn unproved(error: &WhyNot) -> PyErr {
    CertificateError::new_err(match error {
        WhyNot::NoSuchEdge(edge) => format!("there is no edge {}", edge.index()),
        WhyNot::NoSuchVertex(vertex) => format!("there is no vertex {}", vertex.index()),
        WhyNot::VertexTwice(vertex) => format!("vertex {} is listed twice", vertex.index()),
        WhyNot::Played(edge) => format!("edge {} has already been played", edge.index()),
        WhyNot::Circuit { edge, part, number } => {
            let edge = edge.index();
            format!("edge {edge} closes a circuit in {part} {number}")
        }
        WhyNot::EdgeTwice(edge) => format!("edge {} is used twice", edge.index()),
        WhyNot::TerminalMissing(vertex) => {
            format!("terminal {} is not in the vertex set", vertex.index())
        }
        WhyNot::OutsideEnd { edge, vertex } => {
            let (edge, vertex) = (edge.index(), vertex.index());
            format!("edge {edge} ends at vertex {vertex}, which is not in the vertex set")
        }
        WhyNot::Uncovered(edge) => {
            let edge = edge.index();
            format!("edge {edge} joins two classes but is in neither forest")
        }
        WhyNot::BrokenPath(edge) => {
            let edge = edge.index();
            format!("edge {edge} does not continue a path of SHORT's edges from the left terminal")
        }
        WhyNot::StillJoined(edge) => {
            let edge = edge.index();
            format!("edge {edge} leaves the vertex set and is not destroyed")
        }
        other => other.to_string(),
    })
}
