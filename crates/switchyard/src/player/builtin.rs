//! The built-in players by name: one list for every command, the page and the tests.

use super::Player;
#[cfg(feature = "analog")]
use super::analog::AnalogPlayer;
use super::greedy::{GreedyPlayer, MinCutPlayer};
use super::perfect::PerfectPlayer;
use super::perfect::lost::{Model, Policy};
use super::random::RandomPlayer;
use super::weakened::Weakened;
use crate::switching::{Position, Side};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The name of a built-in player: one of [`Builtin::NAMES`], `perfect@P` for one that errs with
/// probability 1 − P at every move, or `exploit:NAME` for one that knows its opponent.
///
/// ```
/// use switchyard::player::Builtin;
/// assert_eq!("greedy".parse(), Ok(Builtin::Greedy));
/// assert_eq!("perfect@0.9".parse(), Ok(Builtin::Perfect { strength: 0.9 }));
/// assert!("gredy".parse::<Builtin>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Builtin {
    /// Wins every won game, if its strength is 1: [`PerfectPlayer`], [`Weakened`].
    Perfect {
        /// The probability that it does not err, at every move.
        strength: f64,
    },
    /// Knows that its opponent plays as this model does: wins won games as the perfect player does, and
    /// in lost ones searches for a line that beats this opponent. See [`Builtin::EXPLOITABLE`].
    Exploit {
        /// How the opponent plays.
        opponent: Model,
    },
    /// Shannon's robot, the largest current: [`AnalogPlayer`].
    #[cfg(feature = "analog")]
    Analog,
    /// The weakest place: [`MinCutPlayer`].
    MinCut,
    /// A shortest route: [`GreedyPlayer`].
    Greedy,
    /// Any free edge: [`RandomPlayer`].
    Random,
}

/// Why a name is no built-in player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnknownPlayerError {
    /// There is none of this name.
    #[error("there is no built-in player {0:?}: there are {names}", names = Builtin::NAMES.join(", "))]
    Name(String),
    /// What follows `exploit:` is no player whose replies the position decides.
    #[error(
        "exploit:{0} knows no opponent: the replies of analog, min-cut and greedy are known up to ties, those of perfect never err, and those of random and perfect@P are drawn by chance"
    )]
    Opponent(String),
    /// What follows `perfect@`.
    #[error("{0:?} is no strength: write a number from 0 to 1, such as perfect@0.9")]
    Strength(String),
}

impl Builtin {
    /// The names of all built-in players, from the strongest to the weakest.
    pub const NAMES: &'static [&'static str] = &[
        "perfect",
        #[cfg(feature = "analog")]
        "analog",
        "min-cut",
        "greedy",
        "random",
    ];

    /// The opponents that `exploit:` can know: those whose replies the position decides, up to ties.
    pub const EXPLOITABLE: [Model; 3] = [Model::Analog, Model::MinCut, Model::Greedy];

    /// The perfect player at full strength.
    pub const PERFECT: Self = Self::Perfect { strength: 1.0 };

    /// The player of `side` in a game that continues from `position`; its random choices follow from
    /// `seed`.
    pub fn sit(self, side: Side, position: &Position, seed: u64) -> Box<dyn Player + Send> {
        match self {
            Self::PERFECT => Box::new(PerfectPlayer::new(side, position)),
            Self::Perfect { strength } => {
                let perfect = PerfectPlayer::new(side, position);
                Box::new(Weakened::new(perfect, side, strength, seed))
            }
            Self::Exploit { opponent } => {
                let policy = Policy::against(opponent);
                Box::new(PerfectPlayer::with_policy(side, position, policy))
            }
            #[cfg(feature = "analog")]
            Self::Analog => Box::new(AnalogPlayer::new(seed)),
            Self::MinCut => Box::new(MinCutPlayer::new(seed)),
            Self::Greedy => Box::new(GreedyPlayer::new(seed)),
            Self::Random => Box::new(RandomPlayer::new(seed)),
        }
    }

    /// Whether its play depends on the seed.
    pub fn draws_lots(self) -> bool {
        !matches!(self, Self::PERFECT | Self::Exploit { .. })
    }

    /// Sets the strength of the perfect player at full strength; any other player keeps its own.
    pub fn weaken(&mut self, to: f64) {
        if *self == Self::PERFECT {
            *self = Self::Perfect { strength: to };
        }
    }
}

impl FromStr for Builtin {
    type Err = UnknownPlayerError;

    fn from_str(text: &str) -> Result<Self, UnknownPlayerError> {
        if let Some(number) = text.strip_prefix("perfect@") {
            let strength = number.parse().ok().filter(|p| (0.0..=1.0).contains(p));
            let strength =
                strength.ok_or_else(|| UnknownPlayerError::Strength(number.to_owned()))?;
            return Ok(Self::Perfect { strength });
        }
        if let Some(name) = text.strip_prefix("exploit:") {
            let mut known = Self::EXPLOITABLE.into_iter();
            let opponent = known.find(|model| model.name() == name);
            let opponent = opponent.ok_or_else(|| UnknownPlayerError::Opponent(name.to_owned()))?;
            return Ok(Self::Exploit { opponent });
        }
        match text {
            "perfect" => Ok(Self::PERFECT),
            #[cfg(feature = "analog")]
            "analog" => Ok(Self::Analog),
            "min-cut" => Ok(Self::MinCut),
            "greedy" => Ok(Self::Greedy),
            "random" => Ok(Self::Random),
            _ => Err(UnknownPlayerError::Name(text.to_owned())),
        }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::PERFECT => "perfect",
            Self::Perfect { strength } => return write!(f, "perfect@{strength}"),
            Self::Exploit { opponent } => return write!(f, "exploit:{}", opponent.name()),
            #[cfg(feature = "analog")]
            Self::Analog => "analog",
            Self::MinCut => "min-cut",
            Self::Greedy => "greedy",
            Self::Random => "random",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_network;
    use crate::{Rng, referee};

    #[test]
    fn names_read_back() {
        let more = [
            "perfect@0.25",
            "perfect@0",
            "exploit:analog",
            "exploit:min-cut",
        ];
        for name in Builtin::NAMES.iter().chain(&more) {
            assert_eq!(name.parse::<Builtin>().unwrap().to_string(), *name);
        }
        for bad in [
            "",
            "perfect@",
            "perfect@2",
            "perfect@NaN",
            "random@0.5",
            "exploit:",
            "exploit:random",
            "exploit:perfect",
            "exploit:perfect@0.9",
            "exploit:careful",
            "Perfect",
        ] {
            assert!(bad.parse::<Builtin>().is_err(), "{bad}");
        }
        let mut player = Builtin::PERFECT;
        player.weaken(0.5);
        player.weaken(0.1);
        assert_eq!(player, Builtin::Perfect { strength: 0.5 });
    }

    /// All players against all: all games end, no move is illegal, and the perfect player wins every won
    /// game.
    #[test]
    fn every_player_plays_and_perfect_wins_what_is_won() {
        let more = [
            "perfect@0.5",
            "perfect@0",
            "exploit:analog",
            "exploit:greedy",
        ];
        let names = Builtin::NAMES.iter().chain(&more);
        let players: Vec<Builtin> = names.map(|name| name.parse().unwrap()).collect();
        let mut rng = Rng::from_seed(11);
        let mut upsets = 0;
        for seed in 0..60 {
            let start = Position::new(random_network(&mut rng, 20));
            let outcome = start.outcome();
            for (short, cut) in players
                .iter()
                .flat_map(|s| players.iter().map(move |c| (s, c)))
            {
                for first in Side::BOTH {
                    let mut left = short.sit(Side::Short, &start, seed);
                    let mut right = cut.sit(Side::Cut, &start, seed + 1);
                    let game = referee::play(start.clone(), first, &mut *left, &mut *right);
                    let due = outcome.winner(first);
                    let favourite = if due == Side::Short { short } else { cut };
                    let won = game.ending.winner;
                    assert_eq!(game.ending, referee::Ending::by_goal(won));
                    if !favourite.draws_lots() {
                        assert_eq!(won, due, "{short} {cut} {first} {start:?}");
                    }
                    upsets += u32::from(won != due);
                }
            }
        }
        assert!(upsets > 100, "weak players lose won games");
    }
}
