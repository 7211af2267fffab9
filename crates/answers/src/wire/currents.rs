//! The currents of a network with their bounds: `ssg analog currents --json`.

use super::labels;
use serde::Serialize;
use switchyard::analog::{Best, Circuit, Currents, Exact};
use switchyard::graph::EdgeId;
use switchyard::switching::Position;

/// The currents of a network.
#[derive(Clone, Debug, Serialize)]
pub struct CurrentsJson {
    /// The edges with the most current, exactly.
    pub best: Vec<usize>,
    /// Those edges by classes of parallel or series edges.
    pub classes: Vec<Vec<usize>>,
    /// Whether `best` is proved.
    pub proved: bool,
    /// The scale on which all potentials are whole numbers, with `--exact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// No potential difference is off by more than this.
    pub bound: f64,
    /// The current between the terminals at one volt.
    pub total: f64,
    /// The potential of every vertex; nothing for those that no current can reach.
    pub potentials: Vec<Option<f64>>,
    /// The same, times the scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_potentials: Option<Vec<Option<String>>>,
    /// The current of every edge from its first end to its second; 0 for edges already played.
    pub currents: Vec<f64>,
    /// The same, times the scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_currents: Option<Vec<String>>,
}

impl CurrentsJson {
    /// The currents of a position's circuit; with `exact`, also as whole numbers.
    pub fn new(
        position: &Position,
        circuit: &Circuit,
        currents: &Currents,
        best: &Best,
        exact: Option<&Exact>,
    ) -> Self {
        let graph = position.network().graph();
        let nodes: Vec<Option<usize>> = graph.vertices().map(|v| circuit.node_of(v)).collect();
        let resistor = |edge: EdgeId| {
            let resistors = circuit.resistors();
            resistors.binary_search_by_key(&edge, |r| r.edge).ok()
        };
        let exact_current = |exact: &Exact, edge: EdgeId| match resistor(edge) {
            Some(r) => exact.current(circuit.resistors()[r].ends),
            None => "0".to_owned(),
        };
        Self {
            best: labels(&best.edges),
            classes: best.classes.iter().map(|class| labels(class)).collect(),
            proved: best.proved,
            scale: exact.map(Exact::denominator),
            bound: currents.bound,
            total: total(circuit, currents),
            potentials: nodes
                .iter()
                .map(|node| node.map(|node| currents.potentials[node]))
                .collect(),
            exact_potentials: exact.map(|exact| {
                let volts = |node: usize| exact.potential(node);
                nodes.iter().map(|node| node.map(volts)).collect()
            }),
            currents: graph
                .edges()
                .map(|edge| resistor(edge).map_or(0.0, |r| currents.flows[r]))
                .collect(),
            exact_currents: exact.map(|exact| {
                let edges = graph.edges();
                edges.map(|edge| exact_current(exact, edge)).collect()
            }),
        }
    }
}

/// The current between the terminals at one volt.
pub fn total(circuit: &Circuit, currents: &Currents) -> f64 {
    let arms = circuit.arms(Circuit::P).iter();
    arms.map(|arm| 1.0 - currents.potentials[arm.to as usize])
        .sum()
}
