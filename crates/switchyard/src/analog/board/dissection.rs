//! Nested dissection of the M-board's grid, and the factorisation that follows it.
//!
//! The grid is halved again and again by lines of nodes; the lines are the tree's inner nodes, what
//! is left are its leaves (A. George, *Nested dissection of a regular finite element mesh*, 1973).
//! Eliminating the tree from the leaves up costs O(M³), a solution O(M² log M).
//!
//! When SHORT joins nodes, the cluster takes the place of its member nearest the root. A
//! connected cluster that reaches across a line has a member on it, so the tree remains a
//! dissection and the fill never grows. Parts of the board where nothing was played keep their
//! factors: only the paths from the moves to the root are eliminated again.

use super::dense::{padded, sweep};
use crate::bridgit::Board;
use crate::ds::NONE;
use std::collections::HashMap;
use std::sync::Arc;

/// The largest leaf, in nodes.
const LEAF: usize = 36;

/// A node of the dissection tree; children come before parents.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The parent; the root is its own.
    pub parent: u32,
    /// The slots that belong here.
    pub members: Vec<u32>,
    /// Where the columns of this tree node begin in a vector over all of them, at a multiple of the [`padded`] lengths.
    pub start: u32,
    /// The children, if any.
    pub children: Vec<u32>,
    /// The distance from the root.
    pub depth: u32,
}

/// The board's grid and its dissection. Slots are the grid's nodes, row by row; the two slots
/// after them are P and Q.
#[derive(Clone, Debug)]
pub struct Grid {
    /// M.
    pub size: usize,
    /// The number of slots that are no terminals.
    pub nodes: usize,
    /// The tree; the root is last.
    pub tree: Vec<TreeNode>,
    /// The length of a vector over the columns of all tree nodes. The terminals come after them.
    pub places: usize,
    /// The tree node of every slot.
    pub home: Vec<u32>,
    /// The two slots of every edge.
    pub ends: Vec<[u32; 2]>,
    /// The edges at every slot.
    pub around: Vec<Vec<u32>>,
}

impl Grid {
    /// The dissection of a board.
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        let nodes = size * (size - 1);
        let mut builder = Builder {
            size,
            tree: Vec::new(),
            next: 0,
        };
        let root = builder.split([0, size - 1], [0, size]);
        let Builder {
            mut tree,
            next: places,
            ..
        } = builder;
        tree[root].parent = root as u32;
        for node in (0..tree.len()).rev() {
            let parent = tree[node].parent as usize;
            tree[node].depth = if parent == node {
                0
            } else {
                tree[parent].depth + 1
            };
        }
        let mut home = vec![0; nodes];
        for (index, node) in tree.iter().enumerate() {
            for &slot in &node.members {
                home[slot as usize] = index as u32;
            }
        }
        let graph = board.network().graph();
        let slot = |vertex: usize| match vertex {
            0 => nodes as u32,
            _ if vertex == nodes + 1 => nodes as u32 + 1,
            _ => vertex as u32 - 1,
        };
        let ends: Vec<[u32; 2]> = graph
            .edges()
            .map(|edge| graph.ends(edge).map(|end| slot(end.index())))
            .collect();
        let mut around = vec![Vec::new(); nodes + 2];
        for (edge, ends) in ends.iter().enumerate() {
            for &end in ends {
                around[end as usize].push(edge as u32);
            }
        }
        Self {
            size,
            nodes,
            tree,
            places: places as usize,
            home,
            ends,
            around,
        }
    }

    /// The slot of P.
    pub fn p(&self) -> u32 {
        self.nodes as u32
    }

    /// The slot of Q.
    pub fn q(&self) -> u32 {
        self.nodes as u32 + 1
    }

    /// How near the root a slot is: terminals above all.
    pub fn rank(&self, slot: u32) -> u32 {
        match self.home.get(slot as usize) {
            Some(&home) => u32::MAX - 1 - self.tree[home as usize].depth,
            None => u32::MAX,
        }
    }
}

struct Builder {
    size: usize,
    tree: Vec<TreeNode>,
    next: u32,
}

impl Builder {
    /// Dissects the rectangle and returns the tree node of its line.
    fn split(&mut self, rows: [usize; 2], columns: [usize; 2]) -> usize {
        let (height, width) = (rows[1] - rows[0], columns[1] - columns[0]);
        if height * width <= LEAF || height.max(width) < 3 {
            return self.close(rows, columns, Vec::new());
        }
        let (line_rows, line_columns, halves) = if height > width {
            let middle = rows[0] + height / 2;
            let halves = [
                ([rows[0], middle], columns),
                ([middle + 1, rows[1]], columns),
            ];
            ([middle, middle + 1], columns, halves)
        } else {
            let middle = columns[0] + width / 2;
            let halves = [
                (rows, [columns[0], middle]),
                (rows, [middle + 1, columns[1]]),
            ];
            (rows, [middle, middle + 1], halves)
        };
        let children = halves.map(|(rows, columns)| self.split(rows, columns));
        self.close(line_rows, line_columns, children.to_vec())
    }

    fn close(&mut self, rows: [usize; 2], columns: [usize; 2], children: Vec<usize>) -> usize {
        let start = self.next;
        let members: Vec<u32> = (rows[0]..rows[1])
            .flat_map(|row| {
                let first = row * self.size;
                (first + columns[0]..first + columns[1]).map(|slot| slot as u32)
            })
            .collect();
        self.next += padded(members.len()) as u32;
        let index = self.tree.len();
        for &child in &children {
            self.tree[child].parent = index as u32;
        }
        self.tree.push(TreeNode {
            parent: 0,
            members,
            start,
            children: children.into_iter().map(|child| child as u32).collect(),
            depth: 0,
        });
        index
    }
}

/// The elimination of one tree node: its clusters (`columns`) against those above (`boundary`).
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The slots eliminated here.
    pub columns: Vec<u32>,
    /// The slots above that they touch, as they were named when this was computed.
    pub boundary: Vec<u32>,
    /// The inverse of the columns' block, row by row, in rows of [`padded`] length.
    pub inverse: Arc<[f64]>,
    /// The share of each column that goes to each boundary slot: a row of [`padded`] length for each of those.
    pub shares: Arc<[f64]>,
    /// What the parent gets: the boundary's block after elimination, and its right side.
    schur: Vec<f64>,
    charge: Vec<f64>,
    /// The inverse times the right side of the columns.
    pub potential: Vec<f64>,
}

/// All fronts of a board in play. Cloning shares them.
#[derive(Clone, Debug)]
pub struct Fronts {
    fronts: Vec<Arc<Front>>,
}

/// What the factorisation must know of the play: who is in which cluster, which edges are left.
pub struct Clusters<'a> {
    /// The representative of each slot's cluster.
    pub rep: &'a [u32],
    /// For each cluster's slot the edges left at its members: (edge's other slot), loops included.
    pub alive: &'a [bool],
    /// The members of the cluster of a slot.
    pub next: &'a [u32],
}

impl Fronts {
    /// Eliminates the whole tree.
    ///
    /// Regions of the same shape have the same numbers, and the empty board has few shapes: they
    /// are stored once, so that the factors of a large board fit the processor's cache.
    pub fn new(grid: &Grid, clusters: &Clusters<'_>) -> Self {
        let mut all = Self {
            fronts: vec![Arc::default(); grid.tree.len()],
        };
        let mut pool: HashMap<Vec<u64>, Arc<[f64]>> = HashMap::new();
        let mut share = |numbers: &mut Arc<[f64]>| {
            let bits = numbers.iter().map(|number| number.to_bits()).collect();
            *numbers = Arc::clone(pool.entry(bits).or_insert_with(|| Arc::clone(numbers)));
        };
        let mut work = Assembly::new(grid);
        for node in 0..grid.tree.len() {
            let mut front = work.front(grid, clusters, &all, node);
            share(&mut front.inverse);
            share(&mut front.shares);
            all.fronts[node] = Arc::new(front);
        }
        all
    }

    /// Eliminates the marked tree nodes and all above them again.
    #[inline(always)]
    pub fn refresh(&mut self, grid: &Grid, clusters: &Clusters<'_>, dirty: &mut [bool]) {
        let mut work = Assembly::new(grid);
        for node in 0..grid.tree.len() {
            if dirty[node] {
                dirty[grid.tree[node].parent as usize] = true;
                let front = work.front(grid, clusters, self, node);
                self.fronts[node] = Arc::new(front);
            }
        }
    }

    /// The front of a tree node.
    #[inline]
    pub fn at(&self, node: usize) -> &Front {
        &self.fronts[node]
    }
}

/// Room for assembling fronts.
struct Assembly {
    /// The place in the front of each slot, or `NONE`.
    place: Vec<u32>,
    matrix: Vec<f64>,
    charge: Vec<f64>,
}

impl Assembly {
    fn new(grid: &Grid) -> Self {
        Self {
            place: vec![NONE; grid.nodes + 2],
            matrix: Vec::new(),
            charge: Vec::new(),
        }
    }

    #[inline(always)]
    fn front(&mut self, grid: &Grid, play: &Clusters<'_>, all: &Fronts, node: usize) -> Front {
        let tree = &grid.tree[node];
        let columns: Vec<u32> = tree
            .members
            .iter()
            .copied()
            .filter(|&slot| play.rep[slot as usize] == slot)
            .collect();
        let mut named = columns.clone();
        for (place, &slot) in columns.iter().enumerate() {
            self.place[slot as usize] = place as u32;
        }
        for &slot in &columns {
            for other in neighbours(grid, play, slot) {
                self.name(grid, node, other, &mut named);
            }
        }
        for &child in &tree.children {
            for &slot in &all.at(child as usize).boundary {
                self.name(grid, node, play.rep[slot as usize], &mut named);
            }
        }
        let size = named.len();
        self.matrix.clear();
        self.matrix.resize(size * size, 0.0);
        self.charge.clear();
        self.charge.resize(size, 0.0);
        for &slot in &columns {
            self.add_edges(grid, play, slot, columns.len(), size);
        }
        for &child in &tree.children {
            self.add_child(grid, play, all.at(child as usize), size);
        }
        for &slot in &named {
            self.place[slot as usize] = NONE;
        }
        sweep(&mut self.matrix, &mut self.charge, size, columns.len());
        self.cut_out(columns, &named)
    }

    /// Gives a place to a slot above; slots of the columns have one, terminals get none.
    fn name(&mut self, grid: &Grid, node: usize, slot: u32, named: &mut Vec<u32>) {
        let outside = slot as usize >= grid.nodes || (grid.home[slot as usize] as usize) < node;
        if !outside && self.place[slot as usize] == NONE {
            self.place[slot as usize] = named.len() as u32;
            named.push(slot);
        }
    }

    /// Adds the edges of a column. Each edge is added where its lower end is eliminated.
    fn add_edges(
        &mut self,
        grid: &Grid,
        play: &Clusters<'_>,
        slot: u32,
        columns: usize,
        size: usize,
    ) {
        let row = self.place[slot as usize] as usize;
        let home = grid.home[slot as usize];
        for other in neighbours(grid, play, slot) {
            if other == slot {
                continue;
            }
            self.matrix[row * size + row] += 1.0;
            if other == grid.p() {
                self.charge[row] += 1.0;
            } else if other != grid.q() && grid.home[other as usize] >= home {
                let column = self.place[other as usize] as usize;
                self.matrix[row * size + column] -= 1.0;
                if column >= columns {
                    self.matrix[column * size + row] -= 1.0;
                }
            }
        }
    }

    /// Adds what is left of a child; what touches a terminal goes to the right side.
    fn add_child(&mut self, grid: &Grid, play: &Clusters<'_>, child: &Front, size: usize) {
        let count = child.boundary.len();
        let slots: Vec<u32> = child
            .boundary
            .iter()
            .map(|&slot| play.rep[slot as usize])
            .collect();
        let places: Vec<u32> = slots
            .iter()
            .map(|&slot| self.place[slot as usize])
            .collect();
        for i in 0..count {
            let row = places[i] as usize;
            if slots[i] as usize >= grid.nodes {
                continue;
            }
            self.charge[row] += child.charge[i];
            for j in 0..count {
                let value = child.schur[i * count + j];
                if slots[j] == grid.p() {
                    self.charge[row] -= value;
                } else if slots[j] != grid.q() {
                    self.matrix[row * size + places[j] as usize] += value;
                }
            }
        }
    }

    fn cut_out(&self, columns: Vec<u32>, named: &[u32]) -> Front {
        let (size, count) = (named.len(), columns.len());
        let rest = size - count;
        let width = padded(count);
        let mut inverse = Vec::with_capacity(count * width);
        let mut shares = Vec::with_capacity(rest * width);
        let mut schur = Vec::with_capacity(rest * rest);
        for row in 0..count {
            inverse.extend_from_slice(&self.matrix[row * size..row * size + count]);
            inverse.resize((row + 1) * width, 0.0);
        }
        for row in count..size {
            let line = &self.matrix[row * size..(row + 1) * size];
            shares.extend_from_slice(&line[..count]);
            shares.resize((row + 1 - count) * width, 0.0);
            schur.extend_from_slice(&line[count..]);
        }
        Front {
            boundary: named[count..].to_vec(),
            inverse: inverse.into(),
            shares: shares.into(),
            schur,
            charge: self.charge[count..].to_vec(),
            potential: self.charge[..count].to_vec(),
            columns,
        }
    }
}

/// The clusters at the other ends of the edges left at a cluster; itself for a loop.
fn neighbours<'a>(
    grid: &'a Grid,
    play: &'a Clusters<'_>,
    cluster: u32,
) -> impl Iterator<Item = u32> + 'a {
    let mut member = Some(cluster);
    let members = std::iter::from_fn(move || {
        let now = member?;
        let next = play.next[now as usize];
        member = (next != cluster).then_some(next);
        Some(now)
    });
    members.flat_map(move |slot| {
        grid.around[slot as usize]
            .iter()
            .filter(|&&edge| play.alive[edge as usize])
            .map(move |&edge| {
                let [a, b] = grid.ends[edge as usize];
                play.rep[if a == slot { b } else { a } as usize]
            })
    })
}
