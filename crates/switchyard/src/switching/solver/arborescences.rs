//! Two arc-disjoint arborescences from an orientation, in near-linear time; sets that own too many edges
//! are repaired in passing.
//!
//! Let every vertex own at most two edges, and let its free slots be arcs to a super-root r. Then every
//! vertex has exactly two arcs, and the owned edges split into two forests exactly when every vertex
//! set has at least two leaving arcs (Nash-Williams 1964). If so, two arc-disjoint spanning trees
//! point to r (Edmonds 1973), and since each vertex has just two arcs, one of them belongs to each
//! tree: all there is to find is a colour for every vertex.
//!
//! Reverse all arcs, so that r reaches everything. Search depth-first from r; p(v) is the tree
//! parent of v, g(v) the tail of the other arc into v. Let s(v) be the semidominator of v, and
//! u(v) the vertex of least semidominator on the tree path from s(v), excluded, to v (Lengauer and
//! Tarjan 1979). In preorder: if u(v) = v the first tree takes p(v) and the second g(v); otherwise
//! v does the opposite of u(v) (Tarjan 1976; Georgiadis and Tarjan 2012). The tree that
//! reaches u(v) from above its detour can follow the search tree down to v, and the other one
//! takes the detour around, which starts at s(v).
//!
//! Semidominators are computed in reverse preorder, with Lengauer and Tarjan's forest. That could find u(v) too, in
//! buckets that wait for memory at every step; instead a [pass in preorder](Path) follows, whose data stay in the cache.
//!
//! *Repair.* Vertices that r does not reach lead into sets without leaving arcs: in each of those one
//! vertex gives up both its edges and is then reached. A set with only one leaving arc has a vertex v
//! through which all its paths from r enter, while the other arc into v comes from inside: every
//! vertex on the tree path from v to g(v) has its semidominator at v or below. Then v gives up
//! that edge. Vertices are processed in reverse preorder, so inner sets come first, and a change at v
//! does not affect the vertices processed before.
//!
//! The two arcs of a vertex are swapped where necessary, so that the first belongs to the first tree and
//! the second to the second: the owned edges are then two rooted forests.
//!
//! Complexity: O(n log n) with path compression alone, near-linear in practice.

use super::orientation::{Slot, Slots, owned_edges};
use crate::ds::NONE;
use crate::ds::bits::Bits;
use crate::ds::parallel::join_if_large;
use crate::ds::prefetch::prefetch;
use crate::graph::csr::{self, Csr};

/// How many vertices ahead of its use a link is prefetched; the ones above it later, as many vertices apart.
const AHEAD: u32 = 8;

/// How many vertices ahead of their use the slots of a vertex are prefetched; what they refer to half as many.
const SLOTS_AHEAD: usize = 16;

/// How many links of a path are prefetched.
const PATH: u32 = 3;

/// Which of the two forests an edge is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forest {
    First,
    Second,
}

impl Forest {
    pub(crate) const BOTH: [Self; 2] = [Forest::First, Forest::Second];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A depth-first search from the root along the reversed arcs. Vertices are known by their
/// preorder numbers; the root's is 0.
pub(crate) struct DepthFirst {
    /// Vertices in preorder, the root (whose number is the count of the vertices) first.
    order: Vec<u32>,
    /// The tree parent of each preorder number.
    parent: Vec<u32>,
    /// The preorder number of each vertex.
    number: Vec<u32>,
}

impl DepthFirst {
    /// Searches. Vertices that cannot be reached give up edges until they can.
    pub(crate) fn new(slots: &mut [Slots], left_out: &mut Vec<u32>) -> Self {
        let count = slots.len();
        let arcs = ReversedArcs::new(slots);
        let mut search = Search {
            order: Vec::with_capacity(count + 1),
            parent: Vec::with_capacity(count + 1),
            number: vec![NONE; count],
            reached: Bits::new(count),
        };
        search.order.push(count as u32);
        search.parent.push(0);
        for vertex in 0..count as u32 {
            if slots[vertex as usize].iter().any(|slot| slot.is_free()) {
                search.explore_from_root(vertex, &arcs);
            }
        }
        if search.order.len() <= count {
            for vertex in search.unreached(&arcs) {
                if !search.reached.contains(vertex) {
                    let given_up = std::mem::replace(&mut slots[vertex as usize], [Slot::FREE; 2]);
                    left_out.extend(given_up.map(|slot| slot.edge));
                    search.explore_from_root(vertex, &arcs);
                }
            }
        }
        Self {
            order: search.order,
            parent: search.parent,
            number: search.number,
        }
    }

    /// Splits the owned edges into two forests: afterwards the first slot of every vertex is its parent
    /// edge in the first forest, the second slot in the second. Edges given up by sets that own too many
    /// are added to `left_out`.
    pub(crate) fn split(&self, slots: &mut [Slots], left_out: &mut Vec<u32>) {
        let (start, ()) = self.start_beside(slots, |_| ());
        self.split_from(start, slots, left_out);
    }

    /// What a split or a repair starts with, and the result of other work on the slots at the same time. Puts the tree arc of
    /// every vertex into its first slot.
    pub(crate) fn start_beside<T: Send>(
        &self,
        slots: &mut [Slots],
        work: impl FnOnce(&[Slots]) -> T + Send,
    ) -> (Start, T) {
        let tails = self.tails(slots);
        let links = || Links::new(&self.parent);
        let (links, result) = join_if_large(slots.len(), links, || work(slots));
        (Start { links, tails }, result)
    }

    /// [Splits](Self::split) the owned edges from a start on.
    pub(crate) fn split_from(&self, start: Start, slots: &mut [Slots], left_out: &mut Vec<u32>) {
        let semis = repair(slots, self, start, left_out);
        self.split_splittable(slots, &semis);
    }

    /// Takes edges from sets that own too many and adds them to `left_out`. Afterwards the owned
    /// edges split into two forests, which are [another step](Self::split_splittable).
    pub(crate) fn make_splittable(
        &self,
        slots: &mut [Slots],
        left_out: &mut Vec<u32>,
    ) -> Semidominators {
        let (start, ()) = self.start_beside(slots, |_| ());
        repair(slots, self, start, left_out)
    }

    /// Splits the owned edges into two forests.
    pub(crate) fn split_splittable(&self, slots: &mut [Slots], semis: &Semidominators) {
        let Semidominators(semis) = semis;
        let mut path = Path::new(&self.parent, semis);
        let mut takes_parent = Bits::new(semis.len());
        for v in 1..semis.len() as u32 {
            if let Some(&later) = self.order.get(v as usize + SLOTS_AHEAD) {
                prefetch(slots, later as usize);
            }
            path.go_to(v);
            let u = path.least_below(semis[v as usize]);
            if u == v || !takes_parent.contains(u) {
                takes_parent.insert(v);
            } else {
                slots[self.order[v as usize] as usize].swap(0, 1);
            }
        }
    }

    /// The tail g(v) of the second arc of every vertex, both by preorder number. The first slot of every vertex is its tree
    /// arc afterwards; the search itself would have to wait for the slots.
    fn tails(&self, slots: &mut [Slots]) -> Vec<u32> {
        let tail = |v: usize| {
            self.prefetch_slots(&self.order[v..], slots);
            let above = match self.parent[v] {
                0 => NONE,
                parent => self.order[parent as usize],
            };
            let own = &mut slots[self.order[v] as usize];
            if own[0].head != above {
                own.swap(0, 1);
            }
            match own[1].head {
                NONE => 0,
                head => self.number[head as usize],
            }
        };
        let tails = (1..self.order.len()).map(tail);
        std::iter::once(0).chain(tails).collect()
    }

    /// Prefetches the slots of upcoming vertices, and the numbers of their heads.
    #[inline]
    fn prefetch_slots(&self, upcoming: &[u32], slots: &[Slots]) {
        if let Some(&later) = upcoming.get(SLOTS_AHEAD) {
            prefetch(slots, later as usize);
        }
        if let Some(&soon) = upcoming.get(SLOTS_AHEAD / 2) {
            for slot in slots[soon as usize] {
                prefetch(&self.number, slot.head as usize);
            }
        }
    }

    /// The preorder number of every vertex, from 1 on. Vertices with near numbers are near to each other, up to jumps
    /// that add up to the length of a walk around the tree.
    pub(crate) fn preorder(&self) -> &[u32] {
        &self.number
    }

    /// The same, without the rest of the search.
    pub(crate) fn into_preorder(self) -> Vec<u32> {
        self.number
    }
}

/// The reversed arcs: for every vertex a row of the vertices that own an edge to it.
struct ReversedArcs {
    /// Where the row of each vertex starts; `NONE` if it is empty.
    rows: Vec<u32>,
    arcs: Vec<ReversedArc>,
}

/// An entry of a row. It says where the owner's own row starts, so that a search can prefetch the owner and its row
/// together: one after the other it would wait for memory twice per vertex.
#[derive(Clone, Copy)]
struct ReversedArc {
    /// The owner of the edge, plus `LAST` at the end of a row.
    owner: u32,
    row: u32,
}

/// More than any vertex.
const LAST: u32 = 1 << 31;

impl ReversedArcs {
    fn new(slots: &[Slots]) -> Self {
        let owned = owned_edges(slots);
        let sizes = csr::sizes(slots.len(), owned.clone());
        let mut total = 0;
        let row = |&size: &u32| {
            let start = total;
            total += size;
            if size == 0 { NONE } else { start }
        };
        let rows: Vec<u32> = sizes[..slots.len()].iter().map(row).collect();
        let reversed = |(head, owner): (u32, u32)| {
            let row = rows[owner as usize];
            (head, ReversedArc { owner, row })
        };
        let Csr { starts, mut items } = Csr::with_sizes(sizes, owned.map(reversed));
        for range in starts.windows(2) {
            if range[0] < range[1] {
                items[range[1] as usize - 1].owner |= LAST;
            }
        }
        Self { rows, arcs: items }
    }

    /// An entry of a row: the owner, where its row starts, and the next entry of this row; `NONE` if there is none.
    #[inline]
    fn read(&self, at: u32) -> (u32, u32, u32) {
        let ReversedArc { owner, row } = self.arcs[at as usize];
        let next = if owner & LAST == 0 { at + 1 } else { NONE };
        (owner & !LAST, row, next)
    }
}

/// The search in progress.
struct Search {
    order: Vec<u32>,
    parent: Vec<u32>,
    /// The preorder number of each vertex; `NONE` until it is reached.
    number: Vec<u32>,
    /// The vertices that have a number: a search asks this of every arc, and the bits stay in the cache.
    reached: Bits,
}

impl Search {
    /// The unreached vertices in reverse postorder: of a set without leaving arcs, a vertex to which all
    /// the others lead comes before them.
    fn unreached(&self, arcs: &ReversedArcs) -> Vec<u32> {
        let mut seen: Vec<bool> = self.number.iter().map(|&number| number != NONE).collect();
        let mut finished = Vec::new();
        // Vertices with the unread rest of their rows.
        let mut stack = Vec::new();
        for start in 0..self.number.len() as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            stack.push((start, arcs.rows[start as usize]));
            while let Some((x, unread)) = stack.last_mut() {
                if *unread == NONE {
                    finished.push(*x);
                    stack.pop();
                    continue;
                }
                let (v, row, next) = arcs.read(*unread);
                *unread = next;
                if !std::mem::replace(&mut seen[v as usize], true) {
                    stack.push((v, row));
                }
            }
        }
        finished.reverse();
        finished
    }

    fn visit(&mut self, vertex: u32, parent: u32) -> u32 {
        let number = self.order.len() as u32;
        self.number[vertex as usize] = number;
        self.reached.insert(vertex);
        self.order.push(vertex);
        self.parent.push(parent);
        number
    }

    /// Visits everything that can be reached from `start`, to which the root has an arc.
    fn explore_from_root(&mut self, start: u32, arcs: &ReversedArcs) {
        if self.reached.contains(start) {
            return;
        }
        let mut number = self.visit(start, 0);
        let mut unread = arcs.rows[start as usize];
        // The unread rest of the rows of its ancestors.
        let mut above: Vec<u32> = Vec::new();
        loop {
            if unread == NONE {
                let Some(rest) = above.pop() else {
                    return;
                };
                unread = rest;
                number = self.parent[number as usize];
                continue;
            }
            let (v, row, next) = arcs.read(unread);
            unread = next;
            if self.reached.contains(v) {
                continue;
            }
            above.push(unread);
            number = self.visit(v, number);
            unread = row;
            self.prefetch_row(row, arcs);
        }
    }

    /// Prefetches what the search reads at the vertices of a row.
    #[inline]
    fn prefetch_row(&self, row: u32, arcs: &ReversedArcs) {
        let mut at = row;
        while at != NONE {
            let (v, row, next) = arcs.read(at);
            prefetch(&self.number, v as usize);
            prefetch(&arcs.arcs, row as usize);
            at = next;
        }
    }
}

/// What a repair starts with.
pub(crate) struct Start {
    links: Links,
    /// g(v) for every vertex.
    tails: Vec<u32>,
}

/// The semidominator of every vertex, by preorder number.
pub(crate) struct Semidominators(Vec<u32>);

/// Takes edges from sets that own too many, and returns the semidominators.
fn repair(
    slots: &mut [Slots],
    search: &DepthFirst,
    start: Start,
    left_out: &mut Vec<u32>,
) -> Semidominators {
    let Start { mut links, tails } = start;
    // The tail of a vertex gives way to its semidominator.
    let mut semis = tails;
    for v in (1..search.order.len() as u32).rev() {
        links.prefetch(v, &semis);
        let parent = links.of[v as usize].above;
        let other = semis[v as usize];
        let mut around = if other < v {
            other
        } else {
            links.least(other, v + 1)
        };
        if around >= v {
            // The other arc comes from a set that is entered through v alone.
            let slot = &mut slots[search.order[v as usize] as usize][1];
            left_out.push(std::mem::replace(slot, Slot::FREE).edge);
            around = 0;
        }
        let semi = around.min(parent);
        links.of[v as usize].least = semi;
        semis[v as usize] = semi;
    }
    Semidominators(semis)
}

/// Lengauer and Tarjan's forest: EVAL with path compression.
///
/// Vertices are linked in reverse preorder, so those of the forest that are not its roots are the ones from some
/// number on.
struct Links {
    of: Vec<Link>,
    path: Vec<u32>,
}

/// What is stored per vertex, in one place for the cache's sake.
#[derive(Clone, Copy)]
struct Link {
    /// The ancestor in the forest; the tree parent until a path is compressed.
    above: u32,
    /// The least semidominator on the compressed path, once the vertex is linked.
    least: u32,
}

impl Links {
    fn new(parent: &[u32]) -> Self {
        let link = |&above: &u32| Link { above, least: NONE };
        Self {
            of: parent.iter().map(link).collect(),
            path: Vec::new(),
        }
    }

    /// Prefetches what vertices soon after `v` will read: three vertices of the paths up from their tails.
    #[inline]
    fn prefetch(&self, v: u32, tails: &[u32]) {
        for steps in 0..PATH {
            if let Some(later) = v.checked_sub((PATH - steps) * AHEAD) {
                let start = tails[later as usize];
                prefetch(&self.of, self.above(start, steps) as usize);
            }
        }
    }

    /// The vertex so many steps above, as far as there is one.
    #[inline]
    fn above(&self, start: u32, steps: u32) -> u32 {
        (0..steps).fold(start, |x, _| {
            self.of.get(x as usize).map_or(x, |link| link.above)
        })
    }

    /// The least semidominator on the path from `v` up to, and without, its forest root. Linked are the vertices from
    /// `linked` on.
    #[inline]
    fn least(&mut self, v: u32, linked: u32) -> u32 {
        let mut x = v;
        let mut up = self.of[x as usize].above;
        while up >= linked {
            self.path.push(x);
            x = up;
            up = self.of[x as usize].above;
        }
        // x is a child of the root; the others become children of it too.
        let mut over = self.of[x as usize];
        while let Some(y) = self.path.pop() {
            let link = &mut self.of[y as usize];
            link.least = link.least.min(over.least);
            link.above = over.above;
            over = *link;
        }
        over.least
    }
}

/// The tree path from the root to a vertex that moves in preorder, and where on it semidominators are least.
struct Path<'a> {
    parents: &'a [u32],
    semis: &'a [u32],
    end: u32,
    /// From the top, vertices of the path with larger and larger semidominators. Each has the least of all vertices from the
    /// one before it, excluded, down to the end; on a tie the lowest. Only the first `len` count.
    least: Vec<u32>,
    len: usize,
    /// For every vertex of the path how many there were before it, and which it has replaced.
    replaced: Vec<(u32, u32)>,
}

impl<'a> Path<'a> {
    fn new(parents: &'a [u32], semis: &'a [u32]) -> Self {
        Self {
            parents,
            semis,
            end: 0,
            least: Vec::new(),
            len: 0,
            // Only what is used becomes memory.
            replaced: Vec::with_capacity(parents.len()),
        }
    }

    /// Goes to the next vertex in preorder.
    #[inline]
    fn go_to(&mut self, vertex: u32) {
        let parent = self.parents[vertex as usize];
        while self.end != parent {
            let (len, replaced) = self.replaced.pop().expect("a path up to the root");
            self.least[self.len - 1] = replaced;
            self.len = len as usize;
            self.end = self.parents[self.end as usize];
        }
        let semi = self.semis[vertex as usize];
        let place = self.count_from_below(|above| self.semis[above as usize] < semi);
        if place == self.least.len() {
            self.least.push(vertex);
        }
        let replaced = std::mem::replace(&mut self.least[place], vertex);
        self.replaced.push((self.len as u32, replaced));
        self.len = place + 1;
        self.end = vertex;
    }

    /// The lowest vertex of least semidominator on the path, below this vertex of it.
    #[inline]
    fn least_below(&self, vertex: u32) -> u32 {
        self.least[self.count_from_below(|above| above <= vertex)]
    }

    /// How many of the least come before all for which this does not hold. It is nearly always decided by the last few.
    #[inline]
    fn count_from_below(&self, holds: impl Fn(u32) -> bool) -> usize {
        let mut most = self.len;
        let mut step = 1;
        while most > 0 && !holds(self.least[most - 1]) {
            let further = self.len.saturating_sub(step);
            if further == 0 || holds(self.least[further - 1]) {
                let between = &self.least[further..most];
                return further + between.partition_point(|&vertex| holds(vertex));
            }
            most = further;
            step *= 2;
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A walk through random trees, long and short, against a look at every vertex of the path.
    #[test]
    fn the_least_semidominators_of_a_path() {
        let mut rng = ChaCha8Rng::seed_from_u64(26);
        for _ in 0..2_000 {
            let count = rng.random_range(2..60_u32);
            let back = rng.random_range(1..=count);
            let mut parents = vec![0];
            for v in 1..count {
                // The parent of the next vertex in preorder is the last vertex or above it.
                let mut parent = v - 1;
                while parent > 0 && rng.random_range(0..back) == 0 {
                    parent = parents[parent as usize];
                }
                parents.push(parent);
            }
            let mut semis = vec![0; count as usize];
            for v in 1..count as usize {
                semis[v] = rng.random_range(0..=parents[v]);
            }
            let mut path = Path::new(&parents, &semis);
            for v in 1..count {
                path.go_to(v);
                let above = |&x: &u32| Some(parents[x as usize]).filter(|&parent| parent > 0);
                let whole: Vec<u32> = std::iter::successors(Some(v), above).collect();
                for &top in whole[1..].iter().chain([&0]) {
                    let below = whole.iter().copied().filter(|&x| x > top);
                    let least = below.min_by_key(|&x| (semis[x as usize], std::cmp::Reverse(x)));
                    assert_eq!(Some(path.least_below(top)), least, "{parents:?} {semis:?}");
                }
            }
        }
    }
}
