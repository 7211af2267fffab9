//! The circuit of an M-board in play, fast: a factorisation and the moves made since.
//!
//! Each move changes one conductance: CUT's from one to zero, SHORT's from one to infinity. With
//! b the edge's incidence vector, G = L⁻¹ of the factored circuit and B the vectors of all moves
//! since, the potentials are x = G(f − Bα), (Δ + BᵀGB) α = BᵀGf, where Δ is −1 for CUT's moves and
//! 0 for SHORT's (Sherman–Morrison–Woodbury; Δ is the inverse of the change). The inverse of that
//! small matrix grows by a row a move. After some moves the fronts above the moves are
//! eliminated anew.
//!
//! Nothing here is trusted: [`Engine::measure`] rounds the potentials and computes the exact defect
//! and the bound that follows from it, see [`super::lifting`].

use super::dissection::{Clusters, Fronts, Grid};
use super::lifting::{System, round_up};
use crate::bridgit::Board;
use crate::graph::EdgeId;
use crate::switching::{Claim, Side};
use crate::union_find::UnionFind;
use std::sync::Arc;

/// The potentials are whole multiples of 2^−BITS.
pub const BITS: u32 = 50;

/// A board in play, with its circuit.
#[derive(Clone, Debug)]
pub struct Engine {
    grid: Arc<Grid>,
    /// The slot that stands for each slot's cluster, and the ring of its members.
    rep: Vec<u32>,
    ring: Vec<u32>,
    /// The slots that are not their cluster's.
    merged: Vec<u32>,
    alive: Vec<bool>,
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
    far: Distances,
}

/// The factored circuit.
#[derive(Clone, Debug)]
struct Base {
    fronts: Fronts,
    rep: Vec<u32>,
    /// For every tree node the slots whose value is another slot's.
    aliases: Vec<Vec<u32>>,
    /// Right side times inverse, in the order of the fronts' columns.
    charged: Vec<f64>,
    potentials: Vec<f64>,
}

/// The moves since then.
#[derive(Clone, Debug, Default)]
struct Since {
    changes: Vec<Change>,
    /// The inverse of Δ + BᵀGB, `changes.len()` rows of `stride`.
    inverse: Vec<f64>,
    stride: usize,
    alpha: Vec<f64>,
}

/// A changed edge: G's share of it on the way from its slots to the root.
#[derive(Clone, Debug)]
struct Change {
    ends: [u32; 2],
    /// (tree node, where its values begin)
    way: Vec<(u32, u32)>,
    values: Vec<f64>,
}

/// A spanning forest from the terminals, for bounds on resistances.
#[derive(Clone, Debug)]
struct Distances {
    roots: Vec<f64>,
    parent_edge: Vec<u32>,
    /// Whether an edge of the forest was cut.
    stale: bool,
}

/// The certified state of the circuit.
#[derive(Clone, Debug, Default)]
pub struct Measure {
    /// Potentials in units of 2^−[`BITS`], for every slot.
    pub volts: Vec<i64>,
    /// Their exact defect, for every cluster.
    pub residual: Vec<i64>,
    /// No current is off by more than this, in the same units.
    pub bound: f64,
    /// The most current found, and the most of any other edge.
    pub top: [i64; 2],
    /// The edge with the most.
    pub leader: u32,
    x: Vec<f64>,
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
        let mut engine = Self {
            ring: rep.clone(),
            merged: Vec::new(),
            left: (0..edges as u32).collect(),
            place: (0..edges as u32).collect(),
            claims: vec![Claim::Free; edges],
            moves: 0,
            dual: Arc::new(dual),
            fences: UnionFind::new(dual_graph.vertex_count()),
            winner: None,
            base: Base {
                fronts,
                rep: rep.clone(),
                aliases: vec![Vec::new(); grid.tree.len()],
                charged: Vec::new(),
                potentials: Vec::new(),
            },
            since: Since::default(),
            far: Distances {
                roots: Vec::new(),
                parent_edge: Vec::new(),
                stale: true,
            },
            alive,
            rep,
            grid,
        };
        engine.settle();
        engine
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

    /// The number of moves after which fronts are eliminated anew.
    fn patience(&self) -> usize {
        16 + self.grid.size / 2
    }

    /// Makes a move. The caller knows that the edge is free and the game not over.
    pub fn play(&mut self, side: Side, edge: EdgeId) {
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
        if side == Side::Cut {
            self.far.cut(index as u32, self.grid.ends[index]);
        }
        if spans {
            let room = self.since.changes.len() < self.patience();
            if !(room && self.change(side, index)) {
                self.refactor(Some(index));
            }
        }
    }

    fn take_out(&mut self, edge: usize) {
        self.alive[edge] = false;
        let place = self.place[edge] as usize;
        self.left.swap_remove(place);
        if let Some(&moved) = self.left.get(place) {
            self.place[moved as usize] = place as u32;
        }
    }

    /// Joins two clusters; the one nearer the root stands for both.
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
    fn change(&mut self, side: Side, edge: usize) -> bool {
        let ends = self.grid.ends[edge].map(|slot| self.base.rep[slot as usize]);
        let (change, own) = self.base.change(&self.grid, ends);
        let count = self.since.changes.len();
        let coupling: Vec<f64> = self
            .since
            .changes
            .iter()
            .map(|other| own.dot(other))
            .collect();
        let delta = match side {
            Side::Short => 0.0,
            Side::Cut => -1.0,
        };
        let diagonal = own.dot(&change) + delta;
        let drop = |ends: [u32; 2]| {
            self.base.potentials[ends[0] as usize] - self.base.potentials[ends[1] as usize]
        };
        let h: Vec<f64> = (0..count)
            .map(|i| {
                dot(
                    &self.since.inverse[i * self.since.stride..][..count],
                    &coupling,
                )
            })
            .collect();
        let schur = diagonal - dot(&coupling, &h);
        if schur.abs() < 1e-3 {
            return false;
        }
        let beta = (drop(ends) - dot(&coupling, &self.since.alpha)) / schur;
        self.since.grow(self.grid.size, &h, schur, beta);
        self.since.changes.push(change);
        true
    }

    /// Takes all changes into the factors: for when precision has suffered.
    pub fn renew(&mut self) {
        self.refactor(None);
    }

    /// Takes all changes, and that of `edge`, into the factors.
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
        for aliases in &mut self.base.aliases {
            aliases.clear();
        }
        for &slot in &self.merged {
            if let Some(&home) = self.grid.home.get(slot as usize) {
                self.base.aliases[home as usize].push(slot);
            }
        }
        self.settle();
    }

    /// Solves the factored circuit.
    fn settle(&mut self) {
        self.since = Since::default();
        let grid = &self.grid;
        self.base.charged.resize(grid.nodes, 0.0);
        for (node, tree) in grid.tree.iter().enumerate() {
            let potential = &self.base.fronts.at(node).potential;
            self.base.charged[tree.start as usize..][..potential.len()].copy_from_slice(potential);
        }
        let mut x = vec![0.0; grid.nodes + 2];
        x[grid.p() as usize] = 1.0;
        self.base.descend(grid, &self.base.charged, &mut x);
        self.base.potentials = x;
    }

    /// The potentials, rounded, with their exact defect and the bound that follows.
    pub fn measure(&mut self, measure: &mut Measure) {
        if self.far.stale {
            self.far = Distances::new(&self.grid, &self.claims);
        }
        let slots = self.grid.nodes + 2;
        measure.x.resize(slots, 0.0);
        if self.since.changes.is_empty() {
            measure.x.copy_from_slice(&self.base.potentials);
        } else {
            let mut charged = self.base.charged.clone();
            self.since
                .subtract(&self.grid, &self.since.alpha, &mut charged);
            measure.x[self.grid.p() as usize] = 1.0;
            measure.x[self.grid.q() as usize] = 0.0;
            self.base.descend(&self.grid, &charged, &mut measure.x);
        }
        round_all(&measure.x, &mut measure.volts);
        for &slot in &self.merged {
            measure.volts[slot as usize] = measure.volts[self.rep[slot as usize] as usize];
        }
        self.weigh(measure);
    }

    /// Defect, currents and bound of the rounded potentials.
    fn weigh(&self, measure: &mut Measure) {
        let volts = &measure.volts;
        let residual = &mut measure.residual;
        residual.clear();
        residual.resize(volts.len(), 0);
        let (mut top, mut leader) = ([0; 2], 0);
        for &edge in &self.left {
            let [a, b] = self.grid.ends[edge as usize];
            let flow = volts[a as usize] - volts[b as usize];
            residual[a as usize] -= flow;
            residual[b as usize] += flow;
            let current = flow.abs();
            if current > top[1] {
                if current > top[0] {
                    top = [current, top[0]];
                    leader = edge;
                } else {
                    top[1] = current;
                }
            }
        }
        self.fold(residual);
        measure.top = top;
        measure.leader = leader;
        measure.bound = self.defect_bound(residual);
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
        let mut rhs = x.to_vec();
        let mut charged = vec![0.0; self.grid.nodes];
        self.base.climb(&self.grid, &mut rhs, &mut charged);
        x.fill(0.0);
        self.base.descend(&self.grid, &charged, x);
        let changes = &self.since.changes;
        if !changes.is_empty() {
            let drops: Vec<f64> = changes
                .iter()
                .map(|c| x[c.ends[0] as usize] - x[c.ends[1] as usize])
                .collect();
            let alpha: Vec<f64> = (0..changes.len())
                .map(|i| {
                    dot(
                        &self.since.inverse[i * self.since.stride..][..drops.len()],
                        &drops,
                    )
                })
                .collect();
            self.since.subtract(&self.grid, &alpha, &mut charged);
            self.base.descend(&self.grid, &charged, x);
        }
        for &slot in &self.merged {
            x[slot as usize] = x[self.rep[slot as usize] as usize];
        }
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
        let sum: f64 = residual
            .iter()
            .zip(&self.far.roots)
            .map(|(&r, &root)| r.unsigned_abs() as f64 * root)
            .sum();
        round_up(sum)
    }

    fn max_degree(&self) -> usize {
        // A cluster has at most all edges; the digits must leave room for their sum.
        4 * self.grid.size
    }
}

impl Base {
    /// From the right side, given at the clusters, to inverse times right side at every front.
    fn climb(&self, grid: &Grid, rhs: &mut [f64], charged: &mut [f64]) {
        for node in 0..grid.tree.len() {
            let front = self.fronts.at(node);
            let start = grid.tree[node].start as usize;
            self.lift(node, rhs, &mut charged[start..start + front.columns.len()]);
        }
    }

    /// One step of the climb. Returns whether there was anything to do.
    fn lift(&self, node: usize, rhs: &mut [f64], charged: &mut [f64]) -> bool {
        let front = self.fronts.at(node);
        let count = front.columns.len();
        let own: Vec<f64> = front.columns.iter().map(|&c| rhs[c as usize]).collect();
        charged.fill(0.0);
        if own.iter().all(|&value| value == 0.0) {
            return false;
        }
        for (value, line) in own.iter().zip(front.inverse.chunks_exact(count)) {
            add_scaled(charged, line, *value);
        }
        for (&slot, line) in front.boundary.iter().zip(front.shares.chunks_exact(count)) {
            rhs[self.rep[slot as usize] as usize] += dot(line, &own);
        }
        true
    }

    /// From inverse times right side to the potentials, from the root down. The terminals'
    /// potentials stand in `x` already.
    fn descend(&self, grid: &Grid, charged: &[f64], x: &mut [f64]) {
        let mut values = [0.0; 256];
        let mut above = Vec::with_capacity(256);
        for node in (0..grid.tree.len()).rev() {
            let front = self.fronts.at(node);
            let count = front.columns.len();
            let start = grid.tree[node].start as usize;
            above.clear();
            above.extend(front.boundary.iter().map(|&slot| x[slot as usize]));
            let mut spill;
            let values = if count <= values.len() {
                &mut values[..count]
            } else {
                spill = vec![0.0; count];
                &mut spill[..]
            };
            values.copy_from_slice(&charged[start..start + count]);
            add_rows(values, &front.shares, &above);
            for (&slot, &value) in front.columns.iter().zip(values.iter()) {
                x[slot as usize] = value;
            }
            for &slot in &self.aliases[node] {
                x[slot as usize] = x[self.rep[slot as usize] as usize];
            }
        }
    }

    /// G's share of an edge, and the edge's own vector on the same way.
    fn change(&self, grid: &Grid, ends: [u32; 2]) -> (Change, Own) {
        let mut rhs = vec![0.0; grid.nodes + 2];
        rhs[ends[0] as usize] += 1.0;
        rhs[ends[1] as usize] -= 1.0;
        // Two ways that meet; lower tree nodes first.
        let mut heads: Vec<u32> = ends
            .iter()
            .filter_map(|&slot| grid.home.get(slot as usize).copied())
            .collect();
        let (mut way, mut values, mut own) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(&node) = heads.iter().min() {
            let front = self.fronts.at(node as usize);
            let begin = values.len();
            way.push((node, begin as u32));
            own.extend(front.columns.iter().map(|&slot| rhs[slot as usize]));
            values.resize(begin + front.columns.len(), 0.0);
            self.lift(node as usize, &mut rhs, &mut values[begin..]);
            let parent = grid.tree[node as usize].parent;
            heads.retain(|&head| head != node);
            if parent != node && !heads.contains(&parent) {
                heads.push(parent);
            }
        }
        let own = Own {
            way: way.clone(),
            values: own,
        };
        (Change { ends, way, values }, own)
    }
}

/// An edge's vector as it arrives at each front on its way.
struct Own {
    way: Vec<(u32, u32)>,
    values: Vec<f64>,
}

impl Own {
    /// bᵀ G b′ for another change: a sum over the fronts that both pass.
    fn dot(&self, other: &Change) -> f64 {
        let (mut i, mut j) = (self.way.len(), other.way.len());
        let (mut i_end, mut j_end) = (self.values.len(), other.values.len());
        let mut sum = 0.0;
        // From the root down; both ways are sorted.
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

impl Since {
    /// Borders the inverse with a new row.
    fn grow(&mut self, size: usize, h: &[f64], schur: f64, beta: f64) {
        let count = h.len();
        if self.stride == 0 {
            self.stride = 16 + size / 2;
            self.inverse = vec![0.0; self.stride * self.stride];
        }
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
    }

    /// Subtracts G B α, front by front.
    fn subtract(&self, grid: &Grid, alpha: &[f64], charged: &mut [f64]) {
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

impl Distances {
    /// A breadth-first forest over everything not cut. SHORT's edges count as one too, which
    /// can only make a bound larger.
    fn new(grid: &Grid, claims: &[Claim]) -> Self {
        let mut distance = vec![u32::MAX; grid.nodes + 2];
        let mut parent_edge = vec![u32::MAX; grid.nodes + 2];
        let mut queue = vec![grid.p(), grid.q()];
        for &slot in &queue {
            distance[slot as usize] = 0;
        }
        let mut at = 0;
        while at < queue.len() {
            let slot = queue[at];
            at += 1;
            for &edge in &grid.around[slot as usize] {
                let [a, b] = grid.ends[edge as usize];
                let next = if a == slot { b } else { a } as usize;
                if claims[edge as usize] != Claim::Cut && distance[next] == u32::MAX {
                    distance[next] = distance[slot as usize] + 1;
                    parent_edge[next] = edge;
                    queue.push(next as u32);
                }
            }
        }
        // What is out of reach has no current and no defect.
        let roots = distance
            .iter()
            .map(|&d| {
                if d == u32::MAX {
                    0.0
                } else {
                    f64::from(d).sqrt()
                }
            })
            .collect();
        Self {
            roots,
            parent_edge,
            stale: false,
        }
    }

    fn cut(&mut self, edge: u32, ends: [u32; 2]) {
        if self.stale {
            return;
        }
        self.stale = ends
            .iter()
            .any(|&end| self.parent_edge[end as usize] == edge);
    }
}

/// Rounds to multiples of 2^−BITS: adding 1.5·2⁵² leaves the rounded value in the last bits.
fn round_all(x: &[f64], volts: &mut Vec<i64>) {
    const MAGIC: f64 = 6_755_399_441_055_744.0;
    let scale = f64::from(BITS).exp2();
    volts.clear();
    // True potentials lie between the terminals'; what is no number becomes 0 and fails the bound.
    volts.extend(x.iter().map(|&value| {
        #[allow(clippy::manual_clamp, reason = "clamp would keep NaN")]
        let value = value.max(0.0).min(1.0);
        (value * scale + MAGIC).to_bits() as i64 - MAGIC.to_bits() as i64
    }));
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (a_chunks, b_chunks) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_chunks
        .remainder()
        .iter()
        .zip(b_chunks.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

fn add_scaled(to: &mut [f64], from: &[f64], factor: f64) {
    for (value, &add) in to.iter_mut().zip(from) {
        *value += factor * add;
    }
}

/// Adds Σ factor·row; four rows at a time, which keeps the sums in registers.
fn add_rows(to: &mut [f64], rows: &[f64], factors: &[f64]) {
    let width = to.len();
    if width == 0 {
        return;
    }
    let fours = factors.chunks_exact(4);
    let singles = fours.remainder();
    let mut lines = rows.chunks_exact(4 * width);
    for (factor, four) in fours.zip(&mut lines) {
        let (a, rest) = four.split_at(width);
        let (b, rest) = rest.split_at(width);
        let (c, d) = rest.split_at(width);
        for i in 0..width {
            to[i] += (factor[0] * a[i] + factor[1] * b[i]) + (factor[2] * c[i] + factor[3] * d[i]);
        }
    }
    for (factor, line) in singles.iter().zip(lines.remainder().chunks_exact(width)) {
        add_scaled(to, line, *factor);
    }
}
