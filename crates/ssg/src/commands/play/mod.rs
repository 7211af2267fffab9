//! `ssg play FILE`: a game in the terminal, in the manner of the program of 1972.
//!
//! That program looked at the board and made one of three announcements, each of which left it
//! with a won game. So does this one, unless the human asks for a side.

mod game;
mod say;
mod show;

use crate::cli::board::drawing;
use crate::cli::mover::Mover;
use crate::cli::side;
use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::path::is_stdin;
use crate::io::terminal::{Style, wrap};
use answers::words::{self, announcements::announcement};
use game::{Game, Machine};
use say::Say;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::bridgit::{Board, Coord, column_name};
use switchyard::graph::{EdgeId, VertexId};
use switchyard::player::Builtin;
use switchyard::switching::{Network, Position, Side, Target, solve};

/// Arguments of `ssg play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network
    file: PathBuf,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Your side; without it the machine takes one on which it wins, and says so
    #[arg(long, value_parser = side::parser())]
    side: Option<Side>,
    /// Who moves first, when you have chosen your side
    #[arg(long, value_enum, requires = "side", default_value = "human")]
    first: Mover,
    /// The machine's player: perfect, analog, min-cut, greedy, random, perfect@P (errs at every
    /// move with probability 1 - P) or exploit:NAME (expects you to play like NAME)
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    opponent: Builtin,
    /// Give the reasons for the machine's moves: what a losing one hopes for, why a winning one is chosen
    /// among others
    #[arg(long)]
    explain: bool,
    /// The seed of the opponent's random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    target: TargetArgs,
}

/// Plays until the human leaves.
pub fn run(args: &Args) -> CmdResult {
    if is_stdin(&args.file) {
        let why = "the moves come from standard input, so the network must come from a file";
        return Err(CmdError::Input(why.to_string()));
    }
    let network = Arc::new(args.terminals.load_for(&args.file, args.target.target)?);
    let style = Style::for_stdout();
    let mut conversation = Conversation {
        board: Board::of_network(&network),
        network,
        machine: Machine {
            player: args.opponent,
            seed: args.seed,
        },
        explains: args.explain,
        wish: args.side.map(|side| (side, args.first)),
        out: io::stdout().lock(),
        style,
        prompts: style.is_terminal() && io::stdin().is_terminal(),
    };
    let mut stage = conversation.welcome()?;
    loop {
        conversation.prompt(&stage)?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return conversation.leave();
        }
        let said = conversation.place(&line);
        stage = match said.unwrap_or_else(|| say::parse(&line)) {
            Ok(Say::Quit) => return Ok(()),
            Ok(say) => conversation.hear(stage, say)?,
            Err(why) => {
                conversation.say(&why)?;
                stage
            }
        };
    }
}

/// The stage of the session.
enum Stage {
    /// The machine has shown its first move; the human is to choose a side.
    Choosing(EdgeId),
    /// The human is to move.
    Playing(Game),
    /// Somebody has won or resigned.
    Over(Game),
}

/// The board, the options, and the dialogue with the human.
struct Conversation {
    network: Arc<Network>,
    /// The network as a Bridg-It board, if it is one.
    board: Option<Board>,
    machine: Machine,
    explains: bool,
    wish: Option<(Side, Mover)>,
    out: io::StdoutLock<'static>,
    style: Style,
    prompts: bool,
}

type Next = Result<Stage, CmdError>;

impl Conversation {
    /// More edges than this are shown only when asked for.
    const SMALL: usize = 48;
    /// Larger Bridg-It boards do not fit into 80 columns.
    const WIDEST: usize = 12;

    /// A move such as `c3`, where there is a board to read it on.
    fn place(&self, line: &str) -> Option<Result<Say, String>> {
        let board = self.board.as_ref()?;
        Coord::parse(line.trim()).ok()?;
        let edge = board.parse_move(line).map(|edge| Say::Edge(edge.label()));
        Some(edge.map_err(|why| format!("That cannot be: {why}.")))
    }

    fn name(&self, position: &Position, edge: EdgeId) -> String {
        show::edge(position, self.board.as_ref(), edge)
    }

    /// On a Bridg-It board: how it is drawn, and how its edges are called.
    fn say_board(&mut self) -> CmdResult {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let size = board.size();
        self.say(&format!(
            "This is the Bridg-It board M = {size}: SHORT joins the upper bar and the lower one over the o, CUT \
             the two sides over the *. A place such as c3, column and row, names an edge too."
        ))
    }

    fn say(&mut self, text: &str) -> CmdResult {
        Ok(writeln!(self.out, "{}", wrap(text, 78))?)
    }

    /// The input has ended: what the shell prints next starts on a line of its own.
    fn leave(&mut self) -> CmdResult {
        if self.prompts {
            self.say("")?;
        }
        Ok(())
    }

    fn prompt(&mut self, stage: &Stage) -> CmdResult {
        if self.prompts {
            let who = match stage {
                Stage::Choosing(_) => "short or cut".to_string(),
                Stage::Playing(game) => self.style.side(game.human(), &game.human().to_string()),
                Stage::Over(_) => "new, back or quit".to_string(),
            };
            write!(self.out, "{who}> ")?;
        }
        Ok(self.out.flush()?)
    }

    fn welcome(&mut self) -> Next {
        let (graph, network) = (self.network.graph(), &self.network);
        let goal = match network.target() {
            Target::Terminals => format!(
                ", terminals {} and {}. SHORT wants to join the terminals, CUT to separate them.",
                network.left(),
                network.right()
            ),
            Target::All => ". SHORT wants to join all vertices, CUT to separate them.".to_owned(),
        };
        let title = format!(
            "{} vertices, {} edges{goal} Type the number of an edge to take it; help lists the \
             other commands.",
            graph.vertex_count(),
            graph.edge_count(),
        );
        self.say(&title)?;
        self.say_board()?;
        let Machine { player, seed } = self.machine;
        if player.draws_lots() {
            self.say(&format!("Your opponent is {player}, with --seed {seed}."))?;
        }
        self.new_game()
    }

    fn new_game(&mut self) -> Next {
        let start = Position::new(Arc::clone(&self.network));
        self.show_small(&start)?;
        match self.wish {
            Some((human, mover)) => self.as_wished(human, mover),
            None => self.announce(&start),
        }
    }

    /// One of the three announcements.
    fn announce(&mut self, start: &Position) -> Next {
        let announced = announcement(&solve(start));
        if let Some(edge) = announced.first_move {
            self.say(&self.style.bold(announced.text))?;
            self.say(&format!("My first move: {}.", self.name(start, edge)))?;
            return Ok(Stage::Choosing(edge));
        }
        let human = announced.role.map_or(Side::Cut, Side::other);
        let text = format!("{} You are {human}.", announced.text);
        self.say(&self.style.bold(&text))?;
        self.settle(Game::new(&self.network, human, self.machine))
    }

    fn as_wished(&mut self, human: Side, mover: Mover) -> Next {
        let game = Game::new(&self.network, human, self.machine);
        let who = match mover {
            Mover::Human => "YOU MOVE",
            Mover::Machine => "I MOVE",
        };
        let text = format!("YOU ARE {human}, I AM {}. {who} FIRST.", human.other());
        self.say(&self.style.bold(&text))?;
        match mover {
            Mover::Human => self.settle(game),
            Mover::Machine => self.reply(game),
        }
    }

    fn hear(&mut self, stage: Stage, say: Say) -> Next {
        match (stage, say) {
            (stage, Say::Nothing | Say::Quit) => Ok(stage),
            (stage, Say::Help) => self.say(say::HELP).map(|()| stage),
            (_, Say::New) => self.new_game(),
            (stage, Say::Board) => self
                .show_board(&stage.position(&self.network))
                .map(|()| stage),
            (stage, Say::Why) => self.why(&stage.position(&self.network)).map(|()| stage),
            (stage, Say::Moves) => self.moves(&stage.position(&self.network)).map(|()| stage),
            (Stage::Choosing(edge), say) => self.chosen(edge, say),
            (Stage::Playing(game), say) => self.turn(game, say),
            (Stage::Over(game), say) => self.after(game, say),
        }
    }

    /// The human answers the third announcement.
    fn chosen(&mut self, edge: EdgeId, say: Say) -> Next {
        let Say::Side(human) = say else {
            self.say("Choose first: short or cut. I have made my move, whichever you are.")?;
            return Ok(Stage::Choosing(edge));
        };
        let mut game = Game::new(&self.network, human, self.machine);
        game.machine_takes(edge);
        let machine = game.machine();
        let took = self.took(&game, machine, edge);
        self.say(&took)?;
        self.settle(game)
    }

    /// The human says something while it is their turn.
    fn turn(&mut self, mut game: Game, say: Say) -> Next {
        match say {
            Say::Edge(label) => self.take(game, EdgeId::from_label(label), label),
            Say::Between(u, v) => match self.between(game.position(), u, v) {
                Ok(edge) => self.take(game, Some(edge), edge.label()),
                Err(why) => self.say(&why).map(|()| Stage::Playing(game)),
            },
            Say::Pass => {
                game.pass();
                self.reply(game)
            }
            Say::Hint => self.hint(game),
            Say::Back => self.back(game).map(Stage::Playing),
            Say::Resign => {
                let text = format!("{} resigns. I HAVE WON.", game.human());
                self.say(&text)?;
                self.bell()?;
                Ok(Stage::Over(game))
            }
            Say::Side(side) if side == game.human() => {
                self.say("That is who you are.")?;
                Ok(Stage::Playing(game))
            }
            _ => {
                let text = "You are in the middle of a game. Say new for another one, and start \
                            with --side to be who you like.";
                self.say(text)?;
                Ok(Stage::Playing(game))
            }
        }
    }

    /// The human says something after the game.
    fn after(&mut self, game: Game, say: Say) -> Next {
        if say == Say::Back {
            return self.back(game).map(Stage::Playing);
        }
        self.say("The game is over: say new, back or quit.")?;
        Ok(Stage::Over(game))
    }

    fn take(&mut self, mut game: Game, edge: Option<EdgeId>, label: usize) -> Next {
        let made = match edge {
            Some(edge) => game.take(edge).map_err(|error| error.to_string()),
            None => Err(format!(
                "there is no edge {label}: they are numbered from 1"
            )),
        };
        match made {
            Err(why) => {
                self.say(&format!("That cannot be: {why}."))?;
                Ok(Stage::Playing(game))
            }
            Ok(()) if game.position().winner().is_some() => self.settle(game),
            Ok(()) => self.reply(game),
        }
    }

    /// The lowest free edge between two vertices.
    fn between(&self, position: &Position, u: usize, v: usize) -> Result<EdgeId, String> {
        let graph = self.network.graph();
        let vertex = |label| VertexId::from_label(label).filter(|&vertex| graph.has_vertex(vertex));
        let (Some(a), Some(b)) = (vertex(u), vertex(v)) else {
            let n = graph.vertex_count();
            return Err(format!("The vertices are numbered 1 to {n}."));
        };
        let row = position.incidence().at(a).iter();
        let free = row.filter(|&&(edge, to)| to == b && position.is_legal(edge));
        let lowest = free.map(|&(edge, _)| edge).min();
        lowest.ok_or_else(|| format!("No free edge joins {u} and {v}."))
    }

    /// The machine's turn.
    fn reply(&mut self, mut game: Game) -> Next {
        if game.position().winner().is_some() {
            return self.settle(game);
        }
        let board = self.board.as_ref();
        let name = |edge: EdgeId| match board {
            Some(board) => board.coord_of(edge).to_string(),
            None => format!("edge {edge}"),
        };
        let (edge, why) = game
            .machine_moves(name)
            .map_err(|error| CmdError::input(&error))?;
        let took = self.took(&game, game.machine(), edge);
        self.say(&took)?;
        if let Some(why) = why.filter(|_| self.explains) {
            self.say(&why)?;
        }
        self.settle(game)
    }

    fn took(&self, game: &Game, side: Side, edge: EdgeId) -> String {
        let edge = self.name(game.position(), edge);
        let text = match side {
            Side::Short => format!("I take {edge}."),
            Side::Cut => format!("I destroy {edge}."),
        };
        self.style.side(side, &text)
    }

    /// After a move: the board, and whether somebody has won.
    fn settle(&mut self, game: Game) -> Next {
        let Some(winner) = game.position().winner() else {
            if self.style.is_terminal() && game.position().free_count() < self.edge_count() {
                self.show_small(game.position())?;
            }
            return Ok(Stage::Playing(game));
        };
        let who = if winner == game.human() {
            "YOU HAVE"
        } else {
            "I HAVE"
        };
        let proof = words::proof::proof(&solve(game.position()).certificate);
        let text = format!("{} {proof}", self.style.bold(&format!("{who} WON.")));
        self.say(&text)?;
        if winner == game.machine() {
            self.bell()?;
        }
        Ok(Stage::Over(game))
    }

    fn edge_count(&self) -> usize {
        self.network.graph().edge_count()
    }

    fn back(&mut self, mut game: Game) -> Result<Game, CmdError> {
        if game.back() {
            self.say("Taken back: it is your move again.")?;
            self.show_small(game.position())?;
        } else {
            self.say("There is no move of yours to take back.")?;
        }
        Ok(game)
    }

    fn hint(&mut self, game: Game) -> Next {
        let (edge, reason) = game.hint().map_err(|error| CmdError::input(&error))?;
        let name = self.name(game.position(), edge);
        let wins = solve(game.position()).outcome.winner(game.human()) == game.human();
        let text = if wins {
            format!("Try {name}: it wins.")
        } else {
            let ways = reason.map_or(String::new(), |reason| {
                let win = if reason.winning == 1 { "wins" } else { "win" };
                format!(
                    ": {} of my {} replies still {win}",
                    reason.winning, reason.replies
                )
            });
            format!("No move wins if I make no mistake. Try {name}{ways}.")
        };
        self.say(&text)?;
        Ok(Stage::Playing(game))
    }

    fn moves(&mut self, position: &Position) -> CmdResult {
        let verdict = solve(position);
        for side in Side::BOTH {
            let winning = verdict.winning.of(side);
            let which = match winning.len() {
                0 => "no move".to_string(),
                n if n == position.free_count() => "every move".to_string(),
                _ => words::proof::edges(winning),
            };
            let text = format!("{side} to move wins with {which}.");
            self.say(&self.style.side(side, &text))?;
        }
        Ok(())
    }

    fn why(&mut self, position: &Position) -> CmdResult {
        let verdict = solve(position);
        let who = words::verdict::headline(position, verdict.outcome);
        let proof = words::proof::proof(&verdict.certificate);
        self.say(&format!("{} {proof}", self.style.bold(who)))
    }

    fn show_small(&mut self, position: &Position) -> CmdResult {
        let drawn = self
            .board
            .as_ref()
            .is_some_and(|board| board.size() <= Self::WIDEST);
        if drawn || self.edge_count() <= Self::SMALL {
            self.show_board(position)?;
        }
        Ok(())
    }

    fn show_board(&mut self, position: &Position) -> CmdResult {
        let board = match &self.board {
            Some(board) => drawing(board, position, column_name, |row| row),
            None => show::board(position, self.style),
        };
        Ok(write!(self.out, "{board}")?)
    }

    fn bell(&mut self) -> CmdResult {
        if self.style.is_terminal() {
            write!(self.out, "\x07")?;
        }
        Ok(())
    }
}

impl Stage {
    /// The position that is shown.
    fn position(&self, network: &Arc<Network>) -> Position {
        match self {
            Stage::Choosing(_) => Position::new(Arc::clone(network)),
            Stage::Playing(game) | Stage::Over(game) => game.position().clone(),
        }
    }
}
