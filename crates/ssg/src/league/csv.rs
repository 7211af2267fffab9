//! The standings as comma-separated values, one line per player, quoted as in RFC 4180.

use crate::wire::tournament::StandingJson;

const HEADS: &str = "rank,player,rating,rating_low,rating_high,won,played,short_first,short_second,cut_first,cut_second,\
    stolen,lost_positions,thrown,won_positions,illegal_move,timeout,crashed,limit,misconduct,seconds,longest";

/// A line of cells, each quoted where it must be.
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\n"
}

fn quoted(cell: &str) -> String {
    // A spreadsheet takes a cell that begins like this for a formula; a number may have a sign.
    let formula = cell.starts_with(['=', '@', '+', '-']) && cell.parse::<f64>().is_err();
    let cell = if formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    if cell.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell
}

/// The standings with a line of column names.
pub fn standings(rows: &[StandingJson]) -> String {
    let mut text = format!("{HEADS}\n");
    for row in rows {
        text.push_str(&line(&[
            row.rank.to_string(),
            row.player.clone(),
            row.rating.to_string(),
            row.rating_low.to_string(),
            row.rating_high.to_string(),
            row.all.won.to_string(),
            row.all.played.to_string(),
            row.short_first.won.to_string(),
            row.short_second.won.to_string(),
            row.cut_first.won.to_string(),
            row.cut_second.won.to_string(),
            row.lost_games.won.to_string(),
            row.lost_games.played.to_string(),
            (row.won_games.played - row.won_games.won).to_string(),
            row.won_games.played.to_string(),
            row.forfeits.illegal_move.to_string(),
            row.forfeits.timeout.to_string(),
            row.forfeits.crashed.to_string(),
            row.forfeits.limit.to_string(),
            row.misconduct.to_string(),
            format!("{:.6}", row.seconds),
            format!("{:.6}", row.longest),
        ]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["a", "b,c", "say \"x\"", "=1+1", "-3.5", "two\nlines"].map(str::to_owned);
        assert_eq!(
            line(&cells),
            "a,\"b,c\",\"say \"\"x\"\"\",'=1+1,-3.5,\"two\nlines\"\n"
        );
    }

    #[test]
    fn every_line_has_every_column() {
        let row = StandingJson {
            player: "a,b".to_owned(),
            ..StandingJson::default()
        };
        let text = standings(&[row]);
        let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        // The name's own comma is one more.
        assert_eq!(columns[0] + 1, columns[1]);
    }
}
