//! What a process and its descendants use, from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// What the descendants of a process use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time, also of those that have ended.
    pub cpu: Duration,
    /// Resident memory now, in bytes.
    pub resident: u64,
    /// The most that a single process has ever had resident, in bytes.
    pub peak: u64,
    /// Processes.
    pub processes: usize,
}

/// Measures the descendants of one process again and again.
#[derive(Debug, Default)]
pub struct Meter {
    /// The last known processor time, in ticks, of every process ever seen, by its number and start. The kernel
    /// adds the time of a process to that of its parent only if the parent waits for it.
    seen: HashMap<(u32, u64), u64>,
}

/// Some fields of `/proc/PID/stat`.
struct Stat {
    /// In ticks: of the process, and of its children that were waited for.
    own: u64,
    children: u64,
    start: u64,
    pages: u64,
    is_zombie: bool,
}

impl Stat {
    fn read(pid: u32) -> Option<Self> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name may contain blanks and brackets; the fields begin after its last bracket.
        let (_, after_name) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Self {
            own: number(11)? + number(12)?,
            children: number(13)? + number(14)?,
            start: number(19)?,
            pages: number(21)?,
            is_zombie: fields.first() == Some(&"Z"),
        })
    }
}

impl Meter {
    /// What the descendants of `root` use. The first `helpers` generations are not the program's own:
    /// their memory and their number do not count.
    pub fn measure(&mut self, root: u32, helpers: usize) -> Usage {
        let mut usage = Usage::default();
        // What has ended and was waited for.
        let mut ticks = Stat::read(root).map_or(0, |stat| stat.children);
        let mut generation = children(root);
        for depth in 0.. {
            let mut next = Vec::new();
            for pid in generation {
                let Some(stat) = Stat::read(pid) else {
                    continue;
                };
                ticks += stat.own + stat.children;
                self.seen.insert((pid, stat.start), stat.own);
                if depth >= helpers && !stat.is_zombie {
                    usage.processes += 1;
                    usage.resident += stat.pages * rustix::param::page_size() as u64;
                    usage.peak = usage.peak.max(peak(pid));
                }
                next.append(&mut children(pid));
            }
            if next.is_empty() {
                break;
            }
            generation = next;
        }
        let ticks = ticks.max(self.seen.values().sum());
        usage.cpu =
            Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64);
        usage
    }
}

/// The children of a process, by the threads that started them.
fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for thread in threads.flatten() {
        let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        all.extend(
            list.split_whitespace()
                .filter_map(|word| word.parse::<u32>().ok()),
        );
    }
    all
}

/// The most memory that a process has ever had resident.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    /// A child that computes, another that sleeps, in a shell: three processes, and their time.
    #[test]
    fn descendants_are_measured() {
        let mut shell = Command::new("sh")
            .args(["-c", "sh -c 'while :; do :; done' & sleep 60 & wait"])
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut meter = Meter::default();
        let start = Instant::now();
        let mut usage = meter.measure(shell.id(), 0);
        while (usage.cpu < Duration::from_millis(100) || usage.processes < 2)
            && start.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(20));
            usage = meter.measure(shell.id(), 0);
        }
        let helpers = meter.measure(shell.id(), 1);
        let group = rustix::process::Pid::from_child(&shell);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        let _ = shell.wait();
        assert_eq!(usage.processes, 2);
        assert_eq!(helpers.processes, 0);
        assert!(usage.cpu >= Duration::from_millis(100) && usage.cpu <= start.elapsed() * 2);
        assert!(usage.resident > 0 && usage.peak > 0);
    }
}
