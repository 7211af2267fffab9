//! `make play`: the address is always printed; a browser is opened only where somebody can see it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Starts the page with these settings: the address that is printed, and the one that is opened.
fn play(settings: &[(&str, &str)]) -> (String, Option<String>) {
    let place = tempfile::tempdir().unwrap();
    let opened = place.path().join("opened");
    for name in ["xdg-open", "open"] {
        let browser = place.path().join(name);
        let script =
            "#!/bin/sh\nprintf %s \"$1\" > \"$OPENED.part\" && mv \"$OPENED.part\" \"$OPENED\"\n";
        fs::write(&browser, script).unwrap();
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!(
        "{}:{}",
        place.path().display(),
        std::env::var("PATH").unwrap()
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/play.sh");
    let mut command = Command::new(script);
    for name in ["CI", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"] {
        command.env_remove(name);
    }
    let mut child = command
        .args(["--port", "0"])
        .envs(settings.iter().copied())
        .env("SSG", env!("CARGO_BIN_EXE_ssg"))
        .env("PATH", path)
        .env("OPENED", &opened)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut address = String::new();
    stdout.read_line(&mut address).unwrap();
    // A browser is started right after the address is printed: it has two seconds to be seen.
    let shown = settings.iter().any(|(name, _)| name.ends_with("DISPLAY"));
    for _ in 0..if shown { 100 } else { 5 } {
        if opened.exists() {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    let group = format!("-{}", child.id());
    let killed = Command::new("kill").args(["-TERM", "--", &group]).status();
    assert!(killed.unwrap().success());
    child.wait().unwrap();
    let opened = fs::read_to_string(&opened).ok();
    (address.trim_end().to_owned(), opened)
}

#[test]
fn the_address_is_printed_and_opened_where_there_is_a_screen() {
    let (address, opened) = play(&[("DISPLAY", ":7")]);
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert_eq!(opened, Some(address));
    let (address, opened) = play(&[("WAYLAND_DISPLAY", "wayland-0")]);
    assert_eq!(opened, Some(address));
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_screen_the_address_is_only_printed() {
    let (address, opened) = play(&[]);
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert_eq!(opened, None);
}

#[test]
fn automation_never_opens_a_browser() {
    let (address, opened) = play(&[("CI", "true"), ("DISPLAY", ":7")]);
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    assert_eq!(opened, None);
}
