//! The commands of `ssg gtp`.

use super::coordinates::Coordinates;
use super::game::{GtpBoard, GtpGame};
use super::{draw, rules, sgf};
use crate::io::path::is_stdin;
use crate::io::{durable, input};
use answers::wire::names::OutcomeName;
use answers::wire::network::NetworkJson;
use answers::wire::record::Record;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use switchyard::analog::{Analysis, Circuit, Effort};
use switchyard::graph::EdgeId;
use switchyard::player::{Builtin, Player};
use switchyard::switching::certificate::{Certificate, Proof, Won};
use switchyard::switching::{Side, Target, solve};
use switchyard_files::read;

/// The longest file of a game that is read, in bytes.
const MOST_SGF: u64 = 1 << 26;

/// The most free edges that currents are computed for: a few seconds' work.
const MOST_RESISTORS: usize = 10_000;

/// What a command answers.
type Answer = Result<String, String>;

/// The engine: a game and a player.
pub struct Engine {
    game: GtpGame,
    player: Builtin,
    seed: u64,
    /// Games that have been played before this one.
    games: u64,
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
    command("known_command", |engine, words| {
        let name = word(words, 0, "a command")?;
        Ok(engine.known(name).is_some().to_string())
    }),
    command("list_commands", |engine, _| {
        let names: Vec<&str> = engine.commands().map(|command| command.name).collect();
        Ok(names.join("\n"))
    }),
    command("quit", |_, _| Ok(String::new())),
    command("boardsize", Engine::boardsize),
    command("clear_board", |engine, _| {
        engine.begin(engine.game.cleared());
        Ok(String::new())
    }),
    command("play", Engine::play),
    command("genmove", Engine::genmove),
    command("reg_genmove", |engine, words| {
        let side = side(word(words, 0, "a colour")?)?;
        Ok(match engine.choose(side)? {
            Some(edge) => engine.game.write(side, Some(edge)),
            None => engine.after_the_end(side).to_owned(),
        })
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
    // Required of every engine; there are no points to give.
    command("komi", |_, words| {
        let komi = word(words, 0, "komi")?;
        let number = komi.parse::<f64>().ok().filter(|komi| komi.is_finite());
        number.ok_or_else(|| format!("syntax error: {komi:?} is no komi"))?;
        Ok(String::new())
    }),
    command("loadsgf", Engine::loadsgf),
    command("printsgf", Engine::printsgf),
    command("switchyard-load_network", Engine::load_network),
    command("switchyard-player", Engine::set_player),
    command("switchyard-explain", Engine::explain),
    command("switchyard-outcome", |engine, _| Ok(engine.outcome())),
    command("switchyard-winning_moves", Engine::winning_moves),
    command("switchyard-trees", |engine, _| Ok(engine.trees())),
    command("switchyard-currents", |engine, _| engine.currents()),
    command("switchyard-record", |engine, _| Ok(engine.record())),
];

/// What GoGui asks to know the rules of a game and to draw its board. Listed only where moves are written
/// as it expects: it asks for them as soon as it finds them in the list.
const RULES: &[Command] = &[
    command("gogui-rules_game_id", |engine, _| {
        Ok(rules::game_id(engine.game.board()).to_owned())
    }),
    command("gogui-rules_board_size", |engine, _| {
        rules::board_size(&engine.game)
    }),
    command("gogui-rules_board", |engine, _| rules::board(&engine.game)),
    command("gogui-rules_board_gfx", |engine, _| {
        rules::graphics(&engine.game)
    }),
    command("gogui-rules_legal_moves", |engine, _| {
        engine.all_legal_moves(&[])
    }),
    command("gogui-rules_side_to_move", |engine, _| {
        Ok(colour(engine.game.to_move()).to_owned())
    }),
    command("gogui-rules_final_result", |engine, _| {
        Ok(rules::final_result(&engine.game))
    }),
    command("gogui-analyze_commands", |_, _| {
        Ok(rules::ANALYSES.to_owned())
    }),
];

const fn command(name: &'static str, run: fn(&mut Engine, &[String]) -> Answer) -> Command {
    Command { name, run }
}

impl Engine {
    /// An engine with an empty board.
    ///
    /// # Errors
    /// When the coordinates cannot name every column of the board.
    pub fn new(
        board: GtpBoard,
        coordinates: Coordinates,
        player: Builtin,
        seed: u64,
    ) -> Result<Self, String> {
        Ok(Self {
            game: GtpGame::new(board).with_coordinates(coordinates)?,
            player,
            seed,
            games: 0,
        })
    }

    /// The commands that this engine knows.
    fn commands(&self) -> impl Iterator<Item = &'static Command> + use<> {
        let rules = match self.game.coordinates() {
            Coordinates::Gtp => RULES,
            Coordinates::Fischer => &[],
        };
        COMMANDS.iter().chain(rules)
    }

    fn known(&self, name: &str) -> Option<&'static Command> {
        self.commands().find(|command| command.name == name)
    }

    /// Puts another game on the board. The next game's choices follow from the next seed, so that a match
    /// is not the same game again and again; an untouched board was no game.
    fn begin(&mut self, game: GtpGame) {
        self.games += u64::from(!self.game.moves().is_empty());
        self.game = game;
    }

    /// Obeys a command.
    pub fn obey(&mut self, name: &str, arguments: &[String]) -> Answer {
        match self.known(name) {
            Some(command) => (command.run)(self, arguments),
            None => Err("unknown command".to_owned()),
        }
    }

    fn boardsize(&mut self, words: &[String]) -> Answer {
        let size = word(words, 0, "a size")?;
        let coordinates = self.game.coordinates();
        let board = size
            .parse()
            .ok()
            .and_then(|size| coordinates.board_size(size))
            .and_then(|size| input::named_board(size).ok());
        let board = board.ok_or("unacceptable size")?;
        self.begin(GtpGame::new(GtpBoard::Bridgit(board)).with_coordinates(coordinates)?);
        Ok(String::new())
    }

    fn play(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let edge = self.game.read(word(words, 1, "a move")?)?;
        self.game.play(side, edge).map(|()| String::new())
    }

    fn genmove(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let Some(edge) = self.choose(side)? else {
            return Ok(self.after_the_end(side).to_owned());
        };
        self.game.play(side, Some(edge))?;
        Ok(self.game.write(side, Some(edge)))
    }

    /// What `genmove` answers when the game is over, so that the controller notices: the loser resigns,
    /// the winner passes. Neither changes the board.
    fn after_the_end(&self, side: Side) -> &'static str {
        if self.game.position().winner() == Some(side) {
            "pass"
        } else {
            "resign"
        }
    }

    /// The player's move, `None` when the game is over. It looks at the position afresh, since moves may
    /// have come in any order and may have been taken back.
    fn choose(&self, side: Side) -> Result<Option<EdgeId>, String> {
        let position = self.game.position();
        if position.winner().is_some() {
            return Ok(None);
        }
        let chosen = self.sit(side)?.choose(position);
        chosen.map(Some).map_err(|why| why.to_string())
    }

    /// Why the player would make its move.
    fn explain(&mut self, words: &[String]) -> Answer {
        let side = side(word(words, 0, "a colour")?)?;
        let position = self.game.position();
        if let Some(winner) = position.winner() {
            return Ok(format!("The game is over: {winner} has won."));
        }
        let mut player = self.sit(side)?;
        let edge = player.choose(position).map_err(|why| why.to_string())?;
        let mut name = self.game.write(side, Some(edge));
        if matches!(self.game.board(), GtpBoard::Network(_)) {
            name.insert_str(0, "edge ");
        }
        let why = answers::words::why(&*player, side, &name);
        Ok(why.unwrap_or_else(|| {
            let wins = position.outcome().winner(side) == side;
            if wins {
                format!("{side} wins this position, moving first.")
            } else {
                format!("{} gives no reasons for its moves.", self.player)
            }
        }))
    }

    fn sit(&self, side: Side) -> Result<Box<dyn Player + Send>, String> {
        let position = self.game.position();
        if matches!(self.player, Builtin::Analog | Builtin::Exploit { .. }) {
            self.few_resistors()?;
        }
        // An odd factor: no two of 2⁶⁴ games have the same seed, and few moves of two games do.
        let game = self.games.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let seed = self
            .seed
            .wrapping_add(game)
            .wrapping_add(self.game.moves().len() as u64);
        Ok(self.player.sit(side, position, seed))
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
        let text = read::text(Path::new(path), MOST_SGF);
        let text = text.map_err(|why| format!("cannot load file: {why}"))?;
        // By the protocol the position *before* the given move is wanted.
        let most = match words.get(1) {
            Some(_) => Some((number(words, 1, "a move number")? as usize).saturating_sub(1)),
            None => None,
        };
        let game = sgf::read(&text, most);
        let game = game.and_then(|game| game.with_coordinates(self.game.coordinates()));
        self.begin(game.map_err(|why| format!("cannot load file: {why}"))?);
        // Whose move it is, as many tools expect.
        Ok(colour(self.game.to_move()).to_owned())
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
        let terminals = input::Terminals {
            left: words.get(1).map(String::as_str),
            right: words.get(2).map(String::as_str),
            format: None,
        };
        let network = input::load_between(path, Target::Terminals, terminals);
        let network = network.map_err(|why| why.to_string())?;
        let game = GtpGame::new(GtpBoard::Network(Arc::new(network)));
        self.begin(game.with_coordinates(self.game.coordinates())?);
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
            Certificate::Over(Won::Tree(edges)) => {
                format!("short tree {}", self.game.write_all(Side::Short, edges))
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

    /// Refuses a board whose currents take longer than a controller waits for an answer.
    fn few_resistors(&self) -> Result<(), String> {
        let free = self.game.position().free_edges().count();
        if free <= MOST_RESISTORS {
            return Ok(());
        }
        Err(format!(
            "currents are computed for up to {MOST_RESISTORS} free edges; this board has {free}"
        ))
    }

    /// The current of every free edge, the largest first, and whether it is one of the best.
    fn currents(&self) -> Answer {
        self.few_resistors()?;
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
        let winner = self.game.position().winner();
        let mut moves = self.game.moves();
        // Passes after the end belong to the protocol, not to the game.
        while let (Some(_), [before @ .., (_, None)]) = (winner, moves) {
            moves = before;
        }
        let mut record = Record::of_moves(moves, winner);
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
