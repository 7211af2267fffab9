//! What two positions have in common when they are the same game with other names.

use switchyard::analog::Circuit;
use switchyard::switching::Side;

/// The circuit of a position with its nodes renamed by their places in it, and who moves next.
///
/// Equal forms are isomorphic games, also with the terminals exchanged. The converse need not hold: where colour
/// refinement leaves a choice between nodes, any of them is taken, and isomorphic positions may then get
/// different forms. They are played twice; no value is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    mover: Side,
    /// Free edges that are not in the circuit: moves without effect.
    spare: usize,
    nodes: usize,
    edges: Vec<[u32; 2]>,
}

impl Form {
    /// The form of a circuit with so many free edges beside it.
    pub fn of(circuit: &Circuit, spare: usize, mover: Side) -> Self {
        let terminals = [Circuit::P, Circuit::Q];
        let turned = [Circuit::Q, Circuit::P];
        let edges = renamed(circuit, terminals).min(renamed(circuit, turned));
        Self {
            mover,
            spare,
            nodes: circuit.node_count(),
            edges,
        }
    }
}

/// The resistors between new names of their nodes, the terminals first.
fn renamed(circuit: &Circuit, terminals: [usize; 2]) -> Vec<[u32; 2]> {
    let names = names(circuit, terminals);
    let mut edges: Vec<[u32; 2]> = circuit
        .resistors()
        .iter()
        .map(|resistor| {
            let [a, b] = resistor.ends.map(|node| names[node as usize]);
            [a.min(b), a.max(b)]
        })
        .collect();
    edges.sort_unstable();
    edges
}

/// A name of its own for every node, by colour refinement.
fn names(circuit: &Circuit, terminals: [usize; 2]) -> Vec<u32> {
    let nodes = circuit.node_count();
    let mut colours = vec![2; nodes];
    colours[terminals[0]] = 0;
    colours[terminals[1]] = 1;
    let mut classes = refine(circuit, &mut colours);
    while classes < nodes {
        single_out(&mut colours);
        classes = refine(circuit, &mut colours);
    }
    colours
}

/// Colours nodes by the colours around them until nothing changes; the number of colours.
fn refine(circuit: &Circuit, colours: &mut Vec<u32>) -> usize {
    let mut classes = 0;
    loop {
        let around = |node: usize| {
            let arms = circuit.arms(node).iter();
            let mut around: Vec<u32> = arms.map(|arm| colours[arm.to as usize]).collect();
            around.sort_unstable();
            (colours[node], around)
        };
        let seen: Vec<(u32, Vec<u32>)> = (0..colours.len()).map(around).collect();
        let found = rank(&seen, colours);
        if found == classes {
            return found;
        }
        classes = found;
    }
}

/// Numbers the nodes by what was seen of them, from 0; how many numbers there are.
fn rank<T: Ord>(seen: &[T], colours: &mut Vec<u32>) -> usize {
    let mut order: Vec<usize> = (0..seen.len()).collect();
    order.sort_unstable_by(|&a, &b| seen[a].cmp(&seen[b]));
    let mut ranks = vec![0; seen.len()];
    let mut classes = 0;
    for (at, &node) in order.iter().enumerate() {
        if at > 0 && seen[order[at - 1]] != seen[node] {
            classes += 1;
        }
        ranks[node] = classes;
    }
    *colours = ranks;
    classes as usize + usize::from(!seen.is_empty())
}

/// Gives one node of the first colour that several share a colour of its own.
fn single_out(colours: &mut Vec<u32>) {
    let mut count = vec![0_u32; colours.len()];
    for &colour in &*colours {
        count[colour as usize] += 1;
    }
    let shared = count.iter().position(|&nodes| nodes > 1);
    let chosen = colours
        .iter()
        .position(|&colour| Some(colour as usize) == shared);
    let seen: Vec<(u32, bool)> = colours
        .iter()
        .enumerate()
        .map(|(node, &colour)| (colour, Some(node) != chosen))
        .collect();
    rank(&seen, colours);
}
