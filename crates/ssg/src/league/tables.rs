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
        let mut cells = games_of(row, row.player.clone());
        cells.push(match forfeits.sum() {
            0 => "0".to_owned(),
            sum => format!(
                "{sum}={}+{}+{}+{}",
                forfeits.illegal_move, forfeits.timeout, forfeits.crashed, forfeits.limit
            ),
        });
        cells.extend(times_of(row));
        rows.push(cells);
    }
    rows
}

/// The first cells of a row of the standings: place, player, rating, wins, stolen and thrown games.
pub fn games_of(row: &StandingJson, player: String) -> Vec<String> {
    let mut cells = vec![row.rank.to_string(), player, rating(row)];
    cells.push(row.all.won.to_string());
    cells.push(row.all.played.to_string());
    let scores = [
        row.short_first,
        row.short_second,
        row.cut_first,
        row.cut_second,
        row.lost_games,
        lost(row.won_games),
    ];
    cells.extend(scores.map(score));
    cells
}

/// The last cells of a row of the standings: the mean time of a game, and the longest.
pub fn times_of(row: &StandingJson) -> [String; 2] {
    let games = row.all.played.max(1) as f64;
    [seconds(row.seconds / games), seconds(row.longest)]
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

/// Games won out of games played.
pub fn score(score: Score) -> String {
    match score.played {
        0 => "·".to_owned(),
        played => format!("{}/{played}", score.won),
    }
}

/// The lost games in place of the won ones.
pub fn lost(score: Score) -> Score {
    Score {
        won: score.played - score.won,
        ..score
    }
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
