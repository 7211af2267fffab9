//! All mutants into one copy of the library, but for those that do not compile.

use crate::Fault;
use crate::copy::Copy;
use crate::list::Mutant;
use crate::rewrite;
use std::collections::HashSet;

/// How each mutant can be tried, if at all.
pub struct Fitting {
    pub switched: Vec<u32>,
    /// Mutants that have no place behind a switch: in constants, or of another type than what the function returns.
    pub alone: Vec<u32>,
    pub not_viable: HashSet<u32>,
}

/// Compiles the mutants behind the switch, and drops the guilty until the library compiles.
pub fn fitting(copy: &Copy, mutants: &[Mutant]) -> Result<Fitting, Fault> {
    let all = || mutants.iter().zip(1..).map(|(mutant, id)| (id, mutant));
    let mut wanted: HashSet<u32> = all()
        .filter(|(_, mutant)| !mutant.returns_opaque())
        .map(|(id, _)| id)
        .collect();
    let mut not_viable = HashSet::new();
    loop {
        let files = copy.switch(mutants, &wanted)?;
        let placed: HashSet<u32> = files.values().flat_map(rewrite::placed).collect();
        let guilty = copy.errors(&files)?;
        if guilty.is_empty() {
            let (switched, alone) = all()
                .map(|(id, _)| id)
                .filter(|id| !not_viable.contains(id))
                .partition(|id| placed.contains(id));
            return Ok(Fitting {
                switched,
                alone,
                not_viable,
            });
        }
        eprintln!("{} do not compile", guilty.len());
        wanted.retain(|id| !guilty.contains(id));
        not_viable.extend(guilty);
    }
}
