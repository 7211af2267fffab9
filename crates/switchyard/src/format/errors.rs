//! What is wrong with a file, and where.

use std::fmt;

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what would be right.
    pub reason: String,
}

/// Everything that is wrong with a file, in the order of its lines.
///
/// All faults are counted; the words are kept for the first [`ParseErrors::KEPT`], since a file of ten
/// million bad lines should not cost a gigabyte of complaints.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ParseErrors {
    kept: Vec<ParseError>,
    count: usize,
}

impl ParseErrors {
    /// How many faults keep their words.
    pub const KEPT: usize = 1000;

    /// A single fault.
    pub fn one(line: usize, reason: impl Into<String>) -> Self {
        let mut faults = Self::default();
        faults.push(line, reason);
        faults
    }

    /// Adds a fault.
    pub fn push(&mut self, line: usize, reason: impl Into<String>) {
        self.count += 1;
        if self.kept.len() < Self::KEPT {
            let reason = reason.into();
            self.kept.push(ParseError { line, reason });
        }
    }

    /// Adds the faults of a later part of the same file.
    pub fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = Self::KEPT - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many faults there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first faults, in the order of their lines; [`ParseErrors::count`] says how many there are.
    pub fn kept(&self) -> &[ParseError] {
        &self.kept
    }

    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// The faults themselves, sorted by line, when there are any.
    pub fn or<T>(mut self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            return Ok(value);
        }
        self.kept.sort_by_key(|fault| fault.line);
        Err(self)
    }
}

impl fmt::Display for ParseErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ParseError { line, reason }) in self.kept.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}line {line}: {reason}")?;
        }
        match self.count - self.kept.len() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for ParseErrors {}
