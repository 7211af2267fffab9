//! Surveys: the same question about many random networks or digraphs.
//!
//! A [`Subject`] is a family with its parameters, a point of a survey. [`Subject::sample`] makes one
//! member from a seed and measures it; a [`Tally`] adds samples up; [`Subject::predicted`] is what a law
//! says about the means, computed by [`law`]. [`statistics`] compares the two.

mod hitting;
mod labels;
pub mod law;
mod networks;
pub mod statistics;

pub use hitting::LEVELS as HITTING_LEVELS;
pub use labels::LABELS;
pub use networks::Family;

use std::ops::AddAssign;
use switchyard::Rng;
use switchyard::Target;
use switchyard::generate::Impossible;

/// What is surveyed at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// Games on random networks, between random terminals or for all vertices.
    Networks {
        /// Where the networks are from.
        family: Family,
        /// What SHORT has to join.
        target: Target,
        /// How many pairs of terminals on each network.
        pairs: u32,
    },
    /// The labels of digraphs with Poisson out-degrees.
    Labels {
        /// How many nodes.
        nodes: usize,
        /// The mean out-degree.
        degree: f64,
    },
    /// When two disjoint spanning trees appear as random edges are added.
    Hitting {
        /// How many vertices.
        nodes: usize,
    },
}

/// What one member showed: how often what, and some numbers, by the order of [`Subject::counts`] and
/// [`Subject::columns`]. A number that makes no sense for this member is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// How often what.
    pub counts: Vec<u64>,
    /// The numbers.
    pub values: Vec<Option<f64>>,
}

impl Subject {
    /// The names of what is counted.
    pub fn counts(&self) -> &'static [&'static str] {
        match self {
            Self::Networks { .. } => &networks::COUNTS,
            Self::Labels { .. } => &[],
            Self::Hitting { .. } => &hitting::COUNTS,
        }
    }

    /// The names of the numbers whose means are taken.
    pub fn columns(&self) -> &'static [&'static str] {
        match self {
            Self::Networks { .. } => &networks::COLUMNS,
            Self::Labels { .. } => &labels::COLUMNS,
            Self::Hitting { .. } => &hitting::COLUMNS,
        }
    }

    /// One member, made from the seed and measured.
    ///
    /// # Errors
    /// When there is no such network.
    pub fn sample(&self, seed: u64) -> Result<Sample, Impossible> {
        match *self {
            Self::Networks {
                family,
                target,
                pairs,
            } => networks::sample(family, target, pairs, &mut Rng::from_seed(seed)),
            Self::Labels { nodes, degree } => Ok(labels::sample(nodes, degree, seed)),
            Self::Hitting { nodes } => Ok(hitting::sample(nodes, &mut Rng::from_seed(seed))),
        }
    }

    /// About how many edges or arcs a member has: what it costs.
    pub fn size(&self) -> f64 {
        match *self {
            Self::Networks { family, pairs, .. } => family.edges() * f64::from(pairs.max(1)),
            Self::Labels { nodes, degree } => nodes as f64 * degree,
            Self::Hitting { nodes } => nodes as f64 * (nodes as f64).ln(),
        }
    }

    /// What a law says about the limits of counts (as shares) and means, by name; nothing where there is
    /// no law.
    pub fn predicted(&self) -> Vec<(&'static str, f64)> {
        match *self {
            Self::Networks { family, target, .. } => networks::predicted(family, target),
            Self::Labels { degree, .. } => labels::predicted(degree),
            Self::Hitting { .. } => hitting::predicted(),
        }
    }
}

/// Samples added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many samples.
    pub runs: u64,
    /// How often what, in all.
    pub counts: Vec<u64>,
    /// The sums of every column.
    pub columns: Vec<Column>,
}

/// The sums of one column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Column {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Column {
    /// The mean, if there is a number.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The standard error of the mean, from two numbers on.
    pub fn error(&self) -> Option<f64> {
        let n = self.count as f64;
        let mean = self.mean().filter(|_| self.count > 1)?;
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        Some((variance / n).sqrt())
    }
}

impl Tally {
    /// The samples of these seeds.
    ///
    /// # Errors
    /// When there is no such network.
    pub fn of(subject: &Subject, seeds: impl Iterator<Item = u64>) -> Result<Self, Impossible> {
        let mut tally = Self::default();
        for seed in seeds {
            tally.add(&subject.sample(seed)?);
        }
        Ok(tally)
    }

    fn add(&mut self, sample: &Sample) {
        let column = |value: &Option<f64>| {
            value.map_or(Column::default(), |value| Column {
                count: 1,
                sum: value,
                squares: value * value,
            })
        };
        *self += Self {
            runs: 1,
            counts: sample.counts.clone(),
            columns: sample.values.iter().map(column).collect(),
        };
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.runs += other.runs;
        self.counts
            .resize(other.counts.len().max(self.counts.len()), 0);
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        let columns = other.columns.len().max(self.columns.len());
        self.columns.resize(columns, Column::default());
        for (sum, column) in self.columns.iter_mut().zip(&other.columns) {
            sum.count += column.count;
            sum.sum += column.sum;
            sum.squares += column.squares;
        }
    }
}
