//! `ssg coins play FILE NODE…`: a game against the machine, a line `FROM TO` a move.
//!
//! Standard output carries the machine's moves and nothing else, so that a program can play too;
//! what is said to people goes to standard error.

use super::load::{self, Source};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::path::is_stdin;
use crate::io::terminal::note;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use switchyard::coins::{Game, NamedDigraph, Outcome, Position, Push, RatedMove, Rating};

/// Arguments of `ssg coins play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary
    file: PathBuf,
    /// The nodes of the coins, a node as often as it has coins
    #[arg(required = true, value_name = "NODE")]
    coins: Vec<String>,
    /// Who moves first
    #[arg(long, value_enum, default_value = "human")]
    first: Mover,
    /// Say why with every move of the machine
    #[arg(long)]
    explain: bool,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mover {
    /// You
    Human,
    /// The machine
    Machine,
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
    };
    conversation.say_position();
    if args.first == Mover::Machine && !conversation.machine_moves()? {
        return Ok(());
    }
    while conversation.human_moves()? && conversation.machine_moves()? {}
    Ok(())
}

const HELP: &str = "FROM TO moves; `why` explains the position, `moves` lists every move, `hint` \
                    offers one, `coins` shows the coins, `quit` leaves";

struct CoinConversation<'a> {
    board: &'a NamedDigraph<'a>,
    game: Game<'a>,
    position: Position,
    explain: bool,
    /// Lines read so far.
    line: usize,
}

impl CoinConversation<'_> {
    /// The machine moves; `false` if it cannot and has lost.
    fn machine_moves(&mut self) -> Result<bool, CmdError> {
        let Some(best) = self.game.best(&self.position) else {
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
                [from, to] => match self.push(from, to) {
                    Ok(push) => {
                        self.make(push);
                        return Ok(true);
                    }
                    Err(why) => self.complain(&format!("{from} {to}: {why}"))?,
                },
                _ => self.complain(&format!("a move is FROM TO. {HELP}"))?,
            }
        }
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
