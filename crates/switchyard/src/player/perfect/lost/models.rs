//! Opponents that err: what each of them would reply, and which of them this opponent is.

use super::super::scene::Sights;
use crate::switching::Side;

/// How a fallible opponent chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Model {
    /// Any free edge.
    Random,
    /// An edge on a shortest route.
    Greedy,
    /// An edge of a smallest cut, on a shortest route if possible.
    MinCut,
    /// An edge with the most current.
    Analog,
    /// A winning move, but one time in ten another.
    Careful,
}

impl Model {
    /// All models.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Greedy,
        Self::MinCut,
        Self::Analog,
        Self::Careful,
    ];

    /// What the model is called: the name of the built-in player that plays like this, if there is one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::MinCut => "min-cut",
            Self::Analog => "analog",
            Self::Careful => "careful",
        }
    }

    /// Whether the position decides what it plays, up to ties.
    pub fn is_decided_by_position(self) -> bool {
        matches!(self, Self::Greedy | Self::MinCut | Self::Analog)
    }

    /// How often [`Model::Careful`] errs where it can.
    pub const SLIP: f64 = 0.1;
}

/// A position in which the opponent is to reply.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    pub sights: Sights,
    /// The replies that keep the win, in order, as far as they are known by name; `None` if all do.
    pub winning: Option<Vec<u32>>,
    /// How many replies keep the win.
    pub kept: usize,
    /// How many edges are free.
    pub free: usize,
}

impl Outlook {
    /// `winning` lists all replies that keep the win; `None` if all do.
    pub(super) fn new(sights: Sights, winning: Option<Vec<u32>>, free: usize) -> Self {
        Self {
            sights,
            kept: winning.as_ref().map_or(free, Vec::len),
            winning,
            free,
        }
    }

    /// Whether this reply keeps the win.
    pub(super) fn wins(&self, reply: u32) -> bool {
        match &self.winning {
            Some(winning) => winning.binary_search(&reply).is_ok(),
            None => true,
        }
    }

    /// How many moves the opponent of `loser` needs at least.
    pub(super) fn moves_to_win(&self, loser: Side) -> usize {
        match loser {
            Side::Short => self.sights.width,
            Side::Cut => self.sights.distance,
        }
    }

    /// The edges that a model chooses from evenly, if it does so and they are not all.
    pub(super) fn choice(&self, model: Model) -> Option<&[u32]> {
        self.sights.choice(model)
    }

    /// The probability that the model's reply does not win.
    pub(super) fn error(&self, model: Model) -> f64 {
        if self.kept >= self.free {
            return 0.0;
        }
        match (model, self.choice(model)) {
            (_, Some([])) => 0.0,
            (_, Some(edges)) => {
                let errors = edges.iter().filter(|&&edge| !self.wins(edge)).count();
                errors as f64 / edges.len() as f64
            }
            (Model::Careful, None) => Model::SLIP,
            (_, None) => 1.0 - self.kept as f64 / self.free as f64,
        }
    }

    /// The probability that the model makes this reply.
    pub(super) fn probability(&self, model: Model, reply: u32) -> f64 {
        match (model, self.choice(model)) {
            (_, Some(edges)) => {
                let is_chosen = edges.binary_search(&reply).is_ok();
                f64::from(u8::from(is_chosen)) / edges.len().max(1) as f64
            }
            (Model::Careful, None) if self.kept < self.free => {
                if self.wins(reply) {
                    (1.0 - Model::SLIP) / self.kept.max(1) as f64
                } else {
                    Model::SLIP / (self.free - self.kept) as f64
                }
            }
            (_, None) => 1.0 / self.free as f64,
        }
    }
}

/// How likely it is that the opponent is each of the models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    weights: [f64; 5],
}

impl Belief {
    /// The share of moves that no model explains.
    const STRANGE: f64 = 0.05;

    /// Before any move was seen.
    pub const PRIOR: Self = Self {
        weights: [0.1, 0.225, 0.225, 0.225, 0.225],
    };

    /// Certainty.
    #[must_use]
    pub fn certain(model: Model) -> Self {
        Self {
            weights: Model::ALL.map(|other| f64::from(u8::from(other == model))),
        }
    }

    /// The models that are not ruled out, with their probabilities.
    pub fn models(&self) -> impl Iterator<Item = (Model, f64)> {
        let all = Model::ALL.into_iter().zip(self.weights);
        all.filter(|&(_, weight)| weight > 0.0)
    }

    /// The belief once the opponent has made this reply (Bayes).
    pub(super) fn after(&self, outlook: &Outlook, reply: u32) -> Self {
        let any = 1.0 / outlook.free as f64;
        let mut weights = self.weights;
        for (weight, model) in weights.iter_mut().zip(Model::ALL) {
            let explained = outlook.probability(model, reply);
            *weight *= Self::STRANGE * any + (1.0 - Self::STRANGE) * explained;
        }
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            weights = weights.map(|weight| weight / sum);
        }
        Self { weights }
    }

    /// The probability that the opponent's reply does not win.
    pub(super) fn error(&self, outlook: &Outlook) -> f64 {
        let parts = self.models();
        parts.map(|(model, w)| w * outlook.error(model)).sum()
    }

    /// The same, if one model is certain to err sooner or later.
    pub(super) fn error_if_refuted(&self, outlook: &Outlook, refuted: Model) -> f64 {
        let error = |model| {
            if model == refuted {
                1.0
            } else {
                outlook.error(model)
            }
        };
        self.models().map(|(model, w)| w * error(model)).sum()
    }
}
