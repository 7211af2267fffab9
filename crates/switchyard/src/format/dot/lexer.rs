//! The words of DOT.

use super::super::ParseErrors;
use std::borrow::Cow;
use std::fmt;

/// A word of DOT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a number or a string.
    Id {
        /// What it says, without quotes.
        text: Cow<'a, str>,
        /// Whether it was quoted, and so is no keyword.
        quoted: bool,
    },
    /// `--` or `->`.
    Edge,
    /// One of `{ } [ ] ; , = :`.
    Sign(char),
    /// The end of the file.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Id { text, .. } => write!(f, "{text}"),
            Token::Edge => f.write_str("an edge"),
            Token::Sign(sign) => write!(f, "{sign}"),
            Token::End => f.write_str("the end of the file"),
        }
    }
}

/// Cuts a text into words, one ahead of its reader.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The word ahead.
    ahead: Token<'a>,
    /// The line that the word ahead begins on.
    start: usize,
    stopped: bool,
    faults: ParseErrors,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut lexer = Self {
            text,
            at: 0,
            line: 1,
            ahead: Token::End,
            start: 1,
            stopped: false,
            faults: ParseErrors::default(),
        };
        lexer.next();
        lexer
    }

    /// The word ahead.
    pub(super) fn peek(&self) -> &Token<'a> {
        &self.ahead
    }

    /// The line of the word ahead.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Takes the word ahead.
    pub(super) fn next(&mut self) -> Token<'a> {
        self.skip_blanks();
        self.start = self.line;
        let next = self.read();
        std::mem::replace(&mut self.ahead, next)
    }

    /// Takes the word ahead if it is this keyword, in whatever case.
    pub(super) fn take_word(&mut self, keyword: &str) -> bool {
        let is = matches!(&self.ahead, Token::Id { text, quoted: false } if text.eq_ignore_ascii_case(keyword));
        if is {
            self.next();
        }
        is
    }

    /// Whether reading was given up: missing parts are then no errors.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Reads no further.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.at = self.text.len();
        self.ahead = Token::End;
    }

    pub(super) fn into_faults(self) -> ParseErrors {
        self.faults
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Moves on by `length` bytes, counting lines.
    fn advance(&mut self, length: usize) -> &'a str {
        let passed = &self.rest()[..length];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += length;
        passed
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let line_end = |text: &str| text.find('\n').unwrap_or(text.len());
            let before = self.text[..self.at + blank].trim_end_matches([' ', '\t']);
            let starts_line = before.is_empty() || before.ends_with('\n');
            let length = match &rest.as_bytes()[blank..] {
                [b'/', b'/', ..] => blank + line_end(&rest[blank..]),
                [b'#', ..] if starts_line => blank + line_end(&rest[blank..]),
                [b'/', b'*', ..] => {
                    let end = rest[blank + 2..].find("*/");
                    if end.is_none() {
                        self.faults.push(self.line, "a comment without its end */");
                    }
                    end.map_or(rest.len(), |end| blank + end + 4)
                }
                _ if blank == 0 => return,
                _ => blank,
            };
            self.advance(length);
        }
    }

    fn read(&mut self) -> Token<'a> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else {
                return Token::End;
            };
            match first {
                '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => {
                    self.advance(1);
                    return Token::Sign(first);
                }
                '-' if rest.starts_with("--") || rest.starts_with("->") => {
                    self.advance(2);
                    return Token::Edge;
                }
                '"' => return self.quoted(),
                '<' => return self.html(),
                '-' | '.' | '0'..='9' => {
                    if let Some(length) = numeral(rest) {
                        return Self::plain(self.advance(length));
                    }
                }
                _ if is_letter(first) => {
                    let end = rest.find(|c: char| !is_letter(c) && !c.is_ascii_digit());
                    return Self::plain(self.advance(end.unwrap_or(rest.len())));
                }
                _ => {}
            }
            self.faults
                .push(self.line, format!("{first:?} has no meaning here"));
            self.advance(first.len_utf8());
            self.skip_blanks();
            self.start = self.line;
        }
    }

    fn plain(text: &'a str) -> Token<'a> {
        let text = text.into();
        Token::Id {
            text,
            quoted: false,
        }
    }

    /// A quoted string, or several joined by `+`.
    fn quoted(&mut self) -> Token<'a> {
        let mut text = String::new();
        loop {
            self.string(&mut text);
            let (at, line) = (self.at, self.line);
            self.skip_blanks();
            if self.rest().starts_with('+') {
                self.advance(1);
                self.skip_blanks();
                if self.rest().starts_with('"') {
                    continue;
                }
                self.faults
                    .push(self.line, "expected a quoted string after +");
            } else {
                (self.at, self.line) = (at, line);
            }
            return Token::Id {
                text: text.into(),
                quoted: true,
            };
        }
    }

    /// One quoted string: only `\"` and a backslash before a line end are escapes.
    fn string(&mut self, text: &mut String) {
        let (start, line) = (self.at + 1, self.line);
        let bytes = self.text.as_bytes();
        let (mut at, mut from) = (start, start);
        while let Some(&byte) = bytes.get(at) {
            match (byte, bytes.get(at + 1)) {
                (b'"', _) => break,
                (b'\\', Some(b'"')) => {
                    text.push_str(&self.text[from..at]);
                    from = at + 1;
                    at += 2;
                }
                (b'\\', Some(b'\n')) => {
                    text.push_str(&self.text[from..at]);
                    from = at + 2;
                    at += 2;
                }
                (b'\\', Some(b'\\')) => at += 2,
                _ => at += 1,
            }
        }
        let end = at.min(bytes.len());
        text.push_str(&self.text[from..end]);
        if end == bytes.len() {
            self.faults.push(line, "a string without its closing quote");
        }
        self.advance((end + 1).min(bytes.len()) - self.at);
    }

    /// An HTML string: angle brackets that pair up.
    fn html(&mut self) -> Token<'a> {
        let (rest, line) = (self.rest(), self.line);
        let mut depth = 0_usize;
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let passed = self.advance(at + 1);
                let text = passed[1..at].into();
                return Token::Id { text, quoted: true };
            }
        }
        self.faults
            .push(line, "an HTML string without its closing >");
        self.advance(rest.len());
        Token::End
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || (!c.is_ascii() && !c.is_whitespace())
}

/// The length of the number in front: digits with at most one point, perhaps a minus.
fn numeral(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let body = &text[sign..];
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(body);
    let part = match body[whole..].strip_prefix('.') {
        Some(after) => 1 + digits(after),
        None => 0,
    };
    (whole > 0 || part > 1).then_some(sign + whole + part)
}
