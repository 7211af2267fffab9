//! The points of a survey as text, JSON, CSV and a plot.

use super::kinds::{Kind, Point};
use super::plot::{Mark, Plot, Series};
use crate::wire::survey::{ParameterJson, PointJson};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use switchyard_experiments::survey::Tally;
use switchyard_experiments::survey::statistics::{chi_squared, wilson};

/// What was found at every point.
pub struct Report {
    axis: &'static str,
    title: String,
    /// What a plot shows, by name.
    shown: &'static [&'static str],
    /// Each with its place on the axis.
    points: Vec<(f64, PointJson)>,
}

impl Report {
    /// The tallies, one for each point.
    pub fn new(kind: &Kind, points: &[Point], tallies: &[Tally], seed: u64) -> Self {
        let all = points.iter().zip(tallies);
        let points: Vec<(f64, PointJson)> = all
            .map(|(point, tally)| (point.x, summary(kind.name(), point, tally, seed)))
            .collect();
        let runs = points.first().map_or(0, |(_, point)| point.runs);
        Self {
            axis: kind.axis(),
            title: format!(
                "ssg survey {}: {runs} runs per point, seed {seed}",
                kind.name()
            ),
            shown: match kind {
                Kind::Labels { .. } => &["x0", "x1", "x2", "x3", "infinite"],
                Kind::Hitting { .. } => &["at_once", "below_0", "below_1"],
                _ => &["short", "first", "cut"],
            },
            points,
        }
    }

    /// One object per point.
    pub fn json(&self) -> Vec<&PointJson> {
        self.points.iter().map(|(_, point)| point).collect()
    }

    /// A few lines per point.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (_, point) in &self.points {
            describe(&mut text, point);
        }
        text
    }

    /// A line per point, every column named in the first line.
    pub fn csv(&self) -> String {
        let rows: Vec<BTreeMap<String, String>> =
            self.points.iter().map(|(_, point)| cells(point)).collect();
        let names: BTreeSet<&String> = rows.iter().flat_map(BTreeMap::keys).collect();
        let line = |cell: &dyn Fn(&String) -> String| {
            let cells: Vec<String> = names.iter().map(|name| cell(name)).collect();
            cells.join(",") + "\n"
        };
        let mut text = line(&|name| name.clone());
        for row in &rows {
            text += &line(&|name| row.get(name).cloned().unwrap_or_default());
        }
        text
    }

    /// What was found, with intervals, and the law as lines.
    pub fn svg(&self) -> String {
        let mut groups: BTreeMap<String, Vec<&(f64, PointJson)>> = BTreeMap::new();
        for point in &self.points {
            groups.entry(group_of(&point.1)).or_default().push(point);
        }
        let mut series = Vec::new();
        let several = groups.len() > 1;
        for (rank, (group, points)) in groups.iter().rev().enumerate() {
            for (color, name) in self.shown.iter().enumerate() {
                let marks: Vec<Mark> = points
                    .iter()
                    .filter_map(|(x, p)| mark(*x, p, name))
                    .collect();
                let law = |(x, point): &&(f64, PointJson)| Some((*x, *point.predicted.get(name)?));
                series.push(Series {
                    name: if several {
                        format!("{name}, {group}")
                    } else {
                        (*name).to_owned()
                    },
                    color,
                    faded: rank,
                    // The law is the same for all sizes; it is drawn with the largest.
                    law: if rank == 0 {
                        points.iter().filter_map(law).collect()
                    } else {
                        Vec::new()
                    },
                    marks,
                });
            }
        }
        series.retain(|series| !series.marks.is_empty());
        let plot = Plot {
            title: self.title.clone(),
            axis: self.axis,
            series,
        };
        plot.svg()
    }
}

/// The size by which points of a plot belong together, such that larger ones sort later.
fn group_of(point: &PointJson) -> String {
    let size = |name: &str| match point.parameters.get(name) {
        Some(ParameterJson::Whole(size)) => Some(*size),
        _ => None,
    };
    match (point.kind.as_str(), size("nodes"), size("side")) {
        ("hitting", ..) | (_, None, None) => String::new(),
        (_, Some(nodes), _) => format!("n = {nodes:>9}"),
        (_, None, Some(side)) => format!("side {side:>6}"),
    }
}

fn mark(x: f64, point: &PointJson, name: &str) -> Option<Mark> {
    if let (Some(&count), Some(&range)) = (point.counts.get(name), point.intervals.get(name)) {
        let y = count as f64 / games(point) as f64;
        return Some(Mark { x, y, range });
    }
    let y = *point.means.get(name)?;
    let error = 1.96 * point.errors.get(name).copied().unwrap_or(0.0);
    let range = [y - error, y + error];
    Some(Mark { x, y, range })
}

/// How many games or graphs the counts are shares of.
fn games(point: &PointJson) -> u64 {
    if point.counts.contains_key("short") {
        let outcomes = ["short", "cut", "first"];
        return outcomes
            .iter()
            .filter_map(|name| point.counts.get(name))
            .sum();
    }
    point.runs
}

fn summary(kind: &str, point: &Point, tally: &Tally, seed: u64) -> PointJson {
    let subject = &point.subject;
    let counts: BTreeMap<_, _> = subject
        .counts()
        .iter()
        .copied()
        .zip(tally.counts.iter().copied())
        .collect();
    let columns = || subject.columns().iter().copied().zip(&tally.columns);
    let means: BTreeMap<_, _> = columns()
        .filter_map(|(name, column)| Some((name, column.mean()?)))
        .collect();
    let errors: BTreeMap<_, _> = columns()
        .filter_map(|(name, column)| Some((name, column.error()?)))
        .collect();
    let predicted: BTreeMap<_, _> = subject.predicted().into_iter().collect();
    let deviation = |(&name, law): (&&'static str, &f64)| {
        let error = errors.get(name).filter(|&&error| error > 0.0)?;
        Some((name, (means.get(name)? - law) / error))
    };
    let deviations = predicted.iter().filter_map(deviation).collect();
    let mut json = PointJson {
        kind: kind.to_owned(),
        parameters: point.parameters.clone(),
        runs: tally.runs,
        seed,
        counts,
        means,
        errors,
        intervals: BTreeMap::new(),
        predicted,
        deviations,
        chi_squared: None,
    };
    let all = games(&json);
    json.intervals = json
        .counts
        .iter()
        .map(|(&name, &count)| (name, wilson(count, all)))
        .collect();
    json.chi_squared = outcomes_against_law(&json);
    json
}

/// The outcomes against the law, where there is one.
fn outcomes_against_law(point: &PointJson) -> Option<crate::wire::survey::ChiSquaredJson> {
    let cell = |name: &&str| Some((*point.counts.get(name)?, *point.predicted.get(name)?));
    let cells: Option<Vec<_>> = ["short", "cut", "first"].iter().map(cell).collect();
    chi_squared(&cells?).map(Into::into)
}

fn value(parameter: &ParameterJson) -> String {
    match parameter {
        ParameterJson::Whole(value) => value.to_string(),
        ParameterJson::Number(value) => value.to_string(),
        ParameterJson::Word(word) => word.clone(),
    }
}

fn describe(text: &mut String, point: &PointJson) {
    let named = point.parameters.iter();
    let named: Vec<String> = named
        .map(|(name, v)| format!("{name} {}", value(v)))
        .collect();
    let _ = writeln!(
        text,
        "{}: {}; {} runs, seed {}",
        point.kind,
        named.join(", "),
        point.runs,
        point.seed
    );
    let law = |name: &str| {
        let law = point.predicted.get(name);
        law.map_or(String::new(), |law| format!("   law {law:.5}"))
    };
    for (name, count) in &point.counts {
        let share = *count as f64 / games(point) as f64;
        let [low, high] = point.intervals[name];
        let _ = writeln!(
            text,
            "  {name:<14} {count:>8}  {share:.5} [{low:.5}, {high:.5}]{}",
            law(name)
        );
    }
    for (name, mean) in &point.means {
        let error = point.errors.get(name).copied().unwrap_or(0.0);
        let off = point.deviations.get(name);
        let off = off.map_or(String::new(), |off| format!(" ({off:+.1} σ)"));
        let _ = writeln!(
            text,
            "  {name:<14} {mean:.6} ± {error:.6}{}{off}",
            law(name)
        );
    }
    if let Some(test) = &point.chi_squared {
        let _ = writeln!(
            text,
            "  outcomes against the law: χ² = {:.2}, {} degrees of freedom, p = {:.3}",
            test.value, test.degrees, test.p
        );
    }
}

fn cells(point: &PointJson) -> BTreeMap<String, String> {
    let mut cells = BTreeMap::new();
    let mut put = |name: String, value: String| {
        cells.insert(name, value);
    };
    put("kind".to_owned(), point.kind.clone());
    put("runs".to_owned(), point.runs.to_string());
    put("seed".to_owned(), point.seed.to_string());
    for (name, parameter) in &point.parameters {
        put(name.clone(), value(parameter));
    }
    for (name, count) in &point.counts {
        put((*name).to_owned(), count.to_string());
        let [low, high] = point.intervals[name];
        put(format!("{name}_low"), low.to_string());
        put(format!("{name}_high"), high.to_string());
    }
    for (name, mean) in &point.means {
        put((*name).to_owned(), mean.to_string());
    }
    for (name, error) in &point.errors {
        put(format!("{name}_error"), error.to_string());
    }
    for (name, law) in &point.predicted {
        put(format!("{name}_law"), law.to_string());
    }
    if let Some(test) = &point.chi_squared {
        put("chi_squared".to_owned(), test.value.to_string());
        put("chi_squared_degrees".to_owned(), test.degrees.to_string());
        put("chi_squared_p".to_owned(), test.p.to_string());
    }
    cells
}
