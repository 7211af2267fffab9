//! From games to standings: wins by opponent, role and network, compared with theory.

use super::plan::{Fixture, Plan};
use super::rating::{self, Decided, Rating};
use crate::arena::program::mode;
use crate::wire::tournament::{InRoleJson, MeetingJson, OnNetworkJson, Score, StandingJson, Tally};
use answers::wire::record::{ReasonName, Record};
use switchyard::switching::Side;

/// The results of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players, the best first.
    pub rows: Vec<StandingJson>,
    /// `cross[i][j]`: the games of player i against player j, in the order of the rows.
    pub cross: Vec<Vec<Score>>,
    /// `by_network[i][k]`: the games of player i on network k.
    pub by_network: Vec<Vec<Tally>>,
    /// `by_role[i][r]`: the games of player i in the role [`ROLES`]`[r]`.
    pub by_role: Vec<[Tally; 4]>,
    /// Games played.
    pub games: usize,
}

/// The four roles: side, and who has the first move.
pub const ROLES: [(Side, Side); 4] = [
    (Side::Short, Side::Short),
    (Side::Short, Side::Cut),
    (Side::Cut, Side::Cut),
    (Side::Cut, Side::Short),
];

impl Standings {
    /// Counts all games.
    pub fn of(plan: &Plan, records: &[Option<Record>]) -> Self {
        let players = plan.players.len();
        let mut rows = vec![StandingJson::default(); players];
        for (row, player) in rows.iter_mut().zip(&plan.players) {
            row.player.clone_from(&player.name);
        }
        let mut cross = vec![vec![Score::default(); players]; players];
        let mut by_network = vec![vec![Tally::default(); plan.networks.len()]; players];
        let mut by_role = vec![[Tally::default(); 4]; players];
        let mut decided = Vec::new();
        let mut games = 0;
        for (fixture, record) in plan.fixtures.iter().zip(records) {
            let Some(record) = record else { continue };
            games += 1;
            for side in Side::BOTH {
                let (me, you) = seats(fixture, side);
                let won = won(record, side);
                let due = due(plan, fixture) == side;
                count(&mut rows[me], fixture, record, (side, due));
                cross[me][you].count(won);
                by_network[me][fixture.network].count(won, due);
                let role = ROLES.iter().position(|role| *role == (side, fixture.first));
                by_role[me][role.unwrap_or_default()].count(won, due);
                if won {
                    let network = fixture.network;
                    decided.push(Decided {
                        winner: me,
                        loser: you,
                        network,
                    });
                }
            }
        }
        rate(&mut rows, &rating::rate(players, &decided));
        let places = order(&rows);
        let mut sorted = Self {
            rows: places.iter().map(|&row| rows[row].clone()).collect(),
            cross: places
                .iter()
                .map(|&row| places.iter().map(|&column| cross[row][column]).collect())
                .collect(),
            by_network: places.iter().map(|&row| by_network[row].clone()).collect(),
            by_role: places.iter().map(|&row| by_role[row]).collect(),
            games,
        };
        sorted.rank();
        sorted
    }

    /// Equal ratings share a place.
    fn rank(&mut self) {
        for at in 0..self.rows.len() {
            let tied = at > 0 && (self.rows[at - 1].rating - self.rows[at].rating).abs() < 1e-6;
            self.rows[at].rank = if tied { self.rows[at - 1].rank } else { at + 1 };
        }
    }

    /// Every player on every network, as JSON has it.
    pub fn on_networks(&self, plan: &Plan) -> Vec<OnNetworkJson> {
        let mut all = Vec::new();
        for (row, tallies) in self.rows.iter().zip(&self.by_network) {
            for (network, &tally) in plan.networks.iter().zip(tallies) {
                all.push(OnNetworkJson {
                    player: row.player.clone(),
                    network: network.name(),
                    tally,
                });
            }
        }
        all
    }

    /// Every player in every role, as JSON has it.
    pub fn in_roles(&self) -> Vec<InRoleJson> {
        let mut all = Vec::new();
        for (row, tallies) in self.rows.iter().zip(&self.by_role) {
            for (&(side, first), &tally) in ROLES.iter().zip(tallies) {
                all.push(InRoleJson {
                    player: row.player.clone(),
                    role: mode(side, first),
                    tally,
                });
            }
        }
        all
    }

    /// The cross table as JSON has it.
    pub fn meetings(&self) -> Vec<MeetingJson> {
        let mut meetings = Vec::new();
        for (row, scores) in self.rows.iter().zip(&self.cross) {
            for (other, &score) in self.rows.iter().zip(scores) {
                if score.played > 0 {
                    meetings.push(MeetingJson {
                        player: row.player.clone(),
                        opponent: other.player.clone(),
                        score,
                    });
                }
            }
        }
        meetings
    }
}

/// The player of `side`, and the other.
fn seats(fixture: &Fixture, side: Side) -> (usize, usize) {
    match side {
        Side::Short => (fixture.short, fixture.cut),
        Side::Cut => (fixture.cut, fixture.short),
    }
}

/// Who wins this game under perfect play.
pub fn due(plan: &Plan, fixture: &Fixture) -> Side {
    plan.networks[fixture.network].outcome.winner(fixture.first)
}

fn won(record: &Record, side: Side) -> bool {
    record.winner.map(Side::from) == Some(side)
}

/// Counts a game for the player of `side`.
fn count(row: &mut StandingJson, fixture: &Fixture, record: &Record, (side, due): (Side, bool)) {
    let won = won(record, side);
    row.all.count(won);
    let by_seat = match (side, side == fixture.first) {
        (Side::Short, true) => &mut row.short_first,
        (Side::Short, false) => &mut row.short_second,
        (Side::Cut, true) => &mut row.cut_first,
        (Side::Cut, false) => &mut row.cut_second,
    };
    by_seat.count(won);
    let by_theory = if due {
        &mut row.won_games
    } else {
        &mut row.lost_games
    };
    by_theory.count(won);
    if !won {
        match record.reason {
            Some(ReasonName::IllegalMove) => row.forfeits.illegal_move += 1,
            Some(ReasonName::Timeout) => row.forfeits.timeout += 1,
            Some(ReasonName::Crashed) => row.forfeits.crashed += 1,
            Some(ReasonName::Limit) => row.forfeits.limit += 1,
            _ => {}
        }
    }
    if let Some(conduct) = &record.conduct {
        let (short, cut) = (conduct.short.is_some(), conduct.cut.is_some());
        let mine = if side == Side::Short { short } else { cut };
        row.misconduct += usize::from(mine);
    }
    if let Some(clock) = record.clock {
        let (short, cut) = (clock.short, clock.cut);
        let mine = if side == Side::Short { short } else { cut };
        row.seconds += mine;
        row.longest = row.longest.max(mine);
    }
    let moves = record.moves.len();
    let first_half = side == fixture.first;
    row.moves += if first_half {
        moves.div_ceil(2)
    } else {
        moves / 2
    };
}

/// Writes the ratings, to a tenth of a point, into the rows.
fn rate(rows: &mut [StandingJson], ratings: &[Rating]) {
    let rounded = |points: f64| (points * 10.0).round() / 10.0 + 0.0;
    for (row, rating) in rows.iter_mut().zip(ratings) {
        row.rating = rounded(rating.elo);
        row.rating_low = rounded(rating.elo - rating.margin);
        row.rating_high = rounded(rating.elo + rating.margin);
    }
}

/// The players, the best first: by rating; of equals the one that won more games, then more lost games,
/// then by name.
fn order(rows: &[StandingJson]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&rows[a], &rows[b]);
        let by_rating = b.rating.total_cmp(&a.rating);
        let by_wins = b.all.won.cmp(&a.all.won);
        let by_upsets = b.lost_games.won.cmp(&a.lost_games.won);
        by_rating
            .then(by_wins)
            .then(by_upsets)
            .then(a.player.cmp(&b.player))
    });
    places
}
