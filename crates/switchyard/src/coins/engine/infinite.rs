//! The last step of every engine: each node without a number gets ∞(K).

use super::{Numbers, UNLABELLED};
use crate::coins::label::{LabelSet, Labels, SetTable};
use crate::digraph::Rows;

/// Turns the nodes that are still unlabelled into ∞(K), with a table of the distinct K.
pub(super) fn complete(rows: Rows<'_>, numbers: Numbers) -> Labels {
    let Numbers { labels, counters } = numbers;
    let mut words = labels.clone();
    let mut table = SetTable::default();
    let mut members = Vec::new();
    for (v, word) in words.iter_mut().enumerate() {
        if *word == UNLABELLED {
            members.clear();
            let followers = rows.of(v).iter().map(|&w| labels[w as usize]);
            members.extend(followers.filter(|&label| label != UNLABELLED));
            *word = Labels::infinite_word(table.place(LabelSet::new(members.clone())));
        }
    }
    Labels::from_words(words, counters, table.finish())
}
