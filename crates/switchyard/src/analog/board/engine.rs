//! The circuit of an M-board in play, fast: a factorisation and the moves made since.
//!
//! Each move changes one conductance: CUT's from one to zero, SHORT's from one to infinity. With
//! b the edge's incidence vector, G = L⁻¹ of the factored circuit and B the vectors of all moves
//! since, the potentials are x = G(f − Bα), (Δ + BᵀGB) α = BᵀGf, where Δ is −1 for CUT's moves and
//! 0 for SHORT's (Sherman–Morrison–Woodbury; Δ is the inverse of the change). The inverse of that
//! small matrix grows by one row per move. After some moves the fronts above the moves are
//! eliminated again.
//!
//! Nothing here is trusted: [`Engine::measure`] rounds the potentials and computes the exact defect
//! and the bound that follows from it, see [`crate::analog::lifting`].

use super::certify::{Measure, distance_roots, longest_root};
use super::dense::dot;
use super::dissection::{Clusters, Fronts, Grid};
use super::woodbury::{Base, Since};
use crate::analog::lifting::System;
use crate::analog::rounding::round_up;
use crate::bridgit::Board;
use crate::ds::union_find::UnionFind;
use crate::graph::EdgeId;
use crate::switching::{Claim, Side};
use std::sync::Arc;

/// Calls the first where the processor has the registers that it is compiled for, the second elsewhere.
macro_rules! widest {
    ($wide:expr, $plain:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been found to have the instructions.
            #[allow(unsafe_code, reason = "halves the time of a move on large boards")]
            return unsafe { $wide };
        }
        $plain
    }};
}

/// The number of moves after which fronts are eliminated again.
fn patience(size: usize) -> usize {
    16 + size / 2
}

/// A board in play, with its circuit.
#[derive(Clone, Debug)]
pub struct Engine {
    grid: Arc<Grid>,
    /// The representative of each slot's cluster, and the ring of its members.
    rep: Vec<u32>,
    ring: Vec<u32>,
    /// The slots that are not their cluster's.
    merged: Vec<u32>,
    alive: Vec<bool>,
    /// The same as 1 and 0.
    weight: Vec<f64>,
    /// The edges left, in no order, and the place of each in that list.
    left: Vec<u32>,
    place: Vec<u32>,
    claims: Vec<Claim>,
    moves: usize,
    /// CUT's edges on the dual board.
    dual: Arc<Vec<[u32; 2]>>,
    fences: UnionFind,
    winner: Option<Side>,
    base: Base,
    since: Since,
    /// The roots of the slots' distances from the terminals, as of [`Engine::sharpen`].
    roots: Vec<f64>,
    /// Room, all zero.
    scratch: Vec<f64>,
}

impl Engine {
    /// The empty board.
    pub fn new(board: &Board) -> Self {
        let grid = Arc::new(Grid::new(board));
        let (slots, edges) = (grid.nodes + 2, grid.ends.len());
        let rep: Vec<u32> = (0..slots as u32).collect();
        let alive = vec![true; edges];
        let clusters = Clusters {
            rep: &rep,
            alive: &alive,
            next: &rep,
        };
        let fronts = Fronts::new(&grid, &clusters);
        let dual_network = board.dual_network();
        let dual_graph = dual_network.graph();
        let dual = dual_graph
            .edges()
            .map(|edge| dual_graph.ends(edge).map(|end| end.index() as u32))
            .collect();
        Self {
            ring: rep.clone(),
            merged: Vec::new(),
            left: (0..edges as u32).collect(),
            place: (0..edges as u32).collect(),
            claims: vec![Claim::Free; edges],
            roots: Vec::new(),
            moves: 0,
            dual: Arc::new(dual),
            fences: UnionFind::new(dual_graph.vertex_count()),
            winner: None,
            base: Base::new(&grid, fronts, rep.clone()),
            since: Since::with_room(patience(grid.size)),
            weight: vec![1.0; edges],
            scratch: vec![0.0; grid.places + 2],
            alive,
            rep,
            grid,
        }
    }

    /// The dissected grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Who has won, if anybody has.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The state of every edge.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The edges not played, in no order.
    pub fn left(&self) -> &[u32] {
        &self.left
    }

    /// The clusters at the two ends of an edge.
    pub fn clusters_of(&self, edge: u32) -> [u32; 2] {
        self.grid.ends[edge as usize].map(|slot| self.rep[slot as usize])
    }

    /// The edges left that leave a cluster, in no order.
    pub fn leaving(&self, cluster: u32) -> impl Iterator<Item = u32> + '_ {
        let step =
            move |&slot: &u32| Some(self.ring[slot as usize]).filter(|&next| next != cluster);
        let members = std::iter::successors(Some(cluster), step);
        let edges = members.flat_map(|slot| self.grid.around[slot as usize].iter().copied());
        edges.filter(|&edge| {
            let [a, b] = self.clusters_of(edge);
            self.alive[edge as usize] && a != b
        })
    }

    /// Makes a move. The caller knows that the edge is free and the game not over.
    pub fn play(&mut self, side: Side, edge: EdgeId) {
        widest!(self.play_wide(side, edge), self.play_plain(side, edge));
    }

    /// The same, compiled for wider registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn play_wide(&mut self, side: Side, edge: EdgeId) {
        self.play_plain(side, edge);
    }

    #[inline(always)]
    fn play_plain(&mut self, side: Side, edge: EdgeId) {
        let index = edge.index();
        debug_assert!(self.alive[index] && self.winner.is_none());
        self.moves += 1;
        self.claims[index] = side.into();
        self.take_out(index);
        if side == Side::Cut {
            let [a, b] = self.dual[index];
            self.fences.union(a as usize, b as usize);
            let last = self.grid.nodes + 1;
            if self.fences.same(0, last) {
                self.winner = Some(Side::Cut);
                return;
            }
        }
        let [a, b] = self.clusters_of(edge.index() as u32);
        let spans = a != b;
        if side == Side::Short && spans {
            let terminals = [self.grid.p(), self.grid.q()];
            if terminals.contains(&a) && terminals.contains(&b) {
                self.winner = Some(Side::Short);
                return;
            }
            self.merge(a, b);
        }
        self.roots.clear();
        if spans {
            let room = self.since.changes.len() < patience(self.grid.size);
            if !(room && self.change(side, index)) {
                self.refactor(Some(index));
            }
        }
    }

    fn take_out(&mut self, edge: usize) {
        self.alive[edge] = false;
        self.weight[edge] = 0.0;
        let place = self.place[edge] as usize;
        self.left.swap_remove(place);
        if let Some(&moved) = self.left.get(place) {
            self.place[moved as usize] = place as u32;
        }
    }

    /// Joins two clusters; the one nearer the root represents both.
    fn merge(&mut self, a: u32, b: u32) {
        let (keep, lose) = if self.grid.rank(a) >= self.grid.rank(b) {
            (a, b)
        } else {
            (b, a)
        };
        let mut slot = lose;
        loop {
            self.rep[slot as usize] = keep;
            slot = self.ring[slot as usize];
            if slot == lose {
                break;
            }
        }
        self.ring.swap(keep as usize, lose as usize);
        self.merged.push(lose);
    }

    /// The change of one edge on top of the factors; `false` when that would lose precision.
    #[inline(always)]
    fn change(&mut self, side: Side, edge: usize) -> bool {
        let ends = self.grid.ends[edge].map(|slot| self.base.rep[slot as usize]);
        let (change, own) = self.base.change(&self.grid, ends, &mut self.scratch);
        let since = &self.since;
        let coupling: Vec<f64> = since.changes.iter().map(|other| own.dot(other)).collect();
        let delta = match side {
            Side::Short => 0.0,
            Side::Cut => -1.0,
        };
        let [a, b] = ends.map(|slot| self.base.potentials[self.base.place(slot)]);
        let drop = a - b;
        let h = since.times(&coupling);
        let schur = own.dot(&change) + delta - dot(&coupling, &h);
        if schur.abs() < 1e-3 {
            return false;
        }
        let beta = (drop - dot(&coupling, &since.alpha)) / schur;
        self.since.grow(change, &h, schur, beta);
        true
    }

    /// Takes all changes into the factors: for when precision has suffered.
    pub fn renew(&mut self) {
        self.refactor(None);
    }

    /// Takes all changes, and that of `edge`, into the factors.
    #[inline(always)]
    fn refactor(&mut self, edge: Option<usize>) {
        let mut dirty = vec![false; self.grid.tree.len()];
        let mut mark = |slot: u32| {
            if let Some(&home) = self.grid.home.get(slot as usize) {
                dirty[home as usize] = true;
            }
        };
        let last = edge.map(|edge| self.grid.ends[edge].map(|slot| self.base.rep[slot as usize]));
        let changes = self.since.changes.iter().map(|change| change.ends);
        for slot in changes.chain(last).flatten() {
            mark(slot);
            mark(self.rep[slot as usize]);
        }
        let clusters = Clusters {
            rep: &self.rep,
            alive: &self.alive,
            next: &self.ring,
        };
        self.base.fronts.refresh(&self.grid, &clusters, &mut dirty);
        self.base.rep.clone_from(&self.rep);
        self.base.settle(&self.grid);
        self.since = Since::with_room(patience(self.grid.size));
    }

    /// The potentials, rounded, with their exact defect and the bound that follows.
    pub fn measure(&self, measure: &mut Measure) {
        widest!(self.measure_wide(measure), self.measure_plain(measure));
    }

    /// The same, compiled for wider registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn measure_wide(&self, measure: &mut Measure) {
        self.measure_plain(measure);
    }

    #[inline(always)]
    fn measure_plain(&self, measure: &mut Measure) {
        if self.since.changes.is_empty() {
            measure.x.clone_from(&self.base.potentials);
        } else {
            measure.x.clone_from(&self.base.charged);
            self.since
                .subtract(&self.grid, &self.since.alpha, &mut measure.x);
            self.base.descend(&mut measure.x);
        }
        measure.round(&self.grid, self.base.places(), &self.merged, &self.rep);
        measure.weigh(&self.weight);
        measure.join(&self.merged, &self.rep);
        measure.bound_roughly();
    }

    /// Computes the bound of a measurement again, from the distances of all nodes. That takes as long as the
    /// measurement, and few decisions need it.
    pub fn sharpen(&mut self, measure: &mut Measure) {
        if self.roots.is_empty() {
            self.roots = distance_roots(&self.grid, &self.claims);
        }
        measure.bound_by(&self.roots);
    }

    /// The same as [`System::solve`], compiled for wider registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn solve_wide(&self, x: &mut [f64]) {
        self.solve_plain(x);
    }

    #[inline(always)]
    fn solve_plain(&self, x: &mut [f64]) {
        let mut arrived = vec![0.0; self.grid.places + 2];
        for (&value, &place) in x.iter().zip(self.base.places()) {
            arrived[place as usize] += value;
        }
        let mut potentials = vec![0.0; self.grid.places + 2];
        self.base.climb(&mut arrived, &mut potentials);
        let changes = self.since.changes.iter();
        let drops: Vec<f64> = changes
            .map(|change| change.drop(&self.grid, &arrived))
            .collect();
        let alpha = self.since.times(&drops);
        self.since.subtract(&self.grid, &alpha, &mut potentials);
        self.base.descend(&mut potentials);
        for (value, &rep) in x.iter_mut().zip(&self.rep) {
            *value = potentials[self.base.place(rep)];
        }
    }

    /// Gathers the defects of a cluster's members; terminals have none.
    fn fold(&self, residual: &mut [i64]) {
        for &slot in &self.merged {
            residual[self.rep[slot as usize] as usize] += residual[slot as usize];
            residual[slot as usize] = 0;
        }
        residual[self.grid.p() as usize] = 0;
        residual[self.grid.q() as usize] = 0;
    }

    /// A bound on the binary logarithm of the determinant: the product of the diagonal.
    pub fn determinant_bits(&self) -> f64 {
        let mut degree = vec![0_u32; self.grid.nodes + 2];
        for &edge in &self.left {
            let [a, b] = self.clusters_of(edge);
            if a != b {
                degree[a as usize] += 1;
                degree[b as usize] += 1;
            }
        }
        let nodes = &degree[..self.grid.nodes];
        let bits: f64 = nodes.iter().map(|&d| f64::from(d.max(1)).log2()).sum();
        bits + 1.0
    }
}

impl System for Engine {
    fn len(&self) -> usize {
        self.grid.nodes + 2
    }

    fn charge(&self) -> Vec<i64> {
        let mut charge = vec![0; self.len()];
        for &edge in &self.left {
            let [a, b] = self.clusters_of(edge);
            if a == self.grid.p() {
                charge[b as usize] += 1;
            } else if b == self.grid.p() {
                charge[a as usize] += 1;
            }
        }
        self.fold(&mut charge);
        charge
    }

    fn solve(&self, x: &mut [f64]) {
        widest!(self.solve_wide(x), self.solve_plain(x));
    }

    fn subtract_product(&self, x: &[i64], residual: &mut [i64]) {
        for &edge in &self.left {
            let [a, b] = self.grid.ends[edge as usize];
            let flow = x[a as usize] - x[b as usize];
            residual[a as usize] -= flow;
            residual[b as usize] += flow;
        }
        self.fold(residual);
    }

    fn defect_bound(&self, residual: &[i64]) -> f64 {
        let sizes = residual.iter().map(|r| r.unsigned_abs() as f64);
        let sum: f64 = match &self.roots[..] {
            [] => sizes.sum::<f64>() * longest_root(self.grid.nodes),
            roots => sizes.zip(roots).map(|(size, root)| size * root).sum(),
        };
        round_up(sum)
    }

    fn max_degree(&self) -> usize {
        // A cluster has at most all edges; the digits must leave room for their sum.
        4 * self.grid.size
    }
}
