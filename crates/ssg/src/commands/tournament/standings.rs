//! From games to standings: who won what, against whom, and what theory says about it.

use super::plan::{Fixture, Plan};
use crate::wire::tournament::{MeetingJson, Score, StandingJson};
use answers::wire::record::{ReasonName, Record};
use switchyard::switching::Side;

/// What came of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players, the best first.
    pub rows: Vec<StandingJson>,
    /// `cross[i][j]`: the games of player i against player j, in the order of the rows.
    pub cross: Vec<Vec<Score>>,
    /// Games played.
    pub games: usize,
}

impl Standings {
    /// Counts all games.
    pub fn of(plan: &Plan, records: &[Option<Record>]) -> Self {
        let players = plan.players.len();
        let mut rows = vec![StandingJson::default(); players];
        for (row, player) in rows.iter_mut().zip(&plan.players) {
            row.player.clone_from(&player.name);
        }
        let mut cross = vec![vec![Score::default(); players]; players];
        let mut games = 0;
        for (fixture, record) in plan.fixtures.iter().zip(records) {
            let Some(record) = record else { continue };
            games += 1;
            for side in Side::BOTH {
                let (me, you) = seats(fixture, side);
                count(&mut rows[me], plan, fixture, record, side);
                cross[me][you].count(won(record, side));
            }
        }
        order(&rows, &cross, games)
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

fn won(record: &Record, side: Side) -> bool {
    record.winner.map(Side::from) == Some(side)
}

/// Counts a game for the player of `side`.
fn count(row: &mut StandingJson, plan: &Plan, fixture: &Fixture, record: &Record, side: Side) {
    let won = won(record, side);
    row.all.count(won);
    let by_seat = match (side, side == fixture.first) {
        (Side::Short, true) => &mut row.short_first,
        (Side::Short, false) => &mut row.short_second,
        (Side::Cut, true) => &mut row.cut_first,
        (Side::Cut, false) => &mut row.cut_second,
    };
    by_seat.count(won);
    let due = plan.networks[fixture.network].outcome.winner(fixture.first);
    let by_theory = if due == side {
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

/// Puts the best first: by games won; of equals the one that won more lost games, then by name.
fn order(rows: &[StandingJson], cross: &[Vec<Score>], games: usize) -> Standings {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&rows[a], &rows[b]);
        let by_wins = b.all.won.cmp(&a.all.won);
        let by_upsets = b.lost_games.won.cmp(&a.lost_games.won);
        by_wins.then(by_upsets).then(a.player.cmp(&b.player))
    });
    let cross = places
        .iter()
        .map(|&row| places.iter().map(|&column| cross[row][column]).collect())
        .collect();
    let mut rows: Vec<StandingJson> = places.iter().map(|&row| rows[row].clone()).collect();
    for at in 0..rows.len() {
        let tied = at > 0 && rows[at - 1].all.won == rows[at].all.won;
        rows[at].rank = if tied { rows[at - 1].rank } else { at + 1 };
    }
    Standings { rows, cross, games }
}
