//! Outside programs for the tests, and the means to find what they leave behind.

#![allow(dead_code)] // every test file uses its own part of this

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, process, thread};

/// The variable that marks every process of a test.
const MARK: &str = "SWITCHYARD_TEST";

/// A folder for one test, and the mark of every process that the test starts.
pub struct Arena {
    folder: tempfile::TempDir,
    mark: String,
}

impl Arena {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            mark: format!("{MARK}={}-{count}-", process::id()),
        }
    }

    /// The place of a file of this name in the folder.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.place(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(&path, text).expect("a file in the folder");
        path.to_str().expect("plain letters").to_owned()
    }

    /// The program, run in the folder, marked.
    pub fn ssg(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ssg"));
        let (name, value) = self.mark.split_once('=').expect("a mark");
        command
            .args(args)
            .current_dir(self.folder.path())
            .env(name, value)
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.ssg(args).output().expect("the program runs")
    }

    /// Runs the program, which must answer, and gives the lines of its JSON.
    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Vec<serde_json::Value> {
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {stderr}");
        String::from_utf8(output.stdout)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    /// The command of an outside program of this folder: Python as it is, C compiled.
    pub fn player(&self, name: &str) -> String {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/players")
            .join(name);
        if source.extension().is_some_and(|kind| kind == "py") {
            return format!("python3 {}", source.display());
        }
        let program = self.place(name.trim_end_matches(".c"));
        if !program.exists() {
            let built = Command::new("cc")
                .args(["-O1", "-w", "-o"])
                .args([&program, &source])
                .status();
            assert!(built.expect("a C compiler").success(), "{name} compiles");
        }
        program.to_str().expect("plain letters").to_owned()
    }

    /// The processes that carry this test's mark, except zombies.
    pub fn survivors(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").expect("Linux").flatten();
        let marked = entries.filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment
                .split(|&byte| byte == 0)
                .any(|variable| variable == self.mark.as_bytes())
        });
        marked
            .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
            .filter(|stat| !stat.contains(") Z "))
            .collect()
    }

    /// Fails if something is still there after a while; `patience` is for what nobody waits for.
    #[track_caller]
    pub fn assert_nothing_left(&self, patience: Duration) {
        let start = Instant::now();
        while !self.survivors().is_empty() && start.elapsed() < patience {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(self.survivors(), Vec::<String>::new());
    }
}

/// Waits for a condition that must come about.
#[track_caller]
pub fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "waiting for {what}"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal by its name.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
}
