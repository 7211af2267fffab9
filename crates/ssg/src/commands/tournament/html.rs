//! The report of a tournament: one HTML file with everything in it.

use super::plan::Plan;
use super::standings::Standings;
use super::svg::{self, Group, Point, escape};
use super::tables::seconds;
use crate::wire::tournament::{Score, StandingJson, TournamentHeader};
use answers::wire::names::SideName;
use answers::wire::record::Record;
use std::fmt::Write as _;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .55rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:nth-child(2), td:nth-child(2), table.left td, table.left th { text-align: left; }
thead th { background: var(--soft); }
svg { width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
svg text.small { font-size: 11px; } svg path.grid { stroke: var(--line); fill: none; }
p.note, footer { color: gray; font-size: .85rem; }
";

/// The whole page.
pub fn page(
    plan: &Plan,
    header: &TournamentHeader,
    records: &[Option<Record>],
    standings: &Standings,
) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Tournament: {} players, {} networks</title><style>{STYLE}</style></head><body>\n",
        plan.players.len(),
        plan.networks.len(),
    );
    let _ = write!(
        page,
        "<h1>Tournament</h1><p>{} games of the Shannon switching game: {} players, everybody against \
         everybody on {} networks, from both sides and in both orders; rounds: {}; time: {}; seed: {}.</p>",
        standings.games,
        plan.players.len(),
        plan.networks.len(),
        header.rounds,
        escape(&header.time),
        header.seed,
    );
    standings_table(&mut page, standings);
    cross_table(&mut page, standings);
    section(&mut page, "Wins by side and order", &by_seat(standings));
    section(&mut page, "Against theory", &by_theory(standings));
    note(
        &mut page,
        "Stolen: games won that perfect play by the opponent would have won. Thrown: games lost that \
         perfect play would have won. A perfect player throws nothing.",
    );
    section(&mut page, "How games were lost", &losses(standings));
    section(&mut page, "Time to think", &times(plan, records));
    note(
        &mut page,
        "A point is a player on a network: the mean time of its games there.",
    );
    networks_table(&mut page, plan, header, records);
    faults_table(&mut page, records);
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(page, "<footer>Switchyard {version}</footer></body></html>");
    page
}

fn section(page: &mut String, title: &str, content: &str) {
    let _ = writeln!(page, "<h2>{}</h2>{content}", escape(title));
}

fn note(page: &mut String, text: &str) {
    let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(text));
}

/// A table from its heads and its cells, which are HTML already.
fn table(class: &str, heads: &[String], rows: &[Vec<String>]) -> String {
    let mut html = format!("<div class=\"scroll\"><table class=\"{class}\"><thead><tr>");
    for head in heads {
        let _ = write!(html, "<th>{}</th>", escape(head));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            // A cell may bring its own tag, for a colour.
            if cell.starts_with("<td") {
                html.push_str(cell);
            } else {
                let _ = write!(html, "<td>{cell}</td>");
            }
        }
        html.push_str("</tr>");
    }
    html + "</tbody></table></div>"
}

fn words(heads: &str) -> Vec<String> {
    heads.split('|').map(str::to_owned).collect()
}

fn standings_table(page: &mut String, standings: &Standings) {
    let heads = words(
        "#|player|won|of|SHORT 1st|SHORT 2nd|CUT 1st|CUT 2nd|stolen|thrown|illegal|timeout|crashed|misconduct|time a game|longest",
    );
    let row = |row: &StandingJson| {
        let games = row.all.played.max(1) as f64;
        vec![
            row.rank.to_string(),
            escape(&row.player),
            row.all.won.to_string(),
            row.all.played.to_string(),
            score(row.short_first),
            score(row.short_second),
            score(row.cut_first),
            score(row.cut_second),
            score(row.lost_games),
            score(lost(row.won_games)),
            row.forfeits.illegal_move.to_string(),
            row.forfeits.timeout.to_string(),
            row.forfeits.crashed.to_string(),
            row.misconduct.to_string(),
            seconds(row.seconds / games),
            seconds(row.longest),
        ]
    };
    let rows: Vec<Vec<String>> = standings.rows.iter().map(row).collect();
    section(page, "Standings", &table("", &heads, &rows));
}

fn cross_table(page: &mut String, standings: &Standings) {
    let mut heads = words("|won against");
    heads.extend((1..=standings.rows.len()).map(|column| column.to_string()));
    let mut rows = Vec::new();
    for (at, (row, scores)) in standings.rows.iter().zip(&standings.cross).enumerate() {
        let mut cells = vec![(at + 1).to_string(), escape(&row.player)];
        for &cell in scores {
            // From red to green, by the share that was won.
            let hue = cell.share() * 120.0;
            cells.push(match cell.played {
                0 => String::new(),
                _ => format!(
                    "<td style=\"background:hsl({hue:.0} 60% 50% / .35)\">{}</td>",
                    score(cell)
                ),
            });
        }
        rows.push(cells);
    }
    section(
        page,
        "Everybody against everybody",
        &table("", &heads, &rows),
    );
}

fn by_seat(standings: &Standings) -> String {
    let series = ["SHORT first", "SHORT second", "CUT first", "CUT second"];
    let group = |row: &StandingJson| Group {
        label: row.player.clone(),
        bars: [
            row.short_first,
            row.short_second,
            row.cut_first,
            row.cut_second,
        ]
        .map(bar)
        .to_vec(),
    };
    let groups: Vec<Group> = standings.rows.iter().map(group).collect();
    svg::grouped_bars(&series, &groups)
}

fn by_theory(standings: &Standings) -> String {
    let group = |row: &StandingJson| Group {
        label: row.player.clone(),
        bars: vec![bar(row.lost_games), bar(lost(row.won_games))],
    };
    let groups: Vec<Group> = standings.rows.iter().map(group).collect();
    svg::grouped_bars(&["stolen", "thrown"], &groups)
}

fn losses(standings: &Standings) -> String {
    let group = |row: &StandingJson| {
        let forfeits = row.forfeits;
        let on_board = row.all.played - row.all.won - forfeits.sum();
        let parts = vec![
            on_board,
            forfeits.illegal_move,
            forfeits.timeout,
            forfeits.crashed,
        ];
        (row.player.clone(), parts)
    };
    let groups: Vec<_> = standings.rows.iter().map(group).collect();
    svg::stacked_bars(
        &["on the board", "illegal move", "timeout", "crashed"],
        &groups,
    )
}

fn times(plan: &Plan, records: &[Option<Record>]) -> String {
    let mut sums = vec![vec![(0.0, 0_usize); plan.networks.len()]; plan.players.len()];
    for (fixture, record) in plan.fixtures.iter().zip(records) {
        let Some(clock) = record.as_ref().and_then(|record| record.clock) else {
            continue;
        };
        for (player, used) in [(fixture.short, clock.short), (fixture.cut, clock.cut)] {
            let (sum, games) = &mut sums[player][fixture.network];
            *sum += used;
            *games += 1;
        }
    }
    let point = |(at, &(sum, games)): (usize, &(f64, usize))| {
        let network = &plan.networks[at];
        let edges = network.start.network().graph().edge_count();
        // Below the clock's resolution everything is the same.
        let mean = (sum / games.max(1) as f64).max(1e-6);
        Point {
            x: edges.max(1) as f64,
            y: mean,
            words: format!("{}, {edges} edges, {}", network.name(), seconds(mean)),
        }
    };
    let series = plan.players.iter().zip(&sums).map(|(player, sums)| {
        let points = sums.iter().enumerate().filter(|(_, (_, games))| *games > 0);
        (player.name.clone(), points.map(point).collect())
    });
    let series: Vec<_> = series.collect();
    svg::scatter(["edges", "seconds a game"], &series)
}

fn networks_table(
    page: &mut String,
    plan: &Plan,
    header: &TournamentHeader,
    records: &[Option<Record>],
) {
    let mut wins = vec![[Score::default(); 2]; plan.networks.len()];
    for (fixture, record) in plan.fixtures.iter().zip(records) {
        let Some(record) = record else { continue };
        for (score, side) in wins[fixture.network]
            .iter_mut()
            .zip([SideName::Short, SideName::Cut])
        {
            score.count(record.winner == Some(side));
        }
    }
    let heads = words("|network|vertices|edges|theory|won by SHORT|won by CUT");
    let row = |(at, (network, [short, cut])): (usize, (&_, &[Score; 2]))| {
        let network: &crate::wire::tournament::TournamentNetwork = network;
        vec![
            (at + 1).to_string(),
            escape(&network.file),
            network.vertices.to_string(),
            network.edges.to_string(),
            network.outcome.as_str().to_owned(),
            score(*short),
            score(*cut),
        ]
    };
    let networks = header.networks.iter().zip(&wins).enumerate();
    let rows: Vec<Vec<String>> = networks.map(row).collect();
    section(page, "Networks", &table("", &heads, &rows));
}

/// What the programs did wrong: every kind of fault once for every player.
fn faults_table(page: &mut String, records: &[Option<Record>]) {
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    let mut note = |cells: [&str; 4]| {
        let cells = cells.map(escape).to_vec();
        match rows.iter_mut().find(|(row, _)| *row == cells) {
            Some((_, count)) => *count += 1,
            None => rows.push((cells, 1)),
        }
    };
    for record in records.iter().flatten() {
        let (short, cut) = (record.short.as_deref(), record.cut.as_deref());
        if let (Some(fault), Some(reason)) = (&record.fault, record.reason) {
            let loser = if record.winner == Some(SideName::Short) {
                cut
            } else {
                short
            };
            let stderr = fault.stderr.as_deref().unwrap_or("");
            let stderr = stderr.lines().last().unwrap_or("");
            note([reason.as_str(), loser.unwrap_or("?"), &fault.detail, stderr]);
        }
        if let Some(conduct) = &record.conduct {
            for (name, what) in [(short, &conduct.short), (cut, &conduct.cut)] {
                if let Some(what) = what {
                    note(["after the game", name.unwrap_or("?"), what, ""]);
                }
            }
        }
    }
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    rows.truncate(200);
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(mut cells, count)| {
            cells.push(count.to_string());
            cells
        })
        .collect();
    let heads = words("reason|player|what happened|last line of stderr|times");
    section(page, "Faults", &table("left", &heads, &rows));
}

fn bar(score: Score) -> (f64, String) {
    (score.share(), self::score(score))
}

fn lost(score: Score) -> Score {
    Score {
        won: score.played - score.won,
        ..score
    }
}

fn score(score: Score) -> String {
    match score.played {
        0 => "·".to_owned(),
        played => format!("{}/{played}", score.won),
    }
}
