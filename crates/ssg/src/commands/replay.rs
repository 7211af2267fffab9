//! `ssg replay`: steps through recorded games and judges every move again.

use crate::cli::terminals;
use crate::io::durable::{self, Line};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::{self, Bytes};
use crate::io::output::Listener;
use crate::io::path::is_stdin;
use crate::io::terminal::escape_name;
use answers::hash::fingerprint;
use answers::wire::names::OutcomeName;
use answers::wire::record::{ReasonName, Record};
use answers::wire::replay::{ReplayEnd, ReplayMove};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::review::{Judged, Judgement, Review};
use switchyard::switching::{Network, Position, Side, outcome};

/// Arguments of `ssg replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Use this network instead of those that the records name
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Stop after every move: Enter continues, `b` goes back, a number goes to that move, `q` quits
    #[arg(long, conflicts_with = "json")]
    step: bool,
    /// List the winning moves of the side to move
    #[arg(long)]
    moves: bool,
    /// Print a JSON object for every move, and one for the end of every game
    #[arg(long)]
    json: bool,
    /// The records, one per line; `-` is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,
}

/// Replays the games; exit code 1 if a record does not hold.
pub fn run(args: &Args) -> CmdResult {
    if args.step && is_stdin(&args.record) {
        let text = "--step reads your answers from standard input: give the records as a file";
        return Err(CmdError::Input(text.to_owned()));
    }
    let bytes = Bytes::read(&args.record)?;
    let (mut games, mut refuted) = (0, 0);
    // Every record is judged even if nobody reads the output, because the exit code depends on all
    // of them.
    let mut listener = Listener::default();
    for Line { text: line, number } in &durable::read(&args.record, &bytes)? {
        // A tournament's log begins with a line about itself.
        if line.trim().is_empty() || line.starts_with(r#"{"tournament""#) {
            continue;
        }
        games += 1;
        if args.game.is_some_and(|wanted| wanted != games) {
            continue;
        }
        let place = format!("{}:{}", args.record.display(), number);
        let record = Record::parse(line)
            .map_err(|error| CmdError::Input(format!("{place}: not a game record: {error}")))?;
        let board = Game::load(&record, args).map_err(|why| in_place(&place, why))?;
        refuted += u32::from(!replay(games, &record, &board, args, &mut listener)?);
    }
    match (args.game, refuted) {
        (Some(wanted), _) if wanted > games || wanted == 0 => Err(CmdError::Input(format!(
            "{}: there is no game {wanted} among {games}",
            args.record.display()
        ))),
        (None, 0) if games == 0 => Err(CmdError::Input(format!(
            "{}: no game record",
            args.record.display()
        ))),
        (_, 0) => Ok(()),
        (_, some) => Err(CmdError::Refused(format!(
            "{some} of {games} records do not hold"
        ))),
    }
}

fn in_place(place: &str, why: CmdError) -> CmdError {
    match why {
        CmdError::Input(text) => CmdError::Input(format!("{place}: {text}")),
        other => other,
    }
}

/// The board that a record is replayed on.
struct Game {
    start: Position,
    bridgit: Option<Board>,
    /// Which board that is, in words: a record may name one network and hold another.
    board: String,
}

impl Game {
    fn load(record: &Record, args: &Args) -> Result<Self, CmdError> {
        let bridgit = match (record.bridgit, &args.network, &record.graph) {
            (Some(size), None, None) => Some(input::named_board(size).map_err(CmdError::Input)?),
            _ => None,
        };
        let (network, board) = if let Some(board) = &bridgit {
            let name = format!("Bridg-It {}", board.size());
            (Arc::clone(board.network()), name)
        } else {
            let (network, name) = find_network(record, args)?;
            (Arc::new(network), name)
        };
        if let Some(wanted) = &record.fingerprint
            && *wanted != fingerprint(&network)
        {
            let text = "the network is not the one that was played on (its fingerprint differs)";
            return Err(CmdError::Input(text.to_owned()));
        }
        let start = Position::new(network);
        Ok(Self {
            start,
            bridgit,
            board,
        })
    }

    /// The edge in the words of its board: its ends, or Fischer's coordinates.
    fn describe(&self, side: Side, edge: EdgeId) -> String {
        if let Some(board) = &self.bridgit {
            return board.write_move(side, edge);
        }
        let [u, v] = self.start.network().graph().ends(edge);
        format!("{u}–{v}")
    }
}

/// The network that a record is replayed on, and which one that is.
fn find_network(record: &Record, args: &Args) -> Result<(Network, String), CmdError> {
    if let Some(path) = &args.network {
        let network = args.terminals.load_for(path, record.target.into())?;
        return Ok((network, crate::io::path::name(path)));
    }
    if let Some(graph) = &record.graph {
        let network = graph.network().map_err(CmdError::Input)?;
        let name = record.network.as_deref();
        let called = name.map(|name| format!(" (called {})", escape_name(name)));
        let board = format!("the network in the record{}", called.unwrap_or_default());
        return Ok((network, board));
    }
    let Some(name) = &record.network else {
        let text = "the record names no board: give one with --network FILE";
        return Err(CmdError::Input(text.to_owned()));
    };
    // As the file was named when the game was played, or beside the records.
    let beside = args.record.parent().map(|folder| folder.join(name));
    let beside = beside.filter(|path| !Path::new(name).exists() && path.exists());
    let path = beside.unwrap_or_else(|| PathBuf::from(name));
    let network = args.terminals.load_for(&path, record.target.into())?;
    Ok((network, crate::io::path::name(&path)))
}

/// A judged move in words, for stepping through the game.
struct Shown {
    side: Side,
    edge: Option<EdgeId>,
    text: String,
}

/// Goes through one game; whether the record holds.
fn replay(
    number: usize,
    record: &Record,
    game: &Game,
    args: &Args,
    listener: &mut Listener,
) -> Result<bool, CmdError> {
    if !args.json {
        listener.say(&title(number, record, game))?;
    }
    let mut review = Review::new(game.start.clone(), record.first.into());
    // Not what was judged: every move has a list of winning ones, as long as the network is large.
    let mut shown = Vec::new();
    let mut blunders = [0; 2];
    let mut wrong = None;
    for (ply, &label) in record.moves.iter().enumerate() {
        match review.step(EdgeId::from_label(label)) {
            Ok(step) => {
                let text = line(number, ply, &step, game, args);
                blunders[step.side as usize] += usize::from(step.judgement == Judgement::Blunder);
                if args.step {
                    let Judged { side, edge, .. } = step;
                    shown.push(Shown { side, edge, text });
                } else {
                    listener.say(&text)?;
                }
            }
            Err(error) => {
                wrong = Some(format!("move {}: {error}", ply + 1));
                break;
            }
        }
    }
    let wrong = wrong
        .or_else(|| disagreement(record, &review))
        .or_else(|| false_outcome(record, &game.start));
    if args.step {
        walk(&shown, listener)?;
    }
    listener.say(&summary(
        number,
        record,
        blunders,
        wrong.as_deref(),
        args.json,
    ))?;
    Ok(wrong.is_none())
}

/// What is wrong with the outcome that the record gives its board, if anything is.
fn false_outcome(record: &Record, start: &Position) -> Option<String> {
    let claimed = record.outcome?;
    let found = OutcomeName::from(outcome(start));
    (claimed != found).then(|| {
        format!(
            "the record's outcome is `{}`, the board's `{}`",
            claimed.as_str(),
            found.as_str()
        )
    })
}

/// What is wrong with the end of the record, if anything is.
pub fn disagreement(record: &Record, review: &Review) -> Option<String> {
    let board = review.position().winner();
    let claimed = record.winner.map(Side::from);
    let is = |side: Option<Side>| side.map_or("nobody".to_owned(), |side| side.to_string());
    match record.reason {
        Some(ReasonName::Connected) if claimed != Some(Side::Short) => {
            Some("the reason is `connected`, so SHORT must have won".to_owned())
        }
        Some(ReasonName::Disconnected) if claimed != Some(Side::Cut) => {
            Some("the reason is `disconnected`, so CUT must have won".to_owned())
        }
        Some(
            ReasonName::IllegalMove | ReasonName::Timeout | ReasonName::Crashed | ReasonName::Limit,
        ) => {
            if board.is_some() {
                Some(format!(
                    "{} had won on the board before the forfeit",
                    is(board)
                ))
            } else if claimed == Some(review.mover()) {
                Some(format!(
                    "{} was to move, so only it could forfeit",
                    review.mover()
                ))
            } else {
                None
            }
        }
        _ if claimed != board => Some(format!(
            "the record's winner is {}, the board's {}",
            is(claimed),
            is(board)
        )),
        _ => None,
    }
}

fn title(number: usize, record: &Record, game: &Game) -> String {
    let name = |name: &Option<String>| escape_name(name.as_deref().unwrap_or("?")).into_owned();
    format!(
        "game {number}: {}, SHORT {}, CUT {}, {} first\n",
        game.board,
        name(&record.short),
        name(&record.cut),
        Side::from(record.first)
    )
}

fn line(number: usize, ply: usize, step: &Judged, game: &Game, args: &Args) -> String {
    if args.json {
        return ReplayMove::of(number, ply + 1, step, args.moves).line();
    }
    let Judged {
        side,
        edge,
        winning,
        judgement,
        ..
    } = step;
    let what = match edge {
        Some(edge) => format!("{:>6}  {}", edge.label(), game.describe(*side, *edge)),
        None => "  pass".to_owned(),
    };
    let side = side.to_string();
    let mut text = format!("{:>5}. {side:<5} {what:<18} {judgement}", ply + 1);
    if *judgement == Judgement::Blunder || args.moves && !winning.is_empty() {
        let _ = write!(text, "; winning: {}", list(winning));
    }
    text.push('\n');
    text
}

/// Some edges, and how many there are if not all are shown.
fn list(edges: &[EdgeId]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = edges.iter().take(SHOWN).map(EdgeId::to_string).collect();
    match edges.len() {
        count if count > SHOWN => format!("{} … ({count} in all)", shown.join(" ")),
        _ => shown.join(" "),
    }
}

fn summary(
    number: usize,
    record: &Record,
    blunders: [usize; 2],
    wrong: Option<&str>,
    json: bool,
) -> String {
    if json {
        return ReplayEnd::of(number, record, blunders, wrong).line();
    }
    let mut text = match (record.winner, record.reason) {
        (Some(winner), Some(reason)) => {
            format!("  {} won: {}", Side::from(winner), reason.as_str())
        }
        (Some(winner), None) => format!("  {} won", Side::from(winner)),
        (None, _) => "  unfinished".to_owned(),
    };
    let [short, cut] = blunders;
    let _ = write!(text, "; blunders: SHORT {short}, CUT {cut}; ");
    match wrong {
        None => text.push_str("the record holds\n"),
        Some(why) => {
            let _ = writeln!(text, "the record does NOT hold: {why}");
        }
    }
    text
}

/// Shows one move at a time, as the user asks.
fn walk(shown: &[Shown], listener: &mut Listener) -> Result<(), CmdError> {
    let prompt = io::stdin().is_terminal();
    let mut at = 0;
    while let Some(step) = shown.get(at) {
        let mut text = step.text.clone() + &claims(&shown[..=at]);
        if prompt {
            text.push_str("[Enter, b, number, q] ");
        }
        listener.say(&text)?;
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer)? == 0 {
            return Ok(());
        }
        at = match answer.trim() {
            "q" => return Ok(()),
            "b" => at.saturating_sub(1),
            answer => match answer.parse::<usize>() {
                Ok(ply) => ply.clamp(1, shown.len()) - 1,
                Err(_) => at + 1,
            },
        };
    }
    Ok(())
}

/// Who owns what after these moves.
fn claims(shown: &[Shown]) -> String {
    let of = |side: Side| {
        let moves = shown.iter().filter(|step| step.side == side);
        let edges: Vec<EdgeId> = moves.filter_map(|step| step.edge).collect();
        list(&edges)
    };
    format!("       SHORT {} | CUT {}\n", of(Side::Short), of(Side::Cut))
}
