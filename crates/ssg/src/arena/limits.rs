//! What an outside program may use: time, memory, processes, files; and whether it is confined.

use std::fmt;
use std::str::FromStr;

/// Which time the clocks of a game measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockKind {
    /// Wall-clock time, from the request for a move until the move has been read
    #[default]
    Wall,
    /// Processor time of the program and its children, from its start
    Cpu,
}

/// How programs are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// They can do what the user can.
    #[default]
    None,
    /// In namespaces of their own, which the supervisor makes.
    Namespaces,
    /// By bubblewrap.
    Bubblewrap,
}

/// A number of bytes: `64M` is 64 · 2²⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || "write a number of bytes, such as 512M: K, M and G are powers of 1024".to_owned();
        let (digits, shift) = match text.to_ascii_uppercase().strip_suffix(['K', 'M', 'G']) {
            None => (text.to_owned(), 0),
            Some(digits) => {
                let shift = match text.chars().last() {
                    Some('K' | 'k') => 10,
                    Some('M' | 'm') => 20,
                    _ => 30,
                };
                (digits.to_owned(), shift)
            }
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        let bytes = number.checked_mul(1 << shift).filter(|&bytes| bytes > 0);
        bytes.map(Self).ok_or_else(wrong)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
        match units
            .iter()
            .find(|(shift, _)| self.0.trailing_zeros() >= *shift)
        {
            Some((shift, unit)) => write!(f, "{} {unit}", self.0 >> shift),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// The limits of every outside program of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// What the clocks measure.
    pub clock: ClockKind,
    /// Resident memory of the program and its children together.
    pub memory: Option<Bytes>,
    /// Processes at a time, the program included.
    pub processes: Option<u32>,
    /// The size of every file that it writes.
    pub file_size: Option<Bytes>,
    /// How it is confined.
    pub sandbox: Sandbox,
}

/// As in the log of a tournament; empty without limits.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.clock == ClockKind::Cpu {
            parts.push("clock cpu".to_owned());
        }
        parts.extend(self.memory.map(|bytes| format!("memory {bytes}")));
        parts.extend(self.processes.map(|count| format!("processes {count}")));
        parts.extend(self.file_size.map(|bytes| format!("file size {bytes}")));
        if self.sandbox != Sandbox::None {
            // The kind of sandbox depends on the machine and does not change the games.
            parts.push("sandbox".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for (text, bytes, words) in [
            ("1000", 1000, "1000 bytes"),
            ("64M", 64 << 20, "64 MiB"),
            ("1g", 1 << 30, "1 GiB"),
            ("3k", 3 << 10, "3 KiB"),
            ("1536M", 1536 << 20, "1536 MiB"),
        ] {
            let size: Bytes = text.parse().unwrap();
            assert_eq!((size.0, size.to_string()), (bytes, words.to_owned()));
        }
        for bad in ["", "M", "0", "-1", "1.5G", "1T", "99999999999G", "1 M", "é"] {
            assert!(bad.parse::<Bytes>().is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_have_words() {
        assert_eq!(Limits::default().to_string(), "");
        let limits = Limits {
            clock: ClockKind::Cpu,
            memory: Some(Bytes(64 << 20)),
            processes: Some(4),
            file_size: Some(Bytes(1 << 10)),
            sandbox: Sandbox::Bubblewrap,
        };
        assert_eq!(
            limits.to_string(),
            "clock cpu, memory 64 MiB, processes 4, file size 1 KiB, sandbox"
        );
    }
}
