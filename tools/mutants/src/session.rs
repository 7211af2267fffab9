//! Every mutant against the tests.

use crate::Fault;
use crate::copy::{Copy, Program};
use crate::list::{Mutant, Names};
use crate::log::Log;
use crate::report::Fate;
use crate::tests::{self, Test, Verdict};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every test, run without a mutant; the shortest first.
pub fn traced(programs: &[Program], scratch: &Path, jobs: usize) -> Result<Vec<Test>, Fault> {
    fs::create_dir_all(scratch)?;
    let mut names = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let all = tests::names(program)?
            .into_iter()
            .map(|name| (number, name));
        // The robot's tests take longest, and are about currents; the architecture test reads sources, and
        // fails on mutated ones.
        let is_left_out = ["analog", "architecture"]
            .iter()
            .any(|prefix| program.name.starts_with(prefix));
        names.extend(all.filter(|(_, name)| !is_left_out && !name.starts_with("analog::")));
    }
    let traced = Mutex::new(Vec::new());
    on_all_cores(jobs, &names, |(number, name)| {
        let test = tests::trace(&programs[*number], *number, name.clone(), scratch)?;
        traced.lock().unwrap().push(test);
        Ok(())
    })?;
    let mut traced = traced.into_inner().unwrap();
    traced.retain(|test| !test.reaches.is_empty());
    traced.sort_by_key(|test| test.time);
    let time: f64 = traced.iter().map(|test| test.time.as_secs_f64()).sum();
    eprintln!(
        "{} of {} tests reach a mutant's place; {time:.0} s without one",
        traced.len(),
        names.len()
    );
    Ok(traced)
}

pub struct Session<'a> {
    pub mutants: &'a [Mutant],
    pub sources: &'a HashMap<String, String>,
    pub names: &'a Names,
    pub log: &'a Log,
}

impl Session<'_> {
    fn mutant(&self, id: u32) -> &Mutant {
        &self.mutants[id as usize - 1]
    }

    fn key(&self, id: u32) -> &str {
        &self.names.keys[id as usize - 1]
    }

    fn is_open(&self, id: &u32) -> bool {
        self.log.fate(self.key(*id)).is_none()
    }

    /// Logs those that do not compile.
    pub fn leave_out(&self, ids: &HashSet<u32>) -> Result<(), Fault> {
        let mut open = ids.iter().filter(|id| self.is_open(id));
        open.try_for_each(|&id| self.log.write(self.key(id), Fate::NotViable, ""))
    }

    pub fn run_switched(
        &self,
        ids: &[u32],
        programs: &[Program],
        tests: &[Test],
        jobs: usize,
    ) -> Result<(), Fault> {
        let open: Vec<u32> = ids.iter().copied().filter(|id| self.is_open(id)).collect();
        eprintln!("{} to run behind the switch", open.len());
        on_all_cores(jobs, &open, |&id| {
            let reaching = tests.iter().filter(|test| test.reaches.contains(&id));
            let (fate, by) = fate(reaching, programs, id)?;
            self.log.write(self.key(id), fate, &by)
        })
    }

    /// Builds each one separately. Without a switch it is not known which tests reach it, so all
    /// tests run.
    pub fn run_alone(&self, ids: &[u32], tests: &[Test], copy: &Copy) -> Result<(), Fault> {
        for id in ids.iter().copied().filter(|id| self.is_open(id)) {
            let mutant = self.mutant(id);
            eprintln!("alone: {}", mutant.name);
            let source = &self.sources[&mutant.file];
            let mut mutated = source.clone();
            mutated.replace_range(mutant.span.range(source), &mutant.replacement);
            copy.write(&mutant.file, &mutated)?;
            let (fate, by) = if copy.compiles()? {
                fate(tests.iter(), &copy.tests()?, 0)?
            } else {
                (Fate::NotViable, String::new())
            };
            self.log.write(self.key(id), fate, &by)?;
            copy.write(&mutant.file, source)?;
        }
        Ok(())
    }
}

/// Runs the tests until one detects the mutant.
fn fate<'a>(
    tests: impl Iterator<Item = &'a Test>,
    programs: &[Program],
    id: u32,
) -> Result<(Fate, String), Fault> {
    for test in tests {
        match test.notices(programs, id)? {
            Verdict::Passed => {}
            Verdict::Failed => return Ok((Fate::Noticed, test.name.clone())),
            Verdict::TimedOut => return Ok((Fate::TimedOut, test.name.clone())),
        }
    }
    Ok((Fate::Survived, String::new()))
}

fn on_all_cores<T: Sync>(
    jobs: usize,
    work: &[T],
    job: impl Fn(&T) -> Result<(), Fault> + Sync,
) -> Result<(), Fault> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<(), Fault> {
        while let Some(item) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            job(item)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}
