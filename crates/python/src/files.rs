//! Networks and digraphs from files and to files.

use crate::arrays::ends;
use crate::coins::Coins;
use crate::errors::{InputError, NetworkError, faulty, no_board};
use crate::network::Network;
use crate::run::run;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::VertexId;
use switchyard::coins::io::{binary, text};
use switchyard::coins::{Game, NamedDigraph, Names as NodeNames, NamesBuilder, is_word};
use switchyard::format::{
    AmbiguousFormatError, Description as Library, Format, Names, ParseErrors, Terminal,
};

/// The names of all formats, and the extensions of their files.
#[pyfunction]
pub fn format_names() -> Vec<(&'static str, Vec<&'static str>)> {
    let all = Format::ALL.into_iter();
    all.map(|format| (format.name(), format.extensions().to_vec()))
        .collect()
}

/// What a file says of a network, before it is a board.
#[pyclass(module = "switchyard._core")]
pub struct Description {
    description: Library,
}

fn format_of(name: &str) -> PyResult<Format> {
    name.parse()
        .map_err(|error: switchyard::format::UnknownFormatError| {
            InputError::new_err(error.to_string())
        })
}

fn io_error(path: &std::path::Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        // Python chooses the subclass by the number: FileNotFoundError and others.
        Some(number) => pyo3::exceptions::PyOSError::new_err((
            number,
            std::io::Error::from_raw_os_error(number).to_string(),
            path.display().to_string(),
        )),
        None => error.into(),
    }
}

#[pymethods]
impl Description {
    /// Reads a file; without a format, by its extension or its beginning.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Self> {
        let named = format.map(format_of).transpose()?;
        let bytes = py.detach(|| std::fs::read(&path));
        let bytes = bytes.map_err(|error| io_error(&path, error))?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        let format = named.or_else(|| extension.and_then(Format::of_extension));
        Self::of(py, bytes, format)
    }

    /// Reads text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: Vec<u8>, format: Option<&str>) -> PyResult<Self> {
        let named = format.map(format_of).transpose()?;
        Self::of(py, text, named)
    }

    /// The terminals, where the file names them.
    #[getter]
    fn terminals(&self) -> (Option<usize>, Option<usize>) {
        let index = |terminal: Option<Terminal>| terminal.map(|t| t.vertex.index());
        (index(self.description.left), index(self.description.right))
    }

    /// What the file calls its vertices: the first number, or a word for each.
    #[getter]
    fn names(&self) -> (usize, Option<Vec<String>>) {
        match &self.description.names {
            Names::FromOne => (1, None),
            Names::FromZero => (0, None),
            Names::Words(words) => (0, Some(words.clone())),
        }
    }

    /// How many vertices there are.
    #[getter]
    fn n(&self) -> usize {
        self.description.graph.vertex_count()
    }

    /// The ends of all edges, one after another.
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        ends(py, &self.description.graph)
    }

    /// The network with these terminals; the description is empty afterwards.
    fn network(&mut self, left: usize, right: usize) -> PyResult<Network> {
        let graph = std::mem::take(&mut self.description.graph);
        let (left, right) = (VertexId::new(left), VertexId::new(right));
        let board = switchyard::Network::new(graph, left, right).map_err(no_board)?;
        Ok(Network {
            board: Arc::new(board),
        })
    }

    /// The text of a network in a format: `first` is the number of the first vertex, unless there are words.
    #[staticmethod]
    fn write(
        py: Python<'_>,
        network: &Network,
        format: &str,
        first: usize,
        words: Option<Vec<String>>,
    ) -> PyResult<String> {
        let format = format_of(format)?;
        let board = Arc::clone(&network.board);
        let size = board.graph().edge_count();
        let written = run(py, size, move || {
            let names = match (words, first) {
                (Some(words), _) => Names::Words(words),
                (None, 0) => Names::FromZero,
                (None, _) => Names::FromOne,
            };
            let description = Library {
                names,
                ..Library::of(switchyard::Network::clone(&board))
            };
            let mut text = String::new();
            format.write(&description, &mut text).map(|()| text)
        })?;
        written.map_err(|error| NetworkError::new_err(error.to_string()))
    }

    /// Writes a file whole or not at all.
    #[staticmethod]
    fn save(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
        let saved = py.detach(|| switchyard_files::write(&path, text.as_bytes()));
        saved.map_err(|error| io_error(&path, error))
    }
}

impl Description {
    fn of(py: Python<'_>, bytes: Vec<u8>, format: Option<Format>) -> PyResult<Self> {
        let read = run(py, bytes.len() / 10, move || {
            let format = format.map_or_else(|| Format::detect(&bytes), Ok);
            let refusal = |error: AmbiguousFormatError| ParseErrors::one(1, error.to_string());
            format.map_err(refusal)?.parse(&bytes)
        })?;
        let description = read.map_err(|errors| faulty(&errors))?;
        Ok(Self { description })
    }
}

/// Reads a file of arcs, text or compact; returns the game and the names of its nodes.
#[pyfunction]
pub fn read_arcs(py: Python<'_>, path: PathBuf) -> PyResult<(Coins, Option<Vec<String>>)> {
    let bytes = py.detach(|| std::fs::read(&path));
    let bytes = bytes.map_err(|error| io_error(&path, error))?;
    let read = run(py, bytes.len() / 10, move || {
        let board = parse_arcs(&bytes)?;
        let (names, digraph) = board.into_parts();
        Ok((names, Game::new(digraph)))
    })?;
    let (names, game) = read.map_err(|faults: Vec<(usize, String)>| {
        let lines = faults
            .iter()
            .map(|(line, why)| format!("line {line}: {why}"));
        InputError::new_err((lines.collect::<Vec<_>>().join("\n"), faults))
    })?;
    let words = match &names {
        NodeNames::Numbers(_) => None,
        NodeNames::Words(_) => {
            let nodes = game.digraph().nodes();
            Some(nodes.map(|node| names.of(node).into_owned()).collect())
        }
    };
    let game = Arc::new(game);
    Ok((Coins { game }, words))
}

fn parse_arcs(bytes: &[u8]) -> Result<NamedDigraph<'static>, Vec<(usize, String)>> {
    if binary::is_binary(bytes) {
        let board = binary::decode(bytes).map_err(|error| vec![(1, error.to_string())])?;
        let (names, digraph) = board.into_parts();
        return Ok(NamedDigraph::new(names.into_owned(), digraph.into_owned()));
    }
    let board = text::parse(bytes, &mut |_| ());
    board.map_err(|faults| faults.into_iter().map(|f| (f.line, f.what)).collect())
}

/// The text of a file of arcs; the names must be words.
#[pyfunction]
pub fn write_arcs(py: Python<'_>, game: &Coins, names: Vec<String>) -> PyResult<String> {
    let game = Arc::clone(&game.game);
    let written = run(py, game.digraph().arc_count(), move || {
        let mut builder = NamesBuilder::default();
        if let Some(bad) = names.iter().find(|name| !is_word(name)) {
            return Err(format!(
                "{bad:?} is no name in a file: it has blanks or a #"
            ));
        }
        for name in &names {
            let before = builder.len();
            if builder.node(name).is_none_or(|node| node.index() != before) {
                return Err(format!("two nodes would be called {name:?} in the file"));
            }
        }
        let board = NamedDigraph::new(builder.finish(), game.digraph().clone());
        let mut out = String::new();
        let wrote = text::write(&board, &mut out);
        wrote.map(|()| out).map_err(|error| error.to_string())
    })?;
    written.map_err(NetworkError::new_err)
}
