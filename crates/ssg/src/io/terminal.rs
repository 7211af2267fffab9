//! Colours on the terminal: none when the output is no terminal or `NO_COLOR` is set.

use std::env;
use std::io::{self, IsTerminal};
use switchyard::switching::Side;

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    colours: bool,
    terminal: bool,
}

impl Style {
    /// As standard output and the environment want it.
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

    /// Whether a person is looking.
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
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 7), "one two\nthree");
        assert_eq!(wrap("one\n  two three\n", 11), "one\n  two three\n");
        assert_eq!(wrap("unbreakable", 3), "unbreakable");
        assert_eq!(wrap("\x1b[1mone\x1b[0m two", 7), "\x1b[1mone\x1b[0m two");
    }
}
