//! The terminal: colours, unless the output is not a terminal or `NO_COLOR` is set, and escaped
//! control characters.

use std::borrow::Cow;
use std::env;
use std::fmt::{Display, Write as _};
use std::io::{self, IsTerminal, Write};
use switchyard::switching::Side;

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    colours: bool,
    terminal: bool,
}

impl Style {
    /// By standard output and the environment.
    pub fn for_stdout() -> Self {
        let terminal = io::stdout().is_terminal();
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            colours: terminal && !no_color && !dumb,
            terminal,
        }
    }

    /// Plain text.
    #[cfg(test)]
    pub fn plain() -> Self {
        Self {
            colours: false,
            terminal: false,
        }
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(self) -> bool {
        self.terminal
    }

    /// In the colour of a side: SHORT blue, CUT red.
    pub fn side(self, side: Side, text: &str) -> String {
        match side {
            Side::Short => self.sgr("1;34", text),
            Side::Cut => self.sgr("31", text),
        }
    }

    /// In bold.
    pub fn bold(self, text: &str) -> String {
        self.sgr("1", text)
    }

    /// Pale.
    pub fn pale(self, text: &str) -> String {
        self.sgr("2", text)
    }

    fn sgr(self, code: &str, text: &str) -> String {
        if self.colours {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }
}

/// The text with every control character but the newline and the tab written as `\u001b`: text from
/// files and other programs cannot move the cursor, hide text or control the terminal. The escapes
/// are those of JSON, so escaped JSON has the same value.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_where(text, |c| is_control(c) && c != '\n' && c != '\t')
}

/// The same for a name in the middle of a line, with newlines escaped too.
pub fn escape_name(text: &str) -> Cow<'_, str> {
    escape_where(text, is_control)
}

/// C0, DEL and C1, line separators, and what reorders or hides the characters around it.
fn is_control(c: char) -> bool {
    let hides = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c.is_control() || hides
}

fn escape_where(text: &str, unsafe_here: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&unsafe_here) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if unsafe_here(c) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Prints a message on stderr, and ignores errors.
pub fn note(text: &impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", escape(&text.to_string()));
}

/// A writer for terminals: text is [escaped](escape), and bytes that are not UTF-8 become U+FFFD.
#[derive(Debug)]
pub struct Escaping<W: Write> {
    out: W,
    /// The beginning of a character whose end has not come yet: at most three bytes.
    held: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        let held = Vec::new();
        Self { out, held }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        let unfinished = match str::from_utf8(&self.held) {
            Err(error) if error.error_len().is_none() => self.held.len() - error.valid_up_to(),
            _ => unfinished_end(&self.held),
        };
        let rest = self.held.split_off(self.held.len() - unfinished);
        let whole = std::mem::replace(&mut self.held, rest);
        let text = String::from_utf8_lossy(&whole);
        self.out.write_all(escape(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How many bytes at the end begin a character without ending it.
fn unfinished_end(bytes: &[u8]) -> usize {
    let most = bytes.len().min(3);
    (1..=most)
        .rev()
        .find(|&length| {
            let end = &bytes[bytes.len() - length..];
            str::from_utf8(end)
                .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        })
        .unwrap_or(0)
}

/// Breaks lines at spaces so that they are at most `width` wide, if their words are.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        for word in line.split_inclusive(' ') {
            let length = visible(word.trim_end());
            if at > 0 && at + length > width {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                at = 0;
            }
            wrapped.push_str(word);
            at += visible(word);
        }
    }
    wrapped
}

/// How many columns the text takes, without its colours.
fn visible(text: &str) -> usize {
    let mut inside = false;
    let shown = text.chars().filter(|&c| {
        let code = inside || c == '\x1b';
        inside = code && c != 'm';
        !code
    });
    shown.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        let plain = "α ∞(1,2) \t tab\nline\n";
        assert!(matches!(escape(plain), Cow::Borrowed(text) if text == plain));
        assert_eq!(escape("\x1b[31mEVIL\x07"), "\\u001b[31mEVIL\\u0007");
        assert_eq!(
            escape("\u{9b}1m \u{202e}\x7f\r"),
            "\\u009b1m \\u202e\\u007f\\u000d"
        );
        assert_eq!(escape_name("a\nb"), "a\\u000ab");
        let json = serde_json::to_string("\u{9b}x\u{202e}").unwrap();
        let read: String = serde_json::from_str(&escape(&json)).unwrap();
        assert_eq!(read, "\u{9b}x\u{202e}");
    }

    #[test]
    fn a_terminal_gets_the_same_however_the_bytes_are_cut() {
        let bytes = "α\x1b]0;t\x07 \u{9b} ∞ 🂡\n".as_bytes();
        for piece in 1..bytes.len() {
            let mut out = Escaping::new(Vec::new());
            for some in bytes.chunks(piece) {
                out.write_all(some).unwrap();
            }
            let said = String::from_utf8(out.out).unwrap();
            assert_eq!(said, "α\\u001b]0;t\\u0007 \\u009b ∞ 🂡\n", "{piece}");
        }
        let mut out = Escaping::new(Vec::new());
        out.write_all(b"\xff\x9b31m\xc3(\xe2\x88").unwrap();
        out.write_all(b"\x9e").unwrap();
        assert_eq!(
            String::from_utf8(out.out).unwrap(),
            "\u{fffd}\u{fffd}31m\u{fffd}(∞"
        );
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 7), "one two\nthree");
        assert_eq!(wrap("one\n  two three\n", 11), "one\n  two three\n");
        assert_eq!(wrap("unbreakable", 3), "unbreakable");
        assert_eq!(wrap("\x1b[1mone\x1b[0m two", 7), "\x1b[1mone\x1b[0m two");
    }
}
