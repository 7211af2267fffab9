//! The two trees of a strategy, before they are made dynamic.

use crate::ds::NONE;
use crate::ds::dynamic_forest::DynamicForest;
use crate::ds::union_find::UnionFind;
use crate::graph::EdgeId;
use crate::switching::Target;
use crate::switching::solver::Forest;
use crate::switching::solver::decomposition::Decomposition;

/// The part of the network that a strategy needs, under construction.
pub(super) struct Sketch {
    /// The number of each vertex of the minor, or `NONE`.
    number: Vec<u32>,
    pub target: Target,
    pub terminals: [u32; 2],
    pub vertices: usize,
    pub ends: Vec<[u32; 2]>,
    pub held: Vec<[bool; 2]>,
    pub ids: Vec<EdgeId>,
}

/// Whether the edge is in one tree alone and can be played: SHORT does not own it yet.
pub(super) fn is_open(held: &[[bool; 2]], ids: &[EdgeId], edge: usize) -> bool {
    held[edge] != [true, true] && edge < ids.len()
}

/// What becomes of edges that are in neither of SHORT's trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unused {
    /// The strategy does not know them.
    Dropped,
    /// It knows some, to repair its trees with.
    Kept,
}

impl Sketch {
    /// Takes the vertices to which `group` gives a name, contracts those of one name, and takes the edges
    /// of the forests between them; and of the unused edges, if they are kept, at most as many as there are vertices.
    pub fn new(decomposition: &Decomposition, group: impl Fn(u32) -> u32, unused: Unused) -> Self {
        let minor = &decomposition.minor;
        let (number, vertices) = number_groups(minor.vertices, group);
        let terminals = [minor.left, minor.right].map(|end| number[end as usize]);
        let mut sketch = Self {
            number,
            target: decomposition.target,
            terminals,
            vertices,
            ends: Vec::new(),
            held: Vec::new(),
            ids: Vec::new(),
        };
        let forests = decomposition.forests();
        let mut room = match unused {
            Unused::Dropped => 0,
            Unused::Kept => vertices,
        };
        for (edge, ends) in minor.edges.iter().enumerate() {
            let ends = ends.map(|end| sketch.number[end as usize]);
            let forest = forests[edge];
            let is_kept = forest.is_some() || room > 0;
            if is_kept && !ends.contains(&NONE) && ends[0] != ends[1] {
                room -= usize::from(forest.is_none());
                sketch.ends.push(ends);
                sketch
                    .held
                    .push([Forest::First, Forest::Second].map(|f| forest == Some(f)));
                sketch.ids.push(minor.ids[edge]);
            }
        }
        sketch
    }

    /// Adds e0, the edge between the terminals that one of the players pretends to be there.
    pub fn add_e0(&mut self, held: [bool; 2]) {
        self.ends.push(self.terminals);
        self.held.push(held);
    }

    /// Makes both forests spanning with edges of each other.
    pub fn complete(&mut self) {
        for t in 0..2 {
            let mut joined = UnionFind::new(self.vertices);
            let mut join = |[u, v]: [u32; 2]| joined.union(u as usize, v as usize);
            for (ends, held) in self.ends.iter().zip(&self.held) {
                if held[t] {
                    join(*ends);
                }
            }
            let playable = self.ids.len();
            for (ends, held) in self.ends.iter().zip(&mut self.held).take(playable) {
                if !held[t] && join(*ends) {
                    held[t] = true;
                }
            }
        }
    }

    /// One of the trees.
    pub fn tree(&self, t: usize) -> DynamicForest {
        DynamicForest::new(
            self.vertices,
            self.ends.len(),
            |edge| self.ends[edge],
            |edge| self.held[edge][t],
            |edge| is_open(&self.held, &self.ids, edge),
        )
    }
}

/// Numbers the groups from 0 in order of appearance; `NONE` stays `NONE`.
fn number_groups(vertices: usize, group: impl Fn(u32) -> u32) -> (Vec<u32>, usize) {
    let groups: Vec<u32> = (0..vertices as u32).map(group).collect();
    let most = groups
        .iter()
        .filter(|&&g| g != NONE)
        .max()
        .map_or(0, |&g| g as usize + 1);
    let mut number_of = vec![NONE; most];
    let mut count = 0;
    let mut number = |g: u32| {
        if g != NONE && number_of[g as usize] == NONE {
            number_of[g as usize] = count;
            count += 1;
        }
        if g == NONE {
            NONE
        } else {
            number_of[g as usize]
        }
    };
    let numbers = groups.into_iter().map(&mut number).collect();
    (numbers, count as usize)
}
