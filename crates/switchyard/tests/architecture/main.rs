//! The table "What each part must not know" of ARCHITECTURE.md, as a test that reads imports.

mod imports;

use imports::{Source, sources};
use std::path::{Path, PathBuf};

/// The crates of the workspace: their folders, and the names by which they are imported.
const CRATES: [(&str, &str); 14] = [
    ("answers", "answers"),
    ("cluster", "switchyard_cluster"),
    ("documents", "switchyard_documents"),
    ("experiments", "switchyard_experiments"),
    ("files", "switchyard_files"),
    ("fuzz-targets", "fuzz_targets"),
    ("huge-pages", "huge_pages"),
    ("oracle", "switchyard_oracle"),
    ("python", "switchyard_core"),
    ("site", "switchyard_site"),
    ("ssg", "ssg"),
    ("switchyard", "switchyard"),
    ("verify", "switchyard_verify"),
    ("wasm", "engine"),
];

/// A row of the table: a part of the sources, what it must not mention, and exceptions within the part.
struct Rule {
    part: &'static str,
    except: &'static [&'static str],
    must_not: &'static [&'static str],
}

const fn rule(part: &'static str, must_not: &'static [&'static str]) -> Rule {
    Rule {
        part,
        except: &[],
        must_not,
    }
}

/// What only programs may use: files, clocks, sockets, processes, threads, the environment.
const SYSTEM: &[&str] = &[
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::time",
    "std::env",
    "std::thread",
    "std::alloc",
    "rustix",
    "memmap2",
    "tokio",
    "clap",
];

const SOLVER: &str = "switchyard::switching::solver";

/// What the other parts of the program must not know.
const UPPER: &[&str] = &["ssg::commands", "ssg::serve"];

/// The modules that spell the program's own data in JSON.
const JSON_OF_THE_PROGRAM: &[&str] = &[
    "ssg::wire",
    "ssg::wire::analog",
    "ssg::wire::cluster",
    "ssg::wire::grade",
    "ssg::wire::replays",
    "ssg::wire::survey",
    "ssg::wire::tournament",
    "ssg::wire::verify",
];

const RULES: &[Rule] = &[
    Rule {
        part: "switchyard::format",
        // These two turn a description into a board.
        except: &["switchyard::format", "switchyard::format::network"],
        must_not: &["switchyard::switching"],
    },
    rule("switchyard", SYSTEM),
    rule("switchyard", &["serde_json"]),
    rule(
        "switchyard_core",
        &["ssg", "serde_json", "std::net", "std::process"],
    ),
    rule(
        "switchyard::switching::check",
        &[
            SOLVER,
            "switchyard::switching::contracted",
            "switchyard::switching::connectivity",
            "switchyard::ds::union_find",
        ],
    ),
    rule(
        "switchyard::switching",
        &[
            "switchyard::player",
            "switchyard::referee",
            "switchyard::review",
            "switchyard::format",
            "switchyard::generate",
            "switchyard::bridgit",
            "switchyard::analog",
            "switchyard::coins",
        ],
    ),
    rule(
        "switchyard::graph",
        &["switchyard::switching", "switchyard::coins"],
    ),
    rule(
        "switchyard::ds",
        &["switchyard::graph", "switchyard::switching"],
    ),
    rule("switchyard::switching::chase", &[SOLVER]),
    rule("switchyard::switching::network", &[SOLVER]),
    rule("switchyard::switching::position", &[SOLVER]),
    rule("switchyard::switching::connectivity", &[SOLVER]),
    rule("switchyard::generate", &[SOLVER, "switchyard::player"]),
    rule("switchyard::puzzle", &["switchyard::format"]),
    rule(
        "switchyard::bridgit",
        &[SOLVER, "switchyard::player", "switchyard::analog"],
    ),
    rule("switchyard::coins", &["switchyard::switching"]),
    rule("switchyard::coins::check", &["switchyard::coins::engine"]),
    rule(
        "switchyard::coins::engine",
        &[
            "switchyard::coins::game",
            "switchyard::coins::position",
            "switchyard::coins::remoteness",
            "switchyard::coins::strategy",
            "switchyard::coins::sum",
        ],
    ),
    rule(
        "switchyard::analog",
        &["switchyard::player", "switchyard::referee", SOLVER],
    ),
    rule(
        "switchyard::circuit",
        &[
            "switchyard::player",
            "switchyard::referee",
            "switchyard::analog",
            SOLVER,
        ],
    ),
    rule(
        "switchyard::analog::board::certify",
        &[
            "switchyard::analog::board::engine",
            "switchyard::analog::board::woodbury",
            "switchyard::analog::lifting",
            "switchyard::circuit::factor",
            "switchyard::circuit::potentials",
        ],
    ),
    rule(
        "switchyard::player",
        &["switchyard::referee", "switchyard::review"],
    ),
    rule(
        "switchyard::referee",
        &[
            "switchyard::player::analog",
            "switchyard::player::builtin",
            "switchyard::player::greedy",
            "switchyard::player::perfect",
            "switchyard::player::random",
            "switchyard::player::weakened",
            SOLVER,
        ],
    ),
    rule(
        "switchyard_oracle",
        &[
            SOLVER,
            "switchyard::switching::check",
            "switchyard::switching::chase",
            "switchyard::analog",
            "switchyard::coins::check",
            "switchyard::coins::engine",
            "switchyard::coins::strategy",
            "switchyard::player",
            "switchyard::internals",
        ],
    ),
    rule(
        "switchyard_cluster::check",
        &["switchyard_cluster::label", "timely"],
    ),
    rule(
        "switchyard_cluster::label::shard_set",
        &["timely", "switchyard_cluster::net"],
    ),
    rule(
        "switchyard_cluster::label::state",
        &["timely", "switchyard_cluster::net"],
    ),
    rule(
        "ssg::arena::supervisor",
        &[
            "switchyard",
            "answers",
            "ssg::arena::clock",
            "ssg::arena::match_runner",
            "ssg::arena::pipes",
            "ssg::arena::program",
            "ssg::arena::seat",
            "ssg::cli",
        ],
    ),
    rule("answers", SYSTEM),
    rule("engine", SYSTEM),
    rule("engine", &["switchyard", "serde", "serde_json"]),
    rule("switchyard_site", &["switchyard", "answers", "ssg"]),
    rule("switchyard_documents", SYSTEM),
    rule("switchyard_documents", &["switchyard", "answers", "ssg"]),
    rule("switchyard_files", &["switchyard", "answers", "serde_json"]),
    rule(
        "answers",
        &[
            "axum",
            "rand::random",
            "rand::rng",
            "rayon",
            "std::collections::hash_map::RandomState",
            "std::hash::RandomState",
            "tracing",
        ],
    ),
    rule(
        "answers::words",
        &[
            "serde",
            "serde_json",
            "answers::wire",
            "answers::api",
            "answers::route",
        ],
    ),
    rule(
        "answers::wire",
        &["answers::words", "answers::api", "answers::route"],
    ),
    Rule {
        part: "ssg",
        except: JSON_OF_THE_PROGRAM,
        must_not: &["serde_json"],
    },
    rule("ssg::io", UPPER),
    rule(
        "ssg::io",
        &["ssg::arena", "ssg::cli", "ssg::pool", "switchyard::player"],
    ),
    rule(
        "ssg::serve",
        &[
            "ssg::commands",
            "ssg::arena",
            "ssg::cli",
            "ssg::pool",
            "switchyard::player",
        ],
    ),
    rule("ssg::arena", UPPER),
    rule("ssg::arena", &["ssg::league"]),
    rule("ssg::league", UPPER),
    rule("ssg::cli", &["ssg::league"]),
    rule("ssg::io", &["ssg::league"]),
    rule("ssg::cli", UPPER),
    rule("ssg::cli", &["ssg::arena", "ssg::pool"]),
    rule("ssg::pool", UPPER),
    rule("ssg::wire", UPPER),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_within(path: &str, part: &str) -> bool {
    path == part
        || path
            .strip_prefix(part)
            .is_some_and(|rest| rest.starts_with("::"))
}

fn violations(sources: &[Source], rule: &Rule) -> Vec<String> {
    let members: Vec<&Source> = sources
        .iter()
        .filter(|source| is_within(&source.module, rule.part))
        .collect();
    assert!(!members.is_empty(), "there is no part {}", rule.part);
    let members = members
        .into_iter()
        .filter(|source| !rule.except.contains(&source.module.as_str()));
    let mut found = Vec::new();
    for source in members {
        for mention in &source.mentions {
            let forbidden = rule.must_not.iter().find(|part| is_within(mention, part));
            if let Some(forbidden) = forbidden {
                let Source { file, .. } = source;
                found.push(format!("{file} must not know {forbidden}: {mention}"));
            }
        }
    }
    found
}

#[test]
fn no_part_knows_what_it_must_not() {
    let sources = sources(&root(), &CRATES);
    let found: Vec<String> = RULES
        .iter()
        .flat_map(|rule| violations(&sources, rule))
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// What two commands need is in `cli/`, `io/`, `arena/`, `league/` or `answers`.
#[test]
fn no_command_knows_another() {
    let sources = sources(&root(), &CRATES);
    let command = |path: &str| {
        let rest = path.strip_prefix("ssg::commands::")?;
        rest.split("::").next().map(str::to_owned)
    };
    let mut commands = 0;
    for source in &sources {
        let Some(own) = command(&source.module).filter(|name| name != "args") else {
            continue;
        };
        commands += 1;
        for mention in &source.mentions {
            if let Some(other) = command(mention).filter(|name| name != "args") {
                assert_eq!(other, own, "{} knows {mention}", source.file);
            }
        }
    }
    assert!(commands > 20, "only {commands} files of commands");
}

/// Only `wire/` says how the program's own data is spelled.
#[test]
fn the_program_derives_json_in_one_place() {
    for source in sources(&root(), &CRATES) {
        let is_program = is_within(&source.module, "ssg");
        if is_program && !JSON_OF_THE_PROGRAM.contains(&source.module.as_str()) {
            for word in ["derive(Serialize", ", Serialize", "Deserialize)]"] {
                assert!(!source.code.contains(word), "{}: {word}", source.file);
            }
        }
    }
}

/// The oracle must not use floating point or `Position`'s own idea of who has won.
#[test]
fn the_oracle_computes_everything_itself() {
    let sources = sources(&root(), &CRATES);
    let file = |module: &str| {
        let source = sources.iter().find(|source| source.module == module);
        &source.unwrap_or_else(|| panic!("no module {module}")).code
    };
    assert!(!file("switchyard_oracle::rational").contains("f64"));
    for module in ["switchyard_oracle::switching", "switchyard_oracle::sampler"] {
        assert!(!file(module).contains(".winner()"), "{module}");
    }
}

/// Libraries leave the choice of an allocator to programs.
#[test]
fn only_programs_choose_an_allocator() {
    for source in sources(&root(), &CRATES) {
        let is_program = ["ssg", "huge_pages", "switchyard_core"].contains(&source.module.as_str());
        assert!(
            is_program || !source.code.contains("global_allocator"),
            "{}",
            source.file
        );
    }
}

/// Without a page's document, its state, its answers and its games can be tested without a browser.
#[test]
fn the_pages_state_knows_no_document() {
    let page = root().join("page");
    for name in ["state", "store", "analysis", "pending", "game"] {
        let file = page.join(format!("{name}.js"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let code: String = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
            .filter(|line| {
                !line.trim_start().starts_with('*') && !line.trim_start().starts_with("/*")
            })
            .collect();
        for word in [
            "document.",
            "window.",
            "querySelector",
            "./ui.js",
            "./views/",
        ] {
            assert!(!code.contains(word), "page/{name}.js knows {word}");
        }
    }
}

/// A re-exported name leads to the part that defines it: `switchyard::solve` is the solver.
#[test]
fn re_exports_are_followed() {
    let sources = sources(&root(), &CRATES);
    let verify = sources
        .iter()
        .find(|source| source.module == "switchyard_verify")
        .expect("the verification");
    let solve = format!("{SOLVER}::solve::solve");
    assert!(verify.mentions.contains(&solve), "{:?}", verify.mentions);
}

/// The rules themselves catch what they are there for.
#[test]
fn a_planted_import_is_found() {
    let mut sources = sources(&root(), &CRATES);
    let check = sources
        .iter_mut()
        .find(|source| source.module == "switchyard::switching::check")
        .expect("the checker");
    check.mentions.insert(format!("{SOLVER}::solve::outcome"));
    let found: Vec<String> = RULES
        .iter()
        .flat_map(|rule| violations(&sources, rule))
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
}
