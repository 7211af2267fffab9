//! The log of a tournament: one line about it, then one line per game, in the order in which games end.

use crate::io::durable::{self, Kind, Line, LineFault, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::wire::tournament::TournamentHeader;
use answers::wire::record::Record;
use std::path::Path;

/// A log is recognised by its first line.
const KIND: Kind = Kind {
    name: "the log of a tournament",
    recognise: |line| TournamentHeader::parse(line).map(drop),
    sharing: Sharing::Alone,
};

/// An open log.
#[derive(Debug)]
pub struct Log(durable::Log);

impl Log {
    /// Opens the log of the tournament `header` and gives it with the games already in it, each at
    /// its place in the plan.
    ///
    /// # Errors
    /// When the file is in use, is damaged, or is the log of another tournament.
    pub fn open(
        path: &Path,
        header: &TournamentHeader,
        games: usize,
        index: impl Fn(&Record) -> Option<usize>,
    ) -> Result<(Self, Vec<Option<Record>>), CmdError> {
        let (mut log, (begun, done)) = durable::Log::open(path, &KIND, |lines| {
            let mut done = vec![None; games];
            let Some((first, lines)) = lines.split_first() else {
                return Ok((false, done));
            };
            check_header(first, header)?;
            for line in lines {
                let fault = |why: &str| line.fault(why);
                let record = Record::parse(&line.text).map_err(|why| fault(&why))?;
                let place = index(&record).ok_or_else(|| fault("no game of this tournament"))?;
                if done[place].replace(record).is_some() {
                    return Err(fault("this game is in the log already"));
                }
            }
            Ok((true, done))
        })?;
        if !begun {
            log.add(&header.line())?;
        }
        Ok((Self(log), done))
    }

    /// Empties the log, if it is the log of a tournament.
    ///
    /// # Errors
    /// When the file is something else, or in use.
    pub fn restart(path: &Path, header: &TournamentHeader) -> Result<Self, CmdError> {
        let mut log = durable::Log::restart(path, &KIND)?;
        log.add(&header.line())?;
        Ok(Self(log))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &Record) -> CmdResult {
        self.0.add(&record.line())
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> CmdResult {
        self.0.sync()
    }
}

/// Refuses the log of another tournament.
fn check_header(first: &Line, header: &TournamentHeader) -> Result<(), LineFault> {
    let found = TournamentHeader::parse(&first.text).map_err(|why| first.fault(&why))?;
    found.difference(header).map_or(Ok(()), |difference| {
        Err(first.fault(&format!(
            "the log of another tournament: {difference}; name another file with --log, or begin \
             this one anew with --restart"
        )))
    })
}
