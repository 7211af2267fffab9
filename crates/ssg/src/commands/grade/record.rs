//! The log of a grading: one line about the rules, then one line per finished piece of work.
//! Results of a submission that has changed since are ignored.

use super::submission::Submission;
use crate::io::durable::{self, Kind, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::wire;
use crate::wire::grade::{CheckJson, GradeHeader, StepJson};
use answers::wire::record::Record;
use std::collections::HashMap;
use std::path::Path;

/// A log is recognised by its first line.
const KIND: Kind = Kind {
    name: "the log of a grading",
    recognise: |line| GradeHeader::parse(line).map(drop),
    sharing: Sharing::Alone,
};

/// A submission as it was: its name and its identity.
type Key = (String, String);

/// What was done before.
#[derive(Debug, Default)]
pub struct Done {
    checks: HashMap<Key, Vec<CheckJson>>,
    won: HashMap<(Key, usize), Record>,
    tournament: Vec<([String; 2], Record)>,
}

impl Done {
    fn take(&mut self, step: StepJson) {
        match step {
            StepJson::Conformance {
                name,
                identity,
                checks,
            } => {
                self.checks.insert((name, identity), checks);
            }
            StepJson::Won {
                name,
                identity,
                number,
                record,
            } => {
                self.won.insert(((name, identity), number), record);
            }
            StepJson::Tournament { identities, record } => {
                self.tournament.push((identities, record));
            }
        }
    }

    /// The checks of a submission.
    pub fn checks(&self, submission: &Submission) -> Option<Vec<CheckJson>> {
        self.checks.get(&key(submission)).cloned()
    }

    /// A game from a won position.
    pub fn won_game(&self, submission: &Submission, number: usize) -> Option<Record> {
        self.won.get(&(key(submission), number)).cloned()
    }

    /// The games of a round robin, each at its place in the plan; `sides` gives the identities of a game's players.
    pub fn tournament(
        &self,
        games: usize,
        index: impl Fn(&Record) -> Option<usize>,
        sides: impl Fn(usize) -> [String; 2],
    ) -> Vec<Option<Record>> {
        let mut records = vec![None; games];
        for (identities, record) in &self.tournament {
            let place = index(record).filter(|&place| sides(place) == *identities);
            if let Some(place) = place {
                records[place] = Some(record.clone());
            }
        }
        records
    }
}

fn key(submission: &Submission) -> Key {
    (submission.name.clone(), submission.identity.clone())
}

/// An open log.
#[derive(Debug)]
pub struct GradeLog {
    log: durable::Log,
    done: Done,
}

impl GradeLog {
    /// Opens the log of a grading by these rules.
    ///
    /// # Errors
    /// When the file is in use, is damaged, is something else, or belongs to other rules.
    pub fn open(path: &Path, rules: &str, restart: bool) -> Result<Self, CmdError> {
        let header = GradeHeader {
            version: GradeHeader::VERSION,
            rules: rules.to_owned(),
        };
        if restart {
            let mut log = durable::Log::restart(path, &KIND)?;
            log.add(&wire::line_of(&header))?;
            let done = Done::default();
            return Ok(Self { log, done });
        }
        let (mut log, (begun, done)) = durable::Log::open(path, &KIND, |lines| {
            let mut done = Done::default();
            let Some((first, lines)) = lines.split_first() else {
                return Ok((false, done));
            };
            let found = GradeHeader::parse(&first.text).map_err(|why| first.fault(&why))?;
            if found != header {
                let why = "the rules or their networks have changed since; --restart begins anew";
                return Err(first.fault(why));
            }
            for line in lines {
                let step = wire::parse(line.text.as_bytes()).map_err(|why| line.fault(&why))?;
                done.take(step);
            }
            Ok((true, done))
        })?;
        if !begun {
            log.add(&wire::line_of(&header))?;
        }
        Ok(Self { log, done })
    }

    /// What was done before.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Adds what was done now.
    ///
    /// # Errors
    /// When the disk is full, say.
    pub fn add(&mut self, step: &StepJson) -> CmdResult {
        self.log.add(&wire::line_of(step))
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> CmdResult {
        self.log.sync()
    }
}
