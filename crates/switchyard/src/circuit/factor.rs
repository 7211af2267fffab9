//! A sparse LDLᵀ factorisation of a circuit's conductance matrix, for any network.
//!
//! Nodes are eliminated in the order of least degree (star–mesh transformations), which keeps
//! planar circuits sparse. All off-diagonal entries stay conductances and every pivot is a sum of
//! them, so nothing cancels and no pivoting is needed.

use super::Circuit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The factors of the matrix whose rows are the nodes that are no terminals.
#[derive(Clone, Debug)]
pub struct Factor {
    columns: Vec<Column>,
}

/// An eliminated node: its pivot, and the share of its current that goes to each neighbour.
#[derive(Clone, Debug)]
struct Column {
    node: u32,
    pivot: f64,
    shares: Vec<(u32, f64)>,
}

/// A node not yet eliminated.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Conductance to the terminals.
    grounded: f64,
    /// Conductances to other nodes, sorted by node.
    to: Vec<(u32, f64)>,
}

impl Factor {
    /// Eliminates all nodes but the terminals. O(Σ d²) for degrees d at elimination.
    pub fn new(circuit: &Circuit) -> Self {
        Self::within(circuit, usize::MAX).expect("no limit was given")
    }

    /// The same, unless Σ d² exceeds `limit`.
    pub fn within(circuit: &Circuit, limit: usize) -> Option<Self> {
        let mut work = 0;
        let mut rows = rows_of(circuit);
        let mut heap: BinaryHeap<Reverse<(usize, u32)>> = (2..circuit.node_count())
            .map(|node| Reverse((rows[node].to.len(), node as u32)))
            .collect();
        let mut done = vec![false; circuit.node_count()];
        let mut columns = Vec::with_capacity(circuit.node_count());
        while let Some(Reverse((degree, node))) = heap.pop() {
            let index = node as usize;
            if done[index] || rows[index].to.len() != degree {
                continue;
            }
            done[index] = true;
            work += degree * degree;
            if work > limit {
                return None;
            }
            let row = std::mem::take(&mut rows[index]);
            let pivot = row.grounded + row.to.iter().map(|&(_, c)| c).sum::<f64>();
            for &(other, conductance) in &row.to {
                let share = conductance / pivot;
                let target = &mut rows[other as usize];
                target.grounded += share * row.grounded;
                target.to = meshed(&target.to, &row.to, node, other, share);
                heap.push(Reverse((target.to.len(), other)));
            }
            let shares = row.to.iter().map(|&(v, c)| (v, c / pivot)).collect();
            columns.push(Column {
                node,
                pivot,
                shares,
            });
        }
        Some(Self { columns })
    }

    /// The number of entries off the diagonal.
    pub(crate) fn entries(&self) -> usize {
        self.columns.iter().map(|column| column.shares.len()).sum()
    }

    /// Solves in place; entries of the terminals are set to zero.
    pub fn solve(&self, x: &mut [f64]) {
        x[Circuit::P] = 0.0;
        x[Circuit::Q] = 0.0;
        for column in &self.columns {
            let value = x[column.node as usize];
            if value != 0.0 {
                for &(to, share) in &column.shares {
                    x[to as usize] += share * value;
                }
            }
        }
        for column in self.columns.iter().rev() {
            let through: f64 = column
                .shares
                .iter()
                .map(|&(to, share)| share * x[to as usize])
                .sum();
            x[column.node as usize] = x[column.node as usize] / column.pivot + through;
        }
    }
}

fn rows_of(circuit: &Circuit) -> Vec<Row> {
    (0..circuit.node_count())
        .map(|node| {
            let mut row = Row::default();
            let mut others: Vec<u32> = circuit.arms(node).iter().map(|arm| arm.to).collect();
            others.sort_unstable();
            for other in others {
                if other as usize <= Circuit::Q {
                    row.grounded += 1.0;
                } else if let Some(last) = row.to.last_mut().filter(|last| last.0 == other) {
                    last.1 += 1.0;
                } else {
                    row.to.push((other, 1.0));
                }
            }
            row
        })
        .collect()
}

/// The row of `target` after `gone` was eliminated: its star became a mesh.
fn meshed(
    old: &[(u32, f64)],
    star: &[(u32, f64)],
    gone: u32,
    target: u32,
    share: f64,
) -> Vec<(u32, f64)> {
    let mut merged = Vec::with_capacity(old.len() + star.len());
    let mut old = old.iter().filter(|entry| entry.0 != gone).peekable();
    let mut star = star.iter().filter(|entry| entry.0 != target).peekable();
    loop {
        match (old.peek(), star.peek()) {
            (Some(a), Some(b)) if a.0 == b.0 => {
                merged.push((a.0, a.1 + share * b.1));
                old.next();
                star.next();
            }
            (Some(&&a), Some(b)) if a.0 < b.0 => {
                merged.push(a);
                old.next();
            }
            (Some(&&a), None) => {
                merged.push(a);
                old.next();
            }
            (_, Some(b)) => {
                merged.push((b.0, share * b.1));
                star.next();
            }
            (None, None) => return merged,
        }
    }
}
