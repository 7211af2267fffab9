//! `ssg coins play FILE NODE…`: a game against the machine; a move is a line `FROM TO`.
//!
//! Standard output carries the machine's moves and nothing else, so that a program can play too;
//! what is said to people goes to standard error.

use super::load::{self, Source};
use crate::cli::mover::Mover;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::path::is_stdin;
use crate::io::terminal::note;
use rand::RngExt;
use std::collections::HashMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;
use switchyard::Rng;
use switchyard::coins::{Game, NamedDigraph, Outcome, Position, Push, RatedMove, Rating};

/// Arguments of `ssg coins play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary
    file: PathBuf,
    /// The nodes of the coins; a node with several coins is repeated
    #[arg(required = true, value_name = "NODE")]
    coins: Vec<String>,
    /// Who moves first
    #[arg(long, value_enum, default_value = "human")]
    first: Mover,
    /// Give the reason for every move of the machine
    #[arg(long)]
    explain: bool,
    /// The machine's player: perfect, random, or perfect@P, which moves at random with probability
    /// 1 - P
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    opponent: Opponent,
    /// The seed of the opponent's random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The machine's player, by the probability that it plays the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Opponent(f64);

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("perfect@")) {
            ("perfect", _) => Ok(Self(1.0)),
            ("random", _) => Ok(Self(0.0)),
            (_, Some(number)) => {
                let strength = number.parse().ok().filter(|p| (0.0..=1.0).contains(p));
                let why = || {
                    format!(
                        "{number:?} is no strength: write a number from 0 to 1, such as perfect@0.9"
                    )
                };
                strength.map(Self).ok_or_else(why)
            }
            _ => Err(format!(
                "there is no coin player {text:?}: there are perfect, perfect@P, random"
            )),
        }
    }
}

/// Plays until somebody cannot move, or the human leaves.
pub fn run(args: &Args) -> CmdResult {
    if is_stdin(&args.file) {
        let why = "the moves come from standard input, so the digraph must come from a file";
        return Err(CmdError::Input(why.to_owned()));
    }
    let source = Source::open(&args.file)?;
    let board = source.board()?;
    let position = load::position(&board, &args.file, &args.coins)?;
    let mut conversation = CoinConversation {
        game: Game::new(board.digraph().clone()),
        board: &board,
        position,
        explain: args.explain,
        line: 0,
        opponent: args.opponent,
        lots: Rng::from_seed(args.seed),
        past: Vec::new(),
        seen: HashMap::new(),
    };
    conversation.welcome(args.first);
    if args.first == Mover::Machine && !conversation.machine_moves()? {
        return Ok(());
    }
    while conversation.human_moves()? && conversation.machine_moves()? {}
    Ok(())
}

const RULES: &str = "A move pushes one coin along one arc: FROM TO. Whoever makes the last move wins; play without \
                     end is a draw. `help` lists the other commands.";

const HELP: &str = "FROM TO moves; `why` explains the position, `moves` lists every move, `hint` offers one, \
                    `coins` shows the coins, `back` takes your last move back, `draw` offers a draw, `resign` gives \
                    up, `rules` prints the rules, `quit` leaves";

/// A position that occurs this often with the same player to move ends the game as a draw.
const REPETITIONS: usize = 3;

struct CoinConversation<'a> {
    board: &'a NamedDigraph<'a>,
    game: Game<'a>,
    position: Position,
    explain: bool,
    /// Lines read so far.
    line: usize,
    opponent: Opponent,
    lots: Rng,
    /// The positions in which the human has moved.
    past: Vec<Position>,
    /// How often each position has stood with the human to move.
    seen: HashMap<Position, usize>,
}

impl CoinConversation<'_> {
    /// The rules, the coins and whose turn it is.
    fn welcome(&self, first: Mover) {
        note(&format_args!("{RULES}"));
        self.say_position();
        note(&format_args!(
            "{}",
            match first {
                Mover::Human => "You move first.",
                Mover::Machine => "The machine moves first.",
            }
        ));
    }

    /// The machine's move: the best one, or with a weaker opponent sometimes any.
    fn choose(&mut self) -> Option<RatedMove> {
        let Opponent(strength) = self.opponent;
        if strength >= 1.0 || self.lots.random::<f64>() < strength {
            return self.game.best(&self.position);
        }
        let moves = self.game.moves(&self.position);
        let place = self.lots.random_range(0..moves.len().max(1));
        moves.into_iter().nth(place)
    }

    /// The machine moves; `false` if it cannot and has lost.
    fn machine_moves(&mut self) -> Result<bool, CmdError> {
        let Some(best) = self.choose() else {
            note(&format_args!("You made the last move: you win."));
            return Ok(false);
        };
        let mut out = output::stdout();
        writeln!(out, "{}", self.named(best.push))?;
        out.flush()?;
        if self.explain {
            note(&format_args!("{}", self.reason(&best)));
        }
        self.make(best.push);
        Ok(true)
    }

    /// The human moves; `false` if there is no move left, or the human leaves.
    fn human_moves(&mut self) -> Result<bool, CmdError> {
        if self.position.is_over(self.game.digraph()) {
            note(&format_args!("The machine made the last move: it wins."));
            return Ok(false);
        }
        let times = self.seen.entry(self.position.clone()).or_default();
        *times += 1;
        if *times == REPETITIONS {
            note(&format_args!(
                "The same coins stand for the third time with you to move: the game is a draw."
            ));
            return Ok(false);
        }
        if io::stdin().is_terminal() && !self.past.is_empty() {
            self.say_position();
        }
        loop {
            let Some(line) = self.read_line()? else {
                return Ok(false);
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [] => {}
                ["quit" | "exit"] => return Ok(false),
                ["help" | "?"] => note(&format_args!("{HELP}")),
                ["why"] => self.say_why(),
                ["moves"] => self.say_moves(),
                ["hint"] => self.say_hint(),
                ["coins"] => self.say_position(),
                ["rules"] => note(&format_args!("{RULES}")),
                ["back" | "undo"] => self.take_back(),
                ["draw"] => {
                    if self.agrees_to_a_draw() {
                        note(&format_args!("The machine agrees: the game is a draw."));
                        return Ok(false);
                    }
                    note(&format_args!(
                        "The machine does not agree: it has a won game."
                    ));
                }
                ["resign"] => {
                    note(&format_args!("You resign: the machine wins."));
                    return Ok(false);
                }
                [from, to] => match self.push(from, to) {
                    Ok(push) => {
                        self.past.push(self.position.clone());
                        self.make(push);
                        return Ok(true);
                    }
                    Err(why) => self.complain(&format!("{from} {to}: {why}"))?,
                },
                _ => self.complain(&format!("a move is FROM TO. {HELP}"))?,
            }
        }
    }

    /// The position before the human's last move; what was counted since then is forgotten.
    fn take_back(&mut self) {
        let Some(before) = self.past.pop() else {
            note(&format_args!("You have not moved yet."));
            return;
        };
        if let Some(times) = self.seen.get_mut(&self.position) {
            *times = times.saturating_sub(1);
        }
        self.position = before;
        self.say_position();
    }

    /// The human is to move: the machine keeps a game that it has won.
    fn agrees_to_a_draw(&self) -> bool {
        self.game.outcome(&self.position) != Outcome::Second
    }

    fn read_line(&mut self) -> Result<Option<String>, CmdError> {
        if io::stdin().is_terminal() {
            let _ = write!(io::stderr(), "> ");
        }
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|error| CmdError::Input(format!("<stdin>: {error}")))?;
        self.line += 1;
        Ok((read > 0).then_some(line))
    }

    /// A person may try again; a program that errs must not wait for an answer.
    fn complain(&self, what: &str) -> Result<(), CmdError> {
        if io::stdin().is_terminal() {
            note(&format_args!("{what}"));
            return Ok(());
        }
        Err(CmdError::Input(format!("<stdin>:{}: {what}", self.line)))
    }

    fn push(&self, from: &str, to: &str) -> Result<Push, String> {
        let node = |name| self.board.node(name).map_err(|error| error.to_string());
        let push = Push {
            from: node(from)?,
            to: node(to)?,
        };
        match self.position.push(self.game.digraph(), push) {
            Ok(_) => Ok(push),
            Err(error) => Err(error.to_string()),
        }
    }

    fn make(&mut self, push: Push) {
        let next = self.position.push(self.game.digraph(), push);
        self.position = next.expect("a move that was looked at before");
    }

    fn named(&self, push: Push) -> String {
        let names = self.board.names();
        format!("{} {}", names.of(push.from), names.of(push.to))
    }

    fn reason(&self, rated: &RatedMove) -> String {
        format!(
            "{}: {}, {}",
            self.named(rated.push),
            rated.rating,
            rated.reason
        )
    }

    fn say_position(&self) {
        let names = self.board.names();
        let coins = self.position.coins().iter();
        let coins: Vec<String> = coins
            .map(|&coin| format!("{} = {}", names.of(coin), self.game.labels().of(coin)))
            .collect();
        let value = self.game.value(&self.position);
        note(&format_args!(
            "coins: {}; together {value}",
            coins.join(", ")
        ));
    }

    fn say_why(&self) {
        self.say_position();
        note(&format_args!(
            "{}",
            match self.game.outcome(&self.position) {
                Outcome::First => "Whoever moves now can win: there is a move to Nim-sum 0.",
                Outcome::Second => {
                    "Whoever moves now loses: the Nim-sum is 0, every move changes that, and the other \
                 player can bring it back each time, with labels or counters that fall."
                }
                Outcome::Draw => {
                    "A draw: no move reaches Nim-sum 0, and there is one that keeps it so."
                }
            }
        ));
    }

    fn say_moves(&self) {
        for rated in self.game.moves(&self.position) {
            note(&format_args!("{}", self.reason(&rated)));
        }
    }

    fn say_hint(&self) {
        if let Some(best) = self.game.best(&self.position) {
            let comfort = match best.rating {
                Rating::Loses => " (it puts off the end)",
                Rating::Wins | Rating::Draws => "",
            };
            note(&format_args!("{}{comfort}", self.reason(&best)));
        }
    }
}
