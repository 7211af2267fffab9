//! The commands of `ssg gtp`.

use super::game::{GtpBoard, GtpGame};
use super::{draw, sgf};
use crate::io::path::is_stdin;
use crate::io::{durable, input};
use answers::wire::names::OutcomeName;
use answers::wire::network::NetworkJson;
use answers::wire::record::Record;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use switchyard::analog::Circuit;
use switchyard::analog::{Analysis, Effort};
use switchyard::graph::EdgeId;
use switchyard::player::Builtin;
use switchyard::switching::certificate::{Certificate, Proof, Won};
use switchyard::switching::{Side, solve};

/// What a command answers.
type Answer = Result<String, String>;

/// The engine: a game and a player.
pub struct Engine {
    game: GtpGame,
    player: Builtin,
    seed: u64,
}

/// A command by its name.
struct Command {
    name: &'static str,
    run: fn(&mut Engine, &[String]) -> Answer,
}

const COMMANDS: &[Command] = &[
    command("protocol_version", |_, _| Ok("2".to_owned())),
    command("name", |_, _| Ok("Switchyard".to_owned())),
    command("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    command("known_command", |_, words| {
        let name = word(words, 0, "a command")?;
        Ok(known(name).is_some().to_string())
    }),
    command("list_commands", |_, _| {
        let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        Ok(names.join("\n"))
    }),
    command("quit", |_, _| Ok(String::new())),
    command("boardsize", Engine::boardsize),
    command("clear_board", |engine, _| {
        engine.game = engine.game.cleared();
        Ok(String::new())
    }),
    command("play", Engine::play),
    command("genmove", Engine::genmove),
    command("reg_genmove", |engine, words| {
        let side = side(word(words, 0, "a colour")?)?;
        let edge = engine.choose(side)?;
        Ok(engine.game.write(side, Some(edge)))
    }),
    command("undo", |engine, _| {
        engine.game.undo().map(|()| String::new())
    }),
    command("showboard", |engine, _| Ok(draw::draw(&engine.game))),
    command("all_legal_moves", Engine::all_legal_moves),
    command("final_score", Engine::final_score),
    // The players need milliseconds, whatever the clock says: the commands are checked and noted.
    command("time_settings", |_, words| {
        number(words, 0, "main time")?;
        number(words, 1, "byo-yomi time")?;
        number(words, 2, "byo-yomi stones").map(|_| String::new())
    }),
    command("time_left", |_, words| {
        side(word(words, 0, "a colour")?)?;
        number(words, 1, "seconds")?;
        number(words, 2, "stones").map(|_| String::new())
    }),
    command("loadsgf", Engine::loadsgf),
    command("printsgf", Engine::printsgf),
    command("switchyard-load_network", Engine::load_network),
    command("switchyard-player", Engine::set_player),
    command("switchyard-outcome", |engine, _| Ok(engine.outcome())),
    command("switchyard-winning_moves", Engine::winning_moves),
    command("switchyard-trees", |engine, _| Ok(engine.trees())),
    command("switchyard-currents", |engine, _| engine.currents()),
    command("switchyard-record", |engine, _| Ok(engine.record())),
];

const fn command(name: &'static str, run: fn(&mut Engine, &[String]) -> Answer) -> Command {
    Command { name, run }
}

fn known(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

impl Engine {
    /// An engine with an empty board.
    pub fn new(board: GtpBoard, player: Builtin, seed: u64) -> Self {
        Self {
            game: GtpGame::new(board),
            player,
            seed,
        }
    }

    /// Obeys a command.
    pub fn obey(&mut self, name: &str, arguments: &[String]) -> Answer {
        match known(name) {
            Some(command) => (command.run)(self, arguments),
            None => Err("unknown command".to_owned()),
        }
    }

    fn boardsize(&mut self, words: &[String]) -> Answer {
        let size = word(words, 0, "a size")?;
        let board = size
            .parse()
            .ok()
            .and_then(|size| input::named_board(size).ok());
        let board = board.ok_or("unacceptable size")?;
        self.game = GtpGame::new(GtpBoard::Bridgit(board));
        Ok(String::new())
    }

    fn play(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let edge = self.game.read(word(words, 1, "a move")?)?;
        self.game.play(side, edge).map(|()| String::new())
    }

    fn genmove(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let edge = self.choose(side)?;
        self.game.play(side, Some(edge))?;
        Ok(self.game.write(side, Some(edge)))
    }

    /// The player's move. It looks at the position afresh, since moves may have come in any order
    /// and may have been taken back.
    fn choose(&self, side: Side) -> Result<EdgeId, String> {
        let position = self.game.position();
        if let Some(winner) = position.winner() {
            return Err(format!("the game is over: {winner} has won"));
        }
        let seed = self.seed.wrapping_add(self.game.moves().len() as u64);
        let mut player = self.player.sit(side, position, seed);
        player.choose(position).map_err(|why| why.to_string())
    }

    fn all_legal_moves(&mut self, words: &[String]) -> Answer {
        let side = match words.first() {
            Some(colour) => side(colour)?,
            None => Side::Short,
        };
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(String::new());
        }
        Ok(self.game.write_all(side, position.free_edges()))
    }

    fn final_score(&mut self, _: &[String]) -> Answer {
        match self.game.position().winner() {
            Some(Side::Short) => Ok("B+".to_owned()),
            Some(Side::Cut) => Ok("W+".to_owned()),
            None => Err("cannot score: the game is not over".to_owned()),
        }
    }

    fn loadsgf(&mut self, words: &[String]) -> Answer {
        let path = word(words, 0, "a file")?;
        let text = fs::read_to_string(path).map_err(|why| format!("cannot load file: {why}"))?;
        // By the protocol the position *before* the given move is wanted.
        let most = match words.get(1) {
            Some(_) => Some((number(words, 1, "a move number")? as usize).saturating_sub(1)),
            None => None,
        };
        self.game = sgf::read(&text, most).map_err(|why| format!("cannot load file: {why}"))?;
        let last = self.game.moves().last();
        // Whose move it is, as many tools expect.
        let next = last.map_or(Side::Short, |&(side, _)| side.other());
        Ok(colour(next).to_owned())
    }

    fn printsgf(&mut self, words: &[String]) -> Answer {
        let text = sgf::write(&self.game);
        let Some(path) = words.first().filter(|path| *path != "-") else {
            return Ok(text);
        };
        let written = durable::write(Path::new(path), text.as_bytes());
        written.map_err(|why| format!("cannot write file: {why}"))?;
        Ok(String::new())
    }

    fn load_network(&mut self, words: &[String]) -> Answer {
        let path = Path::new(word(words, 0, "a file")?);
        if is_stdin(path) {
            return Err("standard input is where the commands come from".to_owned());
        }
        let network = input::load_network(path).map_err(|why| why.to_string())?;
        self.game = GtpGame::new(GtpBoard::Network(Arc::new(network)));
        Ok(String::new())
    }

    fn set_player(&mut self, words: &[String]) -> Answer {
        if let Some(name) = words.first() {
            self.player = name.parse().map_err(|why| format!("{why}"))?;
        }
        Ok(self.player.to_string())
    }

    fn outcome(&self) -> String {
        OutcomeName::from(self.game.position().outcome())
            .as_str()
            .to_owned()
    }

    fn winning_moves(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let winning = solve(self.game.position()).winning;
        Ok(self.game.write_all(side, winning.of(side).iter().copied()))
    }

    /// The proof of the verdict: two trees for SHORT, two forests for CUT, or an opening for each.
    fn trees(&self) -> String {
        match solve(self.game.position()).certificate {
            Certificate::Over(Won::Path(edges)) => {
                format!("short path {}", self.game.write_all(Side::Short, edges))
            }
            Certificate::Over(Won::Apart(_)) => "cut apart".to_owned(),
            Certificate::Second(proof) => self.proof(&proof),
            Certificate::First { short, cut } => {
                let mut text = String::new();
                for (side, opening) in [(Side::Short, short), (Side::Cut, cut)] {
                    let edge = self.game.write(side, Some(opening.edge));
                    let _ = writeln!(text, "{} {edge}", opening_word(side));
                    let _ = writeln!(text, "{}", self.proof(&opening.proof));
                }
                text
            }
        }
    }

    fn proof(&self, proof: &Proof) -> String {
        let (side, what, parts) = match proof {
            Proof::Short(trees) => (Side::Short, "short tree", &trees.trees),
            Proof::Cut(forests) => (Side::Cut, "cut forest", &forests.forests),
        };
        let line = |edges: &Vec<EdgeId>| {
            let words = self.game.write_all(side, edges.iter().copied());
            format!("{what} {words}")
        };
        parts.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The current of every free edge, the largest first, and whether it is one of the best.
    fn currents(&self) -> Answer {
        let circuit = Circuit::new(self.game.position()).map_err(|why| why.to_string())?;
        let analysis = Analysis::new(&circuit);
        let currents = analysis.currents().map_err(|why| why.to_string())?;
        let best = analysis
            .best(Effort::Proof)
            .map_err(|why| why.to_string())?;
        let resistors = circuit.resistors().iter().zip(&currents.flows);
        let mut flows: Vec<(EdgeId, f64)> = resistors
            .map(|(resistor, flow)| (resistor.edge, flow.abs()))
            .collect();
        flows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut text = String::new();
        for (edge, flow) in flows {
            let name = self.game.write(Side::Short, Some(edge));
            let mark = if best.edges.contains(&edge) {
                " best"
            } else {
                ""
            };
            let _ = writeln!(text, "{name} {flow:.9}{mark}");
        }
        Ok(text)
    }

    /// The game as a record for `ssg replay`, if the sides have moved in turn.
    fn record(&self) -> String {
        let mut record = Record::of_moves(self.game.moves(), self.game.position().winner());
        match self.game.board() {
            GtpBoard::Bridgit(board) => record.bridgit = Some(board.size()),
            GtpBoard::Network(network) => record.graph = Some(NetworkJson::of(network)),
        }
        record.line()
    }
}

fn opening_word(side: Side) -> &'static str {
    match side {
        Side::Short => "short first",
        Side::Cut => "cut first",
    }
}

/// The argument at this place.
fn word<'a>(words: &'a [String], at: usize, what: &str) -> Result<&'a str, String> {
    let word = words.get(at).map(String::as_str);
    word.ok_or_else(|| format!("syntax error: {what} is missing"))
}

fn number(words: &[String], at: usize, what: &str) -> Result<f64, String> {
    let word = word(words, at, what)?;
    let number = word.parse::<f64>().ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| format!("syntax error: {word:?} is no {what}"))
}

/// Black is SHORT, white is CUT.
fn side(colour: &str) -> Result<Side, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" | "s" | "short" => Ok(Side::Short),
        "w" | "white" | "c" | "cut" => Ok(Side::Cut),
        _ => Err(format!(
            "syntax error: {colour:?} is no colour: black (SHORT) or white (CUT)"
        )),
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::Short => "black",
        Side::Cut => "white",
    }
}
