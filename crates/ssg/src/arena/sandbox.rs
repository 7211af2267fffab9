//! Confinement of outside programs: no network, a working folder of their own, everything else read-only,
//! and other processes out of their reach.
//!
//! There are two ways. The supervisor enters namespaces of its own (user, mount, network, IPC, processes), binds the
//! working folder over itself, makes every other mount read-only, and starts the program as an unprivileged user
//! below an `init` ([`supervisor`](super::supervisor)) that is the first process of its namespace. Where the system forbids
//! that, bubblewrap may still be allowed to do the same.

use super::limits::Sandbox;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The folder that a confined program may write to.
pub fn working_folder() -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("ssg-player-").tempdir()
}

/// The words of a command, with the names of files made absolute, because the program runs in
/// another folder.
pub fn absolute(words: &[String]) -> Vec<OsString> {
    let absolute = |(at, word): (usize, &String)| {
        let path = Path::new(word);
        // The first word is looked up in PATH if it names no folder.
        let is_file = path.exists() && (at > 0 || word.contains('/'));
        match std::path::absolute(path) {
            Ok(path) if is_file => path.into_os_string(),
            _ => OsString::from(word),
        }
    };
    words.iter().enumerate().map(absolute).collect()
}

/// How many processes are between the supervisor and the program.
pub fn helpers(sandbox: Sandbox) -> usize {
    match sandbox {
        Sandbox::None => 0,
        Sandbox::Namespaces => 1,
        Sandbox::Bubblewrap => 2,
    }
}

/// The command that runs `command` confined to `folder`; with namespaces they must have been entered.
pub fn command(sandbox: Sandbox, folder: Option<&Path>, command: &[OsString]) -> Command {
    let mut words: Vec<OsString> = Vec::new();
    match (sandbox, folder) {
        (Sandbox::Namespaces, _) => {
            words.extend(["/proc/self/exe", "supervise", "--init", "--"].map(OsString::from));
        }
        (Sandbox::Bubblewrap, Some(folder)) => words.extend(bubblewrap(folder)),
        _ => {}
    }
    words.extend(command.iter().cloned());
    let mut confined = Command::new(&words[0]);
    confined.args(&words[1..]);
    if let Some(folder) = folder {
        confined
            .current_dir(folder)
            .env("HOME", folder)
            .env("TMPDIR", folder);
    }
    confined
}

fn bubblewrap(folder: &Path) -> Vec<OsString> {
    let options = "bwrap --unshare-all --die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --bind";
    let mut words: Vec<OsString> = options.split(' ').map(OsString::from).collect();
    let folder = folder.as_os_str();
    words.extend(
        [
            folder,
            folder,
            OsStr::new("--chdir"),
            folder,
            OsStr::new("--"),
        ]
        .map(OsString::from),
    );
    words
}

/// Whether this machine allows the sandbox: runs a program in it that does nothing.
///
/// # Errors
/// The reason why it does not.
pub fn probe(sandbox: Sandbox) -> Result<(), String> {
    if sandbox == Sandbox::None {
        return Ok(());
    }
    let folder = working_folder().map_err(|error| error.to_string())?;
    let mut check = if sandbox == Sandbox::Bubblewrap {
        command(sandbox, Some(folder.path()), &["true".into()])
    } else {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut check = Command::new(own);
        check.args(["supervise", "--check"]).arg(folder.path());
        check
    };
    let output = check
        .stdin(Stdio::null())
        .output()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "bubblewrap (bwrap) is not installed".to_owned(),
            _ => error.to_string(),
        })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said
        .lines()
        .next()
        .unwrap_or("it fails without a word")
        .to_owned())
}

/// Enters new namespaces and makes everything except `folder` read-only. The process must have one
/// thread.
///
/// # Errors
/// When the system does not allow it.
#[cfg(target_os = "linux")]
pub fn enter(folder: &Path) -> io::Result<()> {
    use rustix::mount::{MountPropagationFlags, mount_bind, mount_change};
    use rustix::process::{getgid, getuid};
    use rustix::thread::UnshareFlags;
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let namespaces = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWPID;
    #[expect(
        deprecated,
        reason = "unsafe only where the table of open files is unshared, which it is not"
    )]
    let unshared = rustix::thread::unshare(namespaces);
    unshared.map_err(|error| failed("namespaces", &error.into()))?;
    // Root is mapped to an ordinary user, so that the program starts without capabilities.
    let inside = |id: u32| if id == 0 { 1000 } else { id };
    std::fs::write("/proc/self/setgroups", "deny").map_err(|error| failed("setgroups", &error))?;
    std::fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user)))
        .map_err(|error| failed("uid_map", &error))?;
    std::fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group)))
        .map_err(|error| failed("gid_map", &error))?;
    rustix::thread::set_no_new_privs(true)?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(|error| failed("/", &error.into()))?;
    mount_bind(folder, folder).map_err(|error| failed("the working folder", &error.into()))?;
    protect_all_but(folder)
}

#[cfg(not(target_os = "linux"))]
pub fn enter(_: &Path) -> io::Result<()> {
    Err(io::Error::other("namespaces are a feature of Linux"))
}

fn failed(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

/// Makes every mount but that of `folder` read-only.
#[cfg(target_os = "linux")]
fn protect_all_but(folder: &Path) -> io::Result<()> {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    use rustix::mount::{MountFlags, mount_remount};
    let list = std::fs::read_to_string("/proc/self/mountinfo")?;
    for line in list.lines() {
        let mut fields = line.split(' ').skip(4);
        let (Some(place), Some(options)) = (fields.next(), fields.next()) else {
            continue;
        };
        let place = unescape(place);
        let place = Path::new(&place);
        if place == folder {
            continue;
        }
        let flags = MountFlags::BIND | MountFlags::RDONLY | kept_flags(options);
        let remounted = mount_remount(place, flags, "");
        // A mount that another one covers cannot be reached, and needs no change.
        let writable =
            statvfs(place).is_ok_and(|stat| !stat.f_flag.contains(StatVfsMountFlags::RDONLY));
        if let (Err(error), true) = (remounted, writable) {
            return Err(failed(&place.display().to_string(), &error.into()));
        }
    }
    Ok(())
}

/// The flags of a mount that a remount must keep.
#[cfg(target_os = "linux")]
fn kept_flags(options: &str) -> rustix::mount::MountFlags {
    use rustix::mount::MountFlags;
    let flag = |option: &str| match option {
        "nosuid" => MountFlags::NOSUID,
        "nodev" => MountFlags::NODEV,
        "noexec" => MountFlags::NOEXEC,
        "noatime" => MountFlags::NOATIME,
        "nodiratime" => MountFlags::NODIRATIME,
        "relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    };
    options
        .split(',')
        .map(flag)
        .fold(MountFlags::empty(), MountFlags::union)
}

/// A path as `mountinfo` writes it: `\040` is a blank.
#[cfg(target_os = "linux")]
fn unescape(place: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    let bytes = place.as_bytes();
    let mut path = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let octal = place.get(at + 1..at + 4).filter(|_| bytes[at] == b'\\');
        let byte = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        path.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 4 } else { 1 };
    }
    OsString::from_vec(path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn paths_of_mounts_are_read() {
        assert_eq!(unescape("/a\\040b\\134c"), OsString::from("/a b\\c"));
        assert_eq!(unescape("/plain\\"), OsString::from("/plain\\"));
        assert_eq!(unescape("/\\999"), OsString::from("/\\999"));
    }

    #[test]
    fn files_among_words_become_absolute() {
        let words = ["sh", "Cargo.toml", "-c", "no-such-file"].map(str::to_owned);
        let absolute = absolute(&words);
        assert_eq!(absolute[0], OsString::from("sh"));
        assert!(Path::new(&absolute[1]).is_absolute());
        assert_eq!(absolute[2..], ["-c", "no-such-file"].map(OsString::from));
    }
}
