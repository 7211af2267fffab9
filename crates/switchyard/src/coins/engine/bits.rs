//! A set of nodes as a bitmap: ten million of them in little more than a megabyte, which is what
//! makes random lookups cheap. Several threads may use it at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Debug)]
pub(super) struct Bits(Vec<AtomicU64>);

/// Nodes whose bits share a word: only threads that meet here need care.
pub(super) const WORD: usize = 64;

impl Bits {
    pub fn new(size: usize) -> Self {
        let words = 0..size.div_ceil(WORD);
        Self(words.map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn word(&self, node: u32) -> &AtomicU64 {
        &self.0[(node >> 6) as usize]
    }

    #[inline]
    pub fn has(&self, node: u32) -> bool {
        self.lacks(node) == 0
    }

    /// 0 if the node is in the set, else 1.
    #[inline]
    pub fn lacks(&self, node: u32) -> u32 {
        !(self.word(node).load(Relaxed) >> (node & 63)) as u32 & 1
    }

    /// Puts the node into the set. No other thread may write to the same word at the same time: its change
    /// would be lost.
    #[inline]
    pub fn insert(&self, node: u32) {
        let word = self.word(node);
        word.store(word.load(Relaxed) | 1 << (node & 63), Relaxed);
    }

    /// Takes the node out of the set, under the same condition.
    #[inline]
    pub fn remove(&self, node: u32) {
        let word = self.word(node);
        word.store(word.load(Relaxed) & !(1 << (node & 63)), Relaxed);
    }

    /// Puts the node into the set, under the same condition; whether it was not there before.
    #[inline]
    pub fn insert_new(&self, node: u32) -> bool {
        let word = self.word(node);
        let before = word.load(Relaxed);
        let after = before | 1 << (node & 63);
        word.store(after, Relaxed);
        before != after
    }

    /// The same whatever other threads do: of several that insert a node, exactly one gets `true`.
    #[inline]
    pub fn insert_new_shared(&self, node: u32) -> bool {
        // The locked instruction is expensive; most nodes are there already.
        self.lacks(node) == 1 && {
            let bit = 1 << (node & 63);
            self.word(node).fetch_or(bit, Relaxed) & bit == 0
        }
    }

    pub fn copy_from(&self, other: &Self) {
        for (to, from) in self.0.iter().zip(&other.0) {
            to.store(from.load(Relaxed), Relaxed);
        }
    }

    pub fn clear(&self) {
        for word in &self.0 {
            word.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::HashSet;

    #[test]
    fn a_bitmap_is_a_set() {
        const SIZE: u32 = 200;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let [bits, copy] = [(); 2].map(|()| Bits::new(SIZE as usize));
        let mut set: HashSet<u32> = HashSet::new();
        for _ in 0..5_000 {
            let node = rng.random_range(0..SIZE);
            match rng.random_range(0..81) {
                0..20 => {
                    bits.insert(node);
                    set.insert(node);
                }
                20..40 => {
                    bits.remove(node);
                    set.remove(&node);
                }
                40..60 => assert_eq!(bits.insert_new(node), set.insert(node)),
                60..80 => assert_eq!(bits.insert_new_shared(node), set.insert(node)),
                _ => {
                    bits.clear();
                    set.clear();
                }
            }
            copy.copy_from(&bits);
            for node in 0..SIZE {
                assert_eq!(copy.has(node), set.contains(&node));
                assert_eq!(copy.lacks(node), u32::from(!set.contains(&node)));
            }
        }
    }
}
