//! The names of the nodes: words stored in one string, or the numbers from 1.

use crate::ds::NONE;
use crate::graph::NodeId;
use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The name of every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names<'a> {
    /// The nodes are called 1, 2, 3, …
    Numbers(usize),
    /// Each node has a word.
    Words(Words<'a>),
}

/// Words, one after another in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words<'a> {
    text: Cow<'a, str>,
    /// Where each word ends.
    ends: Cow<'a, [u32]>,
}

impl<'a> Words<'a> {
    /// From the text of all words together, and where each ends. `None` if the ends do not cut the
    /// text into words, or two of them are the same.
    pub fn from_parts(
        text: impl Into<Cow<'a, str>>,
        ends: impl Into<Cow<'a, [u32]>>,
    ) -> Option<Self> {
        let (text, ends) = (text.into(), ends.into());
        let mut from = 0;
        for &to in ends.iter() {
            let word = text.get(from..to as usize)?;
            if !is_word(word) {
                return None;
            }
            from = to as usize;
        }
        let words = (from == text.len()).then_some(Self { text, ends })?;
        let mut table = Table::default();
        let is_new =
            |place| table.insert(words.get(place), |i| words.get(i as usize)) as usize == place;
        let all_new = (0..words.ends.len()).all(is_new);
        all_new.then_some(words)
    }

    /// The text of all words together.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where each word ends in the text.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    fn get(&self, place: usize) -> &str {
        let from = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[from as usize..self.ends[place] as usize]
    }
}

/// Whether a node may be called so: not empty, no blanks, no `#`.
pub fn is_word(word: &str) -> bool {
    !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == '#')
}

impl Names<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(count) => *count,
            Self::Words(words) => words.ends.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a node.
    pub fn of(&self, node: NodeId) -> Cow<'_, str> {
        match self {
            Self::Numbers(_) => Cow::Owned(node.label().to_string()),
            Self::Words(words) => Cow::Borrowed(words.get(node.index())),
        }
    }

    /// The node of this name, by linear search.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        match self {
            Self::Numbers(count) => find_number(name, *count),
            Self::Words(words) => {
                let mut places = 0..words.ends.len();
                places.find(|&i| words.get(i) == name).map(NodeId::new)
            }
        }
    }

    /// An index for finding many names.
    pub fn index(&self) -> NameIndex<'_> {
        match self {
            Self::Numbers(count) => NameIndex::Numbers(*count),
            Self::Words(words) => {
                let mut index = Table::default();
                for place in 0..words.ends.len() {
                    index.insert(words.get(place), |i| words.get(i as usize));
                }
                NameIndex::Words(words, index)
            }
        }
    }

    /// The same names with a text of their own.
    pub fn into_owned(self) -> Names<'static> {
        match self {
            Self::Numbers(count) => Names::Numbers(count),
            Self::Words(words) => Names::Words(Words {
                text: Cow::Owned(words.text.into_owned()),
                ends: Cow::Owned(words.ends.into_owned()),
            }),
        }
    }
}

fn find_number(name: &str, count: usize) -> Option<NodeId> {
    let number: usize = name.parse().ok()?;
    // Not "+1" or "01": a node has one name.
    let known = (1..=count).contains(&number) && number.to_string() == name;
    known.then(|| NodeId::new(number - 1))
}

/// Finds the node of a name in constant time.
pub enum NameIndex<'a> {
    /// The nodes are called 1, 2, 3, …
    Numbers(usize),
    /// Each node has a word.
    Words(&'a Words<'a>, Table),
}

impl NameIndex<'_> {
    /// The node of this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        match self {
            Self::Numbers(count) => find_number(name, *count),
            Self::Words(words, table) => {
                let place = table.find(name, |i| words.get(i as usize));
                place.map(|i| NodeId::new(i as usize))
            }
        }
    }
}

/// Words collected one by one, each once.
#[derive(Default)]
pub struct NamesBuilder {
    text: String,
    ends: Vec<u32>,
    table: Table,
}

impl NamesBuilder {
    /// The node of this word, a new one if the word is new. `None` when there is no room left.
    pub fn node(&mut self, word: &str) -> Option<NodeId> {
        let Self { text, ends, table } = self;
        let get = |i: u32| {
            let i = i as usize;
            let from = i.checked_sub(1).map_or(0, |before| ends[before]);
            &text[from as usize..ends[i] as usize]
        };
        let place = table.insert(word, get);
        if place as usize == ends.len() {
            let end = u32::try_from(text.len() + word.len()).ok()?;
            text.push_str(word);
            ends.push(end);
        }
        Some(NodeId::new(place as usize))
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The names, in the order in which they came.
    pub fn finish(self) -> Names<'static> {
        Names::Words(Words {
            text: Cow::Owned(self.text),
            ends: Cow::Owned(self.ends),
        })
    }
}

/// A hash table of word numbers. The words themselves are stored elsewhere, so a word costs some six bytes
/// here whatever its length. Each table has a random seed, so that no file can be written whose words
/// all collide.
pub struct Table {
    slots: Vec<u32>,
    len: u32,
    seed: u64,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            len: 0,
            seed: RandomState::new().build_hasher().finish(),
        }
    }
}

impl Table {
    fn find<'w>(&self, word: &str, get: impl Fn(u32) -> &'w str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let entry = self.slots[self.slot(word, get)];
        (entry != NONE).then_some(entry)
    }

    /// The number of the word; a new word gets the next number.
    fn insert<'w>(&mut self, word: &str, get: impl Fn(u32) -> &'w str) -> u32 {
        if (self.len as usize + 1) * 3 > self.slots.len() * 2 {
            self.grow(&get);
        }
        let slot = self.slot(word, get);
        if self.slots[slot] == NONE {
            self.slots[slot] = self.len;
            self.len += 1;
        }
        self.slots[slot]
    }

    /// Where the word is, or would go.
    fn slot<'w>(&self, word: &str, get: impl Fn(u32) -> &'w str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(word, self.seed) & mask;
        while self.slots[slot] != NONE && get(self.slots[slot]) != word {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow<'w>(&mut self, get: &impl Fn(u32) -> &'w str) {
        let size = (self.slots.len() * 2).max(16);
        self.slots = vec![NONE; size];
        for number in 0..self.len {
            let mut slot = hash(get(number), self.seed) & (size - 1);
            while self.slots[slot] != NONE {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number;
        }
    }
}

/// Eight bytes at a time, multiplied and folded: short words are the rule.
fn hash(word: &str, seed: u64) -> usize {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = word.len() as u64 ^ seed;
    for chunk in word.as_bytes().chunks(8) {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(state ^ u64::from_le_bytes(bytes)) * u128::from(K);
        state = (product as u64) ^ (product >> 64) as u64;
    }
    (state ^ (state >> 29)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_gathered_once_and_found_again() {
        let mut gathering = NamesBuilder::default();
        for i in 0..10_000 {
            let node = gathering.node(&format!("n{}", i % 3000)).unwrap();
            assert_eq!(node.index(), i % 3000);
        }
        let names = gathering.finish();
        assert_eq!(names.len(), 3000);
        let index = names.index();
        for place in [0, 1, 17, 2999] {
            let word = format!("n{place}");
            assert_eq!(names.of(NodeId::new(place)), word);
            assert_eq!(names.find(&word), Some(NodeId::new(place)));
            assert_eq!(index.find(&word), Some(NodeId::new(place)));
        }
        assert_eq!(names.find("n3000"), None);
        assert_eq!(index.find("n3000"), None);
    }

    #[test]
    fn a_number_has_one_spelling() {
        let names = Names::Numbers(12);
        assert_eq!(names.find("12"), Some(NodeId::new(11)));
        assert_eq!(names.of(NodeId::new(11)), "12");
        for wrong in ["0", "13", "+1", "01", "", "x"] {
            assert_eq!(names.find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ends_that_do_not_cut_the_text_into_different_words_are_refused() {
        assert!(Words::from_parts("ab", vec![1, 2]).is_some());
        assert!(Words::from_parts("ab", vec![1]).is_none());
        assert!(Words::from_parts("ab", vec![2, 2]).is_none());
        assert!(Words::from_parts("a b", vec![3]).is_none());
        assert!(Words::from_parts("ä", vec![1, 2]).is_none());
        assert!(Words::from_parts("abab", vec![2, 4]).is_none());
    }
}
