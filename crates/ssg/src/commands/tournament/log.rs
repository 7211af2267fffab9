//! The log of a tournament: a line about it, then a line for every game, as games end.

use crate::io::durable::{self, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::wire::tournament::TournamentHeader;
use answers::wire::record::Record;
use std::path::Path;

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
        let (mut log, lines) = durable::Log::open(path, Sharing::Alone)?;
        let mut done = vec![None; games];
        let Some((first, lines)) = lines.split_first() else {
            log.add(&header.line())?;
            return Ok((Self(log), done));
        };
        let found = TournamentHeader::parse(&first.text).map_err(|why| log.fault(1, &why))?;
        if let Some(difference) = found.difference(header) {
            return Err(log.fault(
                1,
                &format!(
                    "the log of another tournament: {difference}; name another file with --log, \
                     or begin this one anew with --restart"
                ),
            ));
        }
        for line in lines {
            let fault = |why: &str| log.fault(line.number, why);
            let record = Record::parse(&line.text).map_err(|why| fault(&why))?;
            let place = index(&record).ok_or_else(|| fault("no game of this tournament"))?;
            if done[place].replace(record).is_some() {
                return Err(fault("this game is in the log already"));
            }
        }
        Ok((Self(log), done))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the disk is full, say.
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
