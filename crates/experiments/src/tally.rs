//! A count of the robot's decisions, and of how each was proved.

/// How the decisions of some games were reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Decisions in all.
    pub decisions: u64,
    /// Decisions in which floating point left more than one edge, and not by parallel or series.
    pub refinements: u64,
    /// Rounds of lifting in those.
    pub rounds: u64,
    /// Ties of parallel or series edges only.
    pub class_ties: u64,
    /// Ties that a symmetry of the position proves.
    pub symmetric_ties: u64,
    /// Ties that were proved by lifting beyond the determinant.
    pub lifted_ties: u64,
    /// Positions in which play branched.
    pub branches: u64,
    /// Of those, positions met before.
    pub met_before: u64,
    /// The largest certified bound on the error of a current.
    pub largest_bound: f64,
    /// The smallest gap between unequal currents that decided a move.
    pub smallest_gap: f64,
    /// The moves of the shortest and of the longest game.
    pub shortest: usize,
    /// See [`Tally::shortest`].
    pub longest: usize,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            decisions: 0,
            refinements: 0,
            rounds: 0,
            class_ties: 0,
            symmetric_ties: 0,
            lifted_ties: 0,
            branches: 0,
            met_before: 0,
            largest_bound: 0.0,
            smallest_gap: f64::INFINITY,
            shortest: usize::MAX,
            longest: 0,
        }
    }
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.refinements += other.refinements;
        self.rounds += other.rounds;
        self.class_ties += other.class_ties;
        self.symmetric_ties += other.symmetric_ties;
        self.lifted_ties += other.lifted_ties;
        self.branches += other.branches;
        self.met_before += other.met_before;
        self.largest_bound = self.largest_bound.max(other.largest_bound);
        self.smallest_gap = self.smallest_gap.min(other.smallest_gap);
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
    }

    /// Takes note of a gap between unequal currents that decided a move.
    pub(crate) fn gap(&mut self, gap: f64) {
        self.smallest_gap = self.smallest_gap.min(gap);
    }

    /// Takes note of a game that ended after so many moves.
    pub(crate) fn ended(&mut self, moves: usize) {
        self.shortest = self.shortest.min(moves);
        self.longest = self.longest.max(moves);
    }
}
