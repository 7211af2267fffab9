//! Puzzles about networks.

use super::{Grade, Kind, TRIES, Wish};
use crate::Rng;
use crate::ds::union_find::UnionFind;
use crate::generate::{Impossible, connected, planted};
use crate::graph::{EdgeId, Graph, VertexId};
use crate::player::{min_cut, shortest};
use crate::switching::certificate::Proof;
use crate::switching::{Certificate, Network, Outcome, Position, Side, solve};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::sync::Arc;

/// What is asked about a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A winning move of this side, which is to move.
    Move(Side),
    /// Who wins.
    Outcome,
    /// Who wins if this side moves first.
    Side(Side),
    /// Two spanning trees without a common edge.
    Trees,
}

/// A network with a task that has exactly one solution; of the two trees, of which there are many pairs,
/// one pair is given.
#[derive(Clone, Debug)]
pub struct NetworkPuzzle {
    position: Position,
    task: Task,
    grade: Grade,
}

impl NetworkPuzzle {
    /// The puzzle that this task is on this network; `None` if it has not the solution that it should: one
    /// winning move; an undecided game; a network that is exactly two spanning trees.
    pub fn pose(network: impl Into<Arc<Network>>, task: Task) -> Option<Self> {
        let position = Position::new(network);
        if position.winner().is_some() {
            return None;
        }
        let is_fit = match task {
            Task::Move(side) => solve(&position).winning.of(side).len() == 1,
            Task::Outcome | Task::Side(_) => true,
            Task::Trees => is_two_trees(&position),
        };
        is_fit.then(|| Self {
            grade: grade(&position, task),
            position,
            task,
        })
    }

    /// The network, before the first move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is asked.
    pub fn task(&self) -> Task {
        self.task
    }

    /// What kind of puzzle it is.
    pub fn kind(&self) -> Kind {
        match self.task {
            Task::Move(_) => Kind::OnlyMove,
            Task::Outcome => Kind::WhoWins,
            Task::Side(_) => Kind::WhichSide,
            Task::Trees => Kind::TwoTrees,
        }
    }

    /// The side that moves first, where the task says so.
    pub fn side(&self) -> Option<Side> {
        match self.task {
            Task::Move(side) | Task::Side(side) => Some(side),
            Task::Outcome | Task::Trees => None,
        }
    }

    /// How hard it is.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The two trees of the network, where it is exactly two trees.
    pub fn trees(&self) -> Option<[Vec<EdgeId>; 2]> {
        (self.task == Task::Trees).then(|| two_trees(&self.position))?
    }
}

/// Whether the edges are exactly two spanning trees.
fn is_two_trees(position: &Position) -> bool {
    let graph = position.network().graph();
    let exact = graph.edge_count() == 2 * (graph.vertex_count() - 1);
    exact && two_trees(position).is_some()
}

/// Two disjoint spanning trees of all vertices, if there are such.
///
/// A certificate has two trees on some vertices around the terminals. One of them is given to SHORT, which
/// contracts these vertices, the other to CUT; a vertex outside becomes the other terminal, and its
/// certificate extends both trees.
pub(super) fn two_trees(position: &Position) -> Option<[Vec<EdgeId>; 2]> {
    let graph = position.network().graph();
    let left = VertexId::new(0);
    let mut trees = [Vec::new(), Vec::new()];
    let mut inside = vec![false; graph.vertex_count()];
    inside[0] = true;
    while let Some(outside) = inside.iter().position(|&inside| !inside) {
        let network = Network::new(graph.clone(), left, VertexId::new(outside)).ok()?;
        let [short, cut] = &trees;
        let short = short.iter().map(|&edge| (Side::Short, edge));
        let moves = short.chain(cut.iter().map(|&edge| (Side::Cut, edge)));
        let position = Position::with_moves(network, moves).ok()?;
        let Certificate::Second(Proof::Short(more)) = solve(&position).certificate else {
            return None;
        };
        for vertex in more.vertices {
            inside[vertex.index()] = true;
        }
        for (tree, more) in trees.iter_mut().zip(more.trees) {
            tree.extend(more);
        }
    }
    for tree in &mut trees {
        tree.sort_unstable();
    }
    Some(trees)
}

/// The obstacles of a task on a network.
///
/// Two are of size. The others are that simple rules fail, which counts twice: for a move, that neither the
/// shortest paths nor a smallest cut lead to it; for the winner, that the side which needs fewer moves to its
/// goal does not win. For two trees it counts once or twice: edges taken as they come, each into the first
/// tree that has room, make them in less than half of all orders, or a tenth.
fn grade(position: &Position, task: Task) -> Grade {
    let graph = position.network().graph();
    let edges = graph.edge_count();
    let [middle, large] = [edges > 10, edges > 22];
    match task {
        Task::Move(side) => {
            let hidden = !is_found(position, solve(position).winning.of(side));
            Grade::of([middle, large, hidden, hidden])
        }
        Task::Outcome => {
            let wrong = race(position) != position.outcome();
            Grade::of([middle, large, wrong, wrong])
        }
        Task::Side(first) => {
            let wrong = race(position).winner(first) != position.outcome().winner(first);
            Grade::of([middle, large, wrong, wrong])
        }
        Task::Trees => {
            let lucky = lucky_orders(graph);
            Grade::of([middle, large, lucky < ORDERS / 2, lucky < ORDERS / 10])
        }
    }
}

/// Who wins if each side needs as many moves as its shortest path or smallest cut has edges.
fn race(position: &Position) -> Outcome {
    let [short, cut] = [shortest_length(position), min_cut(position).len()];
    match short.cmp(&cut) {
        std::cmp::Ordering::Less => Outcome::Short,
        std::cmp::Ordering::Equal => Outcome::First,
        std::cmp::Ordering::Greater => Outcome::Cut,
    }
}

/// The number of edges on a shortest path between the terminals, by breadth-first search.
fn shortest_length(position: &Position) -> usize {
    let network = position.network();
    let mut length = vec![usize::MAX; network.graph().vertex_count()];
    length[network.left().index()] = 0;
    let mut queue = std::collections::VecDeque::from([network.left()]);
    while let Some(vertex) = queue.pop_front() {
        for &(_, next) in position.incidence().at(vertex) {
            if length[next.index()] == usize::MAX {
                length[next.index()] = length[vertex.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    length[network.right().index()]
}

/// In how many orders the simple rule for two trees is tried.
const ORDERS: usize = 100;

/// How many of the orders make two trees, if every edge goes into the first tree that has room for it.
fn lucky_orders(graph: &Graph) -> usize {
    let mut rng = Rng::from_seed(1);
    let mut order: Vec<EdgeId> = graph.edges().collect();
    let mut lucky = 0;
    for _ in 0..ORDERS {
        order.shuffle(&mut rng);
        let mut forests = [(); 2].map(|()| UnionFind::new(graph.vertex_count()));
        let fits = |&edge: &EdgeId| {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            forests.iter_mut().any(|forest| forest.union(u, v))
        };
        lucky += usize::from(order.iter().all(fits));
    }
    lucky
}

/// Vertices, and edges, of the boards for each grade.
const SIZES: [([usize; 2], [usize; 2]); 5] = [
    ([4, 6], [6, 10]),
    ([5, 8], [8, 14]),
    ([6, 9], [11, 17]),
    ([8, 12], [14, 22]),
    ([11, 15], [23, 30]),
];

pub(super) fn generate(kind: Kind, wish: Wish, rng: &mut Rng) -> Result<NetworkPuzzle, Impossible> {
    match kind {
        Kind::OnlyMove => return only_move(wish, rng),
        Kind::TwoTrees => return two_trees_puzzle(wish, rng),
        _ => {}
    }
    let task = match kind {
        Kind::WhichSide => Task::Side(any_side(rng)),
        _ => Task::Outcome,
    };
    // Every answer is as likely as any other; chance alone would make most boards CUT's.
    let outcome = [Outcome::Short, Outcome::Cut, Outcome::First][rng.random_range(0..3)];
    let winner = any_side(rng);
    let is_wanted = |of: Outcome| match task {
        Task::Side(first) => of.winner(first) == winner,
        _ => of == outcome,
    };
    for _ in 0..TRIES {
        let graph = tidy_graph(wish.sized, rng)?;
        for _ in 0..PAIRS.min(graph.vertex_count()) {
            let [left, right] = distinct_pair(graph.vertex_count(), rng);
            let Ok(network) = Network::new(graph.clone(), left, right) else {
                continue;
            };
            let network = Arc::new(network);
            if !is_wanted(Position::new(network.clone()).outcome()) {
                continue;
            }
            let posed = NetworkPuzzle::pose(network, task);
            if let Some(puzzle) = posed.filter(|puzzle| wish.is_granted_by(puzzle.grade)) {
                return Ok(puzzle);
            }
        }
    }
    wish.refused()
}

/// A board with one winning move. Boards made by chance nearly always have a bridge, which is then the move;
/// so for the higher grades, edges of a board without a bridge are exchanged as long as that leaves no more
/// winning moves than before.
fn only_move(wish: Wish, rng: &mut Rng) -> Result<NetworkPuzzle, Impossible> {
    for _ in 0..CLIMBS {
        let task = Task::Move(any_side(rng));
        let found = match wish.sized.0 {
            // Small, middle and large ones; then middle and large ones that are hard.
            easy @ 1..=3 => draw(Grade(2 * easy - 1), task, rng)?,
            _ => climb(wish.sized, task, rng)?,
        };
        if let Some(puzzle) = found.filter(|puzzle| wish.is_granted_by(puzzle.grade)) {
            return Ok(puzzle);
        }
    }
    wish.refused()
}

/// A board with an only move, by chance.
fn draw(size: Grade, task: Task, rng: &mut Rng) -> Result<Option<NetworkPuzzle>, Impossible> {
    let graph = tidy_graph(size, rng)?;
    let mut pairs = (0..PAIRS).map(|_| distinct_pair(graph.vertex_count(), rng));
    Ok(pairs.find_map(|[left, right]| {
        let network = Network::new(graph.clone(), left, right).ok()?;
        NetworkPuzzle::pose(network, task)
    }))
}

/// A board with an only move that no simple rule finds, by exchanges.
fn climb(size: Grade, task: Task, rng: &mut Rng) -> Result<Option<NetworkPuzzle>, Impossible> {
    let mut graph = tidy_graph(size, rng)?;
    let [left, right] = distinct_pair(graph.vertex_count(), rng);
    let mut fewest = usize::MAX;
    for _ in 0..EXCHANGES {
        let next = if fewest == usize::MAX {
            graph.clone()
        } else {
            exchanged(&graph, rng)
        };
        let network = Network::new(next.clone(), left, right).ok();
        let board = network.and_then(|network| hidden_moves(network, task));
        match board {
            None if fewest == usize::MAX => return Ok(None),
            Some((position, 1)) => {
                return Ok(NetworkPuzzle::pose(position.network().clone(), task));
            }
            Some((_, count)) if count <= fewest => (graph, fewest) = (next, count),
            _ => {}
        }
    }
    Ok(None)
}

/// From how many boards the search for an only move begins, and how many exchanges it tries on each.
const CLIMBS: usize = TRIES / 2;
const EXCHANGES: usize = 300;

/// The position and how many moves win, if whoever moves first wins on a tidy connected board, and a simple
/// rule does not find a winning move.
fn hidden_moves(network: Network, task: Task) -> Option<(Position, usize)> {
    let Task::Move(side) = task else {
        return None;
    };
    let graph = network.graph();
    let mut joined = UnionFind::new(graph.vertex_count());
    let mut degree = vec![0; graph.vertex_count()];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        joined.union(u, v);
        degree[u] += 1;
        degree[v] += 1;
    }
    let is_tidy = degree.iter().all(|&degree| degree > 1) && joined.size(0) == degree.len();
    let position = is_tidy.then(|| Position::new(network))?;
    let verdict = solve(&position);
    if verdict.outcome != Outcome::First {
        return None;
    }
    let winning = verdict.winning.of(side);
    (!is_found(&position, winning)).then_some((position, winning.len()))
}

/// Whether a simple rule finds one of these moves: on the shortest paths or in a smallest cut there are at
/// most two edges to choose from, and one of these moves is there.
fn is_found(position: &Position, moves: &[EdgeId]) -> bool {
    let finds = |by: Vec<EdgeId>| by.len() <= 2 && by.iter().any(|edge| moves.contains(edge));
    finds(shortest(position)) || finds(min_cut(position))
}

/// The graph with one edge elsewhere; it stays simple.
fn exchanged(graph: &Graph, rng: &mut Rng) -> Graph {
    let ends = |edge| graph.ends(edge).map(VertexId::index);
    let mut pairs: Vec<(usize, usize)> = graph.edges().map(ends).map(|[u, v]| (u, v)).collect();
    let gone = rng.random_range(0..pairs.len());
    let [u, v] = distinct_pair(graph.vertex_count(), rng).map(VertexId::index);
    if !pairs.contains(&(u, v)) && !pairs.contains(&(v, u)) {
        pairs[gone] = (u, v);
    }
    Graph::from_pairs(graph.vertex_count(), &pairs)
}

/// How many pairs of terminals are tried on a graph.
const PAIRS: usize = 8;

fn any_side(rng: &mut Rng) -> Side {
    Side::BOTH[rng.random_range(0..2)]
}

fn distinct_pair(vertices: usize, rng: &mut Rng) -> [VertexId; 2] {
    let (u, v) = (rng.random_range(0..vertices), rng.random_range(1..vertices));
    [u, (u + v) % vertices].map(VertexId::new)
}

/// A connected graph of a size for the grade, without vertices of degree 1, which affect no
/// outcome.
fn tidy_graph(sized: Grade, rng: &mut Rng) -> Result<Graph, Impossible> {
    let ([least, most], [fewest, edges]) = SIZES[usize::from(sized.number()) - 1];
    loop {
        let vertices = rng.random_range(least..=most);
        let fewest = fewest.max(vertices + 1);
        let edges = rng.random_range(fewest..=edges.max(fewest));
        let edges = edges.min(vertices * (vertices - 1) / 2);
        let (blueprint, _) = connected(vertices, edges, rng)?;
        let graph = without_twigs(&blueprint.build());
        if graph.vertex_count() >= least {
            return Ok(graph);
        }
    }
}

/// The graph without its vertices of degree one, again and again.
fn without_twigs(network: &Network) -> Graph {
    let graph = network.graph();
    let mut ends: Vec<[usize; 2]> = graph
        .edges()
        .map(|edge| graph.ends(edge).map(VertexId::index))
        .collect();
    loop {
        let mut degree = vec![0; graph.vertex_count()];
        for end in ends.iter().flatten() {
            degree[*end] += 1;
        }
        let before = ends.len();
        ends.retain(|ends| ends.iter().all(|&end| degree[end] > 1));
        if ends.len() == before {
            let mut number = vec![0; degree.len()];
            let mut vertices = 0;
            for (vertex, &degree) in degree.iter().enumerate() {
                number[vertex] = vertices;
                vertices += usize::from(degree > 0);
            }
            let pairs: Vec<(usize, usize)> =
                ends.iter().map(|&[u, v]| (number[u], number[v])).collect();
            return Graph::from_pairs(vertices, &pairs);
        }
    }
}

/// Two planted trees; the terminals play no part.
fn two_trees_puzzle(wish: Wish, rng: &mut Rng) -> Result<NetworkPuzzle, Impossible> {
    let [least, most] = match wish.sized.number() {
        1 => [4, 5],
        2 => [5, 7],
        3 => [6, 9],
        4 => [8, 11],
        _ => [13, 15],
    };
    for _ in 0..TRIES {
        let vertices = rng.random_range(least..=most);
        let network = planted(vertices, 2 * (vertices - 1), rng)?.build();
        let posed = NetworkPuzzle::pose(network, Task::Trees);
        if let Some(puzzle) = posed.filter(|puzzle| wish.is_granted_by(puzzle.grade)) {
            return Ok(puzzle);
        }
    }
    wish.refused()
}
