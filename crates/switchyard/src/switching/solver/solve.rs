//! From a position to a verdict: the outcome, every winning move, and a certificate.
//!
//! **Theorems used** (Lehman 1964; Bruno and Weinberg 1970). Let ρ be the largest number of edges
//! in two disjoint forests, E the edges of the minor of the position, and e0 an unplayable edge
//! between the terminals.
//! - ρ(E + e0) = ρ(E): SHORT wins even moving second.
//! - ρ(E + e0 + e0) = ρ(E) + 2: CUT wins even moving second.
//! - Otherwise the side that moves first wins. Then SHORT's winning moves are the edges that lie in one
//!   clump of E + e0 but not in one clump of E; CUT's are the edges of the smallest tight set of
//!   E + e0 around the terminals that lie in no dependent set of E.
//!
//! **The join-all game** ([`Target::All`]; n vertices of the minor). SHORT wins even moving second
//! exactly when ρ(E) = 2n − 2, and moving first exactly when ρ(E) ≥ 2n − 3. Where ρ(E) = 2n − 3,
//! SHORT's winning moves are the edges between different clumps of E, and CUT's the edges in no dependent
//! set of E. With e0 between two vertices where it fits, this is what the rules above say; the
//! [decomposition](super::decomposition) chooses e0, and the rest is the same.
//!
//! A side that wins even moving second wins with every move (an extra move never hurts); its
//! opponent wins with none.
//!
//! Complexity: two largest forests, a few searches of the pebble game and exchanges for e0, and one
//! refinement into clumps; near-linear in total.

use super::arborescences::Forest;
use super::clumps::Clumps;
use super::decomposition::{Decomposition, outcome_from_copies};
use super::marks::{AROUND, BETWEEN_CLASSES, BETWEEN_CLUMPS, Marks, NEAR};
use super::matroid_union::{copies_beside_forests, deficit_of_forests};
use super::minor::Minor;
use super::partition::Partition;
use super::pruned::Pruned;
use crate::ds::NONE;
use crate::ds::parallel::join_if_large;
use crate::graph::{EdgeId, VertexId};
use crate::switching::certificate::{self, Certificate, Opening, Proof, TwoTrees, Won};
use crate::switching::{Claim, Outcome, Position, Side, Target};
use std::collections::VecDeque;

/// Every winning move of each side, if it were to move; both lists in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WinningMoves {
    /// SHORT's.
    pub short: Vec<EdgeId>,
    /// CUT's.
    pub cut: Vec<EdgeId>,
}

impl WinningMoves {
    /// The winning moves of one side.
    pub fn of(&self, side: Side) -> &[EdgeId] {
        match side {
            Side::Short => &self.short,
            Side::Cut => &self.cut,
        }
    }
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Verdict {
    /// Who wins under perfect play.
    pub outcome: Outcome,
    /// Every winning move; none once the game is over.
    pub winning: WinningMoves,
    /// The proof.
    pub certificate: Certificate,
}

/// Who wins under perfect play; faster than [`solve`].
///
/// ```
/// use switchyard::{Network, Outcome, Position, outcome};
///
/// let network = Network::from_pairs(4, (0, 3), &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)])?;
/// assert_eq!(outcome(&Position::new(network)), Outcome::First);
/// # Ok::<(), switchyard::NetworkError>(())
/// ```
#[must_use]
pub fn outcome(position: &Position) -> Outcome {
    match Pruned::of(position) {
        Some(pruned) => outcome_unpruned(&pruned.position),
        None => outcome_unpruned(position),
    }
}

fn outcome_unpruned(position: &Position) -> Outcome {
    let minor: Minor<()> = match Minor::unless_known_over(position) {
        Ok(minor) => minor,
        Err(winner) => return winner.into(),
    };
    // The forests that prove it are not computed.
    if position.network().target() == Target::All {
        let deficit = deficit_of_forests(minor.vertices, minor.core, &minor.edges);
        return outcome_from_copies(deficit);
    }
    let terminals = [minor.left, minor.right];
    let copies = copies_beside_forests(minor.vertices, minor.core, &minor.edges, terminals);
    outcome_from_copies(copies)
}

/// The outcome, every winning move and a certificate.
pub fn solve(position: &Position) -> Verdict {
    match Pruned::of(position) {
        Some(pruned) => pruned.restore_verdict(position, solve_unpruned(&pruned.position)),
        None => solve_unpruned(position),
    }
}

fn solve_unpruned(position: &Position) -> Verdict {
    let minor = match Minor::unless_known_over(position) {
        Ok(minor) => minor,
        Err(winner) => return Verdict::over(position, winner),
    };
    let target = position.network().target();
    let (decomposition, clumps) = Decomposition::with_clumps_if_first(minor, target);
    Marked::new(position, decomposition, clumps.as_ref()).verdict(position)
}

/// The verdict on a position and the principal partition of its minor, in which SHORT's edges are
/// contracted and CUT's deleted. Cheaper than one after the other.
pub fn study(position: &Position) -> (Verdict, Partition) {
    let Some(pruned) = Pruned::of(position) else {
        return study_unpruned(position);
    };
    let (verdict, partition) = study_unpruned(&pruned.position);
    let verdict = pruned.restore_verdict(position, verdict);
    (verdict, pruned.restore_partition(partition))
}

fn study_unpruned(position: &Position) -> (Verdict, Partition) {
    let minor = Minor::of(position);
    let edges = minor.edges.len();
    let target = position.network().target();
    let (decomposition, clumps) = Decomposition::with_clumps(minor, target);
    let marked = Marked::new(position, decomposition, Some(&clumps));
    drop(clumps);
    join_if_large(
        edges,
        || marked.verdict(position),
        || Partition::of_minor(position, &marked.marks),
    )
}

impl Position {
    /// The outcome, every winning move and a certificate: [`solve`].
    pub fn solve(&self) -> Verdict {
        solve(self)
    }

    /// Who wins under perfect play: [`outcome()`].
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        outcome(self)
    }
}

/// What is left of a decomposition once all edges are marked: all that lists are made of. The edges of the minor and the
/// forests would be in memory beside the lists otherwise.
struct Marked {
    outcome: Outcome,
    target: Target,
    marks: Marks,
    /// Where the side that moves first wins: a move that wins for either side.
    opening: Option<EdgeId>,
    /// How many vertices the minor has.
    vertices: usize,
    /// Of the minor: the ends of e0, and the vertex into which each vertex of the board was contracted.
    ends: [u32; 2],
    vertex_of: Vec<u32>,
    /// As in the decomposition.
    class: Vec<u32>,
    near: Vec<bool>,
}

impl Marked {
    /// Needs the clumps if the side that moves first wins.
    fn new(position: &Position, decomposition: Decomposition, clumps: Option<&Clumps>) -> Self {
        let (around, opening) = match decomposition.outcome {
            Outcome::First => {
                let reply = || Some(decomposition.minor.ids[decomposition.reply_to_e0() as usize]);
                let around = || decomposition.largest_around();
                join_if_large(decomposition.up.len(), around, reply)
            }
            Outcome::Short | Outcome::Cut => (Vec::new(), None),
        };
        let edge_count = position.network().graph().edge_count();
        let marks = Marks::new(&decomposition, clumps, &around, edge_count);
        let Decomposition {
            minor,
            target,
            outcome,
            class,
            near,
            ..
        } = decomposition;
        Self {
            outcome,
            target,
            marks,
            opening,
            vertices: minor.vertices,
            ends: [minor.left, minor.right],
            vertex_of: minor.vertex_of,
            class,
            near,
        }
    }

    /// The verdict.
    fn verdict(&self, position: &Position) -> Verdict {
        // Whether CUT has won already takes a look at all edges, and no other outcome leaves it open.
        let winner = match self.outcome {
            Outcome::Cut => position.winner(),
            Outcome::Short | Outcome::First => position.known_winner(),
        };
        if let Some(winner) = winner {
            return Verdict::over(position, winner);
        }
        let (winning, certificate) = join_if_large(
            self.marks.edge_count(),
            || self.winning_moves(position),
            || self.certificate(),
        );
        Verdict {
            outcome: self.outcome,
            winning,
            certificate,
        }
    }

    fn certificate(&self) -> Certificate {
        if let Some(opening) = self.opening {
            return self.openings(opening);
        }
        Certificate::Second(if self.outcome == Outcome::Short {
            let kept = kept_forests(&self.marks, NEAR, None);
            Proof::Short(self.two_trees(kept))
        } else {
            let kept = kept_forests(&self.marks, BETWEEN_CLASSES, None);
            Proof::Cut(self.two_forests(kept))
        })
    }

    /// Every winning move.
    fn winning_moves(&self, position: &Position) -> WinningMoves {
        let all_free = || {
            let mut free = Vec::with_capacity(position.free_count());
            free.extend(position.free_edges());
            free
        };
        let with = |wanted: u8| self.marks.list(|mark| mark & wanted == wanted);
        let mut winning = WinningMoves::default();
        match self.outcome {
            Outcome::Short => winning.short = all_free(),
            Outcome::Cut => winning.cut = all_free(),
            Outcome::First => {
                winning.short = with(AROUND | BETWEEN_CLUMPS);
                winning.cut = with(NEAR | BETWEEN_CLASSES);
            }
        }
        winning
    }

    /// The trees of SHORT's certificate, without the terminals' edge.
    fn two_trees(&self, trees: [Vec<EdgeId>; 2]) -> TwoTrees {
        let vertex_of = self.vertex_of.iter().enumerate();
        let inside = |&(_, &at): &(usize, &u32)| self.near[at as usize];
        TwoTrees {
            vertices: vertex_of
                .filter(inside)
                .map(|(v, _)| VertexId::new(v))
                .collect(),
            trees,
        }
    }

    /// The classes and forests of CUT's certificate, without the terminals' edge.
    fn two_forests(&self, forests: [Vec<EdgeId>; 2]) -> certificate::TwoForests {
        certificate::TwoForests {
            apart: self.apart(),
            classes: self.large_classes(),
            forests,
        }
    }

    /// Two vertices of the board that CUT keeps apart, where they are not the terminals.
    fn apart(&self) -> Option<[VertexId; 2]> {
        let on_board = |end: u32| {
            let at = self.vertex_of.iter().position(|&at| at == end);
            at.map(VertexId::new)
        };
        match self.target {
            Target::Terminals => None,
            Target::All => Some([on_board(self.ends[0])?, on_board(self.ends[1])?]),
        }
    }

    /// The classes with more than one vertex of the board.
    fn large_classes(&self) -> Vec<Vec<VertexId>> {
        let class_of = |at: u32| self.class[at as usize] as usize;
        let mut size = vec![0_u32; self.vertices];
        for &at in &self.vertex_of {
            size[class_of(at)] += 1;
        }
        let mut classes: Vec<Vec<VertexId>> = Vec::new();
        let mut number = vec![NONE; self.vertices];
        for (vertex, &at) in self.vertex_of.iter().enumerate() {
            let class = class_of(at);
            if size[class] < 2 {
                continue;
            }
            if number[class] == NONE {
                number[class] = classes.len() as u32;
                classes.push(Vec::with_capacity(size[class] as usize));
            }
            classes[number[class] as usize].push(VertexId::new(vertex));
        }
        classes
    }

    /// The proofs that this move wins for either side.
    ///
    /// With e0 in the first tree, it is an edge on the second tree's path between the terminals that
    /// crosses the cut left by e0 in the first: SHORT repairs the first tree with it, and CUT
    /// disconnects the second.
    fn openings(&self, edge: EdgeId) -> Certificate {
        let marks = &self.marks;
        let (trees, forests) = join_if_large(
            marks.edge_count(),
            || self.two_trees(kept_forests(marks, NEAR, Some(edge))),
            || self.two_forests(kept_forests(marks, BETWEEN_CLASSES, Some(edge))),
        );
        Certificate::First {
            short: Opening {
                edge,
                proof: Proof::Short(trees),
            },
            cut: Opening {
                edge,
                proof: Proof::Cut(forests),
            },
        }
    }
}

/// The edges of each forest with this mark, but for one, as the board numbers them, in increasing order.
fn kept_forests(marks: &Marks, mark: u8, without: Option<EdgeId>) -> [Vec<EdgeId>; 2] {
    let list = |forest: Forest| {
        let mut kept = marks.list_in(forest, mark);
        kept.retain(|&edge| Some(edge) != without);
        kept
    };
    let (first, second) = join_if_large(
        marks.edge_count(),
        || list(Forest::First),
        || list(Forest::Second),
    );
    let mut lists = [first, second];
    sort_forests(&mut lists);
    lists
}

/// The forest with the least edge comes first, an empty one last.
pub(super) fn sort_forests(forests: &mut [Vec<EdgeId>; 2]) {
    forests.sort_unstable_by_key(|list| (list.is_empty(), list.first().copied()));
}

impl Verdict {
    /// The verdict on a finished game.
    pub(super) fn over(position: &Position, winner: Side) -> Self {
        Self {
            outcome: winner.into(),
            winning: WinningMoves::default(),
            certificate: Certificate::Over(finish(position, winner)),
        }
    }
}

/// How a finished game was won: SHORT's path or tree, or the left part of the board.
fn finish(position: &Position, winner: Side) -> Won {
    let network = position.network();
    match (winner, network.target()) {
        (Side::Short, Target::All) => {
            let reached_by = search(position).into_iter().flatten();
            let mut tree: Vec<EdgeId> = reached_by.map(|(edge, _)| edge).collect();
            tree.sort_unstable();
            Won::Tree(tree)
        }
        (Side::Short, Target::Terminals) => {
            let by = search(position);
            let mut path = Vec::new();
            let mut at = network.right();
            while at != network.left() {
                let (edge, next) = by[at.index()].expect("SHORT's edges join the terminals");
                path.push(edge);
                at = next;
            }
            path.reverse();
            Won::Path(path)
        }
        (Side::Cut, _) => {
            let mut components = position.components();
            let is_left = |&v: &VertexId| components.is_one([v, network.left()]);
            Won::Apart(network.graph().vertices().filter(is_left).collect())
        }
    }
}

/// Breadth-first search from the left terminal along SHORT's edges. Returns the edge and the vertex from which
/// each vertex was reached.
fn search(position: &Position) -> Vec<Option<(EdgeId, VertexId)>> {
    let start = position.network().left();
    let usable = |edge| position.claim_of(edge) == Claim::Short;
    let mut by = vec![None; position.network().graph().vertex_count()];
    let mut queue = VecDeque::from([start]);
    while let Some(x) = queue.pop_front() {
        for &(edge, y) in position.incidence().at(x) {
            if usable(edge) && y != start && by[y.index()].is_none() {
                by[y.index()] = Some((edge, x));
                queue.push_back(y);
            }
        }
    }
    by
}
