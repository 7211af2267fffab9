//! What there is to know about an undecided position before its moves are listed.
//!
//! Two largest forests of what is left, dependent sets and all, with the unplayable edge e0 between
//! the terminals brought in as often as it fits: nought, one or two copies decide the outcome.

use super::arborescences::Forest;
use super::augment::Exchange;
use super::matroid_union::{clumps, copies_beside_owned, is_full, two_forests};
use super::minor::Minor;
use super::orientation::{NONE, Owners, Slot, Slots};
use super::pebble_game::gather;
use crate::switching::{Outcome, Position};

/// What there is to know about an undecided position before its moves are listed.
pub(crate) struct Structure {
    pub minor: Minor,
    pub outcome: Outcome,
    /// For every vertex of the minor its way up in the first forest and in the second. The
    /// forests hold e0 and its copy too (numbers behind the edges), where they fit; e0 alone is in the
    /// first, where every exchange for it begins and ends.
    pub up: Vec<Slots>,
    /// The dependent set (the P of the principal partition) that each vertex lies in.
    pub class: Vec<u32>,
    /// The vertices of the smallest set that both forests span and that holds the terminals,
    /// dependent sets taken as a whole; all when CUT wins, since there is no such set.
    pub near: Vec<bool>,
}

impl Structure {
    pub(crate) fn of(position: &Position) -> Self {
        Self::build(position, |_, _| false).0
    }

    /// The structure, and the clump of every vertex of the minor, e0 left out of account.
    pub(crate) fn with_clumps(position: &Position) -> (Self, Vec<u32>) {
        Self::build(position, |_, _| true)
    }

    /// The structure, and where whoever moves first wins the clumps.
    pub(crate) fn with_clumps_if_first(position: &Position) -> (Self, Vec<u32>) {
        Self::build(position, |minor, exchange| {
            let (copy, terminals) = (minor.edges.len() as u32, [minor.left, minor.right]);
            copies_beside_owned(exchange.up(), minor.core, copy, terminals) == 1
        })
    }

    fn build(
        position: &Position,
        wants_clumps: impl Fn(&Minor, &Exchange) -> bool,
    ) -> (Self, Vec<u32>) {
        let minor = Minor::of(position);
        let mut exchange = two_forests(minor.vertices, minor.core, &minor.edges);
        let class = exchange.parts();
        let mut clump = Vec::new();
        if wants_clumps(&minor, &exchange) {
            // The clumps are those of the forests without e0, so they come first.
            let up = exchange.up();
            if is_full(&up[..minor.core]) {
                clump = clumps(&up, minor.core);
            } else {
                // Exchanges and refinement together would be more than anything else in memory.
                drop(exchange);
                clump = clumps(&up, minor.core);
                exchange = Exchange::new(&up);
                exchange.merge_classes(&class);
            }
        }
        let e0 = minor.edges.len() as u32;
        let terminals = [minor.left, minor.right];
        let mut copies = 0;
        while copies < 2 && exchange.insert(e0 + copies as u32, terminals) {
            copies += 1;
            exchange.merge_classes(&class);
        }
        let outcome = outcome_from_copies(copies);
        let near = match outcome {
            Outcome::Cut => vec![true; minor.vertices],
            Outcome::Short | Outcome::First => {
                let middle = exchange.part(minor.left);
                let part = exchange.parts();
                part.into_iter().map(|part| part == middle).collect()
            }
        };
        let structure = Self {
            minor,
            outcome,
            up: exchange.into_up(),
            class,
            near,
        };
        (structure, clump)
    }

    /// The edges of the minor that a forest holds, each with its forest; e0 and its copy are not
    /// among them.
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, Forest)> + '_ {
        let ways = self
            .up
            .iter()
            .flat_map(|slots| slots.iter().zip(Forest::BOTH));
        let edges = ways.map(|(slot, forest)| (slot.edge as usize, forest));
        edges.filter(|&(edge, _)| edge < self.minor.edges.len())
    }

    /// The forest of every edge of the minor.
    pub(crate) fn forests(&self) -> Vec<Option<Forest>> {
        let mut of = vec![None; self.minor.edges.len()];
        for (edge, forest) in self.held() {
            of[edge] = Some(forest);
        }
        of
    }

    /// Whether both ends lie in the smallest set around the terminals.
    pub(crate) fn is_near(&self, edge: usize) -> bool {
        self.minor.edges[edge]
            .iter()
            .all(|&end| self.near[end as usize])
    }

    /// Whether the edge lies in no dependent set.
    pub(crate) fn is_between_classes(&self, edge: usize) -> bool {
        let [u, v] = self.minor.edges[edge];
        self.class[u as usize] != self.class[v as usize]
    }

    /// Whether the terminals' edge depends on this edge: both forests would fit it in if this edge
    /// went, and would not otherwise.
    pub(crate) fn is_vital(&self, edge: usize) -> bool {
        self.is_near(edge) && self.is_between_classes(edge)
    }

    /// The vertices of the largest set around the terminals that both forests span, e0 counted.
    ///
    /// Bring the two free slots that such a set has to the terminals. A vertex outside it then reaches
    /// another free slot, and a vertex inside does not.
    pub(crate) fn largest_around(&self) -> Vec<bool> {
        let mut slots = self.up.clone();
        gather(&mut slots, [self.minor.left, self.minor.right]);
        let is_free = |x: u32| slots[x as usize].iter().any(|slot| slot.is_free());
        let terminal = |x: u32| x == self.minor.left || x == self.minor.right;
        let mut inside = vec![true; slots.len()];
        let mut queue: Vec<u32> = (0..slots.len() as u32)
            .filter(|&x| is_free(x) && !terminal(x))
            .collect();
        let owners = Owners::new(&slots);
        for &x in &queue {
            inside[x as usize] = false;
        }
        while let Some(y) = queue.pop() {
            for &x in owners.of(y) {
                if std::mem::replace(&mut inside[x as usize], false) {
                    queue.push(x);
                }
            }
        }
        inside
    }

    /// With e0 in the first tree: an edge on the second tree's way between the terminals that
    /// crosses the cut which e0 makes in the first.
    pub(crate) fn reply_to_e0(&self) -> u32 {
        let e0 = self.minor.edges.len() as u32;
        let (left, right) = (self.minor.left, self.minor.right);
        let below = if self.up[left as usize][0].edge == e0 {
            left
        } else {
            right
        };
        // Which side of e0 a vertex is on in the first tree, as far as is known.
        let mut under: Vec<Option<bool>> = vec![None; self.up.len()];
        under[below as usize] = Some(true);
        let mut path = Vec::new();
        let mut is_under = |start: u32| {
            let mut x = start;
            while under[x as usize].is_none() && !self.up[x as usize][0].is_free() {
                path.push(x);
                x = self.up[x as usize][0].head;
            }
            let side = *under[x as usize].get_or_insert(false);
            for y in path.drain(..) {
                under[y as usize] = Some(side);
            }
            side
        };
        let way = self.way_in_second(left, right);
        let crosses = |&(x, slot): &(u32, Slot)| is_under(x) != is_under(slot.head);
        let crossing = way.into_iter().find(crosses);
        crossing
            .expect("the second tree joins the terminals")
            .1
            .edge
    }

    /// The way between two vertices in the second forest, as edges up from vertices.
    fn way_in_second(&self, u: u32, v: u32) -> Vec<(u32, Slot)> {
        let climb = |start: u32| {
            let step = |&x: &u32| Some(self.up[x as usize][1].head).filter(|&head| head != NONE);
            let vertices: Vec<u32> = std::iter::successors(Some(start), step).collect();
            vertices
        };
        let (mut from_u, mut from_v) = (climb(u), climb(v));
        while from_u.len() > 1
            && from_v.len() > 1
            && from_u[from_u.len() - 2] == from_v[from_v.len() - 2]
        {
            from_u.pop();
            from_v.pop();
        }
        // Both end with the vertex where they meet.
        from_u.pop();
        from_v.pop();
        let way = from_u.into_iter().chain(from_v);
        way.map(|x| (x, self.up[x as usize][1])).collect()
    }
}

/// What the number of copies of e0 that fit beside two largest forests says of the outcome
/// (Lehman 1964).
pub(crate) fn outcome_from_copies(copies: usize) -> Outcome {
    match copies {
        0 => Outcome::Short,
        1 => Outcome::First,
        _ => Outcome::Cut,
    }
}
