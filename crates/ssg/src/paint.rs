//! Colours on the terminal: none when the output is no terminal or `NO_COLOR` is set.

use std::env;
use std::io::{self, IsTerminal};
use switchyard::switching::Side;

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colours: bool,
    terminal: bool,
}

impl Paint {
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
