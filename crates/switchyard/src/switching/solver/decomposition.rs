//! The decomposition of an undecided position on which Lehman's theorem rests.
//!
//! It consists of two largest forests of the minor, their dependent sets, and as many copies of the
//! unplayable edge e0 between the terminals as fit: zero, one or two copies decide the outcome.
//!
//! **The join-all game** is reduced to the same. Let the *deficit* be 2n − 2 minus the number of edges
//! in the two forests. With deficit 0 two trees span everything, and e0 fits nowhere; with 1 there are
//! two vertices between which it fits, and then two trees span everything; with 2 or more there are two
//! vertices between which both copies fit, so CUT can keep those two apart ([`Apart::find`] proves it).
//! The decomposition chooses such a pair, and it takes the place of the terminals.

use super::arborescences::Forest;
use super::augment::Exchange;
use super::clumps::Clumps;
use super::matroid_union::{TwoForests, two_forests};
use super::minor::Minor;
use super::orientation::{Owners, Slot, Slots, deficit};
use super::pebble_game::{PebbleGame, gather};
use crate::ds::NONE;
use crate::switching::{Outcome, Position, Target};

/// What is known about an undecided position before its moves are listed.
pub(crate) struct Decomposition {
    /// Its terminals are the ends of e0, whatever the target.
    pub minor: Minor,
    pub target: Target,
    pub outcome: Outcome,
    /// The parent edges of every vertex of the minor in the first forest and in the second. The
    /// forests contain e0 and its copy too, where they fit; their numbers follow those of the edges. A
    /// single e0 is in the first forest, where every exchange for it begins and ends.
    pub up: Vec<Slots>,
    /// The dependent set (a component of the P of the principal partition) of each vertex.
    pub class: Vec<u32>,
    /// Whether a vertex is in the smallest set that both forests span and that contains all that SHORT
    /// has to join, dependent sets taken as a whole; always, when CUT wins, since there is no such set.
    pub near: Vec<bool>,
}

impl Decomposition {
    pub(crate) fn of(position: &Position) -> Self {
        Self::of_minor(Minor::of(position), position.network().target())
    }

    /// The decomposition of a minor.
    pub(crate) fn of_minor(minor: Minor, target: Target) -> Self {
        let TwoForests { up, class } = two_forests(minor.vertices, minor.core, &minor.edges);
        let copies = Copies::of_e0(&minor, target, &up, &class);
        Self::with_e0(minor, target, up, class, copies)
    }

    /// The decomposition of a minor, and the clumps of it without e0.
    pub(crate) fn with_clumps(minor: Minor, target: Target) -> (Self, Clumps) {
        let TwoForests { up, class } = two_forests(minor.vertices, minor.core, &minor.edges);
        // One after the other: side by side, both would take the most memory of all.
        let copies = Copies::of_e0(&minor, target, &up, &class);
        let clumps = Clumps::new(&up, minor.core);
        (Self::with_e0(minor, target, up, class, copies), clumps)
    }

    /// The decomposition, and the clumps if the side that moves first wins.
    pub(crate) fn with_clumps_if_first(minor: Minor, target: Target) -> (Self, Option<Clumps>) {
        let TwoForests { up, class } = two_forests(minor.vertices, minor.core, &minor.edges);
        let copies = Copies::of_e0(&minor, target, &up, &class);
        let clumps = (copies.count == 1).then(|| Clumps::new(&up, minor.core));
        (Self::with_e0(minor, target, up, class, copies), clumps)
    }

    /// Adds e0 and its copy to the forests, where they fit.
    fn with_e0(
        mut minor: Minor,
        target: Target,
        up: Vec<Slots>,
        class: Vec<u32>,
        Copies { count, near }: Copies,
    ) -> Self {
        let e0 = minor.edges.len() as u32;
        let terminals = [minor.left, minor.right];
        let up = if count == 0 {
            up
        } else {
            let mut exchange = Exchange::from_up(up);
            exchange.merge_classes(&class);
            let found = match target {
                Target::Terminals => Apart::between(exchange, &class, e0, terminals, count),
                Target::All => Apart::find(exchange, &class, e0),
            };
            assert_eq!(found.copies, count, "as many copies of e0 fit");
            [minor.left, minor.right] = found.ends;
            found.exchange.into_up()
        };
        Self {
            minor,
            target,
            outcome: outcome_from_copies(count),
            up,
            class,
            near,
        }
    }

    /// The edges of the minor in one of the forests, without e0 and its copy.
    pub(crate) fn held_by(&self, forest: Forest) -> impl Iterator<Item = usize> + '_ {
        let edges = self
            .up
            .iter()
            .map(move |slots| slots[forest as usize].edge as usize);
        edges.filter(|&edge| edge < self.minor.edges.len())
    }

    /// The forest of every edge of the minor.
    pub(crate) fn forests(&self) -> Vec<Option<Forest>> {
        let mut of = vec![None; self.minor.edges.len()];
        for forest in Forest::BOTH {
            for edge in self.held_by(forest) {
                of[edge] = Some(forest);
            }
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

    /// Which vertices are in the largest set around the terminals that both forests, with e0, span.
    pub(crate) fn largest_around(&self) -> Vec<bool> {
        largest_around(&self.up, [self.minor.left, self.minor.right])
    }

    /// With e0 in the first tree: an edge on the second tree's path between the terminals that crosses
    /// the cut left by e0 in the first.
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
        let path_in_second = self.path_in_second(left, right);
        let crosses = |&(x, slot): &(u32, Slot)| is_under(x) != is_under(slot.head);
        let crossing = path_in_second.into_iter().find(crosses);
        crossing
            .expect("the second tree joins the terminals")
            .1
            .edge
    }

    /// The path between two vertices in the second forest: parent edges, each with its lower end.
    fn path_in_second(&self, u: u32, v: u32) -> Vec<(u32, Slot)> {
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
        let path = from_u.into_iter().chain(from_v);
        path.map(|x| (x, self.up[x as usize][1])).collect()
    }
}

/// The largest set around two vertices that both forests span; there must be one.
///
/// Bring the two free slots of such a set to the two vertices. A vertex outside it then reaches another
/// free slot, and a vertex inside does not.
fn largest_around(slots: &[Slots], ends: [u32; 2]) -> Vec<bool> {
    let slots = gather(slots, ends);
    let is_free = |x: u32| slots[x as usize].iter().any(|slot| slot.is_free());
    let mut inside = vec![true; slots.len()];
    let mut queue: Vec<u32> = (0..slots.len() as u32)
        .filter(|&x| is_free(x) && !ends.contains(&x))
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

/// What is known of e0 before it is in the forests.
struct Copies {
    /// How many copies fit, of two.
    count: usize,
    /// As in the decomposition.
    near: Vec<bool>,
}

impl Copies {
    /// Copies of e0 beside two largest forests with these dependent sets.
    fn of_e0(minor: &Minor, target: Target, up: &[Slots], class: &[u32]) -> Self {
        let everything = || vec![true; minor.vertices];
        if target == Target::All {
            return Self {
                count: deficit(up).min(2),
                near: everything(),
            };
        }
        let terminals = [minor.left, minor.right];
        let [left, right] = terminals.map(|end| class[end as usize]);
        if left == right {
            // Nothing fits inside a dependent set, and it is the smallest around the terminals.
            return Self {
                count: 0,
                near: class.iter().map(|&class| class == left).collect(),
            };
        }
        let game = PebbleGame::new(up);
        let (count, around) = game.copies_and_circuit(minor.edges.len() as u32, terminals);
        let near = match around {
            None => everything(),
            Some(around) => with_classes(&around, class),
        };
        Self { count, near }
    }
}

/// Which vertices are in the dependent set of one of these.
fn with_classes(vertices: &[u32], class: &[u32]) -> Vec<bool> {
    let mut is_touched = vec![false; class.len()];
    for &vertex in vertices {
        is_touched[class[vertex as usize] as usize] = true;
    }
    let near = class.iter().map(|&class| is_touched[class as usize]);
    near.collect()
}

/// Copies of e0 between two vertices, in the forests.
struct Apart {
    ends: [u32; 2],
    /// How many copies fit, of two.
    copies: usize,
    exchange: Exchange,
}

impl Apart {
    /// As many copies of e0 between these vertices as fit, but not more than `most`. The dependent sets must be merged.
    fn between(
        mut exchange: Exchange,
        class: &[u32],
        e0: u32,
        ends: [u32; 2],
        most: usize,
    ) -> Self {
        let mut copies = 0;
        while copies < most && exchange.insert(e0 + copies as u32, ends) {
            copies += 1;
            if copies < most {
                exchange.merge_classes(class);
            }
        }
        Self {
            ends,
            copies,
            exchange,
        }
    }

    /// Copies of e0 between two vertices where as many fit as anywhere: as many as the deficit, or two. There must be
    /// room for one.
    ///
    /// Two roots a, b of one forest are in different clumps, so one copy fits between them. Call a set
    /// *rigid* if one edge more makes it tight. If the second copy does not fit, the clump X of a and b
    /// with e0 is rigid without it, and not everything, since the deficit is at least 2. Rigid sets that
    /// share two clumps have a rigid union, and so have three that pairwise share one. So take any c
    /// outside X: if a and c are in a rigid set Y, then b and c are in none, or its union with X and Y
    /// would be a larger rigid set around a and b than X. Both copies then fit between b and c.
    fn find(exchange: Exchange, class: &[u32], e0: u32) -> Self {
        let up = exchange.up();
        let [a, b] = two_roots(&up).expect("one forest is no tree");
        if deficit(&up) == 1 {
            return Self::between(exchange, class, e0, [a, b], 1);
        }
        let first = Self::between(exchange.clone(), class, e0, [a, b], 2);
        if first.copies == 2 {
            return first;
        }
        let rigid = largest_around(&first.exchange.into_up(), [a, b]);
        let outside = rigid.iter().position(|&inside| !inside);
        let c = outside.expect("the deficit is at least 2") as u32;
        let second = Self::between(exchange.clone(), class, e0, [a, c], 2);
        if second.copies == 2 {
            return second;
        }
        drop(second);
        let third = Self::between(exchange, class, e0, [b, c], 2);
        assert_eq!(third.copies, 2, "three rigid sets have a rigid union");
        third
    }
}

/// Two roots of one forest; `None` if both are trees.
fn two_roots(up: &[Slots]) -> Option<[u32; 2]> {
    (0..2).find_map(|t| {
        let vertices = 0..up.len() as u32;
        let mut roots = vertices.filter(|&x| up[x as usize][t].is_free());
        Some([roots.next()?, roots.next()?])
    })
}

/// The outcome, from the number of copies of e0 that fit beside two largest forests (Lehman 1964).
pub(crate) fn outcome_from_copies(copies: usize) -> Outcome {
    match copies {
        0 => Outcome::Short,
        1 => Outcome::First,
        _ => Outcome::Cut,
    }
}
