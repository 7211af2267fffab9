//! `ssg survey` as a user runs it.

mod common;

use common::run;
use serde_json::Value;

fn points(args: &[&str]) -> Vec<Value> {
    let text = run(args, "").answered();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an object per line"))
        .collect()
}

const SMALL: [&str; 10] = [
    "survey", "gnp", "--nodes", "200,400", "--degree", "3,5", "--runs", "30", "--seed", "7",
];

#[test]
fn one_object_a_point_with_the_fields_of_the_contract() {
    let found = points(&[&SMALL[..], &["--json"]].concat());
    assert_eq!(found.len(), 4);
    for point in &found {
        let count = |name: &str| point[name].as_u64().expect("a count");
        assert_eq!(point["runs"], 30);
        assert_eq!(count("short") + count("cut") + count("first"), 30);
        let share = |name: &str| point[name].as_f64().expect("a share");
        let sum = share("p") + share("p_star") + share("r");
        assert!((sum - 1.0).abs() < 1e-9, "{point}");
        assert!(point["predicted"]["short"].is_number());
    }
    assert_eq!(
        (&found[1]["nodes"], &found[1]["degree"]),
        (&200.into(), &5.0.into())
    );
    // The law is not typed in: below the threshold CUT wins, at c = 5 SHORT nearly always.
    assert_eq!(found[0]["predicted"]["cut"], 1.0);
    let short = found[3]["predicted"]["short"].as_f64().unwrap();
    assert!((short - 0.90310).abs() < 1e-5, "{short}");
    assert!(found[3]["short"].as_u64().unwrap() > 20, "{}", found[3]);
}

/// Threads, the log and an interruption change nothing; a foreign log is refused.
#[test]
fn the_same_results_however_they_are_reached() {
    let whole = points(&[&SMALL[..], &["--json", "--jobs", "1"]].concat());
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("survey.ndjson");
    let log = log.to_str().unwrap();
    let with_log = [&SMALL[..], &["--json", "--log", log]].concat();
    assert_eq!(points(&with_log), whole);
    // Without its last lines the log is one of a survey that was stopped.
    let text = std::fs::read_to_string(log).unwrap();
    let kept: Vec<&str> = text.lines().take(2).collect();
    std::fs::write(log, kept.join("\n") + "\n").unwrap();
    assert_eq!(points(&with_log), whole);
    assert_eq!(
        std::fs::read_to_string(log).unwrap().lines().count(),
        text.lines().count()
    );
    let other = [
        "survey", "hitting", "--nodes", "10", "--runs", "2", "--log", log,
    ];
    run(&other, "").refused();
    run(&[&other[..], &["--restart"]].concat(), "").answered();
}

#[test]
fn every_kind_answers() {
    for kind in [
        &["gnm", "--nodes", "60", "--ratio", "1.5,2.5"][..],
        &["gnp", "--nodes", "60", "--window=-3,3"],
        &["regular", "--nodes", "60", "--degree", "3,4"],
        &["geometric", "--nodes", "60", "--degree", "6"],
        &["watts-strogatz", "--nodes", "60", "--rewire", "0.1"],
        &[
            "lattice",
            "triangular",
            "--side",
            "8",
            "--keep",
            "0.7",
            "--target",
            "all",
        ],
        &["labels", "--nodes", "500", "--degree", "2,3"],
        &["hitting", "--nodes", "40"],
    ] {
        let args = [&["survey"], kind, &["--runs", "4"]].concat();
        let text = run(&args, "").answered();
        assert!(text.contains("4 runs, seed 1"), "{text}");
    }
    run(&["survey", "regular", "--nodes", "5", "--degree", "3"], "").refused();
    run(&["survey", "gnp", "--nodes", "5", "--degree", "nan"], "").refused();
}

#[test]
fn tables_and_plots_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, svg) = (path("points.csv"), path("points.svg"));
    run(&[&SMALL[..], &["--csv", &csv, "--svg", &svg]].concat(), "").answered();
    let table = std::fs::read_to_string(csv).unwrap();
    let rows: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|&cells| cells == rows[0]), "{table}");
    let plot = std::fs::read_to_string(svg).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains("mean degree c"));
    assert!(!plot.contains("NaN"));
}
