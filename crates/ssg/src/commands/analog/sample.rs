//! `ssg analog sample`: quotas of the robot by sampling, on any network, and of robots as they can be built.

use crate::cli::{side, terminals};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::wire::analog::SampleJson;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::bridgit::Board;
use switchyard::player::{AnalogPlayer, Builtin, Player};
use switchyard::switching::{Network, Position, Side};
use switchyard_experiments::built::{BuiltRobot, MOST_NODES, Parts};
use switchyard_experiments::sample::sample;

/// Arguments of `ssg analog sample`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file; `-` reads standard input
    #[arg(required_unless_present = "bridgit")]
    file: Option<PathBuf>,
    /// The Bridg-It board of this size instead of a file
    #[arg(long, value_name = "M", conflicts_with = "file")]
    bridgit: Option<usize>,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of ties, parts and the opponent's random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Which side the robot plays, moving first
    #[arg(long, value_parser = side::parser(), default_value = "cut")]
    first: Side,
    /// Who moves second: the robot itself, or a built-in player
    #[arg(long, value_name = "PLAYER", default_value = "analog")]
    opponent: Builtin,
    /// Bulbs in place of resistors: the current grows like the voltage to this power, 0.2 to 1
    #[arg(long, value_name = "P", default_value_t = 1.0)]
    bulbs: f64,
    /// Faulty parts: the standard deviation of the logarithm of their conductances, 0 to 2
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    spread: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the share that the robot wins.
pub fn run(args: &Args) -> CmdResult {
    let parts = parts(args)?;
    let network = load(args)?;
    let nodes = network.graph().vertex_count();
    if parts != Parts::IDEAL && nodes > MOST_NODES {
        return Err(CmdError::Input(format!(
            "robots of bulbs or unequal parts are computed for up to {MOST_NODES} vertices, not {nodes}"
        )));
    }
    let edges = network.graph().edge_count();
    let start = Position::new(Arc::clone(&network));
    let mut sit = |side: Side, seed: u64| -> Box<dyn Player> {
        if side != args.first && args.opponent != Builtin::Analog {
            return args.opponent.sit(side, &start, seed);
        }
        if parts == Parts::IDEAL {
            Box::new(AnalogPlayer::new(seed))
        } else {
            Box::new(BuiltRobot::new(parts, edges, seed))
        }
    };
    let found = sample(&network, args.first, args.games, args.seed, &mut sit);
    let [low, high] = found.interval();
    let (games, wins, quota) = (found.games, found.wins, found.quota());
    output::answer(
        args.json,
        || SampleJson {
            games,
            wins,
            quota,
            low,
            high,
        },
        || {
            format!(
                "the robot, moving first, wins {wins} of {games} games: {quota:.3}, with 95 % confidence between \
                 {low:.3} and {high:.3}\n"
            )
        },
    )
}

fn parts(args: &Args) -> Result<Parts, CmdError> {
    if !(0.2..=1.0).contains(&args.bulbs) {
        return Err(CmdError::Input(
            "--bulbs is a power from 0.2 to 1".to_owned(),
        ));
    }
    if !(0.0..=2.0).contains(&args.spread) {
        return Err(CmdError::Input(
            "--spread is a number from 0 to 2".to_owned(),
        ));
    }
    Ok(Parts {
        exponent: args.bulbs,
        spread: args.spread,
    })
}

fn load(args: &Args) -> Result<Arc<Network>, CmdError> {
    match (&args.file, args.bridgit) {
        (_, Some(size)) => {
            let board = Board::new(size).map_err(|error| CmdError::input(&error))?;
            Ok(Arc::clone(board.network()))
        }
        (Some(file), None) => Ok(Arc::new(args.terminals.load(file)?)),
        (None, None) => Err(CmdError::Input(
            "a file or --bridgit M is needed".to_owned(),
        )),
    }
}
