//! A league of the built-in players on networks of six families, drawn with fresh seeds.
//!
//! Every pair of players meets on every network, with each side and in each order. The outcome with
//! perfect play is known, so a game is *stolen* when it is won from a lost start, and *thrown* when
//! it is lost from a won one.

use rand::RngExt;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use switchyard::Rng;
use switchyard::format::network;
use switchyard::generate::{self, Blueprint, Impossible};
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::player::Builtin;
use switchyard::player::PerfectPlayer;
use switchyard::player::Policy;
use switchyard::player::{Forfeit, Player};
use switchyard::referee;
use switchyard::switching::{Network, Outcome, Position, Side, outcome, solve};
use thiserror::Error;

/// Why there are no networks to play on.
#[derive(Debug, Error)]
pub enum LeagueError {
    /// A sample board cannot be read.
    #[error("{file}: {why}")]
    Board {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A generator refused.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// Networks of one kind.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The networks; the terminals of each are connected.
    pub networks: Vec<Arc<Network>>,
}

/// All six families. `each` is the number of networks of every outcome that the family has;
/// `boards` is the folder of the sample boards.
///
/// # Errors
/// When a board cannot be read, or a network cannot be made.
pub fn families(seed: u64, each: usize, boards: &Path) -> Result<Vec<Family>, LeagueError> {
    let mut rng = Rng::from_seed(seed);
    let bridgit = |size| Ok(Arc::new(generate::bridgit(size)?.build()));
    let bridgit: Result<_, Impossible> = (4..=10).map(bridgit).collect();
    let list = [
        ("threshold 40", threshold(40, each, &mut rng)?),
        ("threshold 200", threshold(200, each, &mut rng)?),
        ("sample boards", sample_boards(boards)?),
        ("Bridg-It 4–10", bridgit?),
        ("Watts–Strogatz", small_worlds(each, &mut rng)?),
        ("grids", grids(3 * each, &mut rng)?),
    ];
    let family = |(name, networks)| Family { name, networks };
    Ok(list.into_iter().map(family).collect())
}

const OUTCOMES: [Outcome; 3] = [Outcome::Short, Outcome::Cut, Outcome::First];

/// `each` networks of every outcome at the threshold, where each outcome is about as likely.
///
/// # Errors
/// When no network of an outcome was found.
pub fn threshold(
    vertices: usize,
    each: usize,
    rng: &mut Rng,
) -> Result<Vec<Arc<Network>>, Impossible> {
    of_every_outcome(each, rng, |rng| generate::threshold(vertices, 0.0, rng))
}

/// `each` networks of every outcome.
fn of_every_outcome(
    each: usize,
    rng: &mut Rng,
    make: impl Fn(&mut Rng) -> Result<Blueprint, Impossible>,
) -> Result<Vec<Arc<Network>>, Impossible> {
    let mut networks = Vec::new();
    for wanted in OUTCOMES {
        for _ in 0..each {
            let has_outcome =
                |network: &Network| Position::new(Arc::new(network.clone())).outcome() == wanted;
            let network = generate::with_outcome(rng, &make, has_outcome)?;
            networks.push(Arc::new(network));
        }
    }
    Ok(networks)
}

/// Whether nobody has won before the first move.
fn is_open(network: &Arc<Network>) -> bool {
    Position::new(Arc::clone(network)).winner().is_none()
}

/// The sample boards of fewer than 1000 edges.
fn sample_boards(folder: &Path) -> Result<Vec<Arc<Network>>, LeagueError> {
    let fail = |file: &Path, why: String| LeagueError::Board {
        file: file.display().to_string(),
        why,
    };
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| fail(folder, error.to_string()))?;
    let mut files: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "net"));
    files.sort();
    let mut networks = Vec::new();
    for file in files {
        let text = fs::read(&file).map_err(|error| fail(&file, error.to_string()))?;
        let network = network::parse(&text).map_err(|error| fail(&file, error.to_string()))?;
        let network = Arc::new(network);
        if network.graph().edge_count() < 1000 && is_open(&network) {
            networks.push(network);
        }
    }
    Ok(networks)
}

/// The network between two vertices chosen by chance.
fn between_any(graph: Graph, rng: &mut Rng) -> Network {
    let vertices = graph.vertex_count();
    let left = rng.random_range(0..vertices);
    let right = (left + rng.random_range(1..vertices)) % vertices;
    Network::new(graph, VertexId::new(left), VertexId::new(right)).expect("two vertices")
}

/// Watts and Strogatz (1998): fifty vertices on a ring, each joined to its four nearest, and 30 % of
/// the edges rewired at one end; between two vertices chosen by chance. Most are SHORT's: of `3 * each`
/// networks up to `2 * each` have another outcome, as far as the draw has them.
fn small_worlds(each: usize, rng: &mut Rng) -> Result<Vec<Arc<Network>>, Impossible> {
    /// How many networks are drawn for each that is kept.
    const DRAWS: usize = 40;
    let (mut rare, mut usual) = (Vec::new(), Vec::new());
    for _ in 0..3 * each * DRAWS {
        let graph = generate::watts_strogatz(50, 4, 0.3, rng)?
            .build()
            .into_graph();
        let network = Arc::new(between_any(graph, rng));
        if !is_open(&network) {
            continue;
        }
        match Position::new(Arc::clone(&network)).outcome() {
            Outcome::Short => usual.push(network),
            Outcome::First | Outcome::Cut => rare.push(network),
        }
    }
    rare.truncate(2 * each);
    usual.truncate(3 * each - rare.len());
    rare.extend(usual);
    Ok(rare)
}

/// Grids of 4 to 8 rows and columns, between opposite corners and between any two vertices in turn.
fn grids(count: usize, rng: &mut Rng) -> Result<Vec<Arc<Network>>, Impossible> {
    let mut networks = Vec::new();
    for at in 0..count {
        let [rows, columns] = [0, 1].map(|_| rng.random_range(4..9));
        let mut network = generate::grid(rows, columns)?.build();
        if at % 2 == 1 {
            network = between_any(network.into_graph(), rng);
        }
        networks.push(Arc::new(network));
    }
    Ok(networks)
}

/// Who takes part: how a player sits down.
pub struct Entrant {
    /// Its name in the tables.
    pub name: String,
    sit: Sit,
}

type Sit = Box<dyn Fn(Side, &Position, u64) -> Box<dyn Player + Send> + Send + Sync>;

impl Entrant {
    /// A built-in player.
    pub fn builtin(player: Builtin) -> Self {
        Self {
            name: player.to_string(),
            sit: Box::new(move |side, position, seed| player.sit(side, position, seed)),
        }
    }

    /// The perfect player with another policy for lost positions.
    pub fn with_policy(name: &str, policy: Policy) -> Self {
        let sit = move |side, position: &Position, _| -> Box<dyn Player + Send> {
            Box::new(PerfectPlayer::with_policy(side, position, policy.clone()))
        };
        Self {
            name: name.to_owned(),
            sit: Box::new(sit),
        }
    }

    /// The perfect player that leaves the fewest winning replies in lost positions.
    pub fn fewest_replies() -> Self {
        let sit = move |side, position: &Position, _| -> Box<dyn Player + Send> {
            Box::new(FewestReplies {
                side,
                perfect: PerfectPlayer::new(side, position),
            })
        };
        Self {
            name: "fewest winning replies".to_owned(),
            sit: Box::new(sit),
        }
    }
}

/// Plays won positions perfectly, and in lost ones the first edge that leaves the fewest winning
/// replies: what the perfect player did before it had a policy, and a yardstick for it.
struct FewestReplies {
    side: Side,
    perfect: PerfectPlayer,
}

impl Player for FewestReplies {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        self.perfect.observe(position, side, edge);
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        if outcome(position).winner(self.side) == self.side {
            return self.perfect.choose(position);
        }
        let replies_after = |edge: &EdgeId| {
            let mut after = position.clone();
            let made = after.play(self.side, *edge);
            debug_assert!(made.is_ok(), "the edge is free");
            solve(&after).winning.of(self.side.other()).len()
        };
        let best = position.free_edges().min_by_key(replies_after);
        best.ok_or_else(|| Forfeit::Crashed("no edge is free".to_owned()))
    }
}

/// What became of one player's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played.
    pub played: usize,
    /// Games won.
    pub won: usize,
    /// Games that the opponent would have won under perfect play.
    pub lost_at_start: usize,
    /// Those of them that were won.
    pub stolen: usize,
    /// Games lost that perfect play would have won.
    pub thrown: usize,
}

impl Score {
    fn add(&mut self, due: bool, won: bool) {
        self.played += 1;
        self.won += usize::from(won);
        self.lost_at_start += usize::from(!due);
        self.stolen += usize::from(won && !due);
        self.thrown += usize::from(due && !won);
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            played: self.played + other.played,
            won: self.won + other.won,
            lost_at_start: self.lost_at_start + other.lost_at_start,
            stolen: self.stolen + other.stolen,
            thrown: self.thrown + other.thrown,
        }
    }
}

/// A game to be played: who is SHORT, who is CUT, who moves first.
struct Fixture {
    players: [usize; 2],
    first: Side,
    network: usize,
    seed: u64,
}

/// A round robin on the networks of a family, `rounds` times: the scores in the
/// order of the entrants.
pub fn round_robin(family: &Family, entrants: &[Entrant], rounds: u64, seed: u64) -> Vec<Score> {
    let pairs = (0..entrants.len()).flat_map(|a| (0..entrants.len()).map(move |b| [a, b]));
    let pairs: Vec<[usize; 2]> = pairs.filter(|[a, b]| a != b).collect();
    play_all(family, entrants, &pairs, rounds, seed)
}

/// Who wins each network of a family under perfect play.
fn outcomes(family: &Family) -> Vec<Outcome> {
    let outcome = |network: &Arc<Network>| outcome(&Position::new(Arc::clone(network)));
    family.networks.iter().map(outcome).collect()
}

/// One entrant against the others, and only the games that it would lose under perfect play.
pub fn lost_games(
    family: &Family,
    hero: &Entrant,
    others: &[Builtin],
    rounds: u64,
    seed: u64,
) -> Score {
    let outcomes = outcomes(family);
    let fixtures = fixtures(family, &[[0, 1], [1, 0]], rounds, seed);
    let mut score = Score::default();
    for &other in others {
        let entrants = [hero, &Entrant::builtin(other)];
        let is_lost = |fixture: &&Fixture| {
            let winner = outcomes[fixture.network].winner(fixture.first);
            fixture.players[seat(winner)] != 0
        };
        let lost: Vec<&Fixture> = fixtures.iter().filter(is_lost).collect();
        let won = lost.par_iter().filter(|f| play(family, &entrants, f) == 0);
        let stolen = won.count();
        score = score.and(Score {
            played: lost.len(),
            won: stolen,
            lost_at_start: lost.len(),
            stolen,
            thrown: 0,
        });
    }
    score
}

/// The games that an entrant wins under perfect play, and how many moves they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Games played.
    pub played: usize,
    /// Games won: all, unless one was thrown.
    pub won: usize,
    /// Moves of both sides in the games won.
    pub moves: usize,
}

/// One entrant against another, and only the games that it wins under perfect play.
pub fn won_games(
    family: &Family,
    hero: &Entrant,
    other: &Entrant,
    rounds: u64,
    seed: u64,
) -> Length {
    let outcomes = outcomes(family);
    let fixtures = fixtures(family, &[[0, 1], [1, 0]], rounds, seed);
    let is_due = |fixture: &&Fixture| {
        let winner = outcomes[fixture.network].winner(fixture.first);
        fixture.players[seat(winner)] == 0
    };
    let due: Vec<&Fixture> = fixtures.iter().filter(is_due).collect();
    let entrants = [hero, other];
    let games = due.par_iter().map(|fixture| {
        let (winner, moves) = play_out(family, &entrants, fixture);
        let won = usize::from(winner == 0);
        [won, won * moves]
    });
    let [won, moves] = games.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    Length {
        played: due.len(),
        won,
        moves,
    }
}

fn play_all(
    family: &Family,
    entrants: &[Entrant],
    pairs: &[[usize; 2]],
    rounds: u64,
    seed: u64,
) -> Vec<Score> {
    let outcomes = outcomes(family);
    let entrants: Vec<&Entrant> = entrants.iter().collect();
    let fixtures = fixtures(family, pairs, rounds, seed);
    let winners: Vec<usize> = fixtures
        .par_iter()
        .map(|fixture| play(family, &entrants, fixture))
        .collect();
    let mut scores = vec![Score::default(); entrants.len()];
    for (fixture, winner) in fixtures.iter().zip(winners) {
        let due = fixture.players[seat(outcomes[fixture.network].winner(fixture.first))];
        for player in fixture.players {
            scores[player].add(player == due, player == winner);
        }
    }
    scores
}

fn fixtures(family: &Family, pairs: &[[usize; 2]], rounds: u64, seed: u64) -> Vec<Fixture> {
    let mut rng = Rng::from_seed(seed);
    let mut fixtures = Vec::new();
    for _ in 0..rounds {
        for network in 0..family.networks.len() {
            for &players in pairs {
                for first in Side::BOTH {
                    fixtures.push(Fixture {
                        players,
                        first,
                        network,
                        seed: rng.random(),
                    });
                }
            }
        }
    }
    fixtures
}

fn seat(side: Side) -> usize {
    match side {
        Side::Short => 0,
        Side::Cut => 1,
    }
}

/// Plays a game; returns the entrant who won.
fn play(family: &Family, entrants: &[&Entrant], fixture: &Fixture) -> usize {
    play_out(family, entrants, fixture).0
}

/// Plays a game; returns the entrant who won, and the number of moves.
fn play_out(family: &Family, entrants: &[&Entrant], fixture: &Fixture) -> (usize, usize) {
    let start = Position::new(Arc::clone(&family.networks[fixture.network]));
    let sit = |side: Side| {
        let entrant = entrants[fixture.players[seat(side)]];
        (entrant.sit)(side, &start, fixture.seed ^ seat(side) as u64)
    };
    let [mut short, mut cut] = Side::BOTH.map(sit);
    let game = referee::play(start, fixture.first, &mut *short, &mut *cut);
    let winner = fixture.players[seat(game.ending.winner)];
    (winner, game.moves.len())
}

/// The first move is given; then the player plays.
struct Opening {
    first: Option<EdgeId>,
    player: Box<dyn Player + Send>,
}

impl Player for Opening {
    fn observe(&mut self, position: &Position, side: Side, edge: EdgeId) {
        self.player.observe(position, side, edge);
    }

    fn choose(&mut self, position: &Position) -> Result<EdgeId, Forfeit> {
        match self.first.take() {
            Some(edge) => Ok(edge),
            None => self.player.choose(position),
        }
    }
}

/// Plays `known` against the player that knows it, which moves second, after every first move and with each
/// side: how many games the latter won, and how many were played.
pub fn after_every_first_move(
    network: &Arc<Network>,
    known: Builtin,
    knows: Builtin,
) -> (usize, usize) {
    let start = Position::new(Arc::clone(network));
    let openings = network.graph().edges();
    let games: Vec<(EdgeId, Side)> = openings
        .flat_map(|edge| Side::BOTH.map(|side| (edge, side)))
        .collect();
    let is_won = |&&(edge, side): &&(EdgeId, Side)| {
        let seed = edge.index() as u64;
        let mut first = Opening {
            first: Some(edge),
            player: known.sit(side, &start, seed),
        };
        let mut second = knows.sit(side.other(), &start, seed);
        let game = match side {
            Side::Short => referee::play(start.clone(), side, &mut first, &mut *second),
            Side::Cut => referee::play(start.clone(), side, &mut *second, &mut first),
        };
        game.ending.winner == side.other()
    };
    (games.par_iter().filter(is_won).count(), games.len())
}
