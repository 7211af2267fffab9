//! Replacements stopped at any point, of any kind of file.

use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_the_old_one_until_the_new_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    write(&path, b"old").unwrap();
    let new = b"the new contents";
    for stop in 0..=new.len() {
        let mut file = Replacement::begin(&path).unwrap();
        file.write_all(&new[..stop]).unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!(names(folder.path()), ["file"]);
    }
    write(&path, new).unwrap();
    assert_eq!(fs::read(&path).unwrap(), new);
    assert_eq!(names(folder.path()), ["file"]);
}

/// Where drafts must have names, one that was left over does not disturb the next.
#[test]
fn drafts_with_names_go_away_and_never_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(folder.path().join(".file.1-0.part"), "left over").unwrap();
    for contents in [&b"one"[..], b"two"] {
        let mut draft = Draft::named(folder.path().to_owned()).unwrap();
        draft.file.write_all(contents).unwrap();
        assert_eq!(names(folder.path()).len(), 2 + usize::from(path.exists()));
        draft.replace(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), contents);
    }
    drop(Draft::named(folder.path().to_owned()).unwrap());
    let draft = Draft::named(folder.path().to_owned()).unwrap();
    let taken = draft.create(&path).unwrap_err();
    assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    let draft = Draft::named(folder.path().to_owned()).unwrap();
    draft.create(&folder.path().join("new")).unwrap();
    assert_eq!(names(folder.path()), [".file.1-0.part", "file", "new"]);
}

#[test]
fn a_new_file_is_there_with_its_first_bytes_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let refused = crate::create_with(&path, b"first", |_| Err(io::Error::other("no")));
    assert!(refused.is_err() && names(folder.path()).is_empty());
    let unseen = |_: &File| {
        assert!(names(folder.path()).iter().all(|name| name != "file"));
        Ok(())
    };
    let mut file = crate::create_with(&path, b"first", unseen).unwrap();
    file.write_all(b", second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first, second");
    let taken = crate::create_with(&path, b"other", |_| Ok(())).unwrap_err();
    assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"first, second");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn links_stay_links_even_when_they_lead_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(&at("file"), b"old").unwrap();
    symlink("file", at("link")).unwrap();
    symlink("link", at("second")).unwrap();
    write(&at("second"), b"new").unwrap();
    assert_eq!(fs::read(at("file")).unwrap(), b"new");
    symlink("missing", at("dangling")).unwrap();
    write(&at("dangling"), b"made").unwrap();
    assert_eq!(fs::read(at("missing")).unwrap(), b"made");
    for link in ["link", "second", "dangling"] {
        assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
    }
    symlink("round", at("round")).unwrap();
    assert!(write(&at("round"), b"").is_err());
    assert!(fs::symlink_metadata(at("round")).unwrap().is_symlink());
}

#[test]
fn modes_and_second_names_stay() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(&at("file"), b"old").unwrap();
    fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
    write(&at("file"), b"new").unwrap();
    let mode = fs::metadata(at("file")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    fs::hard_link(at("file"), at("other")).unwrap();
    let mut file = Replacement::begin(&at("file")).unwrap();
    file.write_all(b"n").unwrap();
    assert_eq!(fs::read(at("other")).unwrap(), b"new");
    file.finish().unwrap();
    assert_eq!(fs::read(at("other")).unwrap(), b"n");
}

#[test]
fn names_may_be_as_long_as_the_file_system_allows() {
    let folder = tempfile::tempdir().unwrap();
    let name = "n".repeat(255);
    for contents in [&b"one"[..], b"two"] {
        write(&folder.path().join(&name), contents).unwrap();
        assert_eq!(fs::read(folder.path().join(&name)).unwrap(), contents);
    }
    assert_eq!(names(folder.path()), [name]);
}

#[test]
fn what_is_no_plain_file_is_written_to_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(Path::new("/dev/null"), b"nothing").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert!(write(Path::new("/dev/full"), b"no room").is_err());
    assert!(write(&folder.path().join("no/such"), b"").is_err());
    assert!(write(folder.path(), b"").is_err());
    assert!(write(Path::new(""), b"").is_err());
}
