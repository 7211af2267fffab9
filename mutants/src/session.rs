//! Every mutant against the tests.

use crate::Fault;
use crate::copy::{Copy, Program};
use crate::list::Mutant;
use crate::log::Log;
use crate::report::Fate;
use crate::tests::{self, Test, Verdict};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every test, run without a mutant.
pub fn traced(programs: &[Program], scratch: &Path, jobs: usize) -> Result<Vec<Test>, Fault> {
    fs::create_dir_all(scratch)?;
    let mut names = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let all = tests::names(program)?
            .into_iter()
            .map(|name| (number, name));
        // The robot's tests take longest, and look at currents.
        names.extend(all.filter(|(_, name)| {
            !program.name.starts_with("analog") && !name.starts_with("analog::")
        }));
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
    pub log: Log,
    /// The shortest first.
    pub tests: Vec<Test>,
}

impl Session<'_> {
    fn mutant(&self, id: u32) -> &Mutant {
        &self.mutants[id as usize - 1]
    }

    /// Tells the mutant from all others, and from itself in a function that has changed.
    pub fn key(&self, id: u32) -> String {
        let mutant = self.mutant(id);
        let source = &self.sources[&mutant.file];
        let function = mutant
            .function
            .as_ref()
            .map_or("", |function| &source[function.span.range(source)]);
        let mut hash = DefaultHasher::new();
        function.hash(&mut hash);
        format!("{:016x} {}", hash.finish(), mutant.signature(source))
    }

    pub fn run_switched(
        &self,
        ids: &[u32],
        programs: &[Program],
        jobs: usize,
    ) -> Result<(), Fault> {
        let open: Vec<u32> = ids
            .iter()
            .copied()
            .filter(|&id| self.log.fate(&self.key(id)).is_none())
            .collect();
        eprintln!("{} to run behind the switch", open.len());
        on_all_cores(jobs, &open, |&id| {
            let tests = self.tests.iter().filter(|test| test.reaches.contains(&id));
            let (fate, by) = fate(tests, programs, id)?;
            self.log.write(&self.key(id), fate, &by)
        })
    }

    /// Builds each in a copy of its own, and runs the tests that reach its function or, in a constant, its file.
    pub fn run_alone(&self, ids: &[u32], copy: &Copy) -> Result<(), Fault> {
        let open = ids
            .iter()
            .copied()
            .filter(|&id| self.log.fate(&self.key(id)).is_none());
        for id in open {
            let mutant = self.mutant(id);
            eprintln!("alone: {}", mutant.name);
            let source = &self.sources[&mutant.file];
            let mut mutated = source.clone();
            mutated.replace_range(mutant.span.range(source), &mutant.replacement);
            copy.write(&mutant.file, &mutated)?;
            let (fate, by) = if copy.compiles()? {
                let programs = copy.tests()?;
                let all = (1..).zip(self.mutants);
                let near = all.filter(|(_, other)| other.is_near(mutant));
                let near: HashSet<u32> = near.map(|(id, _)| id).collect();
                fate(
                    self.tests
                        .iter()
                        .filter(|test| !test.reaches.is_disjoint(&near)),
                    &programs,
                    0,
                )?
            } else {
                (Fate::NotViable, String::new())
            };
            self.log.write(&self.key(id), fate, &by)?;
            copy.write(&mutant.file, source)?;
        }
        Ok(())
    }
}

/// Runs the tests until one notices.
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
