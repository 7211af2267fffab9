//! For every node, the shards that have it as a ghost node and must be told of its changes.

use crate::message::{Gaps, Message, each_number};
use crate::shards::ArcShard;

/// For every node of a shard, the shards that have it as a ghost, and its index among their ghosts
/// of this owner.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    starts: Vec<u32>,
    shards: Vec<u16>,
    places: Vec<u32>,
}

/// Bytes in a message, about.
const MESSAGE_BYTES: usize = 1 << 15;

/// The ghosts that a shard has of an owner, as bodies of messages.
pub(super) fn wanted(shard: &ArcShard, owner: u32) -> Vec<u8> {
    let mut gaps = Gaps::default();
    let ghosts = &shard.ghosts()[shard.ghosts_of(owner)];
    for &ghost in ghosts {
        gaps.push(ghost);
    }
    gaps.take()
}

impl Subscribers {
    /// From the ghost lists of all shards, `(shard, bytes)`, for an owner of `nodes` nodes. `None`
    /// if a list has a node that does not exist.
    pub fn new(nodes: usize, wanted: &[(u32, &[u8])]) -> Option<Self> {
        let mut counts = vec![0_u32; nodes + 1];
        let mut fits = true;
        for (_, bytes) in wanted {
            each_number(bytes, |node| match counts[..nodes].get_mut(node as usize) {
                Some(count) => *count += 1,
                None => fits = false,
            });
        }
        if !fits {
            return None;
        }
        let mut total = 0;
        for count in &mut counts {
            total += std::mem::replace(count, total);
        }
        let mut next = counts.clone();
        let (mut shards, mut places) = (vec![0; total as usize], vec![0; total as usize]);
        for &(shard, bytes) in wanted {
            let mut place = 0;
            each_number(bytes, |node| {
                let slot = &mut next[node as usize];
                shards[*slot as usize] = shard as u16;
                places[*slot as usize] = place;
                *slot += 1;
                place += 1;
            });
        }
        Some(Self {
            starts: counts,
            shards,
            places,
        })
    }

    /// Messages about these nodes, in ascending order, for every shard that has one of them as a
    /// ghost.
    pub fn tell(&self, nodes: &[u32], outbox: &mut Outbox<'_>) {
        for &node in nodes {
            let span = self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize;
            let shards = &self.shards[span.clone()];
            for (&shard, &place) in shards.iter().zip(&self.places[span]) {
                outbox.add(u32::from(shard), place);
            }
        }
        outbox.close();
    }
}

/// Messages of one kind from one shard, under construction.
pub(super) struct Outbox<'a> {
    pub from: u32,
    pub kind: u8,
    /// The number of workers: shard s belongs to worker s mod this.
    pub workers: u32,
    pub boxes: &'a mut [Gaps],
    pub out: &'a mut Vec<Message>,
}

impl Outbox<'_> {
    #[inline]
    fn add(&mut self, shard: u32, place: u32) {
        let gaps = &mut self.boxes[shard as usize];
        gaps.push(place);
        if gaps.bytes.len() >= MESSAGE_BYTES {
            self.send(shard);
        }
    }

    fn send(&mut self, shard: u32) {
        let body = self.boxes[shard as usize].take();
        self.out.push(Message {
            worker: shard % self.workers,
            from: self.from,
            to: shard,
            kind: self.kind,
            body,
        });
    }

    fn close(&mut self) {
        for shard in 0..self.boxes.len() as u32 {
            if !self.boxes[shard as usize].bytes.is_empty() {
                self.send(shard);
            }
        }
    }
}
