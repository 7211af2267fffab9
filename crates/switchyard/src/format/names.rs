//! What files call their vertices, and how such names become vertices.

use super::{Description, ParseErrors, Terminal};
use crate::graph::{Graph, VertexId};
use std::borrow::Cow;
use std::collections::HashMap;

/// What a file calls its vertices.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// Numbers from 1, as in the network format.
    #[default]
    FromOne,
    /// Numbers from 0.
    FromZero,
    /// A word for each vertex.
    Words(Vec<String>),
}

impl Names {
    /// The name of a vertex.
    pub fn of(&self, vertex: VertexId) -> Cow<'_, str> {
        match self {
            Self::FromOne => vertex.label().to_string().into(),
            Self::FromZero => vertex.index().to_string().into(),
            Self::Words(words) => words[vertex.index()].as_str().into(),
        }
    }

    /// The vertex of this name, in a graph of `vertices` vertices.
    pub fn find(&self, name: &str, vertices: usize) -> Option<VertexId> {
        let index = match self {
            Self::FromOne => name.parse::<usize>().ok()?.checked_sub(1)?,
            Self::FromZero => name.parse().ok()?,
            Self::Words(words) => words.iter().position(|word| word == name)?,
        };
        (index < vertices).then(|| VertexId::new(index))
    }

    /// These names, or numbers when some name cannot be written in a format.
    pub(super) fn if_all(&self, writable: impl Fn(&str) -> bool) -> Cow<'_, Self> {
        match self {
            Self::Words(words) if !words.iter().all(|word| writable(word)) => {
                Cow::Owned(Self::FromOne)
            }
            _ => Cow::Borrowed(self),
        }
    }
}

/// Gathers a description from names, in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Builder {
    vertices: HashMap<String, VertexId>,
    pub(super) ends: Vec<[VertexId; 2]>,
    left: Option<Terminal>,
    right: Option<Terminal>,
}

impl Builder {
    /// The vertex of this name, a new one if need be.
    pub(super) fn vertex(&mut self, name: &str) -> VertexId {
        if let Some(&vertex) = self.vertices.get(name) {
            return vertex;
        }
        let vertex = VertexId::new(self.vertices.len());
        self.vertices.insert(name.to_string(), vertex);
        vertex
    }

    /// The vertex of this name, if there is one.
    pub(super) fn known(&self, name: &str) -> Option<VertexId> {
        self.vertices.get(name).copied()
    }

    /// Notes that the file calls this vertex L or R.
    pub(super) fn terminal(
        &mut self,
        vertex: VertexId,
        role: &str,
        line: usize,
        faults: &mut ParseErrors,
    ) {
        let place = match role.trim().to_ascii_lowercase().as_str() {
            "l" | "left" => &mut self.left,
            "r" | "right" => &mut self.right,
            _ => {
                let shown = super::scan::Shown(role.as_bytes());
                faults.push(line, format!("a terminal is \"L\" or \"R\", not {shown}"));
                return;
            }
        };
        set_terminal(place, vertex, line, faults);
    }

    /// The description; vertices named by the numbers from 0 or 1 are in the order of these.
    pub(super) fn finish(mut self, faults: ParseErrors) -> Result<Description, ParseErrors> {
        faults.or(())?;
        let mut words = vec![String::new(); self.vertices.len()];
        for (word, vertex) in self.vertices {
            words[vertex.index()] = word;
        }
        let (names, places) = match [1, 0].map(|first| numbered(&words, first)) {
            [Some(places), _] => (Names::FromOne, Some(places)),
            [None, Some(places)] => (Names::FromZero, Some(places)),
            _ => (Names::Words(words), None),
        };
        let vertices = match (&names, &places) {
            (Names::Words(words), _) => words.len(),
            (_, places) => places.as_ref().map_or(0, Vec::len),
        };
        if let Some(places) = places {
            let terminals = [&mut self.left, &mut self.right].into_iter().flatten();
            let vertices = self.ends.iter_mut().flatten();
            for vertex in vertices.chain(terminals.map(|terminal| &mut terminal.vertex)) {
                *vertex = places[vertex.index()];
            }
        }
        Ok(Description {
            graph: Graph::from_ends(vertices, self.ends),
            left: self.left,
            right: self.right,
            names,
            directed: false,
        })
    }
}

/// If the words are exactly the numbers from `first` on, in any order: each word's place.
fn numbered(words: &[String], first: usize) -> Option<Vec<VertexId>> {
    let place = |word: &String| {
        let plain = word == "0" || !word.starts_with(['0', '+']);
        let number = plain.then(|| word.parse::<usize>().ok())??;
        let index = number.checked_sub(first)?;
        (index < words.len()).then(|| VertexId::new(index))
    };
    // The words differ, so they fill all places as soon as each has one.
    words.iter().map(place).collect()
}

/// Sets a terminal; a second one that differs is a fault.
pub(super) fn set_terminal(
    place: &mut Option<Terminal>,
    vertex: VertexId,
    line: usize,
    faults: &mut ParseErrors,
) {
    match place {
        Some(first) if first.vertex != vertex => {
            let reason = format!(
                "line {} names another vertex for this terminal",
                first.error_line()
            );
            faults.push(line, reason);
        }
        _ => *place = Some(Terminal::on_line(vertex, line)),
    }
}
