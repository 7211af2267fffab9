//! The tournament protocol: `ssg c1|c2|d1|d2 FILE`.
//!
//! Nothing but integers reaches stdout, each on a line of its own and flushed at once.

use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::terminal::note;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::graph::EdgeId;
use switchyard::player::{Builtin, Player};
use switchyard::switching::{Position, Side};

/// Arguments of the four modes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file
    file: PathBuf,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Who plays: perfect, perfect@P (errs with probability 1 − P), analog, min-cut, greedy, random
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    player: Builtin,
    /// The probability, 0 to 1, that a move of `perfect` is not an error
    #[arg(long, value_name = "P", value_parser = crate::cli::strength::strength)]
    strength: Option<f64>,
    /// The seed of the player's random choices [default: a new one, printed on stderr]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    target: TargetArgs,
}

/// Plays `side` against the opponent on stdin.
pub fn run(args: &Args, side: Side, first: Side) -> CmdResult {
    let network = args.terminals.load_for(&args.file, args.target.target)?;
    let mut position = Position::new(Arc::new(network));
    position.get_ready();
    let player = player(args, side, &position);
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    Dialogue {
        position,
        player,
        side,
        input,
        output,
    }
    .play(first)
}

fn player(args: &Args, side: Side, position: &Position) -> Box<dyn Player> {
    let mut player = args.player;
    if let Some(strength) = args.strength {
        player.weaken(strength);
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None if player.draws_lots() => new_seed(),
        None => 0,
    };
    player.sit(side, position, seed)
}

/// A random seed, printed on stderr so that the game can be repeated.
fn new_seed() -> u64 {
    let seed = RandomState::new().build_hasher().finish();
    note(&format_args!("ssg: --seed {seed}"));
    seed
}

/// The dialogue with an opponent who says `said`; what was answered, and how it ended.
pub fn dialogue(
    position: Position,
    player: Builtin,
    [side, first]: [Side; 2],
    said: &[u8],
) -> (Vec<u8>, CmdResult) {
    let mut output = Vec::new();
    let dialogue = Dialogue {
        player: player.sit(side, &position, 1),
        position,
        side,
        input: said,
        output: &mut output,
    };
    let done = dialogue.play(first);
    (output, done)
}

struct Dialogue<I, O> {
    position: Position,
    player: Box<dyn Player>,
    side: Side,
    input: I,
    output: O,
}

impl<I: BufRead, O: Write> Dialogue<I, O> {
    fn play(mut self, first: Side) -> CmdResult {
        let mut mover = first;
        loop {
            match self.position.winner() {
                Some(winner) if winner == self.side => return Ok(()),
                Some(_) => return self.say(0),
                None => {}
            }
            let edge = if mover == self.side {
                self.answer()?
            } else {
                self.hear()?
            };
            self.player.observe(&self.position, mover, edge);
            mover = mover.other();
        }
    }

    fn answer(&mut self) -> Result<EdgeId, CmdError> {
        let edge = self
            .player
            .choose(&self.position)
            .map_err(|error| CmdError::input(&error))?;
        self.make(self.side, edge)?;
        self.say(edge.label())?;
        Ok(edge)
    }

    fn hear(&mut self) -> Result<EdgeId, CmdError> {
        let word = next_word(&mut self.input)?;
        let edge = word
            .parse()
            .ok()
            .and_then(EdgeId::from_label)
            .ok_or_else(|| {
                CmdError::Input(format!("the opponent said {word:?}, which is no edge"))
            })?;
        self.make(self.side.other(), edge)?;
        Ok(edge)
    }

    fn make(&mut self, side: Side, edge: EdgeId) -> Result<(), CmdError> {
        let made = self.position.play(side, edge);
        made.map_err(|error| CmdError::Input(format!("illegal move of {side}: {error}")))
    }

    fn say(&mut self, label: usize) -> CmdResult {
        writeln!(self.output, "{label}")?;
        Ok(self.output.flush()?)
    }
}

/// The next word of the input, read no further than the white space behind it: the opponent may
/// be waiting.
fn next_word(input: &mut impl BufRead) -> Result<String, CmdError> {
    /// Longer than any edge's number.
    const LONGEST: usize = 40;
    let mut word = Vec::new();
    while let Some(&byte) = input.fill_buf()?.first() {
        input.consume(1);
        match byte.is_ascii_whitespace() {
            true if word.is_empty() => {}
            true => break,
            false => word.push(byte),
        }
        if word.len() > LONGEST {
            break;
        }
    }
    if word.is_empty() {
        let text = "the input ended in the middle of the game";
        return Err(CmdError::Input(text.to_string()));
    }
    Ok(String::from_utf8_lossy(&word).into_owned())
}
