//! The last step of every engine: each node without a number gets ∞(K).

use super::Numbers;
use super::bits::Bits;
use crate::coins::labels::{LabelSet, Labels, SetTable};
use crate::ds::NONE;
use crate::graph::Rows;
use std::collections::HashMap;

/// Turns the nodes that are still unlabelled into ∞(K), with a table of the distinct K.
pub(super) fn complete(rows: Rows<'_>, numbers: Numbers) -> Labels {
    let Numbers {
        mut labels,
        counters,
    } = numbers;
    let finite = Bits::new(labels.len());
    for (v, &label) in (0..).zip(&labels) {
        if label != NONE {
            finite.insert(v);
        }
    }
    let mut table = Table::default();
    for v in 0..labels.len() {
        if labels[v] == NONE {
            let place = table.place(rows.of(v), &finite, &labels);
            labels[v] = Labels::infinite_word(place);
        }
    }
    Labels::from_words(labels, counters, table.sets.finish())
}

/// The distinct sets; those of numbers below 64 are recognised by a mask.
#[derive(Default)]
struct Table {
    sets: SetTable,
    /// The place of the sets of small numbers, plus one; 0 if it is not known.
    small: Vec<u32>,
    masks: HashMap<u64, usize>,
}

/// Masks below this are looked up in a list.
const SMALL: u64 = 1 << 12;

impl Table {
    fn place(&mut self, row: &[u32], finite: &Bits, labels: &[u32]) -> usize {
        let numbers = row.iter().filter(|&&w| finite.has(w));
        let mut mask = 0_u64;
        for &w in numbers.clone() {
            let label = labels[w as usize];
            if label >= 64 {
                let members = numbers.map(|&w| labels[w as usize]).collect();
                return self.sets.place(LabelSet::new(members));
            }
            mask |= 1 << label;
        }
        self.place_of_mask(mask)
    }

    fn place_of_mask(&mut self, mask: u64) -> usize {
        let known = if mask < SMALL {
            let place = self.small.get(mask as usize).copied().unwrap_or(0);
            place.checked_sub(1).map(|place| place as usize)
        } else {
            self.masks.get(&mask).copied()
        };
        known.unwrap_or_else(|| self.new_mask(mask))
    }

    #[cold]
    fn new_mask(&mut self, mask: u64) -> usize {
        let members = (0..64).filter(|k| mask >> k & 1 == 1).collect();
        let place = self.sets.place(LabelSet::new(members));
        if mask < SMALL {
            self.small.resize(SMALL as usize, 0);
            self.small[mask as usize] = place as u32 + 1;
        } else {
            self.masks.insert(mask, place);
        }
        place
    }
}
