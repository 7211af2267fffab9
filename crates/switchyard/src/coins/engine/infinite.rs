//! The last step of every engine: each node without a number gets ∞(K).

use super::{Numbers, UNLABELLED};
use crate::coins::label::{LabelSet, Labels};
use crate::digraph::Rows;
use std::collections::HashMap;

/// Turns the nodes that are still unlabelled into ∞(K), with a table of the distinct K.
pub(super) fn complete(rows: Rows<'_>, numbers: Numbers) -> Labels {
    let Numbers { labels, counters } = numbers;
    let mut words = labels.clone();
    let mut table = Table::default();
    let mut members = Vec::new();
    for (v, word) in words.iter_mut().enumerate() {
        if *word == UNLABELLED {
            members.clear();
            let followers = rows.of(v).iter().map(|&w| labels[w as usize]);
            members.extend(followers.filter(|&label| label != UNLABELLED));
            *word = Labels::infinite_word(table.place(&members));
        }
    }
    Labels::from_words(words, counters, table.sets)
}

#[derive(Default)]
struct Table {
    sets: Vec<LabelSet>,
    places: HashMap<LabelSet, usize>,
}

impl Table {
    fn place(&mut self, members: &[u32]) -> usize {
        let set = LabelSet::new(members.to_vec());
        let next = self.sets.len();
        let sets = &mut self.sets;
        *self.places.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            next
        })
    }
}
