//! Rounded potentials of an M-board, the exact defect of Kirchhoff's law, and the largest currents.
//!
//! All values are whole numbers below 2⁵³ held in floating point, where their sums and differences
//! are exact: a potential is at most 2⁵⁰ units, and a node of the grid has four edges. (What a
//! cluster's nodes add up to is summed in 64-bit integers.) So this pass, which must look at every
//! edge in every position, runs on whole rows of the board at a time.

use super::dense::{larger, smaller};
use super::dissection::Grid;
use crate::analog::rounding::round_up;
use crate::ds::NONE;
use crate::switching::Claim;

/// The potentials are whole multiples of 2^−BITS.
pub const BITS: u32 = 50;

/// The potential of P.
const VOLT: f64 = (1_u64 << BITS) as f64;

/// The certified state of the circuit.
#[derive(Clone, Debug, Default)]
pub struct Measure {
    size: usize,
    /// Potentials in units of 2^−[`BITS`]: a row of P, the grid's rows, a row of Q.
    volts: Vec<f64>,
    /// The defect at every node of the grid, in the same places; clusters are in `joint`.
    defect: Vec<f64>,
    /// The defect of clusters of more than one node.
    joint: Vec<(u32, i64)>,
    /// Sums of clusters, with the round in which they were begun.
    sums: Vec<(u64, i64)>,
    round: u64,
    flow: Vec<f64>,
    /// No current is off by more than this, in the same units.
    pub bound: f64,
    /// The most current found, and the most of any other edge.
    pub top: [i64; 2],
    /// The edge with the most.
    pub leader: u32,
    /// Room for the solution.
    pub(super) x: Vec<f64>,
}

impl Measure {
    /// The potential of a slot.
    #[inline]
    pub fn volt(&self, slot: u32) -> i64 {
        let slot = slot as usize;
        let nodes = self.volts.len() - 2 * self.size;
        match self.volts.get(self.size + slot) {
            Some(&volt) if slot < nodes => volt as i64,
            _ if slot == nodes => VOLT as i64,
            _ => 0,
        }
    }

    /// The potential difference between two slots.
    #[inline]
    pub fn drop(&self, ends: [u32; 2]) -> i64 {
        self.volt(ends[0]) - self.volt(ends[1])
    }

    /// The defect of every cluster, at its slot.
    pub fn residual(&self) -> Vec<i64> {
        let nodes = self.volts.len() - 2 * self.size;
        let grid = &self.defect[self.size..self.size + nodes];
        let mut residual: Vec<i64> = grid.iter().map(|&r| r as i64).collect();
        residual.extend([0, 0]);
        for &(slot, value) in &self.joint {
            residual[slot as usize] = value;
        }
        residual
    }

    /// Rounds the solution `x`, where each slot has its place; members of a cluster get its slot's value.
    #[inline(always)]
    pub(super) fn round(&mut self, grid: &Grid, places: &[u32], merged: &[u32], rep: &[u32]) {
        // Adding 1.5·2⁵² leaves no bits behind the point.
        const MAGIC: f64 = 6_755_399_441_055_744.0;
        self.size = grid.size;
        self.volts.resize(grid.nodes + 2 * grid.size, 0.0);
        let size = self.size;
        self.volts[..size].fill(VOLT);
        for x in &mut self.x {
            // True potentials lie between the terminals'. What is no number becomes 0 and fails.
            let inside = smaller(larger(*x, 0.0), 1.0);
            *x = (inside * VOLT + MAGIC) - MAGIC;
        }
        for (volt, &place) in self.volts[size..].iter_mut().zip(&places[..grid.nodes]) {
            *volt = self.x[place as usize];
        }
        self.volts[size + grid.nodes..].fill(0.0);
        for &slot in merged {
            let value = self.volt(rep[slot as usize]) as f64;
            self.volts[size + slot as usize] = value;
        }
    }

    /// Defect and currents of the rounded potentials. `alive` is 1 for edges not played, 0 for
    /// others.
    #[inline(always)]
    pub(super) fn weigh(&mut self, alive: &[f64]) {
        let size = self.size;
        self.defect.clear();
        self.defect.resize(self.volts.len(), 0.0);
        self.flow.resize(size, 0.0);
        // The rows with the most current, and the most in the next.
        let mut best = (0.0, 0);
        let mut next = 0.0;
        let mut take = |most: f64, start: usize| {
            if most > best.0 {
                (next, best) = (best.0, (most, start));
            } else {
                next = larger(next, most);
            }
        };
        for row in 0..size {
            let start = row * (2 * size - 1);
            let (above, below) = self.volts[row * size..(row + 2) * size].split_at(size);
            let (out, into) = self.defect[row * size..(row + 2) * size].split_at_mut(size);
            let flow = &mut self.flow[..];
            take(
                flows(above, below, &alive[start..start + size], flow),
                start,
            );
            subtract(out, flow);
            add(into, flow);
            if row + 1 < size {
                let start = start + size;
                let across = &alive[start..start + size - 1];
                let flow = &mut flow[..size - 1];
                take(flows(&below[..size - 1], &below[1..], across, flow), start);
                subtract(&mut into[..size - 1], flow);
                add(&mut into[1..], flow);
            }
        }
        self.rank(best.1, next, alive);
    }

    /// Finds the two largest currents, and the edge with the most: in the row of edges that starts here, but for the
    /// most in any other row.
    fn rank(&mut self, start: usize, elsewhere: f64, alive: &[f64]) {
        let size = self.size;
        let (row, rest) = (start / (2 * size - 1), start % (2 * size - 1));
        let (count, first, second) = if rest == 0 {
            (size, row * size, (row + 1) * size)
        } else {
            (size - 1, (row + 1) * size, (row + 1) * size + 1)
        };
        let (mut most, mut next, mut leader) = (0.0, elsewhere, 0);
        for i in 0..count {
            let drop = self.volts[first + i] - self.volts[second + i];
            let current = (drop * alive[start + i]).abs();
            if current > most {
                (next, most, leader) = (larger(next, most), current, i);
            } else {
                next = larger(next, current);
            }
        }
        self.top = [most as i64, next as i64];
        self.leader = (start + leader) as u32;
    }

    /// Sums up the defects of clusters.
    #[inline(always)]
    pub(super) fn join(&mut self, merged: &[u32], rep: &[u32]) {
        let size = self.size;
        let nodes = self.volts.len() - 2 * size;
        self.sums.resize(nodes + 2, (0, 0));
        self.round += 1;
        self.joint.clear();
        for &slot in merged {
            let to = rep[slot as usize] as usize;
            let (round, sum) = &mut self.sums[to];
            if *round != self.round {
                (*round, *sum) = (self.round, 0);
                if to < nodes {
                    self.joint.push((to as u32, 0));
                }
            }
            *sum += std::mem::take(&mut self.defect[size + slot as usize]) as i64;
        }
        for (slot, value) in &mut self.joint {
            let own = std::mem::take(&mut self.defect[size + *slot as usize]) as i64;
            *value = own + self.sums[*slot as usize].1;
        }
    }

    /// Bounds the error of all currents by the defects, whatever the paths to the terminals.
    #[inline(always)]
    pub(super) fn bound_roughly(&mut self) {
        let nodes = self.volts.len() - 2 * self.size;
        let joint = self.joint.iter();
        let mut sum: f64 = joint.map(|(_, value)| value.unsigned_abs() as f64).sum();
        let mut lanes = [0.0; 4];
        let defects = self.defect[self.size..self.size + nodes].chunks_exact(4);
        sum += defects.remainder().iter().map(|r| r.abs()).sum::<f64>();
        for defect in defects {
            for lane in 0..4 {
                lanes[lane] += defect[lane].abs();
            }
        }
        sum += lanes.iter().sum::<f64>();
        self.bound = round_up(sum * longest_root(nodes));
    }

    /// The same by the `roots` of the nodes' distances from the terminals.
    pub(super) fn bound_by(&mut self, roots: &[f64]) {
        let joint = self.joint.iter();
        let joint = joint.map(|&(slot, value)| value.unsigned_abs() as f64 * roots[slot as usize]);
        let single = self.defect[self.size..].iter().zip(roots);
        let sum: f64 = joint.chain(single.map(|(r, root)| r.abs() * root)).sum();
        self.bound = round_up(sum);
    }
}

#[inline(always)]
fn subtract(from: &mut [f64], what: &[f64]) {
    for (value, &part) in from.iter_mut().zip(what) {
        *value -= part;
    }
}

#[inline(always)]
fn add(to: &mut [f64], what: &[f64]) {
    for (value, &part) in to.iter_mut().zip(what) {
        *value += part;
    }
}

/// Writes the flows of a row of edges, and returns the largest current in it.
#[inline(always)]
fn flows(from: &[f64], to: &[f64], alive: &[f64], flow: &mut [f64]) -> f64 {
    let mut most = [0.0; 8];
    let whole = flow.len() - flow.len() % most.len();
    let (pieces, rest) = flow.split_at_mut(whole);
    for (at, piece) in pieces.chunks_exact_mut(most.len()).enumerate() {
        let at = at * most.len();
        let (from, to) = (&from[at..at + most.len()], &to[at..at + most.len()]);
        let alive = &alive[at..at + most.len()];
        for lane in 0..most.len() {
            piece[lane] = (from[lane] - to[lane]) * alive[lane];
            most[lane] = larger(most[lane], piece[lane].abs());
        }
    }
    let ends = from[whole..].iter().zip(&to[whole..]);
    for ((flow, (&from, &to)), &alive) in rest.iter_mut().zip(ends).zip(&alive[whole..]) {
        *flow = (from - to) * alive;
        most[0] = larger(most[0], flow.abs());
    }
    most.into_iter().fold(0.0, larger)
}

/// The root of the longest distance that there can be: no path is longer than the number of nodes.
pub(super) fn longest_root(nodes: usize) -> f64 {
    (nodes as f64).sqrt()
}

/// The root of every slot's distance from the terminals, which bounds its resistance to them; 0 for slots out of
/// reach, where there is no current and no defect. SHORT's edges count as one too, which can only make a bound larger.
pub(super) fn distance_roots(grid: &Grid, claims: &[Claim]) -> Vec<f64> {
    let mut lengths = vec![NONE; grid.nodes + 2];
    let mut queue = Vec::with_capacity(grid.nodes + 2);
    queue.extend([grid.p(), grid.q()]);
    for &slot in &queue {
        lengths[slot as usize] = 0;
    }
    let mut at = 0;
    while let Some(&slot) = queue.get(at) {
        at += 1;
        for &edge in &grid.around[slot as usize] {
            let [a, b] = grid.ends[edge as usize];
            let next = if a == slot { b } else { a };
            if claims[edge as usize] != Claim::Cut && lengths[next as usize] == NONE {
                lengths[next as usize] = lengths[slot as usize] + 1;
                queue.push(next);
            }
        }
    }
    let root = |&length: &u32| match length {
        NONE => 0.0,
        _ => f64::from(length).sqrt(),
    };
    lengths.iter().map(root).collect()
}
