//! Every argument that names a file: whatever file that is, and whenever the program is killed, no file
//! that is not the program's own loses a byte, and one that is written is the old or the new one.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What becomes of the file that an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It is read.
    Input,
    /// It is added to if it is such a file already, and made if there is none.
    Log,
    /// It is replaced, all at once.
    Output,
    /// Files with names of the program's own are written inside.
    Folder,
}
use Role::{Folder, Input, Log, Output as Out};

/// Each argument, what becomes of its file, and a command line in which `@` stands for the file and
/// `NET`, `COINS`, … for good ones.
const ARGUMENTS: &[(&str, &str, Role, &str)] = &[
    ("play", "file", Input, "play @"),
    ("c1", "file", Input, "c1 @"),
    ("c2", "file", Input, "c2 @"),
    ("d1", "file", Input, "d1 @"),
    ("d2", "file", Input, "d2 @"),
    ("solve", "file", Input, "solve @"),
    ("solve", "certificate", Out, "solve BIG --certificate @"),
    ("check", "file", Input, "check @ PROOF"),
    ("check", "certificate", Input, "check NET @"),
    ("partition", "file", Input, "partition @"),
    (
        "partition",
        "certificate",
        Out,
        "partition BIG --certificate @",
    ),
    ("dual", "file", Input, "dual @"),
    ("trace", "file", Input, "trace @"),
    ("analog sample", "file", Input, "analog sample @ --games 1"),
    ("coins trace", "file", Input, "coins trace @"),
    ("grade", "rules", Input, "grade @"),
    ("serve", "site", Input, "serve --port 0 --site @"),
    (
        "survey",
        "log",
        Log,
        "survey gnm --nodes 40 --ratio 2 --runs 60 --jobs 1 --log @",
    ),
    (
        "survey",
        "csv",
        Out,
        "survey gnm --nodes 40 --ratio 2 --runs 20 --jobs 1 --csv @",
    ),
    (
        "survey",
        "svg",
        Out,
        "survey gnm --nodes 40 --ratio 2 --runs 20 --jobs 1 --svg @",
    ),
    ("analog currents", "file", Input, "analog currents @"),
    ("analog quota", "board", Input, "analog quota @"),
    ("analog adversary", "board", Input, "analog adversary @"),
    (
        "analog quota",
        "checkpoint",
        Log,
        "analog quota 5 --jobs 1 --checkpoint @",
    ),
    (
        "analog adversary",
        "checkpoint",
        Log,
        "analog adversary 4 --jobs 1 --checkpoint @",
    ),
    (
        "analog adversary",
        "lines",
        Out,
        "analog adversary 4 --jobs 1 --lines @",
    ),
    (
        "analog results",
        "checkpoints",
        Folder,
        "analog results --to 3 --adversary 3 --checkpoints @ --out OUT",
    ),
    (
        "analog results",
        "out",
        Folder,
        "analog results --to 3 --adversary 3 --checkpoints OUT --out @",
    ),
    ("coins label", "file", Input, "coins label @"),
    (
        "coins label",
        "output",
        Folder,
        "coins label SHARDS --output @",
    ),
    (
        "coins label",
        "checkpoint",
        Folder,
        "coins label SHARDS --output OUT --checkpoint @ --every 0",
    ),
    ("coins solve", "file", Input, "coins solve @ a"),
    ("coins play", "file", Input, "coins play @ a"),
    ("coins check", "file", Input, "coins check @ LABELS"),
    ("coins check", "labels", Input, "coins check COINS @"),
    (
        "coins gen",
        "output",
        Out,
        "coins gen uniform --nodes 3000 --arcs 20000 --seed 1 --output @",
    ),
    ("coins convert", "input", Input, "coins convert @ -"),
    ("coins convert", "output", Out, "coins convert BIGCOINS @"),
    ("coins shard", "file", Input, "coins shard @ OUT --shards 2"),
    (
        "coins shard",
        "folder",
        Folder,
        "coins shard COINS @ --shards 2",
    ),
    ("coins list", "graph", Input, "coins list @ SHARDS"),
    ("coins list", "labels", Input, "coins list SHARDS @"),
    ("convert", "input", Input, "convert @ -"),
    ("convert", "output", Out, "convert BIG @ --to dot"),
    (
        "referee",
        "record",
        Log,
        "referee --short random --cut random --games 20 --record @ NET",
    ),
    (
        "referee",
        "files",
        Input,
        "referee --short random --cut random @",
    ),
    (
        "tournament",
        "networks",
        Input,
        "tournament random greedy --networks @ --log OUTLOG",
    ),
    (
        "tournament",
        "log",
        Log,
        "tournament random greedy --networks NET --rounds 5 --jobs 1 --log @",
    ),
    (
        "tournament",
        "report",
        Out,
        "tournament random greedy --networks NET --log OUTLOG --report @",
    ),
    (
        "tournament",
        "csv",
        Out,
        "tournament random greedy --networks NET --log OUTLOG --csv @",
    ),
    ("replay", "network", Input, "replay --network @ RECORDS"),
    ("replay", "record", Input, "replay @"),
    ("gtp", "network", Input, "gtp --network @"),
    ("verify", "log", Log, "verify --quick --jobs 1 --log @"),
    (
        "PLACE",
        "hosts",
        Input,
        "analog quota 3 --processes 2 --patience 0 --hosts @",
    ),
];

/// What `ssg grade` writes: too slow for this table, and tested in `tests/grade.rs`.
const OF_GRADES: [&str; 3] = ["report", "csv", "log"];

/// Foreign files: nothing of the program's, in all the forms that a hasty reader might take for it.
fn foreign() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("no newline", text("my thesis")),
        ("two lines", text("line one\nmy thesis")),
        ("json", text("{\n \"a\": 1,\n \"b\": [\n  1\n ]\n}")),
        ("line", text("{\"a\":1}\n{\"b\":2}\n")),
        ("torn", text("{\"record\":1,\"network\":\"my own\"")),
        ("brace", text("{")),
        ("blank", text("\n\n  \n")),
        ("zeros", vec![0; 5000]),
        ("binary", (0..=255).cycle().take(3000).collect()),
        ("magic", text("SSGNOTES of mine")),
    ]
}

/// A folder with good files of every kind.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let this = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let write = |name: &str, text: &str| fs::write(this.at(name), text).unwrap();
        write("NET", "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n");
        let edges: Vec<String> = (1..4000)
            .map(|v| format!("{v} {0}\n{v} {0}\n", v + 1))
            .collect();
        let edges = edges.concat();
        write("BIG", &format!("4000\n7998\n1\n4000\n{edges}"));
        write("COINS", "a b\nb c\nc a\n");
        write(
            "RECORDS",
            "{\"bridgit\":2,\"first\":\"short\",\"moves\":[3]}\n",
        );
        fs::create_dir(this.at("OUT")).unwrap();
        this.good("solve NET --certificate PROOF");
        this.good("coins gen uniform --nodes 3000 --arcs 20000 --seed 1 -o BIGCOINS");
        fs::write(this.at("LABELS"), this.good("coins label COINS").stdout).unwrap();
        if cfg!(feature = "cluster") {
            this.good("coins shard COINS SHARDS --shards 2");
            this.good("coins label SHARDS");
        }
        this
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, line: &str, file: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ssg"));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        for word in line.split_whitespace() {
            match word {
                "@" => command.arg(file),
                _ => command.arg(word),
            };
        }
        command
    }

    fn run(&self, line: &str, file: &Path) -> Output {
        let _ = fs::remove_file(self.at("OUTLOG"));
        self.command(line, file).output().unwrap()
    }

    #[track_caller]
    fn good(&self, line: &str) -> Output {
        let output = self.run(line, Path::new(""));
        assert!(output.status.success(), "{line}: {output:?}");
        output
    }

    /// Runs the command and kills it after a while; whether it was killed.
    fn killed(&self, line: &str, file: &Path, after: Duration) -> bool {
        let _ = fs::remove_file(self.at("OUTLOG"));
        let mut command = self.command(line, file);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(after);
        let ended = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        child.wait().unwrap();
        !ended
    }
}

/// All files below a folder, with their contents.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn cases(role: Role) -> impl Iterator<Item = (&'static str, &'static str)> {
    let built = |line: &str| {
        cfg!(feature = "cluster")
            || !["SHARDS", "shard", "--output @", "--processes"]
                .iter()
                .any(|word| line.contains(word))
            || line.starts_with("coins gen")
    };
    let of_role = ARGUMENTS.iter().filter(move |case| case.2 == role);
    of_role
        .map(|case| (case.1, case.3))
        .filter(move |case| built(case.1))
}

/// A new argument that names a file must be in the table above, and so in every test below.
#[test]
fn every_argument_that_names_a_file_is_tried() {
    // Four commands take part in work by several processes: their host list is one case.
    let found = ssg::fuzz_api::file_arguments();
    assert!(found.len() > 30, "{found:?}");
    let mut missing = Vec::new();
    for (command, argument) in &found {
        let command = match argument.as_str() {
            "hosts" => "PLACE",
            _ => command,
        };
        // `-o` of `coins gen` is an argument of each of its kinds.
        let command = match command.strip_prefix("coins gen") {
            Some(_) => "coins gen",
            None => command,
        };
        let known = ARGUMENTS
            .iter()
            .any(|case| (case.0, case.1) == (command, argument));
        let elsewhere = match command {
            "grade" => OF_GRADES.contains(&argument.as_str()),
            // The referee's own process around a program: it names a folder that the referee has made.
            "supervise" => true,
            _ => false,
        };
        if !known && !elsewhere {
            missing.push(format!("{command} {argument}"));
        }
    }
    assert!(missing.is_empty(), "add to the table: {missing:#?}");
}

#[test]
fn what_is_read_is_never_changed() {
    let bench = Bench::new();
    let file = bench.at("foreign");
    for (argument, line) in cases(Input) {
        for (name, contents) in foreign() {
            fs::write(&file, &contents).unwrap();
            bench.run(line, &file);
            assert_eq!(
                fs::read(&file).unwrap(),
                contents,
                "{argument}: {line}: {name}"
            );
        }
        for good in ["NET", "COINS", "RECORDS"] {
            let before = fs::read(bench.at(good)).unwrap();
            bench.killed(line, &bench.at(good), Duration::from_millis(3));
            assert_eq!(fs::read(bench.at(good)).unwrap(), before, "{line}: {good}");
        }
    }
}

#[test]
fn a_foreign_file_is_no_log_and_stays_as_it_is() {
    let bench = Bench::new();
    let file = bench.at("foreign");
    for (_, line) in cases(Log) {
        for (name, contents) in foreign() {
            for restart in ["", " --restart"] {
                if !restart.is_empty() && !line.contains("--log") {
                    continue;
                }
                fs::write(&file, &contents).unwrap();
                let line = format!("{line}{restart}");
                let output = bench.run(&line, &file);
                assert_eq!(output.status.code(), Some(2), "{line}: {name}");
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(said.contains("so it is left as it is"), "{line}: {said}");
                assert_eq!(fs::read(&file).unwrap(), contents, "{line}: {name}");
            }
        }
        // Good files of other kinds are foreign too.
        for good in ["NET", "COINS", "PROOF"] {
            let before = fs::read(bench.at(good)).unwrap();
            assert_eq!(bench.run(line, &bench.at(good)).status.code(), Some(2));
            assert_eq!(fs::read(bench.at(good)).unwrap(), before, "{line}: {good}");
        }
        for endless in ["/dev/zero", "/dev/full", "/dev/tty"] {
            let start = Instant::now();
            let output = bench.run(line, Path::new(endless));
            assert_eq!(output.status.code(), Some(2), "{line}: {endless}");
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{line}: {endless}"
            );
        }
    }
}

/// A log is killed at any time and goes on; it has whole lines only, each once.
#[test]
fn a_killed_log_goes_on() {
    let bench = Bench::new();
    for (_, line) in cases(Log) {
        let (whole, parts) = (bench.at("whole"), bench.at("parts"));
        let expected = bench.run(line, &whole);
        assert!(expected.status.success(), "{line}: {expected:?}");
        for after in [0, 2, 5, 9, 14, 20, 40, 80] {
            bench.killed(line, &parts, Duration::from_millis(after));
            // What a kill leaves is a log, or nothing.
            if parts.exists() {
                let text = fs::read_to_string(&parts).unwrap();
                assert!(
                    text.starts_with('{') && text.contains('\n'),
                    "{line}: {text:?}"
                );
            }
        }
        let resumed = bench.run(line, &parts);
        assert!(resumed.status.success(), "{line}: {resumed:?}");
        if line.starts_with("referee") {
            // Each run adds its own games.
            let replayed = bench.good("replay parts --json");
            assert!(!replayed.stdout.is_empty());
        } else {
            let count = |path: &Path| fs::read_to_string(path).unwrap().lines().count();
            assert_eq!(count(&parts), count(&whole), "{line}");
        }
        for path in [whole, parts] {
            fs::remove_file(path).unwrap();
        }
    }
    assert_eq!(drafts(bench.folder.path()), Vec::<PathBuf>::new());
}

/// A log of one kind is foreign to every other command, even when its lines look alike.
#[test]
fn logs_are_not_taken_for_each_other() {
    let bench = Bench::new();
    let logs: Vec<(&str, PathBuf)> = cases(Log)
        .enumerate()
        .map(|(i, (_, line))| (line, bench.at(&format!("log{i}"))))
        .collect();
    for (line, path) in &logs {
        assert!(bench.run(line, path).status.success(), "{line}");
    }
    for (line, _) in &logs {
        for (other, path) in logs.iter().filter(|(other, _)| other != line) {
            let before = fs::read(path).unwrap();
            let output = bench.run(line, path);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{line} on the file of {other}"
            );
            assert_eq!(
                fs::read(path).unwrap(),
                before,
                "{line} on the file of {other}"
            );
        }
    }
}

/// `--restart` respects who is writing.
#[test]
fn a_log_in_use_is_not_restarted() {
    let bench = Bench::new();
    let log = bench.at("log");
    let line = "tournament random perfect --networks BIG --rounds 1000 --jobs 1 --log @";
    let mut writer = bench
        .command(line, &log)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !log.exists() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = bench.run(&format!("{line} --restart"), &log);
    let still_writing = writer.try_wait().unwrap().is_none();
    writer.kill().unwrap();
    writer.wait().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(still_writing);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("another program is writing to this file"),
        "{said}"
    );
    assert!(
        fs::read_to_string(&log)
            .unwrap()
            .starts_with("{\"tournament\"")
    );
}

/// Drafts that were left behind.
fn drafts(folder: &Path) -> Vec<PathBuf> {
    let is_draft = |path: &PathBuf| path.to_string_lossy().contains(".part");
    snapshot(folder).into_keys().filter(is_draft).collect()
}

/// Killed at any time, what is written is the old file or the new one.
#[test]
fn a_file_is_replaced_all_at_once() {
    let bench = Bench::new();
    for (_, line) in cases(Out) {
        let path = bench.at("out");
        let _ = fs::remove_file(&path);
        let output = bench.run(line, &path);
        assert!(output.status.success(), "{line}: {output:?}");
        let new = fs::read(&path).unwrap();
        let (mut kept, old) = (0, b"the old file".to_vec());
        // Reports and tables of a tournament have the time that was thought in them.
        let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
        let is_new = |found: &[u8]| {
            found == new
                || line.contains("--report") && found.ends_with(b"</html>\n")
                || line.contains("tournament")
                    && line.contains("--csv")
                    && lines(found) == lines(&new)
        };
        for after in [0, 1, 2, 4, 6, 8, 11, 15, 20, 30] {
            fs::write(&path, &old).unwrap();
            bench.killed(line, &path, Duration::from_millis(after));
            let found = fs::read(&path).unwrap();
            assert!(
                found == old || is_new(&found),
                "{line} after {after} ms: {} bytes",
                found.len()
            );
            kept += usize::from(found == old);
            // Killed between its two names, the new file is beside the old one, complete.
            for draft in drafts(bench.folder.path()) {
                assert!(found == old && is_new(&fs::read(&draft).unwrap()), "{line}");
                fs::remove_file(draft).unwrap();
            }
        }
        assert!(kept > 0, "{line}");
        // Nothing that a kill leaves behind is in the way of the next run.
        assert!(bench.run(line, &path).status.success(), "{line}");
    }
    assert_eq!(drafts(bench.folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn links_and_long_names_behave_as_expected() {
    let bench = Bench::new();
    for (_, line) in cases(Out).chain(cases(Log)) {
        let (target, link) = (bench.at("target"), bench.at("link"));
        symlink("target", &link).unwrap();
        assert!(bench.run(line, &link).status.success(), "{line}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{line}");
        assert!(fs::metadata(&target).unwrap().is_file(), "{line}");
        fs::remove_file(&link).unwrap();
        fs::remove_file(&target).unwrap();
        let long = bench.at(&"n".repeat(255));
        let output = bench.run(line, &long);
        assert!(output.status.success(), "{line}: {output:?}");
        assert!(fs::metadata(&long).unwrap().len() > 0);
        fs::remove_file(&long).unwrap();
    }
}

/// Somebody who is not allowed everything; the tests may run as root, who is.
fn as_nobody(bench: &Bench, line: &str, file: &Path) -> Output {
    const NOBODY: u32 = 65534;
    fs::set_permissions(bench.folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    // The program must be in a place that anybody can reach.
    let program = bench.at("ssg");
    if !program.exists() {
        // By another process: one that another test starts meanwhile would hold the copy open, and it could not be run.
        let from = env!("CARGO_BIN_EXE_ssg");
        let copied = Command::new("cp").arg(from).arg(&program).status();
        assert!(copied.unwrap().success());
    }
    let with = bench.command(line, file);
    let mut command = Command::new("setpriv");
    let id = NOBODY.to_string();
    command
        .args(["--reuid", &id, "--regid", &id, "--clear-groups"])
        .arg(&program);
    command
        .args(with.get_args())
        .current_dir(bench.folder.path());
    command.stdin(Stdio::null()).output().expect("setpriv")
}

#[test]
fn modes_and_owners_are_respected() {
    let bench = Bench::new();
    let id = Command::new("id").arg("-u").output().unwrap();
    if id.stdout != b"0\n" {
        // Only root can be somebody else; the tests of `crates/files` cover what the owner sees.
        return;
    }
    let probe = bench.at("probe");
    let output = as_nobody(&bench, "solve NET --certificate @", &probe);
    assert!(output.status.success(), "{output:?}");
    let mode =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (_, line) in cases(Out) {
        let protected = bench.at("protected");
        fs::write(&protected, "mine").unwrap();
        mode(&protected, 0o400);
        let output = as_nobody(&bench, line, &protected);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(fs::read(&protected).unwrap(), b"mine", "{line}");
        // Writable by all, in a folder that is not: written where it is, and still its owner's.
        let folder = bench.at("closed");
        let shared = folder.join("shared");
        let _ = fs::create_dir(&folder);
        fs::write(&shared, "old").unwrap();
        mode(&shared, 0o666);
        mode(&folder, 0o755);
        let output = as_nobody(&bench, line, &shared);
        assert!(output.status.success(), "{line}: {output:?}");
        assert_ne!(fs::read(&shared).unwrap(), b"old", "{line}");
        let owner = std::os::unix::fs::MetadataExt::uid(&fs::metadata(&shared).unwrap());
        let expected = std::os::unix::fs::MetadataExt::uid(&fs::metadata(&folder).unwrap());
        assert_eq!(owner, expected, "{line}");
    }
}

/// In a folder of results only files of the program's own are written, and others stay.
#[test]
fn files_of_others_in_a_folder_stay() {
    let bench = Bench::new();
    for (argument, line) in cases(Folder) {
        // First to see which names it would write to.
        let folder = bench.at("folder");
        let output = bench.run(line, &folder);
        assert!(output.status.success(), "{line}: {output:?}");
        let own = snapshot(&folder);
        assert!(!own.is_empty() || argument == "checkpoint", "{line}");
        fs::remove_dir_all(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        for path in own.keys() {
            fs::write(path, "my own notes\nwithout an end").unwrap();
        }
        fs::write(folder.join("check.tmp"), "mine").unwrap();
        fs::write(folder.join("0.pile"), "mine").unwrap();
        fs::write(folder.join("0.tmp"), "mine").unwrap();
        let before = snapshot(&folder);
        let output = bench.run(line, &folder);
        if !own.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        }
        for (path, contents) in before {
            assert_eq!(
                fs::read(&path).unwrap(),
                contents,
                "{line}: {}",
                path.display()
            );
        }
        fs::remove_dir_all(&folder).unwrap();
        let _ = fs::remove_dir_all(bench.at("OUT"));
        fs::create_dir(bench.at("OUT")).unwrap();
    }
}

/// What never ends is read up to a bound, and no further.
#[test]
fn endless_input_is_refused() {
    let bench = Bench::new();
    let zeros = Path::new("/dev/zero");
    let kind = fs::metadata(zeros).unwrap().file_type();
    assert!(kind.is_char_device());
    for line in [
        "solve @",
        "check NET @",
        "coins label @",
        "replay @",
        "convert @ -",
        "analog quota 3 --processes 2 --patience 0 --hosts @",
    ] {
        if line.contains("--hosts") && !cfg!(feature = "cluster") {
            continue;
        }
        let start = Instant::now();
        let output = bench.run(line, zeros);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("/dev/zero: more than"), "{line}: {said}");
        assert!(start.elapsed() < Duration::from_secs(20), "{line}");
    }
}
