//! `ssg convert` and `ssg gen` as a user runs them, and how bad files are reported.

mod common;

use common::{Scratch, run, ssg};
use std::process::Stdio;

const COURSE: &str = "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n";

#[test]
fn every_format_goes_there_and_back() {
    for format in [
        "network",
        "edge-list",
        "dimacs",
        "dot",
        "graphml",
        "gml",
        "node-link",
        "pajek",
    ] {
        let there = run(&["convert", "-", "-", "--to", format], COURSE).answered();
        let back = run(&["convert", "-"], &there).answered();
        assert_eq!(back, COURSE, "{format}");
    }
    let matrix = run(&["convert", "-", "--to", "matrix-market"], COURSE).answered();
    let back = run(&["convert", "-"], &matrix).answered();
    assert_eq!(back, "4\n5\n1\n4\n2 1\n4 2\n3 2\n3 1\n4 3\n");
}

#[test]
fn graph6_says_what_it_loses_and_takes_terminals_back() {
    let there = run(&["convert", "-", "--to", "graph6"], COURSE);
    assert_eq!((there.code, there.stdout.as_str()), (Some(0), "Cz\n"));
    assert!(there.stderr.contains("L = 1, R = 4"), "{}", there.stderr);
    let args = [
        "convert", "-", "--from", "g6", "--left", "1", "--right", "4",
    ];
    let back = run(&args, &there.stdout).answered();
    assert_eq!(back, "4\n5\n1\n4\n1 2\n1 3\n2 3\n2 4\n3 4\n");
    let none = run(&args[..4], &there.stdout).refused();
    assert!(none.contains("does not name both terminals"), "{none}");
}

#[test]
fn extensions_choose_formats_and_names_choose_terminals() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let list = path("friends.edges");
    std::fs::write(&list, "ann bob\nbob eve\nann eve\n").unwrap();
    let dot = path("friends.dot");
    run(
        &["convert", &list, &dot, "--left", "ann", "--right", "eve"],
        "",
    )
    .answered();
    let text = std::fs::read_to_string(&dot).unwrap();
    assert!(text.contains("\"ann\" [terminal=L"), "{text}");
    let solved = run(&["solve", "--json", &dot], "").answered();
    assert!(solved.contains("\"outcome\":\"first\""), "{solved}");
    let stranger = run(&["convert", &list, "-", "--left", "zoe"], "").refused();
    assert!(stranger.contains("--left zoe"), "{stranger}");
    let same = run(
        &["convert", &list, "-", "--left", "bob", "--right", "bob"],
        "",
    )
    .refused();
    assert!(same.contains("both vertex bob"), "{same}");
    let bare = run(&["solve", &list], "").refused();
    assert!(bare.contains("--left VERTEX and --right VERTEX"), "{bare}");
}

#[test]
fn a_network_that_cannot_be_written_leaves_the_old_file_alone() {
    let old = Scratch::new("keep me");
    let args = ["convert", "-", old.path(), "--to", "graph6"];
    let refused = run(&args, "2\n2\n1\n2\n1 2\n2 1\n").refused();
    assert!(refused.contains("no parallel edges: edge 2"), "{refused}");
    assert_eq!(std::fs::read_to_string(old.path()).unwrap(), "keep me");
}

#[test]
fn every_fault_is_told_with_file_and_line() {
    let file = Scratch::new("4\n3\n1\n1\n1 2\nx 9\n");
    let said = run(&["solve", file.path()], "").refused();
    let path = file.path();
    assert_eq!(
        said,
        format!(
            "ssg: {path}:4: L and R are both vertex 1: the terminals must differ\n\
             ssg: {path}:6: the file ends after 2 of the 3 edges that line 2 declares\n\
             ssg: {path}:6: expected a vertex, found \"x\", which is not a number\n\
             ssg: {path}:6: there is no vertex \"9\": vertices are numbered 1 to 4\n"
        )
    );
}

#[test]
fn many_faults_are_counted_not_listed() {
    let bad = format!("9\n500\n1\n2\n{}", "no edge here\n".repeat(500));
    let said = run(&["solve", "-"], &bad).refused();
    assert_eq!(said.lines().count(), 21);
    assert!(said.starts_with("ssg: <stdin>:5: "), "{said}");
    assert!(said.ends_with("and 480 more faults\n"), "{said}");
}

#[test]
fn files_that_are_no_files_are_refused() {
    let missing = run(&["convert", "no-such-file.net", "-"], "").refused();
    assert!(missing.contains("no-such-file.net: "), "{missing}");
    let folder = tempfile::tempdir().unwrap();
    run(&["solve", folder.path().to_str().unwrap()], "").refused();
    let empty = run(&["solve", "-"], "").refused();
    assert!(empty.contains("<stdin>:1: the file is empty"), "{empty}");
}

/// What a kind prints, and what it says on stderr.
fn made(args: &str) -> (String, String) {
    let args: Vec<&str> = ["gen"].into_iter().chain(args.split(' ')).collect();
    let run = run(&args, "");
    assert_eq!(run.code, Some(0), "{run:?}");
    (run.stdout, run.stderr)
}

#[test]
fn every_kind_makes_a_network() {
    for kind in [
        "random --nodes 30 --edges 40",
        "dense --nodes 20",
        "planted --nodes 20 --edges 50",
        "threshold --nodes 50 --shift -0.1",
        "bridgit 4",
        "grid 3 4",
        "ladder 5",
        "series-parallel --edges 20",
        "complete 6",
        "bipartite 3 4",
        "geometric --nodes 40",
        "regular --nodes 20 --degree 3",
        "preferential --nodes 40",
        "clumps --count 4",
        "clumps --count 4 --size 6 --edges 12 --links 2",
        "bridgit 4 6",
        "watts-strogatz --nodes 40 --degree 4 --rewire 0.1",
        "lattice square --side 6 --keep 0.8",
        "lattice triangular --side 6 --keep 0.9 --periodic",
        "lattice king --side 5 --keep 1",
        "lattice cubic --side 4 --keep 0.9 --periodic",
        "delaunay --nodes 40",
        "nearest --nodes 40 --neighbours 3",
        "blocks --nodes 40 --count 4 --inside 4 --between 1",
        "power-law --nodes 100 --exponent 2.2",
        "k-tree --nodes 20 --clique 3",
        "hypercube 4",
        "path-power 9",
        "cycle-power 9",
        "hamiltonian-paths --nodes 20",
        "nested --nodes 20 --share 0.3",
    ] {
        let (network, said) = made(&format!("{kind} --seed 5"));
        assert_eq!(
            run(&["convert", "-"], &network).answered(),
            network,
            "{kind}"
        );
        let random = kind.contains("--");
        assert_eq!(said.contains("seed 5"), random, "{kind}: {said}");
        assert_eq!(made(&format!("{kind} --seed 5")).0, network, "{kind}");
    }
}

#[test]
fn a_network_comes_back_from_the_seed_it_tells() {
    let (network, said) = made("regular --nodes 30 --degree 4");
    let seed = said.trim_start_matches("ssg: seed ").trim();
    assert_eq!(
        made(&format!("regular --nodes 30 --degree 4 --seed {seed}")).0,
        network
    );
}

#[test]
fn the_outcome_asked_for_is_made() {
    for outcome in ["short", "cut", "first"] {
        let kind = format!("random --nodes 30 --edges 55 --seed 2 --outcome {outcome}");
        let solved = run(&["solve", "--json", "-"], &made(&kind).0).answered();
        assert!(
            solved.contains(&format!("\"outcome\":\"{outcome}\"")),
            "{solved}"
        );
    }
    let never = run(&["gen", "bridgit", "3", "--outcome", "cut"], "").refused();
    assert!(never.contains("none of 100 networks"), "{never}");
}

/// What the program says of a network, as JSON.
fn verdict(network: &str) -> serde_json::Value {
    let solved = run(&["solve", "--json", "-"], network).answered();
    serde_json::from_str(&solved).expect("one JSON object")
}

#[test]
fn a_network_with_an_outcome_is_undecided_and_its_terminals_have_two_edges() {
    for seed in 1..=5 {
        let kind = format!("threshold --nodes 60 --shift -0.3 --outcome cut --seed {seed}");
        let network = made(&kind).0;
        let solved = verdict(&network);
        assert_eq!(solved["outcome"], "cut");
        // Once a game is over nobody has a winning move.
        assert_ne!(solved["winning_moves"]["cut"], serde_json::json!([]));
        let lines: Vec<&str> = network.lines().collect();
        for terminal in &lines[2..4] {
            let ends = lines[4..].iter().flat_map(|line| line.split(' '));
            assert!(ends.filter(|end| end == terminal).count() >= 2, "{kind}");
        }
    }
}

#[test]
fn few_winning_moves_can_be_asked_for() {
    for (most, kind) in [
        (1, "random --nodes 12 --edges 20"),
        (3, "threshold --nodes 60"),
    ] {
        let kind = format!("{kind} --winning-moves {most} --seed 4");
        let solved = verdict(&made(&kind).0);
        assert_eq!(solved["outcome"], "first");
        for side in ["short", "cut"] {
            let moves = solved["winning_moves"][side].as_array().expect("a list");
            assert!((1..=most).contains(&moves.len()), "{kind}: {solved}");
        }
    }
    let args = ["gen", "grid", "3", "3", "--winning-moves", "2"];
    let both = [&args[..], &["--outcome", "cut"]].concat();
    assert!(run(&both, "").refused().contains("every move"));
    run(&["gen", "grid", "3", "3", "--winning-moves", "0"], "").refused();
}

#[test]
fn impossible_kinds_are_refused() {
    for args in [
        "random --nodes 5 --edges 11",
        "regular --nodes 5 --degree 3",
        "complete 99999999",
        "watts-strogatz --nodes 9 --degree 3",
        "lattice king --side 5 --keep 1.1",
        "lattice cubic --side 99999999999",
        "nested --nodes 9 --share 0.7",
    ] {
        let args: Vec<&str> = ["gen"].into_iter().chain(args.split(' ')).collect();
        run(&args, "").refused();
    }
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = ssg(&["gen", "complete", "3000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn terminals_can_be_named_wherever_a_network_is_read() {
    let list = "ann bob\nbob eve\nann eve\neve zoe\n";
    let named = ["--left", "ann", "--right", "eve"];
    let solved = run(&[&["solve", "-", "--json"], &named[..]].concat(), list).answered();
    assert!(solved.contains("\"outcome\":\"first\""), "{solved}");
    for command in [
        &["trace", "-"][..],
        &["dual", "-"],
        &["analog", "currents", "-"],
        &["referee", "--short", "random", "--cut", "random", "-"],
    ] {
        run(&[command, &named[..]].concat(), list).answered();
    }
    for command in ["quota", "adversary"] {
        run(&[&["analog", command, "-"], &named[..]].concat(), list).answered();
    }
    // Of a file that names its terminals others can be chosen.
    let other = run(&["solve", "-", "--json", "--right", "2"], COURSE).answered();
    assert_ne!(other, run(&["solve", "-", "--json"], COURSE).answered());
    let one = run(&["solve", "-", "--left", "4"], COURSE).refused();
    assert!(one.contains("both vertex 4"), "{one}");
}

fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// METIS by its content where nothing else is possible, by `--format` where an edge list is.
#[test]
fn metis_is_recognised_or_asked_for() {
    let wheel = "6 10\n2 5 6\n1 3 6\n2 4 6\n3 5 6\n1 4 6\n1 2 3 4 5\n";
    let named = ["solve", "-", "--json", "--left", "1", "--right", "3"];
    let solved = run(&named, wheel).answered();
    let by_name = run(&[&named[..], &["--format", "metis"]].concat(), wheel).answered();
    assert_eq!(solved, by_name);
    let triangle = "3 3\n2 3\n1 3\n1 2\n";
    let refused = run(&named, triangle).refused();
    assert!(
        refused.contains("--format metis or --format edge-list"),
        "{refused}"
    );
    let edges = |format: &str| {
        let args = ["convert", "-", "--to", "edge-list", "--format", format];
        run(&args, triangle).answered().lines().count()
    };
    // Three edges behind the count of vertices; as an edge list the first line is one more.
    assert_eq!((edges("metis"), edges("edge-list")), (4, 5));
    let twice = ["convert", "-", "--from", "metis", "--format", "metis"];
    run(&twice, triangle).refused();
    run(&["partition", "-", "--format", "metis"], triangle).answered();
    run(&["partition", "-"], triangle).refused();
}

#[test]
fn a_stream_of_graphs_is_solved_line_by_line() {
    // The course's graph, the same in sparse6, and a triangle.
    let sparse = run(&["convert", "-", "--to", "sparse6"], COURSE).stdout;
    let stream = format!("Cz\n\nBw\nBw\nBw\n{sparse}");
    let args = ["solve", "-", "--json", "--left", "1", "--right", "3"];
    let answers = objects(&run(&args, &stream).answered());
    assert_eq!(answers.len(), 5);
    for (answer, number) in answers.iter().zip(1..) {
        assert_eq!(answer["graph"], number);
        assert_eq!((&answer["left"], &answer["right"]), (&1.into(), &3.into()));
    }
    assert_eq!(answers[0]["outcome"], answers[4]["outcome"]);
    // The two formats may be mixed from the first line on.
    for stream in [format!("Cz\n{sparse}Bw\n"), format!("{sparse}Cz\nBw\n")] {
        let mixed = objects(&run(&args, &stream).answered());
        assert_eq!(mixed.len(), 3);
        assert_eq!(mixed[0]["outcome"], mixed[1]["outcome"]);
    }
    assert_eq!(answers[1]["winning_moves"]["cut"], serde_json::json!([2]));
    let pairs = objects(&run(&["solve", "-", "--json", "--pairs"], &stream).answered());
    let at = |answer: &serde_json::Value| {
        ["graph", "left", "right"].map(|field| answer[field].as_u64().unwrap())
    };
    let places: Vec<[u64; 3]> = pairs.iter().map(at).collect();
    assert_eq!(places.len(), 6 + 3 * 3 + 6);
    assert!(places.is_sorted());
    // By default the first vertex and the last, and stderr says so.
    let plain = run(&["solve", "-", "--json"], "Cz\n");
    assert_eq!(objects(&plain.stdout)[0]["right"], 4);
    assert!(plain.stderr.contains("first and the last"), "{plain:?}");
    let words = run(&["solve", "-", "--pairs"], "Bw\n").answered();
    assert_eq!(words.lines().count(), 3);
    assert!(words.starts_with("graph 1, 1 to 2: "), "{words}");
}

#[test]
fn a_bad_line_ends_a_stream_after_the_answers_before_it() {
    // The first four lines tell that it is a stream.
    let stream = format!("{}B w\nBw\n", "Bw\n".repeat(5));
    let broken = run(&["solve", "-", "--json"], &stream);
    assert_eq!(broken.code, Some(2));
    assert_eq!(broken.stdout.lines().count(), 5);
    assert!(broken.stderr.contains("<stdin>:6: "), "{broken:?}");
    let small = run(&["solve", "-", "--json", "--right", "4"], "Bw\n").refused();
    assert!(small.contains("numbered 1 to 3"), "{small}");
    let none = run(&["solve", "-", "--pairs"], COURSE).refused();
    assert!(none.contains("--pairs is for"), "{none}");
    // Moves and proofs belong to one position.
    let moves = run(&["solve", "-", "--short", "1"], "Bw\nBw\n").refused();
    assert!(moves.contains("expected one graph"), "{moves}");
}

#[test]
fn pictures_are_written_and_unknown_extensions_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    run(&["convert", "-", &path("board.svg")], COURSE).answered();
    let svg = std::fs::read_to_string(path("board.svg")).unwrap();
    assert_eq!(svg.matches("<path").count(), 5);
    let tikz = run(&["convert", "-", "--to", "tikz"], COURSE).answered();
    assert_eq!(tikz.matches("\\draw").count(), 5);
    let odd = run(&["convert", "-", &path("board.xyz")], COURSE).refused();
    assert!(odd.contains("no format has the extension .xyz"), "{odd}");
    assert!(!std::path::Path::new(&path("board.xyz")).exists());
    run(&["convert", "-", &path("board.xyz"), "--to", "net"], COURSE).answered();
    // Pajek's files are called .net as well; the first line tells them apart.
    std::fs::write(path("pajek.net"), "*Vertices 2\n*Edges\n1 2\n").unwrap();
    let solved = run(
        &["solve", &path("pajek.net"), "--left", "1", "--right", "2"],
        "",
    );
    assert_eq!(solved.code, Some(0), "{solved:?}");
}

#[test]
fn bytes_zero_are_refused() {
    for args in [
        &["solve", "-"][..],
        &["coins", "label", "-"],
        &["partition", "-"],
    ] {
        let said = run(args, "\0\0\0\0\n").refused();
        assert!(said.contains("<stdin>:1: a byte 0"), "{said}");
    }
}

#[test]
fn a_partition_is_proved_and_the_proof_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("course.net"), COURSE).unwrap();
    let (board, proof) = (path("course.net"), path("proof.json"));
    let said = run(
        &["partition", &board, "--json", "--certificate", &proof],
        "",
    )
    .answered();
    assert_eq!(said, run(&["partition", &board, "--json"], "").answered());
    let valid = run(&["check", &board, &proof, "--json"], "").answered();
    assert!(valid.contains("\"valid\":true"), "{valid}");
    let text = std::fs::read_to_string(&proof).unwrap();
    std::fs::write(&proof, text.replace("\"p\":[]", "\"p\":[1]")).unwrap();
    let refused = run(&["check", &board, &proof, "--json"], "");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stdout.contains("\"valid\":false"), "{refused:?}");
    for edge in ["1", "2", "3", "4", "5"] {
        let why = run(&["partition", &board, "--edge", edge, "--json"], "").answered();
        let why: serde_json::Value = serde_json::from_str(&why).unwrap();
        let class = why["class"].as_str().unwrap();
        assert!(["p", "p_star", "r"].contains(&class), "{why}");
        assert!(why["steps"].is_array());
        assert!(why.get("circuit").is_some() || why.get("cutset").is_some());
        assert!(
            run(&["partition", &board, "--edge", edge], "")
                .answered()
                .contains("Edge ")
        );
    }
    let missing = run(&["partition", &board, "--edge", "6"], "").refused();
    assert!(missing.contains("numbered 1 to 5"), "{missing}");
}

#[test]
fn a_dual_is_a_network_and_what_has_none_is_refused() {
    let dual = run(&["dual", "-"], COURSE).answered();
    let twice = run(&["dual", "-"], &dual).answered();
    let solve = |text: &str| run(&["solve", "-", "--json"], text).answered();
    assert_eq!(solve(&twice), solve(COURSE));
    let five = run(&["gen", "complete", "5"], "").answered();
    let refused = run(&["dual", "-"], &five).refused();
    assert!(refused.contains("is not planar"), "{refused}");
}
