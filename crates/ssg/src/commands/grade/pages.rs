//! The report of a class: an overview, one page per student, and the tournament's own report.

use crate::league::html::{foot, head, note, section, table, words};
use crate::league::svg::escape;
use crate::wire::grade::{CheckJson, GradeJson};
use answers::wire::record::Record;
use std::fmt::Write as _;

/// Where a student's page is, relative to the overview; a name may hold anything.
pub fn place(name: &str) -> String {
    let mut file = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            file.push(char::from(byte));
        } else {
            let _ = write!(file, "={byte:02X}");
        }
    }
    format!("students/{file}.html")
}

fn points(points: f64) -> String {
    format!("{points:.1}")
}

/// The overview: all submissions, the most points first.
pub fn overview(title: &str, grades: &[GradeJson], with_tournament: bool) -> String {
    let mut page = head(title, None);
    let _ = write!(
        page,
        "<h1>{}</h1><p>{} submissions.</p>",
        escape(title),
        grades.len()
    );
    let mut order: Vec<&GradeJson> = grades.iter().collect();
    order.sort_by(|a, b| b.points.total_cmp(&a.points).then(a.name.cmp(&b.name)));
    let heads =
        words("#|submission|points|built|warnings|checks passed|won positions|rating|tournament");
    let row = |(at, grade): (usize, &&GradeJson)| {
        vec![
            (at + 1).to_string(),
            format!(
                "<a href=\"{}\">{}</a>",
                escape(&place(&grade.name)),
                escape(&grade.name)
            ),
            points(grade.points),
            verdict(grade.built),
            grade.warnings.to_string(),
            format!("{}/{}", passed(&grade.conformance), grade.conformance.len()),
            format!("{}/{}", grade.won, grade.played),
            grade
                .rating
                .map_or_else(|| "·".to_owned(), |rating| format!("{rating:+.0}")),
            format!("{}/{}", grade.tournament_won, grade.tournament_played),
        ]
    };
    let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
    section(&mut page, "Grades", &table("", &heads, &rows));
    if with_tournament {
        section(
            &mut page,
            "Tournament",
            "<p><a href=\"tournament.html\">Ratings, tables and all games</a></p>",
        );
    }
    page + &foot()
}

/// How many checks passed.
pub fn passed(checks: &[CheckJson]) -> usize {
    checks.iter().filter(|check| check.passed).count()
}

fn verdict(good: bool) -> String {
    if good {
        "<td class=\"good\">yes</td>".to_owned()
    } else {
        "<td class=\"bad\">no</td>".to_owned()
    }
}

/// One student's page.
pub fn student(title: &str, grade: &GradeJson, won: &[Record], tournament: &[&Record]) -> String {
    let mut page = head(&format!("{}: {title}", grade.name), None);
    let _ = write!(
        page,
        "<p><a href=\"../index.html\">{}</a></p><h1>{}</h1><p>{} points.</p>",
        escape(title),
        escape(&grade.name),
        points(grade.points)
    );
    let by_section = grade.points_by_section;
    let rows: Vec<Vec<String>> = [
        (
            "build",
            by_section.build,
            if grade.built {
                "it can be run".to_owned()
            } else {
                "it cannot be run".to_owned()
            },
        ),
        (
            "checks of the protocol",
            by_section.conformance,
            format!(
                "{} of {} passed",
                passed(&grade.conformance),
                grade.conformance.len()
            ),
        ),
        (
            "games from won positions",
            by_section.won,
            format!("{} of {} won", grade.won, grade.played),
        ),
        (
            "tournament",
            by_section.tournament,
            format!(
                "{} of {} won",
                grade.tournament_won, grade.tournament_played
            ),
        ),
    ]
    .into_iter()
    .map(|(name, sum, how)| vec![points(sum), name.to_owned(), escape(&how)])
    .collect();
    section(
        &mut page,
        "Points",
        &table("", &words("points|for|result"), &rows),
    );
    let log = if grade.build_log.is_empty() {
        "Nothing was printed."
    } else {
        &grade.build_log
    };
    section(&mut page, "Build", &format!("<pre>{}</pre>", escape(log)));
    checks_table(&mut page, &grade.conformance);
    games_table(
        &mut page,
        "Games from won positions",
        &grade.name,
        &won.iter().collect::<Vec<_>>(),
    );
    let lost: Vec<&Record> = tournament
        .iter()
        .copied()
        .filter(|record| !is_winner(record, &grade.name))
        .collect();
    if let Some(rating) = grade.rating {
        let interval = grade.rating_interval.unwrap_or_default();
        let text = format!(
            "Rating {rating:+.0}, with 95 % confidence between {:+.0} and {:+.0}; place {}.",
            interval[0],
            interval[1],
            grade.rank.unwrap_or_default()
        );
        section(
            &mut page,
            "Tournament",
            &format!("<p>{}</p>", escape(&text)),
        );
        games_table(
            &mut page,
            "Games lost in the tournament",
            &grade.name,
            &lost,
        );
        note(
            &mut page,
            "The tournament’s report links every game to a replay.",
        );
    }
    page + &foot()
}

fn checks_table(page: &mut String, checks: &[CheckJson]) {
    let row = |check: &CheckJson| {
        vec![
            escape(&check.mode),
            escape(&check.check),
            verdict(check.passed),
            format!("<td class=\"wrap\">{}</td>", escape(&check.detail)),
        ]
    };
    let rows: Vec<Vec<String>> = checks.iter().map(row).collect();
    section(
        page,
        "Checks of the protocol",
        &table("left", &words("mode|check|passed|what happened"), &rows),
    );
}

/// Whether this player won the game.
pub fn is_winner(record: &Record, name: &str) -> bool {
    use answers::wire::names::SideName;
    let winner = match record.winner {
        Some(SideName::Short) => record.short.as_deref(),
        Some(SideName::Cut) => record.cut.as_deref(),
        None => None,
    };
    winner == Some(name)
}

/// How many games a page lists.
const LISTED: usize = 200;

fn games_table(page: &mut String, title: &str, name: &str, games: &[&Record]) {
    let row = |record: &&Record| {
        let side = if record.short.as_deref() == Some(name) {
            "SHORT"
        } else {
            "CUT"
        };
        let opponent = if side == "SHORT" {
            &record.cut
        } else {
            &record.short
        };
        let fault = record.fault.as_ref().map(|fault| {
            let stderr = fault
                .stderr
                .as_deref()
                .and_then(|text| text.lines().last())
                .unwrap_or("");
            format!("{} {stderr}", fault.detail)
        });
        vec![
            escape(record.network.as_deref().unwrap_or("")),
            side.to_owned(),
            escape(opponent.as_deref().unwrap_or("")),
            verdict(is_winner(record, name)),
            record
                .reason
                .map_or("", |reason| reason.as_str())
                .to_owned(),
            record.moves.len().to_string(),
            format!(
                "<td class=\"wrap\">{}</td>",
                escape(fault.as_deref().unwrap_or(""))
            ),
        ]
    };
    if games.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = games.iter().take(LISTED).map(row).collect();
    section(
        page,
        title,
        &table(
            "left",
            &words("network|side|against|won|ended|moves|what happened"),
            &rows,
        ),
    );
    if games.len() > LISTED {
        note(
            page,
            &format!("The first {LISTED} of {} games.", games.len()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_has_a_page_of_its_own() {
        assert_eq!(place("anna"), "students/anna.html");
        assert_eq!(place("a/b"), "students/a=2Fb.html");
        assert_eq!(place("é=.."), "students/=C3=A9=3D...html");
    }
}
