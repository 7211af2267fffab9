//! The standings and the cross table as text.

use super::standings::Standings;
use crate::wire::tournament::{Score, StandingJson};
use std::fmt::Write as _;

/// Both tables and what their columns mean.
pub fn text(standings: &Standings) -> String {
    let mut text = format!("{} games\n\n", standings.games);
    text.push_str(&layout(&standings_rows(standings)));
    text.push_str(
        "\nrating: Elo points relative to the mean of all players, with a 95 % confidence interval.\n\
         S1 S2 C1 C2: wins as SHORT or CUT, moving first or second, out of games played.\n\
         stolen: games won that perfect play by the opponent would have won.\n\
         thrown: games lost that perfect play would have won.\n\
         forfeits: lost by an illegal move, on time, by a crash, over a limit.\n\n",
    );
    text.push_str(&layout(&cross_rows(standings)));
    text
}

fn standings_rows(standings: &Standings) -> Vec<Vec<String>> {
    let head = "# player rating won of S1 S2 C1 C2 stolen thrown forfeits time/game longest";
    let mut rows = vec![head.split(' ').map(str::to_owned).collect()];
    for row in &standings.rows {
        let forfeits = row.forfeits;
        let games = row.all.played.max(1) as f64;
        rows.push(vec![
            row.rank.to_string(),
            row.player.clone(),
            rating(row),
            row.all.won.to_string(),
            row.all.played.to_string(),
            score(row.short_first),
            score(row.short_second),
            score(row.cut_first),
            score(row.cut_second),
            score(row.lost_games),
            thrown(row.won_games),
            match forfeits.sum() {
                0 => "0".to_owned(),
                sum => format!(
                    "{sum}={}+{}+{}+{}",
                    forfeits.illegal_move, forfeits.timeout, forfeits.crashed, forfeits.limit
                ),
            },
            seconds(row.seconds / games),
            seconds(row.longest),
        ]);
    }
    rows
}

fn cross_rows(standings: &Standings) -> Vec<Vec<String>> {
    let mut head = vec![String::new(), "won against".to_owned()];
    head.extend((1..=standings.rows.len()).map(|column| format!("({column})")));
    let mut rows = vec![head];
    for (at, (row, scores)) in standings.rows.iter().zip(&standings.cross).enumerate() {
        let mut line = vec![format!("({})", at + 1), row.player.clone()];
        line.extend(scores.iter().map(|&cell| score(cell)));
        rows.push(line);
    }
    rows
}

/// The rating with the larger side of its interval.
pub fn rating(row: &StandingJson) -> String {
    let margin = (row.rating_high - row.rating).max(row.rating - row.rating_low);
    format!("{:+.0}±{margin:.0}", row.rating)
}

fn score(score: Score) -> String {
    match score.played {
        0 => "·".to_owned(),
        played => format!("{}/{played}", score.won),
    }
}

fn thrown(score: Score) -> String {
    let lost = score.played - score.won;
    self::score(Score { won: lost, ..score })
}

/// A time in the unit that fits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0}µs", s * 1e6),
        s if s < 1.0 => format!("{:.1}ms", s * 1e3),
        s => format!("{s:.2}s"),
    }
}

/// Columns as wide as they need to be: names to the left, the rest to the right.
fn layout(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let pad = " ".repeat(width - cell.chars().count());
            let _ = match column {
                1 => write!(line, "{cell}{pad}  "),
                _ => write!(line, "{pad}{cell}  "),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
