//! Whole games of the perfect player: how long it takes to reply, on networks of 10⁴ to 10⁶ edges.
//!
//! `make bench-playing` prints one row for each family, winner, opponent and size. A reply is
//! everything from the opponent's move to the player's own: both made on the position, both told to
//! the player, and the choice. The first reply, and setting the player up, are counted apart.
//! Times are processor time of the thread; every game is played several times and the least time of
//! each reply counts, so that other programs do not show.
//!
//! Every game must be won by the side that theory says; some positions on the way are solved anew,
//! and their certificates checked.
//!
//! Then, for games of 5000 edges, the time to find every winning move of both sides after each move.
//!
//! Arguments: names of families; `--sizes EDGES,…` (10000,100000,1000000); `--rounds N`, how often a
//! game is played (2); `--winner short` or `cut`, for half of the games; `--lost MOVES` instead times the first
//! moves of the loser against a winner that makes any winning move, whatever trees it fits.

use rand::RngExt;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;
use switchyard::Rng;
use switchyard::generate::{bridgit, geometric, planted, regular, threshold};
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::player::{PerfectPlayer, Player, RandomPlayer};
use switchyard::switching::{Network, Outcome, Position, Side, check, outcome, solve};

// The allocator of the program, so that the figures are those of the program.
#[global_allocator]
static MEMORY: huge_pages::HugePages = huge_pages::HugePages;

/// A family: its name, and a member of about this many edges that the side wins.
type Family = (&'static str, fn(usize, Side) -> Network);

const FAMILIES: &[Family] = &[
    ("bridgit", |m, _| {
        bridgit((m / 2).isqrt()).expect("a board").build()
    }),
    ("planted", |m, side| {
        let network = planted(m / 2 + 1, m / 2 * 2, &mut Rng::from_seed(1)).expect("two trees");
        won_by(side, network.build(), 8)
    }),
    ("random", |m, side| match side {
        Side::Short => won_by(side, near_threshold(m, 0.115), 0),
        Side::Cut => won_by(side, near_threshold(m, -0.01), 0),
    }),
    ("regular", |m, side| {
        let network = regular(m / 2, 4, &mut Rng::from_seed(2)).expect("a regular graph");
        won_by(side, network.build(), 8)
    }),
    ("geometric", |m, side| {
        let degree = if side == Side::Short { 9.0 } else { 6.0 };
        let vertices = (2.0 * m as f64 / degree) as usize;
        let network = geometric(vertices, degree, &mut Rng::from_seed(3)).expect("points");
        won_by(side, network.build(), 0)
    }),
];

fn near_threshold(m: usize, shift: f64) -> Network {
    let vertices = (m as f64 / (1.794 * (1.0 + shift))) as usize;
    let network = threshold(vertices, shift, &mut Rng::from_seed(4));
    network.expect("a threshold").build()
}

/// The network between terminals with which the side wins even moving second; for CUT without
/// `fewer` edges.
fn won_by(side: Side, network: Network, fewer: usize) -> Network {
    let mut rng = Rng::from_seed(5);
    let graph = network.into_graph();
    let mut ends: Vec<_> = graph.edges().map(|edge| graph.ends(edge)).collect();
    if side == Side::Cut {
        for _ in 0..fewer {
            ends.swap_remove(rng.random_range(0..ends.len()));
        }
    }
    let graph = Graph::from_ends(graph.vertex_count(), ends);
    let degree = degrees(&graph);
    loop {
        let mut vertex = || random_vertex(&mut rng, &degree);
        let Ok(network) = Network::new(graph.clone(), vertex(), vertex()) else {
            continue;
        };
        if outcome(&Position::new(Arc::new(network.clone()))) == side.into() {
            return network;
        }
    }
}

fn degrees(graph: &Graph) -> Vec<u32> {
    let mut degree = vec![0; graph.vertex_count()];
    for end in graph.edges().flat_map(|edge| graph.ends(edge)) {
        degree[end.index()] += 1;
    }
    degree
}

/// A vertex with as many edges as a terminal should have for the game to last.
fn random_vertex(rng: &mut Rng, degree: &[u32]) -> VertexId {
    loop {
        let vertex = rng.random_range(0..degree.len());
        if degree[vertex] >= 4 {
            return VertexId::new(vertex);
        }
    }
}

fn now() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let before = now();
    let result = work();
    *seconds += now().saturating_sub(before).as_secs_f64();
    result
}

/// What the replies of one side took in one game.
#[derive(Default)]
struct Replies {
    setting_up: f64,
    /// The first counts apart.
    seconds: Vec<f64>,
    /// The reply under way.
    current: f64,
}

impl Replies {
    fn end_reply(&mut self) {
        self.seconds.push(std::mem::take(&mut self.current));
    }

    /// The least times of the same game played again.
    fn lessen(&mut self, again: &Replies) {
        assert_eq!(self.seconds.len(), again.seconds.len(), "the same game");
        self.setting_up = self.setting_up.min(again.setting_up);
        for (least, seconds) in self.seconds.iter_mut().zip(&again.seconds) {
            *least = least.min(*seconds);
        }
    }

    fn later(&self) -> &[f64] {
        self.seconds.get(1..).unwrap_or_default()
    }
}

fn at(side: Side) -> usize {
    usize::from(side == Side::Cut)
}

/// Plays one game; the positions at the given numbers of moves are solved and checked.
fn play(
    network: &Arc<Network>,
    first: Side,
    winner: Side,
    perfect_loser: bool,
    samples: &[usize],
) -> [Replies; 2] {
    // To grow them during the game would push the players' memory out of the caches.
    let mut replies = [(); 2].map(|()| Replies {
        seconds: Vec::with_capacity(network.graph().edge_count() / 2 + 1),
        ..Replies::default()
    });
    let mut position = Position::new(network.clone());
    let mut getting_ready = 0.0;
    timed(&mut getting_ready, || position.get_ready());
    let players = Side::BOTH.map(|side| -> Box<dyn Player> {
        if side == winner || perfect_loser {
            let setting_up = &mut replies[at(side)].setting_up;
            *setting_up += getting_ready;
            Box::new(timed(setting_up, || PerfectPlayer::new(side, &position)))
        } else {
            Box::new(RandomPlayer::new(6))
        }
    });
    let mut players = players;
    let mut mover = first;
    let mut moves = 0;
    while position.winner().is_none() {
        if samples.contains(&moves) {
            recheck(&position, mover, winner);
        }
        let mine = &mut replies[at(mover)].current;
        let edge = timed(mine, || players[at(mover)].choose(&position)).expect("a move");
        make(&mut position, mover, edge, &mut players, &mut replies);
        mover = mover.other();
        moves += 1;
    }
    assert_eq!(position.winner(), Some(winner), "theory");
    replies
}

/// Makes a move on the position (which both players keep) and tells both players.
fn make(
    position: &mut Position,
    mover: Side,
    edge: EdgeId,
    players: &mut [Box<dyn Player>; 2],
    replies: &mut [Replies; 2],
) {
    let mut making = 0.0;
    timed(&mut making, || position.play(mover, edge)).expect("a legal move");
    for side in Side::BOTH {
        let current = &mut replies[at(side)].current;
        *current += making;
        timed(current, || players[at(side)].observe(position, mover, edge));
    }
    replies[at(mover)].end_reply();
}

fn recheck(position: &Position, mover: Side, winner: Side) {
    let verdict = solve(position);
    assert_eq!(verdict.outcome.winner(mover), winner, "theory");
    check(position, &verdict.certificate).expect("the certificate is valid");
}

/// Positions that are solved anew and checked, by the number of moves made.
const SAMPLES: [usize; 3] = [100, 4000, 160_000];

/// The least times of several rounds of a game.
fn game(
    network: &Arc<Network>,
    first: Side,
    winner: Side,
    perfect_loser: bool,
    rounds: usize,
) -> [Replies; 2] {
    let mut best = play(network, first, winner, perfect_loser, &SAMPLES);
    for _ in 1..rounds {
        let again = play(network, first, winner, perfect_loser, &[]);
        for (best, again) in best.iter_mut().zip(&again) {
            best.lessen(again);
        }
    }
    best
}

/// One row: a player against an opponent.
struct Row {
    player: Side,
    wins: bool,
    against: &'static str,
    replies: usize,
    setting_up: f64,
    first: f64,
    mean: f64,
    worst: f64,
}

impl Row {
    fn of(player: Side, wins: bool, against: &'static str, game: &[Replies; 2]) -> Self {
        let mine = &game[at(player)];
        let later = mine.later();
        Self {
            player,
            wins,
            against,
            replies: later.len(),
            setting_up: mine.setting_up,
            first: mine.seconds.first().copied().unwrap_or_default(),
            mean: later.iter().sum::<f64>() / later.len().max(1) as f64,
            worst: later.iter().copied().fold(0.0, f64::max),
        }
    }

    fn print(&self, family: &str, edges: usize, least: Option<&Row>) {
        let micro = |seconds: f64| format!("{:.1}", 1e6 * seconds);
        let milli = |seconds: f64| format!("{:.1}", 1e3 * seconds);
        let growth = |now: f64, then: f64| format!("{:.1}", now / then);
        let growths = least.map_or([String::new(), String::new()], |least| {
            [
                growth(self.mean, least.mean),
                growth(self.worst, least.worst),
            ]
        });
        println!(
            "| {family} | {edges} | {} {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.player,
            if self.wins { "wins" } else { "loses" },
            self.against,
            self.replies,
            milli(self.setting_up),
            milli(self.first),
            micro(self.mean),
            micro(self.worst),
            growths[0],
            growths[1]
        );
    }
}

/// All games of one member of a family that one side wins. The loser starts, unless it would win then.
fn rows(network: &Arc<Network>, winner: Side, rounds: usize) -> Vec<Row> {
    let first = match outcome(&Position::new(network.clone())) {
        Outcome::First => winner,
        _ => winner.other(),
    };
    let [random, perfect] =
        [false, true].map(|perfect| game(network, first, winner, perfect, rounds));
    vec![
        Row::of(winner, true, "random", &random),
        Row::of(winner, true, "perfect", &perfect),
        Row::of(winner.other(), false, "perfect", &perfect),
    ]
}

/// What all winning moves of both sides take, solved anew after each move of a game.
struct Listing {
    moves: u32,
    mean: f64,
    worst: f64,
}

fn listing(
    network: &Arc<Network>,
    first: Side,
    players: [&mut dyn Player; 2],
    rounds: usize,
) -> Listing {
    let mut position = Position::new(network.clone());
    let mut mover = first;
    let (mut moves, mut total, mut worst) = (0, 0.0, 0.0_f64);
    let [short, cut] = players;
    while position.winner().is_none() {
        let times = (0..rounds).map(|_| {
            let mut seconds = 0.0;
            timed(&mut seconds, || black_box(solve(&position).winning));
            seconds
        });
        let seconds = times.fold(f64::INFINITY, f64::min);
        total += seconds;
        worst = worst.max(seconds);
        moves += 1_u32;
        let edge = match mover {
            Side::Short => short.choose(&position),
            Side::Cut => cut.choose(&position),
        };
        let edge = edge.expect("a move");
        position.play(mover, edge).expect("a legal move");
        short.observe(&position, mover, edge);
        cut.observe(&position, mover, edge);
        mover = mover.other();
    }
    Listing {
        moves,
        mean: total / f64::from(moves),
        worst,
    }
}

fn print_listing(family: &str, network: &Arc<Network>, first: Side, rounds: usize) {
    let start = Position::new(network.clone());
    let perfect = |side| PerfectPlayer::new(side, &start);
    let games = [
        (
            "perfect",
            listing(
                network,
                first,
                [&mut perfect(Side::Short), &mut perfect(Side::Cut)],
                rounds,
            ),
        ),
        (
            "random",
            listing(
                network,
                first,
                [&mut RandomPlayer::new(7), &mut RandomPlayer::new(8)],
                rounds,
            ),
        ),
    ];
    for (players, Listing { moves, mean, worst }) in games {
        println!(
            "| {family} | {} | {players} | {moves} | {:.2} | {:.2} |",
            network.graph().edge_count(),
            1e3 * mean,
            1e3 * worst
        );
    }
}

/// The loser's first moves against a winner that makes any winning move, whatever trees it fits.
fn against_any(network: &Arc<Network>, winner: Side, moves: usize) -> Replies {
    let mut rng = Rng::from_seed(9);
    let mut position = Position::new(network.clone());
    position.get_ready();
    let loser = winner.other();
    let mut replies = Replies::default();
    let mut player = timed(&mut replies.setting_up, || {
        PerfectPlayer::new(loser, &position)
    });
    let mut mover = match outcome(&position) {
        Outcome::First => winner,
        _ => loser,
    };
    while position.winner().is_none() && replies.seconds.len() < moves {
        let edge = if mover == loser {
            timed(&mut replies.current, || player.choose(&position)).expect("a move")
        } else {
            let verdict = solve(&position);
            let winning = verdict.winning.of(winner);
            winning[rng.random_range(0..winning.len())]
        };
        let current = &mut replies.current;
        timed(current, || position.play(mover, edge)).expect("a legal move");
        timed(current, || player.observe(&position, mover, edge));
        if mover == loser {
            replies.end_reply();
        }
        mover = mover.other();
    }
    replies
}

fn print_against_any(family: &str, network: &Arc<Network>, winner: Side, moves: usize) {
    let replies = against_any(network, winner, moves);
    let mut both = [Replies::default(), Replies::default()];
    both[at(winner.other())] = replies;
    let row = Row::of(winner.other(), false, "any winning move", &both);
    println!(
        "| {family} | {} | {} loses | {} | {:.1} | {:.2} | {:.2} | {:.2} |",
        network.graph().edge_count(),
        winner.other(),
        row.replies,
        1e3 * row.setting_up,
        1e3 * row.first,
        1e3 * row.mean,
        1e3 * row.worst
    );
}

fn main() {
    huge_pages::share_arena();
    let mut args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let mut word_after = |name: &str| -> Option<String> {
        let at = args.iter().position(|arg| arg == name)?;
        args.drain(at..=at + 1).nth(1)
    };
    let number = |word: &str| -> usize { word.parse().expect("a number") };
    let sizes = word_after("--sizes").unwrap_or("10000,100000,1000000".to_string());
    let sizes: Vec<usize> = sizes.split(',').map(number).collect();
    let rounds = word_after("--rounds").map_or(2, |word| number(&word));
    let lost = word_after("--lost").map(|word| number(&word));
    let winners: &[Side] = match word_after("--winner").as_deref() {
        None => &Side::BOTH,
        Some("short") => &[Side::Short],
        Some(_) => &[Side::Cut],
    };
    let chosen = |family: &&Family| args.is_empty() || args.iter().any(|arg| arg == family.0);
    if let Some(moves) = lost {
        println!(
            "| family | edges | player | moves | set-up, ms | first, ms | mean, ms | worst, ms |"
        );
        println!("|---|--:|---|--:|--:|--:|--:|--:|");
        for (name, member) in FAMILIES.iter().filter(chosen) {
            for &winner in winners {
                for &m in &sizes {
                    print_against_any(name, &Arc::new(member(m, winner)), winner, moves);
                }
            }
        }
        return;
    }
    println!(
        "| family | edges | player | against | replies | set-up, ms | first, ms | mean, µs | worst, µs | mean, × | worst, × |"
    );
    println!("|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for (name, member) in FAMILIES.iter().filter(chosen) {
        for &winner in winners {
            let mut least: Option<Vec<Row>> = None;
            for &m in &sizes {
                let network = Arc::new(member(m, winner));
                let rows = rows(&network, winner, rounds);
                for (i, row) in rows.iter().enumerate() {
                    let least = least.as_ref().map(|least| &least[i]);
                    row.print(name, network.graph().edge_count(), least);
                }
                least.get_or_insert(rows);
            }
        }
    }
    println!("\n| family | edges | both players | moves | mean, ms | worst, ms |");
    println!("|---|--:|---|--:|--:|--:|");
    for (name, member) in FAMILIES.iter().filter(chosen) {
        for &winner in winners {
            let network = Arc::new(member(5000, winner));
            print_listing(name, &network, winner.other(), rounds);
        }
    }
}
