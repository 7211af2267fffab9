//! The shards of one worker, from round to round; knows nothing of dataflows.

use super::ghosts::{Mail, Subscribers, wanted};
use super::state::State;
use super::{Job, checkpoint};
use crate::Fault;
use crate::message::{Gaps, Parcel, each_number};
use crate::shards::{ArcShard, Cut, arcs_path};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How far it is, over all processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All nodes.
    pub nodes: u64,
    /// All arcs.
    pub arcs: u64,
    /// Nodes that have a number.
    pub labelled: u64,
    /// The number that is being given.
    pub level: u32,
    /// The round.
    pub round: u32,
}

/// What a worker knows at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub progress: Progress,
    pub arcs: u64,
    pub nodes: u64,
    pub resumed: Option<u32>,
}

impl Share {
    pub fn plus(self, other: &Self) -> Self {
        Self {
            arcs: self.arcs + other.arcs,
            nodes: self.nodes + other.nodes,
            ..self
        }
    }
}

const HELLO: u8 = 0;
const WANTED: u8 = 1;
const TALLY: u8 = 2;
const LABELLED: u8 = 3;
const GAINED: u8 = 4;

/// One shard: its arcs, its nodes, and who wants to hear of them.
struct Station {
    shard: ArcShard,
    state: State,
    subscribers: Subscribers,
}

enum Stage {
    Opening,
    Subscribing,
    Labelling,
}

/// The shards of one worker.
pub(super) struct Crew {
    job: Arc<Job>,
    index: u32,
    workers: u32,
    stage: Stage,
    stations: Vec<Station>,
    round: u32,
    progress: Progress,
    resumed: Option<u32>,
    saved: Instant,
}

impl Crew {
    pub fn new(job: Arc<Job>, index: usize, workers: usize) -> Self {
        Self {
            job,
            index: index as u32,
            workers: workers as u32,
            stage: Stage::Opening,
            stations: Vec::new(),
            round: 1,
            progress: Progress::default(),
            resumed: None,
            saved: Instant::now(),
        }
    }

    pub fn share(&self) -> Share {
        let arcs = self.stations.iter().map(|s| s.shard.arcs() as u64);
        let nodes = self.stations.iter().map(|s| s.shard.nodes() as u64);
        Share {
            progress: self.progress,
            arcs: arcs.sum(),
            nodes: nodes.sum(),
            resumed: self.resumed,
        }
    }

    /// What everybody sent in the round before, and what is to be sent now; `None` at the end.
    pub fn step(&mut self, inbox: Vec<Parcel>) -> Result<Option<Vec<Parcel>>, Fault> {
        match self.stage {
            Stage::Opening => {
                self.open()?;
                self.stage = Stage::Subscribing;
                self.introduce().map(Some)
            }
            Stage::Subscribing => {
                self.begin(&inbox)?;
                self.stage = Stage::Labelling;
                Ok(Some(self.tell(false)))
            }
            Stage::Labelling => self.label(inbox),
        }
    }

    /// Opens every shard of this worker.
    fn open(&mut self) -> Result<(), Fault> {
        let mut shard = self.index;
        let mut shards = None;
        while shards.is_none_or(|shards| shard < shards) {
            let opened = ArcShard::open(&self.job.graph, shard).map_err(|fault| match fault {
                Fault::Io { path, error } if error.kind() == std::io::ErrorKind::NotFound => {
                    let (index, workers) = (self.index, self.workers);
                    Fault::File {
                        path,
                        reason: format!(
                            "the shard is missing; worker {index} of {workers} needs it (are there \
                             as many shards as workers?)"
                        ),
                    }
                }
                fault => fault,
            })?;
            if let Some(first) = self.stations.first() {
                first.shard.cut.same(&opened.cut, opened.path())?;
            }
            shards = Some(opened.cut.shards);
            self.stations.push(Station {
                state: State::default(),
                subscribers: Subscribers::default(),
                shard: opened,
            });
            shard += self.workers;
        }
        Ok(())
    }

    fn cut(&self) -> Cut {
        self.stations[0].shard.cut
    }

    /// To every worker: which digraph, and which checkpoints there are. To every owner: whom of its
    /// nodes the shards of this worker want to hear of.
    fn introduce(&self) -> Result<Vec<Parcel>, Fault> {
        let cut = self.cut();
        let mut hello = vec![cut.id, cut.nodes, u64::from(cut.shards)];
        hello.extend(self.checkpoints()?.into_iter().map(u64::from));
        let mut parcels = self.to_all(HELLO, &hello);
        for station in &self.stations {
            for owner in 0..cut.shards {
                parcels.push(Parcel {
                    worker: owner % self.workers,
                    from: station.shard.shard,
                    to: owner,
                    kind: WANTED,
                    body: wanted(&station.shard, owner),
                });
            }
        }
        Ok(parcels)
    }

    /// The rounds that all shards of this worker have saved.
    fn checkpoints(&self) -> Result<Vec<u32>, Fault> {
        let Some((folder, _)) = &self.job.checkpoint else {
            return Ok(Vec::new());
        };
        let mut all: BTreeMap<u32, usize> = BTreeMap::new();
        for station in &self.stations {
            for round in checkpoint::rounds(folder, station.shard.shard)? {
                *all.entry(round).or_default() += 1;
            }
        }
        let everywhere = |&(_, count): &(u32, usize)| count == self.stations.len();
        Ok(all.into_iter().filter(everywhere).map(|(r, _)| r).collect())
    }

    fn to_all(&self, kind: u8, numbers: &[u64]) -> Vec<Parcel> {
        let body: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let parcel = |worker| Parcel {
            worker,
            from: self.index,
            to: worker,
            kind,
            body: body.clone(),
        };
        (0..self.workers).map(parcel).collect()
    }

    /// Everybody is here: the state of the last common checkpoint, or the beginning.
    fn begin(&mut self, inbox: &[Parcel]) -> Result<(), Fault> {
        let resumed = self.agree(inbox)?;
        for station in &mut self.stations {
            let owner = station.shard.shard;
            let for_it = |p: &&Parcel| p.kind == WANTED && p.to == owner;
            let wanted: Vec<(u32, &[u8])> = inbox
                .iter()
                .filter(for_it)
                .map(|p| (p.from, &p.body[..]))
                .collect();
            let subscribers = Subscribers::new(station.shard.nodes(), &wanted);
            station.subscribers = subscribers.ok_or_else(|| {
                Fault::file(station.shard.path(), "the shards do not fit each other")
            })?;
            let saved = resumed.zip(self.job.checkpoint.as_ref());
            station.state = if let Some((round, (folder, _))) = saved {
                checkpoint::load(folder, &station.shard, round)?
            } else {
                let mut state = State::new(&station.shard);
                state.begin(self.round);
                state
            };
        }
        self.resumed = resumed;
        self.round = resumed.unwrap_or(self.round);
        self.progress.nodes = self.cut().nodes;
        self.progress.arcs = self.stations[0].shard.all_arcs;
        Ok(())
    }

    /// The last checkpoint that everybody has; refuses whoever has another digraph.
    fn agree(&self, inbox: &[Parcel]) -> Result<Option<u32>, Fault> {
        let own = self.cut();
        let mut common: BTreeMap<u64, u32> = BTreeMap::new();
        for parcel in inbox.iter().filter(|parcel| parcel.kind == HELLO) {
            let numbers = read_numbers(&parcel.body);
            let [id, nodes, shards, rounds @ ..] = &numbers[..] else {
                continue;
            };
            if (*id, *nodes, *shards) != (own.id, own.nodes, u64::from(own.shards)) {
                let path = arcs_path(&self.job.graph, self.index);
                let reason = format!("worker {} has shards of another digraph", parcel.from);
                return Err(Fault::file(&path, reason));
            }
            for &round in rounds {
                *common.entry(round).or_default() += 1;
            }
        }
        let last = common.into_iter().rev().find(|&(_, n)| n == self.workers);
        Ok(last.map(|(round, _)| round as u32))
    }

    fn label(&mut self, inbox: Vec<Parcel>) -> Result<Option<Vec<Parcel>>, Fault> {
        let tally = Tally::sum(&inbox);
        self.progress.labelled = tally.given;
        self.round += 1;
        let level_is_over = tally.news == 0;
        if level_is_over && tally.open_next == 0 {
            for station in &self.stations {
                let (cut, shard) = (&station.shard.cut, station.shard.shard);
                station.state.finish().write(&self.job.labels, cut, shard)?;
            }
            return Ok(None);
        }
        let round = self.round;
        for station in &mut self.stations {
            station.state.new_round();
            if level_is_over {
                station.state.next_level();
                station.state.begin(round);
            } else {
                station.hear(&inbox, round);
            }
            self.progress.level = station.state.level;
        }
        self.progress.round = round;
        drop(inbox);
        if tally.save {
            self.save()?;
        }
        let mut save = false;
        if self.index == 0 {
            (self.job.progress)(&self.progress);
            let due = |every| self.saved.elapsed() >= every;
            save = self
                .job
                .checkpoint
                .as_ref()
                .is_some_and(|(_, every)| due(*every));
        }
        Ok(Some(self.tell(save)))
    }

    fn save(&mut self) -> Result<(), Fault> {
        if let Some((folder, _)) = &self.job.checkpoint {
            for station in &self.stations {
                checkpoint::save(folder, &station.shard, &station.state, self.round)?;
            }
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// The news of all shards, and to every worker how many there are.
    fn tell(&mut self, save: bool) -> Vec<Parcel> {
        let states = self.stations.iter().map(|station| &station.state);
        let tally = states.fold(Tally::default(), |sum, state| Tally {
            news: sum.news + state.news(),
            open_next: sum.open_next + state.open_next,
            given: sum.given + state.given,
            save,
        });
        let numbers = [tally.news, tally.open_next, tally.given, u64::from(save)];
        let mut out = self.to_all(TALLY, &numbers);
        let mut boxes = vec![Gaps::default(); self.cut().shards as usize];
        for station in &self.stations {
            let news = [
                (LABELLED, &station.state.labelled),
                (GAINED, &station.state.gained),
            ];
            for (kind, nodes) in news {
                let mut mail = Mail {
                    from: station.shard.shard,
                    kind,
                    workers: self.workers,
                    boxes: &mut boxes,
                    out: &mut out,
                };
                station.subscribers.tell(nodes, &mut mail);
            }
        }
        out
    }
}

impl Station {
    /// Hears the news of a round: of numbers given first, then of numbers gained, so that the order in
    /// which parcels arrive does not matter.
    fn hear(&mut self, inbox: &[Parcel], round: u32) {
        let (starts, arcs) = self.shard.rows();
        for kind in [LABELLED, GAINED] {
            let here = |p: &&Parcel| p.kind == kind && p.to == self.shard.shard;
            for parcel in inbox.iter().filter(here) {
                let first = self.shard.outposts_of(parcel.from).start;
                each_number(&parcel.body, |place| {
                    let outpost = first + place as usize;
                    let row = starts[outpost] as usize..starts[outpost + 1] as usize;
                    match kind {
                        LABELLED => self.state.follower_labelled(&arcs[row]),
                        _ => self.state.follower_gained(&arcs[row]),
                    }
                });
            }
        }
        self.state.end_round(round);
    }
}

/// What everybody tells everybody each round.
#[derive(Default)]
struct Tally {
    news: u64,
    open_next: u64,
    given: u64,
    /// Everybody saves its state at the end of this round.
    save: bool,
}

impl Tally {
    fn sum(inbox: &[Parcel]) -> Self {
        let mut sum = Self::default();
        for parcel in inbox.iter().filter(|parcel| parcel.kind == TALLY) {
            if let [news, open_next, given, save] = read_numbers(&parcel.body)[..] {
                sum.news += news;
                sum.open_next += open_next;
                sum.given += given;
                sum.save |= save != 0;
            }
        }
        sum
    }
}

fn read_numbers(body: &[u8]) -> Vec<u64> {
    let words = body.chunks_exact(8);
    let number = |word: &[u8]| u64::from_le_bytes(word.try_into().expect("8 bytes"));
    words.map(number).collect()
}
