//! Classic rulesets as digraphs: a node is a position of one component, an arc a move in it.

use super::named::NamedDigraph;
use super::names::NamesBuilder;
use crate::graph::Digraph;
use std::collections::HashMap;
use thiserror::Error;

/// Why a ruleset makes no digraph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// Nothing can be taken.
    #[error("taking 0 is no move")]
    TakesNothing,
    /// A ring has at least one place.
    #[error("a ring has at least one place")]
    EmptyRing,
    /// Not an octal code.
    #[error("an octal code is 0. and octal digits, such as 0.77 for Kayles; this is {0:?}")]
    NotOctal(String),
    /// Too many positions.
    #[error("heaps of {0} in all have too many positions; at most {MOST_PINS} are possible")]
    TooManyPins(usize),
}

/// Heaps of 0 to `largest` counters; a move takes a number of counters that `takes` lists.
///
/// # Errors
/// If 0 is listed.
pub fn subtraction(largest: usize, takes: &[usize]) -> Result<NamedDigraph<'static>, RulesetError> {
    if takes.contains(&0) {
        return Err(RulesetError::TakesNothing);
    }
    let takes = |heap: usize| takes.iter().filter_map(move |take| heap.checked_sub(*take));
    Ok(counted(largest + 1, |heap| takes(heap).collect()))
}

/// A ring of `places` places; a move goes on by a number of places that `steps` lists. Every ring
/// is full of cycles, and place 0 is a dead end: the goal.
///
/// # Errors
/// If the ring is empty.
pub fn ring(places: usize, steps: &[usize]) -> Result<NamedDigraph<'static>, RulesetError> {
    if places == 0 {
        return Err(RulesetError::EmptyRing);
    }
    let row = |place: usize| match place {
        0 => Vec::new(),
        _ => steps.iter().map(|step| (place + step) % places).collect(),
    };
    Ok(counted(places, row))
}

/// Nodes called 0, 1, 2, … with these followers.
fn counted(nodes: usize, row: impl Fn(usize) -> Vec<usize>) -> NamedDigraph<'static> {
    let mut names = NamesBuilder::default();
    let mut arcs = Vec::new();
    for node in 0..nodes {
        names.node(&node.to_string());
        arcs.extend(row(node).into_iter().map(|to| (node as u32, to as u32)));
    }
    NamedDigraph::new(names.finish(), Digraph::from_arcs(nodes, &arcs))
}

/// The most pins of an octal game: 215,308 positions.
pub const MOST_PINS: usize = 40;

/// An octal game on rows of up to `pins` pins in all, such as Kayles (0.77). The k-th digit says
/// what may be left of a row from which k pins in one piece are taken: 1 nothing, 2 one row, 4 two
/// rows, added up. A node is called by its rows, `3+2`, the end of the game `0`.
///
/// # Errors
/// If the code is not octal or there are too many pins.
pub fn octal(code: &str, pins: usize) -> Result<NamedDigraph<'static>, RulesetError> {
    let digits = octal_digits(code).ok_or_else(|| RulesetError::NotOctal(code.to_owned()))?;
    if pins > MOST_PINS {
        return Err(RulesetError::TooManyPins(pins));
    }
    let mut positions = Vec::new();
    for total in 0..=pins {
        partitions(total, total, &mut Vec::new(), &mut positions);
    }
    let places: HashMap<&[usize], u32> = positions.iter().map(Vec::as_slice).zip(0..).collect();
    let mut arcs = Vec::new();
    for (position, from) in positions.iter().zip(0..) {
        let mut followers: Vec<u32> = octal_moves(&digits, position)
            .iter()
            .map(|next| places[next.as_slice()])
            .collect();
        followers.sort_unstable();
        followers.dedup();
        arcs.extend(followers.into_iter().map(|to| (from, to)));
    }
    let mut names = NamesBuilder::default();
    for position in &positions {
        names.node(&rows_name(position));
    }
    let digraph = Digraph::from_arcs(positions.len(), &arcs);
    Ok(NamedDigraph::new(names.finish(), digraph))
}

fn octal_digits(code: &str) -> Option<Vec<u32>> {
    let digits = code.strip_prefix("0.")?.chars();
    let digits: Option<Vec<u32>> = digits.map(|digit| digit.to_digit(8)).collect();
    digits.filter(|digits| !digits.is_empty())
}

fn rows_name(rows: &[usize]) -> String {
    if rows.is_empty() {
        return "0".to_owned();
    }
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    rows.join("+")
}

/// All ways to write `total` as a sum of falling numbers up to `largest`.
fn partitions(total: usize, largest: usize, head: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if total == 0 {
        out.push(head.clone());
        return;
    }
    for row in (1..=largest.min(total)).rev() {
        head.push(row);
        partitions(total - row, row, head, out);
        head.pop();
    }
}

fn octal_moves(digits: &[u32], rows: &[usize]) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    for (place, &row) in rows.iter().enumerate() {
        for (taken, digit) in (1..=row).zip(digits) {
            let left = row - taken;
            let kinds = (0..=left / 2).filter(|&part| {
                let heaps = u32::from(part > 0) + u32::from(left - part > 0);
                digit >> heaps & 1 == 1
            });
            moves.extend(kinds.map(|part| replaced(rows, place, [part, left - part])));
        }
    }
    moves
}

fn replaced(rows: &[usize], place: usize, parts: [usize; 2]) -> Vec<usize> {
    let mut next = rows.to_vec();
    next.swap_remove(place);
    next.extend(parts.iter().filter(|&&part| part > 0));
    next.sort_unstable_by(|a, b| b.cmp(a));
    next
}

#[cfg(test)]
mod tests {
    use super::super::engine::label;
    use super::*;

    fn numbers(board: &NamedDigraph<'_>, names: impl Iterator<Item = String>) -> Vec<u32> {
        let labels = label(board.digraph());
        let number = |name: String| labels.of(board.node(&name).unwrap()).finite().unwrap();
        names.map(number).collect()
    }

    #[test]
    fn subtraction_of_1_2_3_has_period_4() {
        let board = subtraction(20, &[1, 2, 3]).unwrap();
        let found = numbers(&board, (0..=20).map(|heap| heap.to_string()));
        let expected: Vec<u32> = (0..=20).map(|heap| heap % 4).collect();
        assert_eq!(found, expected);
        assert_eq!(subtraction(5, &[0]), Err(RulesetError::TakesNothing));
    }

    /// The Grundy values of Kayles as published (Guy and Smith, 1956).
    #[test]
    fn kayles_rows_and_their_sums() {
        const KAYLES: [u32; 21] = [
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1,
        ];
        let board = octal("0.77", 20).unwrap();
        let found = numbers(&board, (0..=20).map(|row| row.to_string()));
        assert_eq!(found, KAYLES);
        let sums = numbers(&board, (1..=10).map(|row| format!("{}+{row}", 10)));
        let expected: Vec<u32> = (1..=10).map(|row| KAYLES[10] ^ KAYLES[row]).collect();
        assert_eq!(sums, expected);
    }

    /// Dawson's Kayles, 0.07.
    #[test]
    fn dawsons_kayles() {
        let board = octal("0.07", 16).unwrap();
        let found = numbers(&board, (0..=16).map(|row| row.to_string()));
        assert_eq!(found, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5]);
    }

    #[test]
    fn bad_rules_are_refused() {
        for code in ["77", "0.8", "0.", "", "0.7a"] {
            assert_eq!(octal(code, 5), Err(RulesetError::NotOctal(code.to_owned())));
        }
        assert_eq!(octal("0.77", 41), Err(RulesetError::TooManyPins(41)));
        assert_eq!(ring(0, &[1]), Err(RulesetError::EmptyRing));
    }
}
