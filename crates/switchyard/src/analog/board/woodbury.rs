//! A factored circuit, and the moves made since it was factored.

use super::dense::{add_rows, add_scaled, dot, padded, row_products};
use super::dissection::{Fronts, Grid};
use std::ops::Range;
use std::sync::Arc;

/// The factored circuit. Its vectors hold the columns of all fronts one after another, then P and Q: a slot's
/// number is at its [`Base::place`].
#[derive(Clone, Debug)]
pub struct Base {
    /// The factors.
    pub fronts: Fronts,
    /// The slot that stood for each slot's cluster when they were made.
    pub rep: Vec<u32>,
    descent: Descent,
    /// Inverse times right side, and the terminals' potentials.
    pub charged: Vec<f64>,
    /// The potentials.
    pub potentials: Vec<f64>,
}

/// The fronts laid out in the order in which they are passed, from the root of the dissection down: their own lists
/// are scattered over memory, and to find them took longer than the arithmetic.
#[derive(Clone, Debug, Default)]
struct Descent {
    /// The place of every slot's cluster.
    places: Vec<u32>,
    steps: Vec<Step>,
    /// The places of the boundaries of all steps.
    above: Vec<u32>,
}

/// One front of the descent.
#[derive(Clone, Debug)]
struct Step {
    /// The places of its columns, with what fills them up.
    own: Range<u32>,
    /// Its part of [`Descent::above`].
    above: Range<u32>,
    inverse: Arc<[f64]>,
    shares: Arc<[f64]>,
}

impl Step {
    fn own(&self) -> Range<usize> {
        self.own.start as usize..self.own.end as usize
    }
}

impl Descent {
    fn new(grid: &Grid, fronts: &Fronts, rep: &[u32]) -> Self {
        let terminal = |slot: usize| (grid.places + slot - grid.nodes) as u32;
        let mut places: Vec<u32> = (0..rep.len())
            .map(|slot| if slot < grid.nodes { 0 } else { terminal(slot) })
            .collect();
        for (node, tree) in grid.tree.iter().enumerate() {
            for (place, &slot) in (tree.start..).zip(&fronts.at(node).columns) {
                places[slot as usize] = place;
            }
        }
        for slot in 0..grid.nodes {
            places[slot] = places[rep[slot] as usize];
        }
        let (mut steps, mut above) = (Vec::with_capacity(grid.tree.len()), Vec::new());
        for (node, tree) in grid.tree.iter().enumerate().rev() {
            let front = fronts.at(node);
            let begin = above.len() as u32;
            above.extend(front.boundary.iter().map(|&slot| places[slot as usize]));
            steps.push(Step {
                own: tree.start..tree.start + padded(front.columns.len()) as u32,
                above: begin..above.len() as u32,
                inverse: Arc::clone(&front.inverse),
                shares: Arc::clone(&front.shares),
            });
        }
        Self {
            places,
            steps,
            above,
        }
    }
}

impl Base {
    /// From factors, and the slot that stands for each slot's cluster in them.
    pub fn new(grid: &Grid, fronts: Fronts, rep: Vec<u32>) -> Self {
        let mut base = Self {
            fronts,
            rep,
            descent: Descent::default(),
            charged: Vec::new(),
            potentials: Vec::new(),
        };
        base.settle(grid);
        base
    }

    /// Solves the circuit anew, after a change of the factors.
    #[inline(always)]
    pub fn settle(&mut self, grid: &Grid) {
        self.descent = Descent::new(grid, &self.fronts, &self.rep);
        self.charged.clear();
        self.charged.resize(grid.places + 2, 0.0);
        for (node, tree) in grid.tree.iter().enumerate() {
            let potential = &self.fronts.at(node).potential;
            self.charged[tree.start as usize..][..potential.len()].copy_from_slice(potential);
        }
        self.charged[grid.places] = 1.0;
        let mut x = self.charged.clone();
        self.descend(&mut x);
        self.potentials = x;
    }

    /// Where a slot's number is in a vector.
    #[inline(always)]
    pub fn place(&self, slot: u32) -> usize {
        self.descent.places[slot as usize] as usize
    }

    /// The places of all slots.
    #[inline(always)]
    pub fn places(&self) -> &[u32] {
        &self.descent.places
    }

    /// The step of a tree node.
    #[inline(always)]
    fn step(&self, node: usize) -> &Step {
        &self.descent.steps[self.descent.steps.len() - 1 - node]
    }

    /// The places of the boundary of a step.
    #[inline(always)]
    fn above(&self, step: &Step) -> &[u32] {
        &self.descent.above[step.above.start as usize..step.above.end as usize]
    }

    /// From the right side to what arrives of it at every front, in its place, and to the inverse times that.
    #[inline(always)]
    pub fn climb(&self, rhs: &mut [f64], charged: &mut [f64]) {
        let mut room = Vec::new();
        for step in self.descent.steps.iter().rev() {
            self.lift(step, rhs, &mut charged[step.own()], &mut room);
        }
    }

    /// One step of the climb: hands on what the columns' right side does to the boundary, and gives the inverse
    /// times it. `room` is used for the products.
    #[inline(always)]
    fn lift(&self, step: &Step, rhs: &mut [f64], charged: &mut [f64], room: &mut Vec<f64>) {
        charged.fill(0.0);
        let own = &rhs[step.own()];
        if own.iter().all(|&value| value == 0.0) {
            return;
        }
        let columns = step.inverse.len() / own.len();
        add_rows(charged, &step.inverse, &own[..columns]);
        row_products(&step.shares, own, room);
        for (&place, &product) in self.above(step).iter().zip(&*room) {
            rhs[place as usize] += product;
        }
    }

    /// From inverse times right side to the potentials, from the root down. O(M² log M).
    #[inline(always)]
    pub fn descend(&self, x: &mut [f64]) {
        let mut above = Vec::new();
        for step in &self.descent.steps {
            above.clear();
            above.extend(self.above(step).iter().map(|&place| x[place as usize]));
            add_rows(&mut x[step.own()], &step.shares, &above);
        }
    }

    /// G's share of an edge, and the edge's own vector on the same path. `scratch` has room for all places and is
    /// all zero, before and after.
    #[inline(always)]
    pub fn change(&self, grid: &Grid, ends: [u32; 2], scratch: &mut [f64]) -> (Change, Own) {
        scratch[self.place(ends[0])] += 1.0;
        scratch[self.place(ends[1])] -= 1.0;
        // Two paths that meet; lower tree nodes first.
        let mut heads: Vec<u32> = ends
            .iter()
            .filter_map(|&slot| grid.home.get(slot as usize).copied())
            .collect();
        let (mut way, mut values, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let mut room = Vec::new();
        while let Some(&node) = heads.iter().min() {
            let step = self.step(node as usize);
            let begin = values.len();
            way.push((node, begin as u32));
            values.resize(begin + step.own().len(), 0.0);
            self.lift(step, scratch, &mut values[begin..], &mut room);
            own.extend_from_slice(&scratch[step.own()]);
            scratch[step.own()].fill(0.0);
            let parent = grid.tree[node as usize].parent;
            heads.retain(|&head| head != node);
            if parent != node && !heads.contains(&parent) {
                heads.push(parent);
            }
        }
        scratch[grid.places..].fill(0.0);
        let own = Own {
            way: way.clone(),
            values: own,
        };
        (Change { ends, way, values }, own)
    }
}

/// A changed edge: G's share of it on the path from its slots to the root.
#[derive(Clone, Debug)]
pub struct Change {
    /// The clusters that it joined when the circuit was factored.
    pub ends: [u32; 2],
    /// (tree node, where its values begin)
    way: Vec<(u32, u32)>,
    values: Vec<f64>,
}

impl Change {
    /// bᵀ G r, for a right side r that has arrived at every front: the potential difference that it makes at the edge.
    #[inline(always)]
    pub fn drop(&self, grid: &Grid, arrived: &[f64]) -> f64 {
        let mut end = self.values.len();
        let mut sum = 0.0;
        for &(node, begin) in self.way.iter().rev() {
            let values = &self.values[begin as usize..end];
            end = begin as usize;
            let start = grid.tree[node as usize].start as usize;
            sum += dot(values, &arrived[start..start + values.len()]);
        }
        sum
    }
}

/// An edge's vector as it arrives at each front on its path.
pub struct Own {
    way: Vec<(u32, u32)>,
    values: Vec<f64>,
}

impl Own {
    /// bᵀ G b′ for another change: a sum over the fronts that both pass.
    #[inline(always)]
    pub fn dot(&self, other: &Change) -> f64 {
        let (mut i, mut j) = (self.way.len(), other.way.len());
        let (mut i_end, mut j_end) = (self.values.len(), other.values.len());
        let mut sum = 0.0;
        // From the root down; both paths are sorted.
        while i > 0 && j > 0 {
            let (a, a_at) = self.way[i - 1];
            let (b, b_at) = other.way[j - 1];
            if a == b {
                sum += dot(
                    &self.values[a_at as usize..i_end],
                    &other.values[b_at as usize..j_end],
                );
            }
            if a >= b {
                i -= 1;
                i_end = a_at as usize;
            }
            if b >= a {
                j -= 1;
                j_end = b_at as usize;
            }
        }
        sum
    }
}

/// The moves since the circuit was factored.
#[derive(Clone, Debug, Default)]
pub struct Since {
    /// The edges changed.
    pub changes: Vec<Change>,
    /// What flows through each: see [`super::engine`].
    pub alpha: Vec<f64>,
    /// The inverse of Δ + BᵀGB, `changes.len()` rows of `stride`.
    inverse: Vec<f64>,
    stride: usize,
}

impl Since {
    /// No moves, with capacity for `stride` of them.
    pub fn with_room(stride: usize) -> Self {
        Self {
            stride,
            ..Self::default()
        }
    }

    /// The inverse times a vector.
    #[inline(always)]
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..vector.len())
            .map(|i| dot(&self.inverse[i * self.stride..][..vector.len()], vector))
            .collect()
    }

    /// Borders the inverse with a new row: `h` is the inverse times the coupling, `schur` what is
    /// left of the diagonal, `beta` the new α.
    #[inline(always)]
    pub fn grow(&mut self, change: Change, h: &[f64], schur: f64, beta: f64) {
        let count = h.len();
        self.inverse.resize(self.stride * self.stride, 0.0);
        let scale = 1.0 / schur;
        for (i, &hi) in h.iter().enumerate() {
            let row = &mut self.inverse[i * self.stride..][..=count];
            add_scaled(&mut row[..count], h, hi * scale);
            row[count] = -hi * scale;
            self.alpha[i] -= hi * beta;
        }
        let last = &mut self.inverse[count * self.stride..][..=count];
        for (value, &hi) in last.iter_mut().zip(h) {
            *value = -hi * scale;
        }
        last[count] = scale;
        self.alpha.push(beta);
        self.changes.push(change);
    }

    /// Subtracts G B α, front by front.
    #[inline(always)]
    pub fn subtract(&self, grid: &Grid, alpha: &[f64], charged: &mut [f64]) {
        for (change, &factor) in self.changes.iter().zip(alpha) {
            let mut end = change.values.len();
            for &(node, begin) in change.way.iter().rev() {
                let values = &change.values[begin as usize..end];
                end = begin as usize;
                let start = grid.tree[node as usize].start as usize;
                add_scaled(&mut charged[start..start + values.len()], values, -factor);
            }
        }
    }
}
