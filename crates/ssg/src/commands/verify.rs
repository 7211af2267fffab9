//! `ssg verify`: compares every algorithm with exhaustive search, one item of work at a time.

use crate::cli::place::PlaceArgs;
use crate::io::durable::{Kind, Line, LineFault, Log, Sharing};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output::{self, Listener};
use crate::io::terminal::note;
use crate::pool::Pool;
use crate::pool::local;
use crate::wire::verify::{PartJson, ResultJson, VerifyHeader, VerifyJson};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use switchyard_verify::{Findings, Item, Scope, Subject};

/// Arguments of `ssg verify`.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Args {
    /// The short form: seconds instead of many minutes
    #[arg(long)]
    quick: bool,
    /// The log of finished items, from which the same command resumes
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Discard the log and start again
    #[arg(long, requires = "log")]
    restart: bool,
    /// Items at a time
    #[arg(long, value_name = "N", default_value_t = local::default_jobs())]
    jobs: usize,
    /// Print the names of all items and run none
    #[arg(long, conflicts_with_all = ["log", "item"])]
    list: bool,
    /// Run only this item, whatever the scope, and print its result as a line of JSON; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "log")]
    item: Vec<Item>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Does the work; exit code 1 if there was a disagreement.
pub fn run(args: &Args) -> CmdResult {
    if !args.item.is_empty() {
        return some_items(args);
    }
    let items = scope(args).items();
    if args.list {
        let names: Vec<String> = items.iter().map(Item::to_string).collect();
        return output::say(&(names.join("\n") + "\n"));
    }
    let job = format!("verify {} {}", scope_name(args), program()?);
    let mut pool = Pool::join(&args.place, &job)?;
    let found = all_items(args, &items, &mut pool)?;
    if !pool.finish()? {
        return Ok(());
    }
    show(args, &items, &found)
}

fn scope(args: &Args) -> Scope {
    if args.quick {
        Scope::QUICK
    } else {
        Scope::FULL
    }
}

fn scope_name(args: &Args) -> String {
    if args.quick { "quick" } else { "full" }.to_owned()
}

/// The items that were asked for, one per line.
fn some_items(args: &Args) -> CmdResult {
    let bar = local::bar(args.item.len(), "verify");
    let mut disagreements = 0;
    let mut listener = Listener::default();
    let work = |item: &Item| Ok((*item, Subject::LIBRARY.examine(item)));
    local::each(&args.item, args.jobs, &bar, work, |(item, findings)| {
        disagreements += findings.disagreements;
        let line = ResultJson::new(&item, &findings).line();
        listener.say(&line)
    })?;
    verdict(disagreements)
}

/// The findings of every item: those in the log, and the rest by doing them.
fn all_items(
    args: &Args,
    items: &[Item],
    pool: &mut Pool,
) -> Result<HashMap<Item, Findings>, CmdError> {
    // Of several processes the first has the log, and the others hear what it holds.
    let (mut log, before) = match args.log.as_ref().filter(|_| pool.is_first()) {
        None => (None, HashMap::new()),
        Some(path) => {
            let (log, found) = open(path, args, items)?;
            (Some(log), found)
        }
    };
    let before = before.iter();
    let before = before.map(|(item, findings)| ResultJson::new(item, findings));
    let mut found = HashMap::new();
    for result in pool.share(before.collect::<Vec<_>>())? {
        found.insert(read(&result)?, result.findings);
    }
    let left: Vec<Item> = items
        .iter()
        .copied()
        .filter(|item| !found.contains_key(item))
        .collect();
    let bar = local::bar(items.len(), "verify");
    bar.inc((items.len() - left.len()) as u64);
    bar.reset_eta();
    let work = |item: &Item| Ok(ResultJson::new(item, &Subject::LIBRARY.examine(item)));
    let swept = pool.each(&left, args.jobs, &bar, work, |result: ResultJson| {
        if let Some(log) = &mut log {
            log.add(&result.line())?;
        }
        found.insert(read(&result)?, result.findings);
        Ok(())
    });
    if let Some(log) = &mut log {
        log.sync()?;
    }
    if let (Err(_), Some(path), true) = (&swept, &args.log, pool.is_first()) {
        let (done, all) = (found.len(), items.len());
        let path = path.display();
        note(&format_args!(
            "ssg: {done} of {all} items are in {path}; the same command resumes from it"
        ));
    }
    swept.map(|()| found)
}

/// The item of a result.
fn read(result: &ResultJson) -> Result<Item, CmdError> {
    let item = result.item.parse::<Item>();
    item.map_err(|error| CmdError::input(&error))
}

/// A log is recognised by its first line.
const KIND: Kind = Kind {
    name: "the log of a verification",
    recognise: |line| VerifyHeader::parse(line).map(drop),
    sharing: Sharing::Alone,
};

/// Opens the log of this verification, and reads the finished items.
fn open(
    path: &Path,
    args: &Args,
    items: &[Item],
) -> Result<(Log, HashMap<Item, Findings>), CmdError> {
    let header = VerifyHeader {
        version: 1,
        scope: scope_name(args),
        program: program()?,
    };
    let (mut log, (begun, found)) = if args.restart {
        (Log::restart(path, &KIND)?, (false, HashMap::new()))
    } else {
        Log::open(path, &KIND, |lines| done_before(lines, &header, items))?
    };
    if !begun {
        log.add(&header.line())?;
    }
    Ok((log, found))
}

/// Whether the log has been begun, and what it says is done.
fn done_before(
    lines: &[Line],
    header: &VerifyHeader,
    items: &[Item],
) -> Result<(bool, HashMap<Item, Findings>), LineFault> {
    let mut found = HashMap::new();
    let Some((first, lines)) = lines.split_first() else {
        return Ok((false, found));
    };
    if VerifyHeader::parse(&first.text).map_err(|why| first.fault(&why))? != *header {
        let why = "the log of another scope or of another build of the program, whose results \
                   prove nothing here; begin anew with --restart";
        return Err(first.fault(why));
    }
    let names: HashMap<String, Item> = items.iter().map(|item| (item.to_string(), *item)).collect();
    for line in lines {
        let result = ResultJson::parse(&line.text).map_err(|why| line.fault(&why))?;
        let item = names.get(&result.item);
        let item = item.ok_or_else(|| line.fault("no item of this verification"))?;
        if found.insert(*item, result.findings).is_some() {
            return Err(line.fault("this item is in the log already"));
        }
    }
    Ok((true, found))
}

/// The checksum of the program itself: results of another build prove nothing about this one.
fn program() -> Result<String, CmdError> {
    let bytes = fs::read(std::env::current_exe()?)?;
    Ok(format!("{:08x}", crc32fast::hash(&bytes)))
}

fn show(args: &Args, items: &[Item], found: &HashMap<Item, Findings>) -> CmdResult {
    let mut parts: Vec<(&str, Findings)> = Vec::new();
    for item in items {
        if parts.last().is_none_or(|(area, _)| *area != item.area()) {
            parts.push((item.area(), Findings::default()));
        }
        if let (Some((_, sum)), Some(findings)) = (parts.last_mut(), found.get(item)) {
            *sum += findings.clone();
        }
    }
    let disagreements = parts.iter().map(|(_, sum)| sum.disagreements).sum();
    let json = || VerifyJson {
        scope: scope_name(args),
        items: items.len(),
        disagreements,
        parts: parts
            .iter()
            .map(|(area, sum)| PartJson {
                part: (*area).to_owned(),
                findings: sum.clone(),
            })
            .collect(),
    };
    let said = output::answer(args.json, json, || table(&parts, items.len()));
    output::verdict(said, verdict(disagreements).err())
}

/// What was covered, one line per part.
fn table(parts: &[(&str, Findings)], items: usize) -> String {
    let mut text = String::new();
    for (area, sum) in parts {
        let rows = sum.covered.rows();
        let counts = rows.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let _ = writeln!(
            text,
            "{area:<12} {}: {} disagreements",
            counts.join(", "),
            sum.disagreements
        );
        for example in &sum.examples {
            let _ = writeln!(text, "    {example}");
        }
    }
    let all: u64 = parts.iter().map(|(_, sum)| sum.disagreements).sum();
    let _ = writeln!(text, "{items} items, {all} disagreements");
    text
}

fn verdict(disagreements: u64) -> CmdResult {
    match disagreements {
        0 => Ok(()),
        some => Err(CmdError::Refused(format!(
            "{some} disagreements with exhaustive search"
        ))),
    }
}
