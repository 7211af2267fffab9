//! The built-in players, and games between two of them.

use crate::arrays::array;
use crate::errors::{PlayerError, edge_id};
use crate::position::{Position, side_name, side_of};
use crate::run::run_until;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use switchyard::budget::Stop;
use switchyard::player::{Builtin, Forfeit, Player as Plays};
use switchyard::referee::{self, Reason};
use switchyard::{EdgeId, Position as Library, Side};

/// The names of all built-in players, from the strongest to the weakest.
#[pyfunction]
pub fn player_names() -> Vec<&'static str> {
    Builtin::NAMES.to_vec()
}

fn builtin(name: &str) -> PyResult<Builtin> {
    let player = name.parse::<Builtin>();
    player.map_err(|error| PlayerError::new_err(error.to_string()))
}

/// Raises `PlayerError` if no built-in player has this name.
#[pyfunction]
pub fn check_player(name: &str) -> PyResult<()> {
    builtin(name).map(|_| ())
}

/// A built-in player of one side of one game.
#[pyclass(frozen, module = "switchyard._core")]
pub struct Player {
    player: Mutex<Box<dyn Plays + Send>>,
}

impl Player {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Plays + Send>> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Player {
    /// The player of `side` in a game that continues from this position.
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        side: &str,
        position: PyRef<'_, Position>,
        seed: u64,
    ) -> PyResult<Self> {
        let (player, side) = (builtin(name)?, side_of(side)?);
        let position = &position.position;
        let player = Mutex::new(py.detach(|| player.sit(side, position, seed)));
        Ok(Self { player })
    }

    /// A move was made; this is the position after it.
    fn observe(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        side: &str,
        edge: usize,
    ) -> PyResult<()> {
        let side = side_of(side)?;
        let position = &position.position;
        let edge = edge_id(edge, position.network().graph().edge_count())?;
        py.detach(|| self.lock().observe(position, side, edge));
        Ok(())
    }

    /// The move to make.
    fn choose(&self, py: Python<'_>, position: PyRef<'_, Position>) -> PyResult<usize> {
        let position = &position.position;
        let chosen = py.detach(|| self.lock().choose(position));
        let chosen = chosen.map_err(|forfeit| PlayerError::new_err(forfeit.to_string()))?;
        Ok(chosen.index())
    }
}

/// A player who gives up when a stop is raised.
struct Stoppable {
    player: Box<dyn Plays + Send>,
    stop: Stop,
}

impl Plays for Stoppable {
    fn observe(&mut self, position: &Library, side: Side, edge: EdgeId) {
        self.player.observe(position, side, edge);
    }

    fn choose(&mut self, position: &Library) -> Result<EdgeId, Forfeit> {
        if self.stop.is_raised() {
            return Err(Forfeit::Interrupted);
        }
        self.player.choose(position)
    }
}

/// The winner, the reason, a sentence for a forfeit, and the moves.
type Played<'py> = (
    &'static str,
    &'static str,
    String,
    Bound<'py, PyArray1<i64>>,
);

/// Plays a game between built-in players, SHORT's name and seed first.
#[pyfunction]
pub fn play_game<'py>(
    py: Python<'py>,
    position: PyRef<'_, Position>,
    first: &str,
    players: (String, String),
    seeds: (u64, u64),
) -> PyResult<Played<'py>> {
    let first = side_of(first)?;
    let start = position.position.clone();
    let (short, cut) = (builtin(&players.0)?, builtin(&players.1)?);
    let stop = Stop::default();
    let stops = [stop.clone(), stop.clone()];
    // A game asks for a move per edge, so that less than usual is quick.
    let size = start.network().graph().edge_count().saturating_mul(100);
    let game = run_until(py, size, &stop, move || {
        let [left, right] = stops;
        let mut short = Stoppable {
            player: short.sit(Side::Short, &start, seeds.0),
            stop: left,
        };
        let mut cut = Stoppable {
            player: cut.sit(Side::Cut, &start, seeds.1),
            stop: right,
        };
        referee::play(start, first, &mut short, &mut cut)
    })?;
    let (reason, detail) = match &game.ending.reason {
        Reason::Connected => ("connected", String::new()),
        Reason::Disconnected => ("disconnected", String::new()),
        Reason::Forfeit(forfeit) => (forfeit_name(forfeit), forfeit.to_string()),
    };
    let winner = side_name(game.ending.winner);
    Ok((winner, reason, detail, array(py, &game.moves)))
}

fn forfeit_name(forfeit: &Forfeit) -> &'static str {
    match forfeit {
        Forfeit::IllegalMove { .. } => "illegal-move",
        Forfeit::Timeout => "timeout",
        _ => "crashed",
    }
}
