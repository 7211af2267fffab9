//! Checkpoints: the state of every shard at the end of a round, before its changes are sent.
//!
//! All shards are saved in the same round, so together they are the whole state. The last two saved
//! rounds are kept: whenever a run is interrupted, one of them is complete in all shards.
//!
//! | section | content |
//! |---|---|
//! | 0, 1 | numbers and counters of the nodes, 32 bits each |
//! | 2 | numbers seen, arcs to unlabelled followers, arcs to blocking followers: 16 bytes per node |
//! | 3 | numbers from 62 on: node, count, numbers, and so on |
//! | 4, 5 | the changes of the round: nodes that were labelled, nodes that gained the number |
//!
//! The eight numbers of the header: id of the digraph, nodes, round, shards, this shard, level, 0, 0.

use super::state::State;
use crate::ClusterError;
use crate::shards::{ArcShard, Kind, Sections, is_section_file, write_sections};
use std::fs;
use std::path::{Path, PathBuf};

fn path(folder: &Path, shard: u32, round: u32) -> PathBuf {
    folder.join(format!("{shard}.{round}.state"))
}

/// The rounds of which a shard has a file.
pub(super) fn rounds(folder: &Path, shard: u32) -> Result<Vec<u32>, ClusterError> {
    let mut rounds = Vec::new();
    for entry in fs::read_dir(folder).map_err(ClusterError::io(folder))? {
        let name = entry.map_err(ClusterError::io(folder))?.file_name();
        let name = name.to_string_lossy();
        let middle = name
            .strip_prefix(&format!("{shard}."))
            .and_then(|rest| rest.strip_suffix(".state"));
        let round = middle.and_then(|round| round.parse::<u32>().ok());
        rounds.extend(round.filter(|&round| round < u32::MAX));
    }
    rounds.sort_unstable();
    Ok(rounds)
}

/// Saves a shard, and removes all but this and the previous save.
pub(super) fn save(
    folder: &Path,
    shard: &ArcShard,
    state: &State,
    round: u32,
) -> Result<(), ClusterError> {
    let mut high = Vec::new();
    for (&node, list) in &state.high {
        high.extend([node, list.len() as u32]);
        high.extend_from_slice(list);
    }
    let cut = &shard.cut;
    let fields = [
        cut.id,
        cut.nodes,
        u64::from(round),
        u64::from(cut.shards),
        u64::from(shard.index),
        u64::from(state.level),
        0,
        0,
    ];
    let sections: [&[u8]; 8] = [
        bytemuck::cast_slice(&state.labels),
        bytemuck::cast_slice(&state.counters),
        bytemuck::cast_slice(&state.nodes),
        bytemuck::cast_slice(&high),
        bytemuck::cast_slice(&state.labelled),
        bytemuck::cast_slice(&state.gained),
        &[],
        &[],
    ];
    write_sections(
        &path(folder, shard.index, round),
        Kind::State,
        fields,
        sections,
    )?;
    let known = rounds(folder, shard.index)?;
    for &old in known.iter().rev().skip(2) {
        let path = path(folder, shard.index, old);
        if is_section_file(&path, Kind::State) {
            fs::remove_file(&path).map_err(ClusterError::io(&path))?;
        }
    }
    Ok(())
}

/// The state of a shard at the end of this round.
pub(super) fn load(folder: &Path, shard: &ArcShard, round: u32) -> Result<State, ClusterError> {
    let path = path(folder, shard.index, round);
    let file = Sections::open(&path, Kind::State)?;
    let [id, nodes, saved, shards, index, level, ..] = file.fields;
    let cut = crate::shards::Cut {
        nodes,
        shards: shards as u32,
        id,
    };
    shard.cut.same(&cut, &path)?;
    let seen = bytemuck::try_cast_slice(file.long_words(2)).unwrap_or_default();
    let mut state = State {
        level: level as u32,
        labels: file.words(0).to_vec(),
        counters: file.words(1).to_vec(),
        nodes: seen.to_vec(),
        labelled: file.words(4).to_vec(),
        gained: file.words(5).to_vec(),
        ..State::default()
    };
    let size = shard.nodes();
    let known = |list: &[u32]| {
        list.is_sorted_by(|a, b| a < b) && list.last().is_none_or(|&node| (node as usize) < size)
    };
    let fits = level <= nodes
        && (saved, index) == (u64::from(round), u64::from(shard.index))
        && [state.labels.len(), state.counters.len(), state.nodes.len()] == [size; 3]
        && known(&state.labelled)
        && known(&state.gained);
    let mut high = file.words(3);
    while let [node, count, rest @ ..] = high {
        let (list, next) = rest.split_at((*count as usize).min(rest.len()));
        state.high.insert(*node, list.to_vec());
        high = next;
    }
    if !fits {
        return Err(ClusterError::file(&path, "it does not fit its digraph"));
    }
    Ok(state.restored())
}

/// Saves the first round of all shards.
#[cfg(test)]
pub(crate) fn begun(graph: &Path, folder: &Path) {
    let shards = ArcShard::open(graph, 0).unwrap().cut.shards;
    for shard in 0..shards {
        let shard = ArcShard::open(graph, shard).unwrap();
        let mut state = State::new(&shard);
        state.begin(1);
        save(folder, &shard, &state, 1).unwrap();
    }
}
