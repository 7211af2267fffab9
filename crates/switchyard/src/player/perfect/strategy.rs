//! The winner's replies, with dynamic trees: O(log² n) amortised per move.
//!
//! The strategy is Chase's (1972), which is Lehman's seen from both sides at once. Keep two
//! spanning trees; edges that SHORT owns, and e0 where CUT pretends that SHORT owns it, are in both.
//! When the opponent plays an edge h of exactly one tree T, some edge m on the path between h's ends
//! in the other tree T' crosses the cut that h leaves in T. Play it.
//! - As SHORT: m replaces h in T, and is then in both trees. In the end SHORT owns a tree.
//! - As CUT: h replaces m in T', and is then in both trees. SHORT's edges and e0 are in one tree, so
//!   SHORT's edges alone never join the terminals.
//!
//! An opponent's edge in both trees or in neither needs no reply: the player may play anything
//! (an extra move never hurts) and continue as if that edge were still free.
//!
//! For SHORT the trees span the smallest set around the terminals that two trees span, or in the
//! join-all game everything. For CUT they
//! span the network with all dependent sets contracted: there every edge is in one of the trees.
//!
//! To find m, bisect the path in T': its ends are on different sides of the cut in T, so somewhere it
//! changes sides, and the side of a vertex is one query to T's dynamic tree.

use super::repair::Rooted;
use super::sketch::{Sketch, Unused, is_open};
use crate::ds::NONE;
use crate::ds::dynamic_forest::DynamicForest;
use crate::graph::EdgeId;
use crate::switching::solver::decomposition::Decomposition;
use crate::switching::{Claim, Outcome, Position, Side, Target};

/// A won position, ready to reply.
///
/// Vertices and edges have numbers of their own: only those that matter to the strategy are included.
#[derive(Clone, Debug)]
pub(crate) struct Strategy {
    side: Side,
    target: Target,
    /// In the join-all game: no edge before this one is to spare.
    next_spare: usize,
    /// The open edges are marked: those in exactly one tree.
    trees: [DynamicForest; 2],
    vertices: usize,
    ends: Vec<[u32; 2]>,
    /// Which trees each edge is in.
    held: Vec<[bool; 2]>,
    /// The board's names of the edges; e0, if there is one, comes last and has none.
    ids: Vec<EdgeId>,
    /// The number of each edge of the board, or `NONE`.
    local: Vec<u32>,
    terminals: [u32; 2],
    /// The trees once more, since one of them had to be repaired.
    rooted: Option<Box<Rooted>>,
    /// How many edges SHORT's trees lack to span their vertices; the terminals are in one part that they span.
    holes: usize,
    /// SHORT's edges of which the second copy does not fit into CUT's trees, whatever is done about e0.
    left_out: Vec<usize>,
}

impl Strategy {
    /// The strategy of a side that wins even moving second.
    pub(crate) fn second(side: Side, decomposition: &Decomposition, unused: Unused) -> Self {
        debug_assert_eq!(decomposition.outcome, Outcome::from(side));
        match side {
            Side::Short => Self::for_short(decomposition, unused, false),
            Side::Cut => Self::for_cut(decomposition, [true, true]),
        }
    }

    /// The strategy of a side that wins moving first, and its first move.
    pub(crate) fn first(
        side: Side,
        decomposition: &Decomposition,
        unused: Unused,
    ) -> (Self, EdgeId) {
        debug_assert_eq!(decomposition.outcome, Outcome::First);
        let mut strategy = match side {
            Side::Short => Self::for_short(decomposition, unused, true),
            Side::Cut => Self::for_cut(decomposition, [true, false]),
        };
        // e0 counts as the opponent's first move.
        let reply = strategy.answer(strategy.ids.len());
        let edge = reply.expect("e0 stands in the first tree alone");
        (strategy, edge)
    }

    /// The reply to the opponent's move; `None` if none is needed.
    pub(crate) fn reply(&mut self, edge: EdgeId) -> Option<EdgeId> {
        let local = self.local_number(edge)?;
        self.answer(local)
    }

    fn for_short(decomposition: &Decomposition, unused: Unused, with_e0: bool) -> Self {
        // The smallest set is enough to win; but SHORT may reply to a threat anywhere in the largest one.
        let inside = match (unused, decomposition.target) {
            (Unused::Kept, Target::Terminals) => &decomposition.largest_around(),
            (Unused::Dropped, _) | (_, Target::All) => &decomposition.near,
        };
        let number = |vertex: u32| {
            if inside[vertex as usize] {
                vertex
            } else {
                NONE
            }
        };
        let mut sketch = Sketch::new(decomposition, number, unused);
        if with_e0 {
            sketch.add_e0([true, false]);
        }
        Self::new(Side::Short, sketch)
    }

    fn for_cut(decomposition: &Decomposition, e0: [bool; 2]) -> Self {
        let in_play = decomposition.minor.in_play();
        let number = |vertex: u32| {
            if in_play[vertex as usize] {
                decomposition.class[vertex as usize]
            } else {
                NONE
            }
        };
        // Every edge between the groups is in one of the trees.
        let mut sketch = Sketch::new(decomposition, number, Unused::Dropped);
        sketch.add_e0(e0);
        sketch.complete();
        Self::new(Side::Cut, sketch)
    }

    fn new(side: Side, sketch: Sketch) -> Self {
        let edges = sketch.ids.iter().max().map_or(0, |last| last.index() + 1);
        let mut local = vec![NONE; edges];
        for (number, id) in sketch.ids.iter().enumerate() {
            local[id.index()] = number as u32;
        }
        Self {
            side,
            target: sketch.target,
            next_spare: 0,
            trees: [sketch.tree(0), sketch.tree(1)],
            vertices: sketch.vertices,
            terminals: sketch.terminals,
            ends: sketch.ends,
            held: sketch.held,
            ids: sketch.ids,
            local,
            rooted: None,
            holes: 0,
            left_out: Vec::new(),
        }
    }

    /// A move to make when no reply is owed: for SHORT one on its path between the terminals.
    ///
    /// The trees stay as they are, as if the edge were still free: it may become a reply later, and
    /// then there is another move to spare.
    pub(crate) fn spare(&mut self) -> Option<EdgeId> {
        if self.side == Side::Cut {
            return None;
        }
        if self.target == Target::All {
            return self.spare_anywhere();
        }
        let edge = self.trees[0].first_marked(self.terminals)?;
        self.trees[0].set_marked(edge, false);
        Some(self.ids[edge])
    }

    /// An open edge of the first tree that was not played as a spare move before.
    fn spare_anywhere(&mut self) -> Option<EdgeId> {
        while self.next_spare < self.ids.len() {
            let edge = self.next_spare;
            self.next_spare += 1;
            if self.held[edge] == [true, false] {
                return Some(self.ids[edge]);
            }
        }
        None
    }

    /// Follows a game from the opponent's side: `moved` was played against this strategy, and `answer`
    /// by its side; `position` is the position after both. Tells whether the trees show that its side still wins.
    ///
    /// `spared` are moves that its side made when it owed none. After [`Followed::Lost`] the answer may
    /// still be a good one, but the trees are of no use any more.
    pub(super) fn follow(
        &mut self,
        position: &Position,
        moved: EdgeId,
        answer: EdgeId,
        spared: &[EdgeId],
    ) -> Followed {
        let followed = match self.threatened(moved) {
            None => Followed::Spared,
            Some(threat) => self.meet_threat(position, threat, answer, spared),
        };
        if followed != Followed::Lost && self.settle(position) {
            followed
        } else {
            Followed::Lost
        }
    }

    /// The answer to h, an edge of tree `t` alone: by one exchange, or by more.
    fn meet_threat(
        &mut self,
        position: &Position,
        (t, h): (usize, usize),
        answer: EdgeId,
        spared: &[EdgeId],
    ) -> Followed {
        // Where there are holes, an edge that fits may fill another one.
        if self.holes == 0 {
            if self.accept(t, h, answer) {
                return Followed::Answered;
            }
            // One of its spare moves may have been the answer.
            if spared.iter().any(|&edge| self.accept(t, h, edge)) {
                return Followed::Spared;
            }
        }
        self.root();
        match self.side {
            Side::Short => self.repair_as_short(position, (t, h), answer, spared),
            // Until there is a place for its second copy.
            Side::Cut => {
                self.left_out.push(h);
                Followed::Spared
            }
        }
    }

    /// SHORT's trees without h, an edge of tree `t` alone: a second copy of the answer or of a spare move, or an edge of
    /// neither tree, must enter them. If none does, SHORT still wins if e0 does not fit either.
    fn repair_as_short(
        &mut self,
        position: &Position,
        (t, h): (usize, usize),
        answer: EdgeId,
        spared: &[EdgeId],
    ) -> Followed {
        self.detach(t, h);
        self.holes += 1;
        let own = [answer].into_iter().chain(spared.iter().copied());
        let own = own.filter_map(|edge| self.local_number(edge));
        let is_unused = |edge: &usize| self.held[*edge] == [false; 2];
        let is_there = |edge: &usize| position.claim_of(self.ids[*edge]) != Claim::Cut;
        let unused = (0..self.ids.len()).filter(|edge| is_unused(edge) && is_there(edge));
        let offered: Vec<usize> = own.chain(unused).collect();
        let mut followed = Followed::Spared;
        for edge in offered {
            let into: &[usize] = match self.held[edge] {
                [true, true] => continue,
                [true, false] => &[1],
                [false, true] => &[0],
                [false, false] => &[0, 1],
            };
            if self.take_in(edge, into, None) {
                self.holes -= 1;
                if self.ids[edge] == answer {
                    followed = Followed::Answered;
                }
                if self.holes == 0 {
                    return followed;
                }
            }
        }
        if self.fits(self.terminals) {
            followed = Followed::Lost;
        }
        followed
    }

    /// Whether one more edge with these ends fits into SHORT's trees.
    fn fits(&mut self, ends: [u32; 2]) -> bool {
        let Some(rooted) = &mut self.rooted else {
            return false;
        };
        let fits = rooted.search(ends, &[0, 1], |_| false).is_some();
        rooted.forget();
        fits
    }

    /// Whether CUT still wins although the second copies of some edges of SHORT's are left out of its trees: each of them
    /// enters by now, or its circuit does not contain e0. (Then e0 and its copy fit beside two largest forests, as they did.)
    /// An edge that CUT has deleted may leave the trees, and one that is in both for no other reason than to complete
    /// them may leave one.
    fn settle(&mut self, position: &Position) -> bool {
        let e0 = self.ids.len();
        for edge in std::mem::take(&mut self.left_out) {
            let Some(t) = self.lonely(edge) else {
                continue;
            };
            if self.take_in(edge, &[1 - t], Some(position)) {
                continue;
            }
            if self.rooted.as_ref().is_none_or(|r| r.has_labelled(e0)) {
                return false;
            }
            self.left_out.push(edge);
        }
        if !self.left_out.is_empty()
            && let Some(rooted) = &mut self.rooted
        {
            rooted.forget();
        }
        true
    }

    /// Takes an edge into one of the trees `into` by a chain of exchanges, and tells whether there is one. As CUT, edges may
    /// leave the trees, according to the position.
    fn take_in(&mut self, edge: usize, into: &[usize], position: Option<&Position>) -> bool {
        let (ids, held) = (&self.ids, &self.held);
        let may_leave = |edge: usize| {
            let (Some(position), Some(&id)) = (position, ids.get(edge)) else {
                return false;
            };
            match position.claim_of(id) {
                Claim::Cut => true,
                Claim::Free => held[edge] == [true, true],
                Claim::Short => false,
            }
        };
        let rooted = self.rooted.as_mut();
        let Some(chain) = rooted.and_then(|rooted| rooted.search(self.ends[edge], into, may_leave))
        else {
            return false;
        };
        let mut t = chain.tree;
        if let Some(gone) = chain.gone {
            self.detach(t, gone);
            if self.held[gone][1 - t] {
                self.trees[1 - t].set_marked(gone, true);
            }
        }
        for &moved in &chain.moved {
            self.detach(1 - t, moved);
            self.attach(t, moved);
            t = 1 - t;
        }
        self.attach(t, edge);
        true
    }

    fn root(&mut self) {
        if self.rooted.is_none() {
            let rooted = Rooted::new(self.vertices, &self.ends, &self.held);
            self.rooted = Some(Box::new(rooted));
        }
    }

    /// The number of open edges that could answer this one in the other tree, if any has to.
    pub(super) fn answers(&mut self, edge: EdgeId) -> Option<usize> {
        let (t, h) = self.threatened(edge)?;
        let other = &mut self.trees[1 - t];
        let is_connected = self.holes == 0 || other.connected(self.ends[h]);
        is_connected.then(|| other.count_marked(self.ends[h]))
    }

    /// The edges of the strategy between its vertices: what may have to be answered.
    pub(super) fn playable(
        &self,
    ) -> impl DoubleEndedIterator<Item = (EdgeId, [u32; 2])> + Clone + '_ {
        let numbers = 0..self.ids.len();
        let in_a_tree = numbers.filter(|&number| self.held[number] != [false; 2]);
        in_a_tree.map(|number| (self.ids[number], self.ends[number]))
    }

    /// The ends of an edge of the strategy, by its own numbers.
    pub(super) fn ends_of(&self, edge: EdgeId) -> Option<[u32; 2]> {
        self.local_number(edge).map(|local| self.ends[local])
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.vertices
    }

    fn local_number(&self, edge: EdgeId) -> Option<usize> {
        let local = self.local.get(edge.index()).copied();
        local
            .filter(|&local| local != NONE)
            .map(|local| local as usize)
    }

    /// The tree of an edge that must be answered, and its number here.
    fn threatened(&self, edge: EdgeId) -> Option<(usize, usize)> {
        let local = self.local_number(edge)?;
        let t = self.lonely(local)?;
        Some((t, local))
    }

    /// The only tree that holds the edge.
    fn lonely(&self, edge: usize) -> Option<usize> {
        match self.held[edge] {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// Makes `answer` the answer to `h`, an edge of tree `t` alone, if one exchange does it.
    fn accept(&mut self, t: usize, h: usize, answer: EdgeId) -> bool {
        let Some(m) = self.local_number(answer) else {
            return false;
        };
        match self.side {
            Side::Short => self.accept_as_short(t, h, m),
            Side::Cut => self.accept_as_cut(t, h, m),
        }
    }

    /// m, an edge of the other tree or of neither, must reconnect the tree that h leaves: it replaces h.
    fn accept_as_short(&mut self, t: usize, h: usize, m: usize) -> bool {
        self.detach(t, h);
        let fits = !self.held[m][t] && !self.trees[t].connected(self.ends[m]);
        self.attach(t, if fits { m } else { h });
        fits
    }

    /// m must be in the other tree alone, on h's path: h replaces it.
    fn accept_as_cut(&mut self, t: usize, h: usize, m: usize) -> bool {
        if self.lonely(m) != Some(1 - t) {
            return false;
        }
        self.detach(1 - t, m);
        let fits = !self.trees[1 - t].connected(self.ends[h]);
        self.attach(1 - t, if fits { h } else { m });
        fits
    }

    fn answer(&mut self, h: usize) -> Option<EdgeId> {
        let t = self.lonely(h)?;
        let m = match self.side {
            Side::Short => {
                self.detach(t, h);
                let m = self.crossing(t, h);
                self.attach(t, m);
                m
            }
            Side::Cut => self.secure(t, h),
        };
        Some(self.ids[m])
    }

    /// SHORT owns this edge of tree `t`: it enters the other tree too, in place of an edge that is
    /// returned.
    fn secure(&mut self, t: usize, edge: usize) -> usize {
        self.detach(t, edge);
        let out = self.crossing(t, edge);
        self.attach(t, edge);
        self.detach(1 - t, out);
        self.attach(1 - t, edge);
        out
    }

    /// The edge on the path of `h` in the other tree that crosses the cut in tree `t`.
    fn crossing(&mut self, t: usize, h: usize) -> usize {
        let (first, second) = self.trees.split_at_mut(1);
        let (tree, other) = match t {
            0 => (&mut first[0], &mut second[0]),
            _ => (&mut second[0], &mut first[0]),
        };
        let ends = &self.ends;
        let mut sides = tree.sides(ends[h]);
        let is_beyond = |vertex: u32| sides.tree_of(vertex) == Some(1);
        other.crossing(ends[h], |edge| ends[edge], is_beyond)
    }

    fn attach(&mut self, t: usize, edge: usize) {
        self.held[edge][t] = true;
        let is_open = self.is_open(edge);
        self.trees[t].attach(edge, self.ends[edge], is_open);
        if let Some(rooted) = &mut self.rooted {
            rooted.attach(t, edge, self.ends[edge]);
        }
        if self.held[edge][1 - t] {
            self.trees[1 - t].set_marked(edge, is_open);
        }
    }

    fn detach(&mut self, t: usize, edge: usize) {
        self.held[edge][t] = false;
        self.trees[t].detach(edge, self.ends[edge]);
        if let Some(rooted) = &mut self.rooted {
            rooted.detach(t, edge, self.ends[edge]);
        }
    }

    fn is_open(&self, edge: usize) -> bool {
        is_open(&self.held, &self.ids, edge)
    }
}

/// What an answer did to the winner's position, seen by the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// It answered the move: still won.
    Answered,
    /// No answer was needed: still won, with a move to spare.
    Spared,
    /// The trees do not show that the position is won.
    Lost,
}
