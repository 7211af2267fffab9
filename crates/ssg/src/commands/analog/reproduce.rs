//! `ssg analog reproduce`: Fischer's paper, point by point.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::{self, Listener};
use crate::wire::{self, analog::PointJson};
use switchyard_experiments::paper::{Standing, reproduce};

/// Arguments of `ssg analog reproduce`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print a JSON object for each point
    #[arg(long)]
    json: bool,
}

/// Prints every point as soon as it is computed.
pub fn run(args: &Args) -> CmdResult {
    let mut listener = Listener::default();
    let mut written = Ok(());
    let mut count = [0_usize; 3];
    let computed = reproduce(&mut |point| {
        let mark = match point.standing {
            Standing::Agrees => "agrees",
            Standing::Slip => "slip",
            Standing::Differs => "DIFFERS",
        };
        count[point.standing as usize] += 1;
        let line = if args.json {
            wire::line_of(&PointJson::of(&point, mark))
        } else {
            format!(
                "{mark:7}  {}\n         paper:    {}\n         computed: {}\n",
                point.place, point.paper, point.computed
            )
        };
        if written.is_ok() {
            written = listener.say(&format!("{line}\n"));
        }
    });
    computed.map_err(|error| CmdError::Refused(error.to_string()))?;
    let [agrees, slips, differs] = count;
    let sum = format!("{agrees} points agree, {slips} are slips of the paper, {differs} differ\n");
    if !args.json && written.is_ok() {
        written = listener.say(&sum);
    }
    let refused = (differs > 0).then(|| CmdError::Refused(format!("{differs} points differ")));
    output::verdict(written, refused)
}
