//! The shards of one worker, round by round; independent of dataflows.

use super::ghosts::{Outbox, Subscribers, wanted};
use super::state::State;
use super::{Job, checkpoint};
use crate::ClusterError;
use crate::message::{Gaps, Message, each_number};
use crate::shards::{ArcShard, Cut, arcs_path};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The progress of all processes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All nodes.
    pub nodes: u64,
    /// All arcs.
    pub arcs: u64,
    /// Nodes that have a number.
    pub labelled: u64,
    /// The number of the present level.
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

/// One shard: its arcs, its nodes, and the shards that have them as ghosts.
struct ShardState {
    graph: ArcShard,
    state: State,
    subscribers: Subscribers,
}

enum Stage {
    Opening,
    Subscribing,
    Labelling,
}

/// The shards of one worker.
pub(super) struct ShardSet {
    job: Arc<Job>,
    index: u32,
    workers: u32,
    stage: Stage,
    shards: Vec<ShardState>,
    round: u32,
    progress: Progress,
    resumed: Option<u32>,
    saved: Instant,
}

impl ShardSet {
    pub fn new(job: Arc<Job>, index: usize, workers: usize) -> Self {
        Self {
            job,
            index: index as u32,
            workers: workers as u32,
            stage: Stage::Opening,
            shards: Vec::new(),
            round: 1,
            progress: Progress::default(),
            resumed: None,
            saved: Instant::now(),
        }
    }

    pub fn share(&self) -> Share {
        let arcs = self.shards.iter().map(|s| s.graph.arcs() as u64);
        let nodes = self.shards.iter().map(|s| s.graph.nodes() as u64);
        Share {
            progress: self.progress,
            arcs: arcs.sum(),
            nodes: nodes.sum(),
            resumed: self.resumed,
        }
    }

    /// Takes the messages of the previous round and returns those of the next; `None` at the end.
    pub fn step(&mut self, inbox: Vec<Message>) -> Result<Option<Vec<Message>>, ClusterError> {
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
    fn open(&mut self) -> Result<(), ClusterError> {
        let mut shard = self.index;
        let mut shards = None;
        while shards.is_none_or(|shards| shard < shards) {
            let opened = ArcShard::open(&self.job.graph, shard).map_err(|error| match error {
                ClusterError::Io { path, error }
                    if error.kind() == std::io::ErrorKind::NotFound =>
                {
                    let (index, workers) = (self.index, self.workers);
                    ClusterError::File {
                        path,
                        reason: format!(
                            "the shard is missing; worker {index} of {workers} needs it (are there \
                             as many shards as workers?)"
                        ),
                    }
                }
                error => error,
            })?;
            if let Some(first) = self.shards.first() {
                first.graph.cut.same(&opened.cut, opened.path())?;
            }
            shards = Some(opened.cut.shards);
            self.shards.push(ShardState {
                state: State::default(),
                subscribers: Subscribers::default(),
                graph: opened,
            });
            shard += self.workers;
        }
        Ok(())
    }

    fn cut(&self) -> Cut {
        self.shards[0].graph.cut
    }

    /// To every worker: the id of the digraph, and the checkpoints that exist. To every owner:
    /// those of its nodes that are ghosts of this worker's shards.
    fn introduce(&self) -> Result<Vec<Message>, ClusterError> {
        let cut = self.cut();
        let mut hello = vec![cut.id, cut.nodes, u64::from(cut.shards)];
        hello.extend(self.checkpoints()?.into_iter().map(u64::from));
        let mut messages = self.to_all(HELLO, &hello);
        for shard in &self.shards {
            for owner in 0..cut.shards {
                messages.push(Message {
                    worker: owner % self.workers,
                    from: shard.graph.index,
                    to: owner,
                    kind: WANTED,
                    body: wanted(&shard.graph, owner),
                });
            }
        }
        Ok(messages)
    }

    /// The rounds that all shards of this worker have saved.
    fn checkpoints(&self) -> Result<Vec<u32>, ClusterError> {
        let Some((folder, _)) = &self.job.checkpoint else {
            return Ok(Vec::new());
        };
        let mut all: BTreeMap<u32, usize> = BTreeMap::new();
        for shard in &self.shards {
            for round in checkpoint::rounds(folder, shard.graph.index)? {
                *all.entry(round).or_default() += 1;
            }
        }
        let everywhere = |&(_, count): &(u32, usize)| count == self.shards.len();
        Ok(all.into_iter().filter(everywhere).map(|(r, _)| r).collect())
    }

    fn to_all(&self, kind: u8, numbers: &[u64]) -> Vec<Message> {
        let body: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let message = |worker| Message {
            worker,
            from: self.index,
            to: worker,
            kind,
            body: body.clone(),
        };
        (0..self.workers).map(message).collect()
    }

    /// All workers have introduced themselves: loads the last common checkpoint, or starts from the
    /// beginning.
    fn begin(&mut self, inbox: &[Message]) -> Result<(), ClusterError> {
        let resumed = self.agree(inbox)?;
        for shard in &mut self.shards {
            let owner = shard.graph.index;
            let for_it = |p: &&Message| p.kind == WANTED && p.to == owner;
            let wanted: Vec<(u32, &[u8])> = inbox
                .iter()
                .filter(for_it)
                .map(|p| (p.from, &p.body[..]))
                .collect();
            let subscribers = Subscribers::new(shard.graph.nodes(), &wanted);
            shard.subscribers = subscribers.ok_or_else(|| {
                ClusterError::file(shard.graph.path(), "the shards do not fit each other")
            })?;
            let saved = resumed.zip(self.job.checkpoint.as_ref());
            shard.state = if let Some((round, (folder, _))) = saved {
                checkpoint::load(folder, &shard.graph, round)?
            } else {
                let mut state = State::new(&shard.graph);
                state.begin(self.round);
                state
            };
        }
        self.resumed = resumed;
        self.round = resumed.unwrap_or(self.round);
        self.progress.nodes = self.cut().nodes;
        self.progress.arcs = self.shards[0].graph.all_arcs;
        Ok(())
    }

    /// The last checkpoint that all workers have; an error if a worker has another digraph.
    fn agree(&self, inbox: &[Message]) -> Result<Option<u32>, ClusterError> {
        let own = self.cut();
        let mut common: BTreeMap<u64, u32> = BTreeMap::new();
        for message in inbox.iter().filter(|message| message.kind == HELLO) {
            let numbers = read_numbers(&message.body);
            let [id, nodes, shards, rounds @ ..] = &numbers[..] else {
                continue;
            };
            if (*id, *nodes, *shards) != (own.id, own.nodes, u64::from(own.shards)) {
                let path = arcs_path(&self.job.graph, self.index);
                let reason = format!("worker {} has shards of another digraph", message.from);
                return Err(ClusterError::file(&path, reason));
            }
            for &round in rounds {
                *common.entry(round).or_default() += 1;
            }
        }
        let last = common.into_iter().rev().find(|&(_, n)| n == self.workers);
        Ok(last.map(|(round, _)| round as u32))
    }

    fn label(&mut self, inbox: Vec<Message>) -> Result<Option<Vec<Message>>, ClusterError> {
        let tally = Tally::sum(&inbox);
        self.progress.labelled = tally.given;
        self.round += 1;
        let level_is_over = tally.news == 0;
        if level_is_over && tally.open_next == 0 {
            for shard in &self.shards {
                let (cut, index) = (&shard.graph.cut, shard.graph.index);
                let labels = shard.state.finish();
                labels.write(&self.job.labels, cut, index)?;
            }
            return Ok(None);
        }
        let round = self.round;
        for shard in &mut self.shards {
            shard.state.new_round();
            if level_is_over {
                shard.state.next_level();
                shard.state.begin(round);
            } else {
                shard.hear(&inbox, round);
            }
            self.progress.level = shard.state.level;
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

    fn save(&mut self) -> Result<(), ClusterError> {
        if let Some((folder, _)) = &self.job.checkpoint {
            for shard in &self.shards {
                checkpoint::save(folder, &shard.graph, &shard.state, self.round)?;
            }
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// The changes of all shards as messages, and their number for every worker.
    fn tell(&mut self, save: bool) -> Vec<Message> {
        let states = self.shards.iter().map(|shard| &shard.state);
        let tally = states.fold(Tally::default(), |sum, state| Tally {
            news: sum.news + state.news(),
            open_next: sum.open_next + state.open_next,
            given: sum.given + state.given,
            save,
        });
        let numbers = [tally.news, tally.open_next, tally.given, u64::from(save)];
        let mut out = self.to_all(TALLY, &numbers);
        let mut boxes = vec![Gaps::default(); self.cut().shards as usize];
        for shard in &self.shards {
            let news = [
                (LABELLED, &shard.state.labelled),
                (GAINED, &shard.state.gained),
            ];
            for (kind, nodes) in news {
                let mut outbox = Outbox {
                    from: shard.graph.index,
                    kind,
                    workers: self.workers,
                    boxes: &mut boxes,
                    out: &mut out,
                };
                shard.subscribers.tell(nodes, &mut outbox);
            }
        }
        out
    }
}

impl ShardState {
    /// Processes the changes of a round: first labelled nodes, then nodes that gained the number,
    /// so that the order in which messages arrive does not matter.
    fn hear(&mut self, inbox: &[Message], round: u32) {
        let (starts, arcs) = self.graph.rows();
        for kind in [LABELLED, GAINED] {
            let here = |p: &&Message| p.kind == kind && p.to == self.graph.index;
            for message in inbox.iter().filter(here) {
                let first = self.graph.ghosts_of(message.from).start;
                each_number(&message.body, |place| {
                    let ghost = first + place as usize;
                    let row = starts[ghost] as usize..starts[ghost + 1] as usize;
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

/// What every worker sends to every other each round.
#[derive(Default)]
struct Tally {
    news: u64,
    open_next: u64,
    given: u64,
    /// All workers save their state at the end of this round.
    save: bool,
}

impl Tally {
    fn sum(inbox: &[Message]) -> Self {
        let mut sum = Self::default();
        for message in inbox.iter().filter(|message| message.kind == TALLY) {
            if let [news, open_next, given, save] = read_numbers(&message.body)[..] {
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
