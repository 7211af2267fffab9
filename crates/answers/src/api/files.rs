//! Texts of every format to graphs, and back.

use super::{coins, switching};
use crate::hash::fingerprint;
use crate::wire::coin_page::DigraphJson;
use crate::wire::files::{FileJson, ReadJson, TextJson, WriteJson};
use crate::wire::names::SideName;
use crate::wire::network::NetworkJson;
use crate::wire::record::Record;
use crate::wire::switching::MoveJson;
use crate::{Answered, ApiError, Limits};
use std::fmt::{self, Write as _};
use switchyard::bridgit;
use switchyard::budget::Budget;
use switchyard::coins::io::{graph_file, text};
use switchyard::coins::{NamedDigraph, NamesBuilder, is_word};
use switchyard::format::{Description, Format, Names, WriteError, network};
use switchyard::graph::{EdgeId, NodeId, VertexId};
use switchyard::switching::Side;

/// How many faults of a text are reported.
const SHOWN: usize = 8;

/// Reads a text in whatever format it is.
///
/// # Errors
/// What is wrong with the text, with the lines.
pub fn read(given: &TextJson, limits: &Limits, budget: &Budget) -> Answered<ReadJson> {
    budget.spend(given.text.len() as u64, 0)?;
    if given.room.as_deref() == Some("coins") {
        read_coins(&given.text, limits)
    } else if given.text.trim_start().starts_with('{')
        && Format::of_beginning(given.text.as_bytes()) != Format::NodeLink
    {
        read_record(&given.text, limits)
    } else {
        read_network(&given.text, limits)
    }
}

/// Reads a network or a coin game that is written as those of the gallery are; `None` if it is not, or if it has a
/// fault: [`read`] says which.
pub fn read_plain(given: &TextJson, limits: &Limits) -> Option<ReadJson> {
    let bytes = given.text.as_bytes();
    if given.room.as_deref() == Some("coins") {
        let is_plain = graph_file::format_of(None, bytes).is_none();
        let board = is_plain.then(|| text::parse(bytes, &mut |_| ()))?;
        return digraph_json(&board.ok()?, limits).ok();
    }
    let is_plain = Format::of_beginning(bytes) == Format::Network;
    let network = is_plain.then(|| network::parse(bytes))?;
    network_json(Format::Network, &Description::of(network.ok()?), limits).ok()
}

fn read_network(text: &str, limits: &Limits) -> Answered<ReadJson> {
    let format = Format::detect(text.as_bytes());
    let format = format.map_err(|error| ApiError::invalid("text", error.to_string()))?;
    let description = format
        .parse_at_most(text.as_bytes(), limits.edges)
        .map_err(|faults| {
            let mut reason = format!("This was read as {format}:");
            for fault in faults.kept().iter().take(SHOWN) {
                let _ = write!(reason, "\nline {}: {}", fault.line, fault.reason);
            }
            let more = faults.count() - faults.kept().len().min(SHOWN);
            if more > 0 {
                let _ = write!(reason, "\nand {more} more");
            }
            ApiError::invalid("text", reason)
        })?;
    network_json(format, &description, limits)
}

fn network_json(format: Format, description: &Description, limits: &Limits) -> Answered<ReadJson> {
    let graph = &description.graph;
    limits.check_size(graph.vertex_count(), graph.edge_count())?;
    let mut read = ReadJson {
        kind: "network",
        format: format.to_string(),
        names: graph
            .vertices()
            .map(|vertex| description.names.of(vertex).into_owned())
            .collect(),
        edges: graph
            .edges()
            .map(|edge| graph.ends(edge).map(VertexId::label))
            .collect(),
        left: description.left.map(|terminal| terminal.vertex.label()),
        right: description.right.map(|terminal| terminal.vertex.label()),
        ..ReadJson::default()
    };
    if read.left.is_none() || read.right.is_none() {
        let note = "This file does not say which vertices are L and R: choose them on the board.";
        read.notes.push(note.to_owned());
    }
    Ok(read)
}

fn read_record(text: &str, limits: &Limits) -> Answered<ReadJson> {
    let invalid = |reason: String| ApiError::invalid("text", reason);
    let line = text.lines().find(|line| !line.trim().is_empty());
    let record = Record::parse(line.unwrap_or_default())
        .map_err(|reason| invalid(format!("This was read as a game record: {reason}")))?;
    let mut graph = match (&record.graph, record.bridgit) {
        (Some(graph), _) => graph.clone(),
        (None, Some(size)) if size <= 150 => {
            let board = bridgit::Board::new(size).map_err(|error| invalid(error.to_string()))?;
            NetworkJson::of(board.network())
        }
        _ => return Err(invalid("The game record holds no board.".to_owned())),
    };
    // Records of tournaments name it beside the board.
    if graph.target.is_default() {
        graph.target = record.target;
    }
    let network = switching::network(&graph, limits)?;
    let mut side = Side::from(record.first);
    let mut moves = Vec::new();
    for &edge in &record.moves {
        let by = SideName::from(side);
        moves.push(MoveJson { side: by, edge });
        side = side.other();
    }
    let claims = moves.iter().filter(|given| given.edge > 0).copied();
    switching::position(&network, &claims.collect::<Vec<_>>())?;
    Ok(ReadJson {
        kind: "network",
        format: "record".to_owned(),
        names: (1..=graph.vertices)
            .map(|label| label.to_string())
            .collect(),
        left: Some(graph.left),
        right: Some(graph.right),
        edges: graph.edges,
        target: graph.target,
        moves,
        notes: Vec::new(),
    })
}

fn read_coins(text: &str, limits: &Limits) -> Answered<ReadJson> {
    let board = graph_file::parse(None, text.as_bytes(), limits.edges, &mut |_| ());
    let board = board.map_err(|faults| {
        let mut reason = "This was read as a coin game:".to_owned();
        for fault in faults.iter().take(SHOWN) {
            let _ = write!(reason, "\nline {}: {}", fault.line, fault.what);
        }
        ApiError::invalid("text", reason)
    })?;
    digraph_json(&board, limits)
}

fn digraph_json(board: &NamedDigraph<'_>, limits: &Limits) -> Answered<ReadJson> {
    let digraph = board.digraph();
    limits.check_size(digraph.node_count(), digraph.arc_count())?;
    Ok(ReadJson {
        kind: "coins",
        format: "coins".to_owned(),
        names: digraph
            .nodes()
            .map(|node| board.names().of(node).into_owned())
            .collect(),
        edges: digraph
            .arcs()
            .map(|(from, to)| [from.label(), to.label()])
            .collect(),
        ..ReadJson::default()
    })
}

/// Writes a graph or a game.
///
/// # Errors
/// When the format cannot say it, or the text would be too long.
pub fn write(given: &WriteJson, limits: &Limits, budget: &Budget) -> Answered<FileJson> {
    budget.spend(0, 0)?;
    match given.format.as_str() {
        "coins" => write_coins(given, limits),
        "record" => write_record(given, limits),
        name => write_network(given, name, limits),
    }
}

fn needed<'a, T>(given: Option<&'a T>, field: &'static str) -> Answered<&'a T> {
    given.ok_or_else(|| ApiError::invalid(field, format!("this format needs a {field}")))
}

fn write_network(given: &WriteJson, name: &str, limits: &Limits) -> Answered<FileJson> {
    let format = Format::ALL.into_iter().find(|format| format.name() == name);
    let format = format.ok_or_else(|| {
        let known = Format::ALL.map(Format::name).join(", ");
        let reason = format!("there is no format {name:?}: there are {known}, record, coins");
        ApiError::invalid("format", reason)
    })?;
    let json = needed(given.network.as_ref(), "network")?;
    limits.check_size(json.vertices, json.edges.len())?;
    let description = json.description();
    let mut description = description.map_err(|reason| ApiError::invalid("network", reason))?;
    if let Some(names) = &given.names
        && are_names(names, json.vertices)
    {
        description.names = Names::Words(names.clone());
    }
    let mut text = Bounded::new(limits);
    match format.write(&description, &mut text) {
        Ok(()) => {}
        Err(WriteError::Unwritable(reason)) => return Err(ApiError::invalid("format", reason)),
        Err(_) => return Err(ApiError::long_text(limits.text)),
    }
    let name = format!("network.{}", format.extensions()[0]);
    let text = text.text;
    Ok(FileJson { text, name })
}

/// Names that any format can carry: one per vertex, all different, words.
fn are_names(given: &[String], vertices: usize) -> bool {
    let mut sorted: Vec<&String> = given.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == vertices && given.iter().all(|name| is_word(name))
}

fn write_record(given: &WriteJson, limits: &Limits) -> Answered<FileJson> {
    let json = needed(given.network.as_ref(), "network")?.whole();
    let json = json.ok_or_else(|| {
        let reason = "a game record needs both terminals, L and R";
        ApiError::invalid("network", reason.to_owned())
    })?;
    let network = switching::network(&json, limits)?;
    let claims: Vec<MoveJson> = given.moves.iter().filter(|m| m.edge > 0).copied().collect();
    let (position, _) = switching::position(&network, &claims)?;
    let played = |given: &MoveJson| (Side::from(given.side), EdgeId::from_label(given.edge));
    let moves: Vec<(Side, Option<EdgeId>)> = given.moves.iter().map(played).collect();
    let record = Record {
        target: json.target,
        graph: Some(json),
        fingerprint: Some(fingerprint(&network)),
        ..Record::of_moves(&moves, position.winner())
    };
    let text = record.line();
    let name = "game.json".to_owned();
    Ok(FileJson { text, name })
}

fn write_coins(given: &WriteJson, limits: &Limits) -> Answered<FileJson> {
    let json = needed(given.digraph.as_ref(), "digraph")?;
    let board = board(json, limits)?;
    let mut text = Bounded::new(limits);
    let too_long = |_| ApiError::long_text(limits.text);
    let name = |label: usize| -> Answered<_> {
        let node = NodeId::from_label(label).filter(|&node| board.digraph().has_node(node));
        let reason = || ApiError::invalid("coins", format!("there is no node {label}"));
        Ok(board.names().of(node.ok_or_else(reason)?))
    };
    if !given.coins.is_empty() {
        text.write_str("# coins:").map_err(too_long)?;
        for &coin in &given.coins {
            write!(text, " {}", name(coin)?).map_err(too_long)?;
        }
        text.write_char('\n').map_err(too_long)?;
    }
    for (i, push) in given.pushes.iter().enumerate() {
        let (from, to) = (name(push.from)?, name(push.to)?);
        writeln!(text, "# move {}: {from} {to}", i + 1).map_err(too_long)?;
    }
    text::write(&board, &mut text).map_err(too_long)?;
    let name = "board.coins".to_owned();
    let text = text.text;
    Ok(FileJson { text, name })
}

/// A text of bounded length. A file repeats the name of a vertex for every edge at it, so a short request
/// with long names could otherwise produce a very long file.
struct Bounded {
    text: String,
    most: usize,
}

impl Bounded {
    fn new(limits: &Limits) -> Self {
        Self {
            text: String::new(),
            most: limits.text,
        }
    }
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if more.len() > self.most - self.text.len() {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// The board with its names, which a file keeps as words.
fn board(json: &DigraphJson, limits: &Limits) -> Answered<NamedDigraph<'static>> {
    let digraph = coins::digraph(json, limits)?;
    let mut gathering = NamesBuilder::default();
    for name in &json.nodes {
        let fresh = gathering.len();
        let node = is_word(name).then(|| gathering.node(name)).flatten();
        if node.is_none_or(|node| node.index() != fresh) {
            let reason = format!(
                "{name:?} cannot stand in a file: names are words, and no two nodes share one"
            );
            return Err(ApiError::invalid("digraph", reason));
        }
    }
    Ok(NamedDigraph::new(gathering.finish(), digraph))
}
