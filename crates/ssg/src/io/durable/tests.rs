//! Logs of programs killed at any byte, and logs altered in any bit.

use super::log::{Contents, Medium};
use super::seal::{Seal, examine, seal};
use super::{Kind, Line, Log, Sharing};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Logs of these tests begin with an object that has the field `game`.
fn kind(sharing: Sharing) -> Kind {
    Kind {
        name: "a log of games",
        recognise: |line| {
            let value: serde_json::Value =
                serde_json::from_str(line).map_err(|why| why.to_string())?;
            value
                .get("game")
                .map(drop)
                .ok_or_else(|| "no game".to_owned())
        },
        sharing,
    }
}

fn open(path: &Path, sharing: Sharing) -> Result<(Log, Vec<Line>), crate::io::exit::CmdError> {
    Log::open(path, &kind(sharing), |lines| Ok(lines.to_vec()))
}

const OBJECTS: [&str; 4] = [
    r#"{"game":1,"moves":[1,2,3]}"#,
    r#"{"a":"}\"\\n ü"}"#,
    r#"{"nested":{"crc32":"00000000"}}"#,
    r#"{"last":""}"#,
];

fn written(count: usize) -> String {
    OBJECTS[..count].iter().map(|object| seal(object)).collect()
}

/// The lines of a log without their seals.
fn objects(lines: &[Line]) -> Vec<String> {
    let open = |line: &Line| match line.text.rsplit_once(",\"crc32\":") {
        Some((open, _)) if examine(line.text.as_bytes()) == Seal::Whole => format!("{open}}}"),
        _ => line.text.clone(),
    };
    lines.iter().map(open).collect()
}

#[test]
fn a_sealed_line_is_json_with_one_field_more() {
    let line = seal("{\"a\":1}\n");
    assert_eq!(line, "{\"a\":1,\"crc32\":\"a702fc6e\"}\n");
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (&value["a"], value.as_object().unwrap().len()),
        (&1.into(), 2)
    );
    assert_eq!(examine(line.trim_end().as_bytes()), Seal::Whole);
    assert_eq!(examine(b"{\"a\":2,\"crc32\":\"a702fc6e\"}"), Seal::Broken);
    assert_eq!(examine(b"{\"a\":2}"), Seal::None);
}

/// A disk with room for this many bytes, on which nothing can be taken back.
struct Full {
    bytes: Vec<u8>,
    room: usize,
    can_cut: bool,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.room - self.bytes.len());
        if fits == 0 {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.bytes.extend_from_slice(&bytes[..fits]);
        Ok(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Medium for Full {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        if !self.can_cut {
            return Err(io::Error::from(io::ErrorKind::Other));
        }
        self.bytes.truncate(length as usize);
        Ok(())
    }

    fn force(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn take_turn(&mut self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn end_turn(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The program dies after any number of bytes: all lines added before are there, in order, and the
/// log can be continued.
#[test]
fn a_log_that_stops_at_any_byte_loses_the_unfinished_line_at_most() {
    let whole = written(OBJECTS.len());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    for room in 0..=whole.len() {
        for can_cut in [false, true] {
            let medium = Full {
                bytes: Vec::new(),
                room,
                can_cut,
            };
            let mut log = Log::on(medium, Path::new("log"), Sharing::Alone);
            let added = OBJECTS.iter().take_while(|object| log.add(object).is_ok());
            let added = added.count();
            let left = log.into_medium().bytes;
            if can_cut {
                assert_eq!(left, written(added).as_bytes(), "{room}");
            } else {
                assert_eq!(left, &whole.as_bytes()[..room]);
            }

            fs::write(&path, &left).unwrap();
            // A log is made with its first line, so what has less is none.
            if (1..written(1).len() - 1).contains(&left.len()) {
                let refused = open(&path, Sharing::Alone).unwrap_err().to_string();
                assert!(
                    refused.contains("not a log of games, so it is left"),
                    "{refused}"
                );
                assert_eq!(fs::read(&path).unwrap(), left);
                continue;
            }
            let (mut log, lines) = open(&path, Sharing::Alone).unwrap();
            let found = objects(&lines);
            // A line of which only the newline is missing is whole.
            let open = usize::from(found.len() > added);
            assert_eq!(found, &OBJECTS[..added + open], "{room}");
            if open == 1 {
                assert!(whole[room..].starts_with('\n') && !can_cut);
            }
            for object in &OBJECTS[found.len()..] {
                log.add(object).unwrap();
            }
            drop(log);
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{room}");
        }
    }
}

/// Every bit of a log: an error that names the line or the one after it, or nothing lost at all.
#[test]
fn an_altered_bit_is_never_passed_over() {
    let whole = written(OBJECTS.len()).into_bytes();
    let mut harmless = 0;
    for bit in 0..whole.len() * 8 {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        let line = whole[..bit / 8].split(|&byte| byte == b'\n').count();
        match Contents::of(&altered) {
            Err(damage) => assert!(
                damage.line == line || damage.line == line + 1,
                "bit {bit} of line {line}: {damage:?}"
            ),
            // Only the name of the first line's checksum may go wrong unnoticed: then the line
            // looks older than checksums, and what it says is whole.
            Ok(contents) => {
                harmless += 1;
                assert_eq!(
                    (line, contents.lines.len()),
                    (1, OBJECTS.len()),
                    "bit {bit}"
                );
                let intact = OBJECTS[0].trim_end_matches('}');
                let first = &contents.lines[0].text;
                assert!(first.starts_with(intact), "bit {bit}: {first}");
                assert_eq!(objects(&contents.lines[1..]), OBJECTS[1..]);
                assert_eq!(contents.whole, altered.len());
            }
        }
    }
    assert!(harmless <= 8 * ",\"crc32\":\"\"}".len(), "{harmless}");
}

/// A file that is not a log is not changed by any command.
#[test]
fn a_foreign_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("thesis");
    let sealed = seal(r#"{"thesis":1}"#);
    let mine = written(2);
    let foreign = [
        "my thesis",
        "line one\nmy thesis",
        "{",
        "{\n \"game\": 1,\n \"b\": [\n  1\n ]\n}",
        "{\"game\":1,\"moves\":",
        "\n\n \n",
        "4\n5\n1\n4\n1 2",
        "\0\0\0",
        sealed.as_str(),
        // A log followed by other text: neither is cut.
        &format!("{mine}my notes"),
        &format!("{mine}my notes\n"),
    ];
    for contents in foreign {
        fs::write(&path, contents).unwrap();
        for sharing in [Sharing::Alone, Sharing::InTurns] {
            assert!(open(&path, sharing).is_err(), "{contents:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
            if !contents.starts_with(&mine) {
                assert!(Log::restart(&path, &kind(sharing)).is_err());
                assert_eq!(fs::read_to_string(&path).unwrap(), contents);
            }
        }
    }
    // An incomplete last line is removed only when all others were accepted.
    let torn = format!("{mine}{{\"game\":3");
    fs::write(&path, &torn).unwrap();
    let judge = |lines: &[Line]| Err::<(), _>(lines[1].fault("of another tournament"));
    assert!(Log::open(&path, &kind(Sharing::Alone), judge).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), torn);
    open(&path, Sharing::Alone).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), mine);
    let mut log = Log::restart(&path, &kind(Sharing::Alone)).unwrap();
    log.add(OBJECTS[0]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), written(1));
}

#[test]
fn what_has_no_end_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [
        Path::new("/dev/zero"),
        Path::new("/dev/full"),
        &pipe,
        folder.path(),
    ] {
        let refused = open(path, Sharing::Alone).unwrap_err().to_string();
        assert!(
            refused.ends_with("is a plain file, and this is none"),
            "{refused}"
        );
    }
    let nowhere = folder.path().join("no/such");
    assert!(open(&nowhere, Sharing::Alone).is_err());
}

#[test]
fn lines_without_seals_are_read_until_the_first_that_has_one() {
    let plain = "{\"a\":1}\n{\"b\":2}\n";
    let old = Contents::of(plain.as_bytes()).unwrap();
    assert_eq!(objects(&old.lines), ["{\"a\":1}", "{\"b\":2}"]);
    let mixed = format!("{plain}{}", seal("{\"c\":3}"));
    assert_eq!(Contents::of(mixed.as_bytes()).unwrap().lines.len(), 3);
    let blank = Contents::of(format!("{mixed}\n{}", seal("{\"d\":4}")).as_bytes()).unwrap();
    assert_eq!(blank.lines.last().map(|line| line.number), Some(5));
    let lost = format!("{mixed}{plain}");
    assert_eq!(Contents::of(lost.as_bytes()).unwrap_err().line, 4);
    // The end of a file by hand, with and without its newline; an unfinished one.
    for (end, lines) in [("{\"c\":3}", 3), ("{\"c\":", 2), ("", 2)] {
        let contents = Contents::of(format!("{plain}{end}").as_bytes()).unwrap();
        assert_eq!(contents.lines.len(), lines, "{end}");
        assert_eq!(contents.open, lines == 3);
    }
    assert_eq!(Contents::of(b"\xff\n").unwrap_err().line, 1);
    assert!(Contents::of(b"").unwrap().lines.is_empty());
}

#[test]
fn one_writer_alone_or_several_in_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let (mut alone, _) = open(&path, Sharing::Alone).unwrap();
    let (mut second, _) = open(&path, Sharing::Alone).unwrap();
    assert!(!path.exists());
    alone.add(OBJECTS[0]).unwrap();
    let refused = second.add(OBJECTS[0]).unwrap_err().to_string();
    assert!(
        refused.ends_with("another program has begun this file"),
        "{refused}"
    );
    let refused = open(&path, Sharing::Alone).unwrap_err().to_string();
    assert!(
        refused.ends_with("another program is writing to this file"),
        "{refused}"
    );
    let refused = Log::restart(&path, &kind(Sharing::Alone)).unwrap_err();
    assert!(
        refused
            .to_string()
            .ends_with("another program is writing to this file")
    );
    drop(alone);
    assert_eq!(fs::read_to_string(&path).unwrap(), written(1));
    fs::remove_file(&path).unwrap();
    let (mut one, _) = open(&path, Sharing::InTurns).unwrap();
    let (mut two, _) = open(&path, Sharing::InTurns).unwrap();
    for _ in 0..3 {
        one.add(OBJECTS[0]).unwrap();
        two.add(OBJECTS[1]).unwrap();
    }
    drop((one, two));
    let (_, lines) = open(&path, Sharing::Alone).unwrap();
    let expected: Vec<&str> = [OBJECTS[0], OBJECTS[1]].repeat(3);
    assert_eq!(objects(&lines), expected);
}
