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

    /// Sums up the defects of clusters, and bounds the error of all currents by the defects and
    /// the `roots` of the nodes' distances from the terminals.
    #[inline(always)]
    pub(super) fn bound(&mut self, merged: &[u32], rep: &[u32], roots: &[f64]) {
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
        let mut sum = 0.0;
        for (slot, value) in &mut self.joint {
            let own = std::mem::take(&mut self.defect[size + *slot as usize]) as i64;
            *value = own + self.sums[*slot as usize].1;
            sum += value.unsigned_abs() as f64 * roots[*slot as usize];
        }
        let mut lanes = [0.0; 4];
        let defects = self.defect[size..size + nodes].chunks_exact(4);
        let weights = roots[..nodes].chunks_exact(4);
        let rest = defects.remainder().iter().zip(weights.remainder());
        sum += rest.map(|(defect, root)| defect.abs() * root).sum::<f64>();
        for (defect, root) in defects.zip(weights) {
            for lane in 0..4 {
                lanes[lane] += defect[lane].abs() * root[lane];
            }
        }
        self.bound = round_up(sum + lanes.iter().sum::<f64>());
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

/// A spanning forest from the terminals, for bounds on resistances. Its paths need not be shortest:
/// any path bounds the resistance of its end.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    /// The root of the length of every slot's path.
    pub roots: Vec<f64>,
    length: Vec<u32>,
    parent_edge: Vec<u32>,
    /// Whether the forest must be rebuilt.
    pub stale: bool,
}

impl Distances {
    /// To be computed.
    pub fn unknown() -> Self {
        Self {
            roots: Vec::new(),
            length: Vec::new(),
            parent_edge: Vec::new(),
            stale: true,
        }
    }

    /// A breadth-first forest over everything not cut. SHORT's edges count as one too, which
    /// can only make a bound larger.
    pub fn new(grid: &Grid, claims: &[Claim]) -> Self {
        let mut length = vec![NONE; grid.nodes + 2];
        let mut parent_edge = vec![NONE; grid.nodes + 2];
        let mut queue = Vec::with_capacity(grid.nodes + 2);
        queue.extend([grid.p(), grid.q()]);
        for &slot in &queue {
            length[slot as usize] = 0;
        }
        let mut at = 0;
        while at < queue.len() {
            let slot = queue[at];
            at += 1;
            for &edge in &grid.around[slot as usize] {
                let next = across(grid, edge, slot) as usize;
                if claims[edge as usize] != Claim::Cut && length[next] == NONE {
                    length[next] = length[slot as usize] + 1;
                    parent_edge[next] = edge;
                    queue.push(next as u32);
                }
            }
        }
        // What is out of reach has no current and no defect.
        let root = |&d: &u32| {
            if d == NONE { 0.0 } else { f64::from(d).sqrt() }
        };
        Self {
            roots: length.iter().map(root).collect(),
            length,
            parent_edge,
            stale: false,
        }
    }

    /// An edge was cut: its subtree is attached elsewhere, or the forest becomes stale.
    pub fn cut(&mut self, grid: &Grid, claims: &[Claim], edge: u32) {
        let of_forest = |&end: &u32| self.parent_edge.get(end as usize) == Some(&edge);
        let Some(child) = grid.ends[edge as usize].into_iter().find(of_forest) else {
            return;
        };
        let best = grid.around[child as usize]
            .iter()
            .filter(|&&other| claims[other as usize] != Claim::Cut)
            .map(|&other| (across(grid, other, child), other))
            .filter(|&(slot, _)| self.length[slot as usize] != NONE)
            .filter(|&(slot, _)| !self.hangs_on(grid, slot, child))
            .min_by_key(|&(slot, _)| self.length[slot as usize]);
        let Some((parent, by)) = best else {
            self.stale = true;
            return;
        };
        let more =
            i64::from(self.length[parent as usize]) + 1 - i64::from(self.length[child as usize]);
        self.parent_edge[child as usize] = by;
        let mut stack = vec![child];
        while let Some(slot) = stack.pop() {
            let length = i64::from(self.length[slot as usize]) + more;
            self.length[slot as usize] = length as u32;
            self.roots[slot as usize] = (length as f64).sqrt();
            for &edge in &grid.around[slot as usize] {
                let next = across(grid, edge, slot);
                if next != parent && self.parent_edge[next as usize] == edge {
                    stack.push(next);
                }
            }
        }
    }

    /// Whether the path of `slot` leads through `above`.
    fn hangs_on(&self, grid: &Grid, slot: u32, above: u32) -> bool {
        let mut at = slot;
        while at != above {
            match self.parent_edge[at as usize] {
                NONE => return false,
                edge => at = across(grid, edge, at),
            }
        }
        true
    }
}

/// The other end of an edge.
fn across(grid: &Grid, edge: u32, slot: u32) -> u32 {
    let [a, b] = grid.ends[edge as usize];
    if a == slot { b } else { a }
}
