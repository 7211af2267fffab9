//! The report of a tournament: one HTML file with everything in it.

use super::date;
use super::games;
use super::plan::Plan;
use super::standings::{ROLES, Standings};
use super::svg::{self, Group, Interval, Point, escape};
use super::tables::{games_of, lost, rating, score, seconds, times_of};
use crate::wire::tournament::{Score, StandingJson, Tally, TournamentHeader};
use answers::hash::Fnv;
use answers::wire::names::SideName;
use answers::wire::record::Record;
use std::fmt::Write as _;

/// What the report adds to the page's own colours and fonts.
const STYLE: &str = "
:root { --short-2: #6ea6d6; --cut-2: #e39a6f; --more-1: var(--tree-b); --more-2: #8a6d00; }
@media (prefers-color-scheme: dark) { :root { --short-2: #3d6f9f; --cut-2: #a3572c; --more-2: #f2c94c; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 var(--sans); max-width: 68rem; margin: 0 auto; padding: 1.2rem 1rem 3rem; background: var(--paper); color: var(--ink); }
h1, h2 { font-family: var(--serif); line-height: 1.2; } h1 { font-size: 1.8rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; }
a { color: var(--short); }
.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; }
table { border-collapse: collapse; font-size: .87rem; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .55rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
th:nth-child(2), td:nth-child(2), table.left td, table.left th { text-align: left; }
table.left td.wrap { white-space: normal; min-width: 14rem; }
thead th { background: var(--sunk); font-weight: 600; } td.short, .s { color: var(--short); } td.cut, .c { color: var(--cut); } td.winner { font-weight: 700; }
td.good { color: var(--win); } td.bad { color: var(--cut); }
.plot { overflow-x: auto; } svg { width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
svg text.small { font-size: 11px; } svg path.grid { stroke: var(--rule); fill: none; } svg .bar { stroke: var(--short); stroke-width: 3; } svg .dot { fill: var(--ink); }
form { display: flex; flex-wrap: wrap; gap: .5rem .8rem; margin: .6rem 0; } label { font-size: .85rem; color: var(--soft); }
select, button { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: .35rem .6rem; max-width: 14rem; } button { cursor: pointer; margin-top: .6rem; }
p.note, footer { color: var(--soft); font-size: .85rem; } footer { margin-top: 3rem; } pre { overflow-x: auto; background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: .6rem; font-size: .82rem; }
@media (max-width: 40rem) { body { padding: .8rem .6rem 2rem; font-size: 16px; } h1 { font-size: 1.5rem; } select { max-width: 100%; } form label { flex: 1 1 40%; } .plot svg { min-width: 36rem; } }
";

/// The beginning of a page up to its body. Nothing is fetched, and only scripts with the nonce run,
/// so that the name of a player cannot inject one.
pub fn head(title: &str, nonce: Option<&str>) -> String {
    let scripts = nonce.map_or_else(String::new, |nonce| format!("; script-src 'nonce-{nonce}'"));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{scripts}\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{}{STYLE}</style></head><body>\n",
        escape(title),
        switchyard_documents::tokens(),
    )
}

/// The end of a page.
pub fn foot() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let today = date::today();
    format!("<footer>Switchyard {version}, <time>{today}</time> (UTC)</footer></body></html>\n")
}

/// The whole page.
pub fn page(
    plan: &Plan,
    header: &TournamentHeader,
    records: &[Option<Record>],
    standings: &Standings,
    address: &str,
) -> String {
    let data = games::collect(plan, records, address).inside_html();
    // The nonce depends on measured times, so nobody can have put it into a name.
    let mut hash = Fnv::new();
    hash.text(&data);
    let nonce = hash.hex();
    let (players, networks) = (plan.players.len(), plan.networks.len());
    let title = format!("Tournament: {players} players, {networks} networks");
    let mut page = head(&title, Some(&nonce));
    let _ = write!(
        page,
        "<h1>Tournament</h1><p>{} games of the Shannon switching game: {players} players, every pair \
         on {networks} networks, with both sides and in both orders; rounds: {}; time: {}; seed: {}.</p>",
        standings.games,
        header.rounds,
        escape(&with_limits(header)),
        header.seed,
    );
    tables(&mut page, plan, header, records, standings);
    games_section(&mut page, address);
    let _ = write!(
        page,
        "<script type=\"application/json\" id=\"data\">{data}</script>\
         <script type=\"module\" nonce=\"{nonce}\">\n{}\n{}\nstart(forces);\n</script>",
        games::LAYOUT,
        games::SCRIPT,
    );
    page + &foot()
}

/// The time control and the limits, in words.
fn with_limits(header: &TournamentHeader) -> String {
    match header.limits.as_str() {
        "" => header.time.clone(),
        limits => format!("{}; {limits}", header.time),
    }
}

/// The tables and plots of a tournament.
pub fn tables(
    page: &mut String,
    plan: &Plan,
    header: &TournamentHeader,
    records: &[Option<Record>],
    standings: &Standings,
) {
    standings_table(page, standings);
    section(page, "Ratings", &plot(&ratings(standings)));
    note(
        page,
        "Elo points by the Bradley–Terry model, relative to the mean of all players; the bars are 95 % confidence \
         intervals. Players whose bars overlap widely may be equally strong. 100 points more are 64 % of the games \
         between two players, 200 points 76 %, 400 points 91 %.",
    );
    cross_table(page, standings);
    section(page, "Wins by role", &plot(&by_role(standings)));
    section(page, "Against theory", &plot(&by_theory(standings)));
    note(
        page,
        "Stolen: games won that perfect play by the opponent would have won. Thrown: games lost that \
         perfect play would have won. A perfect player throws nothing.",
    );
    role_table(page, standings);
    by_network_table(page, plan, standings);
    section(page, "How games were lost", &plot(&losses(standings)));
    section(page, "Time to think", &plot(&times(plan, records)));
    note(
        page,
        "A point is a player on a network: the mean time of its games there.",
    );
    networks_table(page, plan, header, records);
    faults_table(page, records);
}

/// A plot, which a narrow screen scrolls rather than shrinks.
fn plot(svg: &str) -> String {
    format!("<div class=\"plot\">{svg}</div>")
}

/// The list of games, which a script fills.
fn games_section(page: &mut String, address: &str) {
    let select = |name: &str, label: &str, of: &str, every: &str| {
        let of = match of {
            "" => String::new(),
            of => format!(" data-of=\"{of}\""),
        };
        format!("<label>{label} <select name=\"{name}\"{of}><option value=\"\">{every}</option>")
    };
    let end = "</select></label>";
    let kinds = "<option value=\"won\">won by the player</option><option value=\"lost\">lost by the player</option>\
         <option value=\"stolen\">stolen</option><option value=\"thrown\">thrown</option><option value=\"forfeit\">forfeited</option>";
    let content = format!(
        "<form id=\"filters\">{}{end}{}{end}{}{end}{}{kinds}{end}</form>\
         <div class=\"scroll\"><table id=\"games\" class=\"left\"><thead><tr><th>network</th><th>SHORT</th><th>CUT</th>\
         <th>first</th><th>ended</th><th>theory</th><th>moves</th><th>seconds</th><th></th></tr></thead><tbody></tbody></table></div>\
         <p class=\"note\"><span id=\"count\"></span></p><button id=\"more\" type=\"button\" hidden>Show more</button>\
         <noscript><p>The list needs scripts; the games are in the tournament’s log, for <code>ssg replay</code>.</p></noscript>",
        select("player", "Player", "players", "anybody"),
        select("opponent", "Against", "players", "anybody"),
        select("network", "On", "networks", "every network"),
        select("kind", "Games", "", "all"),
    );
    section(page, "Games", &content);
    note(
        page,
        &format!("Replays open on the page at {address}: start it with `ssg serve`."),
    );
}

pub fn section(page: &mut String, title: &str, content: &str) {
    let _ = writeln!(page, "<h2>{}</h2>{content}", escape(title));
}

pub fn note(page: &mut String, text: &str) {
    let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(text));
}

/// A table from its heads and its cells, which are HTML already.
pub fn table(class: &str, heads: &[String], rows: &[Vec<String>]) -> String {
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

pub fn words(heads: &str) -> Vec<String> {
    heads.split('|').map(str::to_owned).collect()
}

fn standings_table(page: &mut String, standings: &Standings) {
    let heads = words(
        "#|player|rating|won|of|SHORT 1st|SHORT 2nd|CUT 1st|CUT 2nd|stolen|thrown|illegal|timeout|crashed|limit|misconduct|time per game|longest",
    );
    let row = |row: &StandingJson| {
        let forfeits = row.forfeits;
        let mut cells = games_of(row, escape(&row.player));
        let faults = [
            forfeits.illegal_move,
            forfeits.timeout,
            forfeits.crashed,
            forfeits.limit,
            row.misconduct,
        ];
        cells.extend(faults.map(|count| count.to_string()));
        cells.extend(times_of(row));
        cells
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
            cells.push(heat(cell, ""));
        }
        rows.push(cells);
    }
    section(page, "Cross table", &table("", &heads, &rows));
}

/// A cell coloured by the share that was won: vermilion for none, blue for all.
fn heat(score: Score, title: &str) -> String {
    let share = score.share();
    let (colour, strength) = if share < 0.5 {
        ("--cut", 1.0 - 2.0 * share)
    } else {
        ("--short", 2.0 * share - 1.0)
    };
    match score.played {
        0 => String::new(),
        _ => format!(
            "<td title=\"{}\" style=\"background:color-mix(in srgb, var({colour}) {:.0}%, transparent)\">{}</td>",
            escape(title),
            45.0 * strength,
            self::score(score)
        ),
    }
}

fn ratings(standings: &Standings) -> String {
    let interval = |row: &StandingJson| Interval {
        label: row.player.clone(),
        low: row.rating_low,
        middle: row.rating,
        high: row.rating_high,
        words: rating(row),
    };
    let intervals: Vec<Interval> = standings.rows.iter().map(interval).collect();
    svg::intervals(&intervals)
}

const ROLE_NAMES: [&str; 4] = ["SHORT first", "SHORT second", "CUT first", "CUT second"];

fn by_role(standings: &Standings) -> String {
    let group = |(row, roles): (&StandingJson, &[Tally; 4])| Group {
        label: row.player.clone(),
        bars: roles.iter().map(|tally| bar(tally.all)).collect(),
    };
    let groups: Vec<Group> = standings
        .rows
        .iter()
        .zip(&standings.by_role)
        .map(group)
        .collect();
    svg::grouped_bars(&ROLE_NAMES, &groups)
}

/// Stolen and thrown games, role by role.
fn role_table(page: &mut String, standings: &Standings) {
    let mut heads = words("#|stolen / thrown");
    heads.extend(ROLE_NAMES.map(str::to_owned));
    let row = |(row, roles): (&StandingJson, &[Tally; ROLES.len()])| {
        let mut cells = vec![row.rank.to_string(), escape(&row.player)];
        cells.extend(
            roles
                .iter()
                .map(|tally| format!("{} / {}", tally.stolen, tally.thrown)),
        );
        cells
    };
    let rows: Vec<Vec<String>> = standings
        .rows
        .iter()
        .zip(&standings.by_role)
        .map(row)
        .collect();
    section(page, "Stolen and thrown by role", &table("", &heads, &rows));
}

/// Who won how much on which network.
fn by_network_table(page: &mut String, plan: &Plan, standings: &Standings) {
    let mut heads = words("#|won on network");
    heads.extend((1..=plan.networks.len()).map(|number| number.to_string()));
    let row = |(row, tallies): (&StandingJson, &Vec<Tally>)| {
        let mut cells = vec![row.rank.to_string(), escape(&row.player)];
        cells.extend(tallies.iter().zip(&plan.networks).map(|(tally, network)| {
            let title = format!(
                "{}: stolen {}, thrown {}",
                network.name(),
                tally.stolen,
                tally.thrown
            );
            heat(tally.all, &title)
        }));
        cells
    };
    let rows = standings.rows.iter().zip(&standings.by_network).map(row);
    let rows: Vec<Vec<String>> = rows.collect();
    section(page, "Network by network", &table("", &heads, &rows));
    note(
        page,
        "The numbers of the columns are those of the table of networks below.",
    );
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
            forfeits.limit,
        ];
        (row.player.clone(), parts)
    };
    let groups: Vec<_> = standings.rows.iter().map(group).collect();
    svg::stacked_bars(
        &[
            "on the board",
            "illegal move",
            "timeout",
            "crashed",
            "limit",
        ],
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
    svg::scatter(["edges", "seconds per game"], &series)
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
