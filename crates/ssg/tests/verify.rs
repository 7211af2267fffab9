//! `ssg verify`, its list of work and its log.

mod common;

use common::run;
use serde_json::Value;
use std::fs;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args, "").answered()).unwrap()
}

#[test]
fn the_short_form_finds_nothing_and_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let log = path.to_str().unwrap();
    let args = ["verify", "--quick", "--json", "--log", log];
    let whole = json(&args);
    assert_eq!(whole["disagreements"], 0);
    assert_eq!(whole["scope"], "quick");
    let parts = whole["parts"].as_array().unwrap();
    let names: Vec<&str> = parts
        .iter()
        .map(|part| part["part"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["graphs", "multigraphs", "digraphs", "games"]);
    assert_eq!(parts[3]["covered"]["games"], 20_000);

    // Killed in the middle of an item's line.
    let text = fs::read_to_string(&path).unwrap();
    let items = whole["items"].as_u64().unwrap() as usize;
    assert_eq!(text.lines().count(), items + 1);
    fs::write(&path, &text[..text.len() - 30]).unwrap();
    assert_eq!(json(&args), whole);
    // A file without a whole first line is no log: the first line is written before the file has its name.
    fs::write(&path, &text[..20]).unwrap();
    let refused = run(&args, "").refused();
    assert!(refused.contains("left as it is"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text[..20]);
    // Altered, of another scope, of another program.
    fs::write(
        &path,
        text.replacen("\"disagreements\":0", "\"disagreements\":1", 1),
    )
    .unwrap();
    let refused = run(&args, "").refused();
    assert!(refused.contains("log:2: damaged"), "{refused}");
    fs::write(&path, &text).unwrap();
    let refused = run(&["verify", "--log", log], "").refused();
    assert!(
        refused.contains("log:1: the log of another scope"),
        "{refused}"
    );
    fs::write(
        &path,
        "{\"verify\":1,\"scope\":\"quick\",\"program\":\"0\"}\n",
    )
    .unwrap();
    assert!(run(&args, "").refused().contains("--restart"));
}

#[test]
fn items_can_be_done_one_by_one_anywhere() {
    let list = run(&["verify", "--quick", "--list"], "").answered();
    let name = list.lines().next().unwrap();
    assert_eq!(name, "graphs/2/0-1");
    let line = json(&["verify", "--item", name]);
    assert_eq!(line["item"], name);
    // Two vertices, one edge: free, SHORT's and CUT's, in both games.
    assert_eq!(line["covered"]["positions"], 6);
    assert_eq!(line["disagreements"], 0);
    let full = run(&["verify", "--list"], "").answered();
    assert!(full.lines().count() > 200);
    let refused = run(&["verify", "--item", "graphs/9/0-1"], "").refused();
    assert!(refused.contains("is no item"), "{refused}");
}
