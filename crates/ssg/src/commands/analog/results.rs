//! `ssg analog results`: the tables, plots and text of docs/results/analog.

use super::adversary::Outcomes;
use super::first_moves::about;
use super::quota::Quota;
use super::svg::{Map, Plot, Series, maps};
use crate::cli::place::PlaceArgs;
use crate::io::durable;
use crate::io::exit::{CmdError, CmdResult};
use crate::pool::Pool;
use crate::pool::local;
use crate::wire::analog::{AdversaryJson, RefutedJson, SquareJson};
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use switchyard::switching::Side;

/// Arguments of `ssg analog results`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Quotas up to this M
    #[arg(long, value_name = "M", default_value_t = 60)]
    to: usize,
    /// Larger boards to add, such as 100
    #[arg(long, value_name = "M", value_delimiter = ',')]
    also: Vec<usize>,
    /// The omnipotent opponent up to this M
    #[arg(long, value_name = "M", default_value_t = 20)]
    adversary: usize,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = local::default_jobs())]
    jobs: usize,
    /// The folder of the checkpoints, from which an interrupted run resumes
    #[arg(long, value_name = "DIR", default_value = "target/analog")]
    checkpoints: PathBuf,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "docs/results/analog")]
    out: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Refuting games are kept for boards up to this size; `ssg analog adversary` makes the others.
const KEPT_GAMES: usize = 10;

/// Computes what is missing and writes everything.
pub fn run(args: &Args) -> CmdResult {
    let sizes = (args.to, &args.also, args.adversary);
    let mut pool = Pool::join(&args.place, &format!("analog results {sizes:?}"))?;
    for folder in [&args.checkpoints, &args.out] {
        let refusal = |error| CmdError::Input(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(refusal)?;
    }
    check_folder(&args.out)?;
    let mut results = Results::default();
    for size in (2..=args.to).chain(args.also.iter().copied()) {
        let path = args.checkpoints.join(format!("quota-{size}.ndjson"));
        results.add(
            size,
            &Quota::compute(size, args.jobs, Some(&path), &mut pool)?,
        );
    }
    let mut games = String::new();
    for size in 2..=args.adversary {
        let path = args.checkpoints.join(format!("adversary-{size}.ndjson"));
        let outcomes = Outcomes::compute(size, args.jobs, Some(&path), &mut pool)?;
        if size <= KEPT_GAMES {
            games.push_str(&outcomes.records());
        }
        results.oppose(&outcomes.json());
    }
    if !pool.finish()? {
        return Ok(());
    }
    check_folder(&args.out)?;
    let write = |name: &str, text: &str| durable::write(&args.out.join(name), text.as_bytes());
    write("quota.csv", &results.quota_csv())?;
    write("losing.csv", &results.losing)?;
    write("adversary.csv", &results.adversary_csv())?;
    write("refutations.ndjson", &games)?;
    write("quota.svg", &results.quota_plot().svg())?;
    write("gaps.svg", &results.gap_plot().svg())?;
    write("lengths.svg", &results.length_plot().svg())?;
    write(
        "maps.svg",
        &maps(
            "First moves that lose every game (red), or some of them (orange)",
            &results.maps,
        ),
    )?;
    write("README.md", &results.text(&args.out))
}

/// How the files of the results begin. A file of the same name that begins otherwise is not the
/// program's.
const FILES: [(&str, &str); 9] = [
    ("quota.csv", "M,"),
    ("losing.csv", "M,"),
    ("adversary.csv", "M,"),
    ("refutations.ndjson", "{\"record\":"),
    ("quota.svg", "<svg "),
    ("gaps.svg", "<svg "),
    ("lengths.svg", "<svg "),
    ("maps.svg", "<svg "),
    ("README.md", "# Shannon's robot on Bridg-It boards"),
];

/// Refuses a folder in which a file that is not the program's would be overwritten.
fn check_folder(folder: &Path) -> CmdResult {
    for (name, beginning) in FILES {
        let path = folder.join(name);
        let mut start = Vec::new();
        let read = fs::File::open(&path)
            .and_then(|file| file.take(beginning.len() as u64).read_to_end(&mut start));
        if read.is_ok_and(|length| length > 0) && start != beginning.as_bytes() {
            return Err(CmdError::Input(format!(
                "{}: there is a file that does not begin with {beginning:?}, so nothing is written here",
                path.display()
            )));
        }
    }
    Ok(())
}

/// A row of the quota table.
struct Row {
    size: usize,
    quota: String,
    about: f64,
    losing: usize,
    tied: usize,
    shortest: usize,
    longest: usize,
    decisions: u64,
    refinements: u64,
    ties: [u64; 3],
    branches: u64,
    bound: f64,
    gap: f64,
}

/// A row of the opponent's table.
struct Opposed {
    size: usize,
    quota: String,
    losing: usize,
    unresolved: usize,
    traps: usize,
    latest: usize,
    solved: u64,
}

#[derive(Default)]
struct Results {
    rows: Vec<Row>,
    losing: String,
    maps: Vec<Map>,
    opposed: Vec<Opposed>,
}

impl Results {
    fn add(&mut self, size: usize, quota: &Quota) {
        let json = quota.json().found;
        let t = &json.certificate;
        self.rows.push(Row {
            size,
            about: json.about,
            quota: json.quota,
            losing: json.losing_first_moves.len(),
            tied: json.tied_first_moves.len(),
            shortest: t.shortest,
            longest: t.longest,
            decisions: t.decisions,
            refinements: t.refinements,
            ties: [t.ties.classes, t.ties.symmetric, t.ties.lifted],
            branches: t.branches,
            bound: t.largest_bound,
            gap: t.smallest_gap,
        });
        if self.losing.is_empty() {
            self.losing.push_str("M,move,wins\n");
        }
        let board = quota.robot.board();
        let mut rows = vec![vec![1.0; size]; size];
        for (edge, wins) in quota.doubtful() {
            let coord = board.coord_of(edge);
            rows[coord.row as usize / 2][coord.column as usize / 2] = about(wins);
            // One line for each orbit of the symmetries.
            if quota.moves.iter().any(|(first, _)| *first == edge) {
                let name = board.write_move(Side::Cut, edge);
                let _ = writeln!(self.losing, "{size},{name},{wins}");
            }
        }
        if size.is_multiple_of(10) || matches!(size, 9 | 15 | 33 | 45) {
            let name = format!("M = {size}: {:.4}", json.about);
            self.maps.push(Map { name, rows });
        }
    }

    fn oppose(&mut self, SquareJson { size, found }: &SquareJson<AdversaryJson<RefutedJson>>) {
        let refutations = || found.refutations.iter().map(|entry| &entry.found);
        let mut traps: Vec<&Vec<String>> = refutations().map(|r| &r.trap).collect();
        traps.sort();
        traps.dedup();
        let lines = refutations().flat_map(|r| &r.lines);
        self.opposed.push(Opposed {
            size: *size,
            quota: found.quota.clone().unwrap_or_else(|| "?".to_owned()),
            losing: found.losing_first_moves.len(),
            unresolved: found.unresolved_first_moves.len(),
            traps: traps.iter().filter(|trap| !trap.is_empty()).count(),
            latest: lines.map(|line| line.decided).max().unwrap_or(0),
            solved: refutations().map(|r| r.solved).sum(),
        });
    }

    fn quota_csv(&self) -> String {
        let mut csv = String::from(
            "M,quota,about,losing_first_moves,tied_first_moves,shortest,longest,decisions,\
             refinements,class_ties,symmetric_ties,lifted_ties,branches,largest_bound,smallest_gap\n",
        );
        for r in &self.rows {
            let [classes, symmetric, lifted] = r.ties;
            let _ = writeln!(
                csv,
                "{},{},{:.9},{},{},{},{},{},{},{classes},{symmetric},{lifted},{},{:e},{:e}",
                r.size,
                r.quota,
                r.about,
                r.losing,
                r.tied,
                r.shortest,
                r.longest,
                r.decisions,
                r.refinements,
                r.branches,
                r.bound,
                r.gap
            );
        }
        csv
    }

    fn adversary_csv(&self) -> String {
        let mut csv =
            String::from("M,quota,losing_first_moves,unresolved,traps,decided_by,solved\n");
        for o in &self.opposed {
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{}",
                o.size, o.quota, o.losing, o.unresolved, o.traps, o.latest, o.solved
            );
        }
        csv
    }

    fn largest(&self) -> f64 {
        self.rows.last().map_or(2.0, |row| row.size as f64)
    }

    fn series(&self, name: &str, color: &'static str, value: impl Fn(&Row) -> f64) -> Series {
        Series {
            name: name.to_owned(),
            color,
            joined: false,
            points: self
                .rows
                .iter()
                .map(|row| (row.size as f64, value(row)))
                .collect(),
        }
    }

    fn quota_plot(&self) -> Plot {
        let marks = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
        Plot {
            title: "Shannon against Shannon: how often the first player wins",
            axes: ["M", "quota: the share of games won by the first player"],
            x: [0.0, self.largest()],
            y: [0.45, 1.02],
            marks: marks.map(|y| (y, format!("{y}"))).to_vec(),
            series: vec![
                self.series("quota (exact)", "#2060a0", |row| row.about),
                Series {
                    name: "one half (conjecture)".to_owned(),
                    color: "#b03030",
                    joined: true,
                    points: vec![(0.0, 0.5), (self.largest(), 0.5)],
                },
            ],
        }
    }

    fn gap_plot(&self) -> Plot {
        let log = |value: f64| value.max(1e-300).log10();
        let golden = |m: f64| log(8.0) - 2.0 * m * log(f64::midpoint(1.0, 5_f64.sqrt()));
        let least = self
            .rows
            .iter()
            .map(|row| log(row.gap))
            .fold(-1.0, f64::min);
        let floor = (least / 5.0).floor() * 5.0;
        let marks = (0..=(-floor / 5.0) as u32).map(|i| -5.0 * f64::from(i));
        Plot {
            title: "The smallest gap that decided a move, and the largest error bound",
            axes: ["M", "current (P to Q: one volt)"],
            x: [0.0, self.largest()],
            y: [floor, 0.0],
            marks: marks
                .map(|y| {
                    (
                        y,
                        if y < 0.0 {
                            format!("1e{y}")
                        } else {
                            "1".to_owned()
                        },
                    )
                })
                .collect(),
            series: vec![
                self.series("smallest gap", "#2060a0", |row| log(row.gap)),
                self.series("largest bound", "#b03030", |row| log(row.bound)),
                Series {
                    name: "8 φ^(−2M)".to_owned(),
                    color: "#888",
                    joined: true,
                    points: vec![(0.0, golden(0.0)), (self.largest(), golden(self.largest()))],
                },
            ],
        }
    }

    fn length_plot(&self) -> Plot {
        let top = self.rows.iter().map(|row| row.longest).max().unwrap_or(1);
        let top = top.div_ceil(1000) as f64 * 1000.0;
        let marks = (0..=4).map(|i| f64::from(i) * top / 4.0);
        Plot {
            title: "Moves of the shortest and the longest game",
            axes: ["M", "moves"],
            x: [0.0, self.largest()],
            y: [0.0, top],
            marks: marks.map(|y| (y, format!("{y}"))).collect(),
            series: vec![
                self.series("longest", "#2060a0", |row| row.longest as f64),
                self.series("shortest", "#b03030", |row| row.shortest as f64),
            ],
        }
    }

    fn text(&self, out: &Path) -> String {
        let mut text = include_str!("results.md").replace("OUT", &out.display().to_string());
        text.push_str(
            "\n## Quotas\n\n| M | quota | | losing | tied | games | decisions | refined | bound | gap |\n\
             |--:|---|--:|--:|--:|---|--:|--:|--:|--:|\n",
        );
        for r in &self.rows {
            let _ = writeln!(
                text,
                "| {} | {} | {:.4} | {} | {} | {}–{} | {} | {} | {:.0e} | {:.0e} |",
                r.size,
                r.quota,
                r.about,
                r.losing,
                r.tied,
                r.shortest,
                r.longest,
                r.decisions,
                r.refinements,
                r.bound,
                r.gap
            );
        }
        text.push_str(
            "\n## Against an opponent who knows the robot\n\n\
             | M | robot wins | losing | unresolved | traps | decided by move | positions solved |\n\
             |--:|---|--:|--:|--:|--:|--:|\n",
        );
        for o in &self.opposed {
            let _ = writeln!(
                text,
                "| {} | {} | {} of {} | {} | {} | {} | {} |",
                o.size,
                o.quota,
                o.losing,
                o.size * o.size,
                o.unresolved,
                o.traps,
                o.latest,
                o.solved
            );
        }
        text
    }
}
