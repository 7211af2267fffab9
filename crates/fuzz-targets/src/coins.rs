//! Files of coin games, and labels that are claimed for them.

use crate::bytes::Bytes;
use switchyard::coins::LabelsBuilder;
use switchyard::coins::io::{binary, label_text, text};
use switchyard::coins::{Game, LabelSet, Labels, NamedDigraph, Position, check, label};
use switchyard::graph::{Digraph, NodeId};
use switchyard_oracle::coins::{coins_at, outcomes};

/// Larger boards say nothing new here.
const MOST_ARCS: usize = 2_000;

/// The first byte chooses: a text, a compact file with its checksums made right, or one as it is.
///
/// What is read is written in both forms and read back the same; its labels are accepted by the
/// checker, and read back the same from their listing.
pub fn coins(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.below(3);
    let file = bytes.rest();
    if choice == 0 {
        match text::parse(file, &mut |_| ()) {
            Ok(board) => written_and_read(&board),
            Err(faults) => {
                let lines = file.split(|&byte| byte == b'\n').count();
                assert!(!faults.is_empty());
                assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line)));
            }
        }
        return;
    }
    let mut file = file.to_vec();
    if choice == 1 {
        mend_checksums(&mut file);
    }
    if let Ok(board) = binary::decode(&file) {
        written_and_read(&board);
    }
}

/// Bytes that a fuzzer has changed would hardly ever fit their checksums again.
fn mend_checksums(file: &mut [u8]) {
    if file.len() < 64 {
        return;
    }
    file[..8].copy_from_slice(binary::MAGIC);
    file[8..12].copy_from_slice(&1_u32.to_le_bytes());
    let large = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("8 bytes"));
    let named = file[12..16] == [1, 0, 0, 0];
    let (nodes, arcs, letters) = (large(16), large(24), large(32));
    let ends = if named { nodes } else { 0 };
    let lengths = [
        nodes.saturating_add(1).saturating_mul(4),
        arcs.saturating_mul(4),
        ends.saturating_mul(4),
        letters,
    ];
    let mut at = 64;
    for (section, length) in lengths.into_iter().enumerate() {
        let end = usize::try_from(length).map_or(usize::MAX, |length| at + length.min(file.len()));
        let Some(bytes) = file.get(at..end) else {
            break;
        };
        let sum = crc32fast::hash(bytes);
        file[40 + 4 * section..44 + 4 * section].copy_from_slice(&sum.to_le_bytes());
        at = end;
    }
    let sum = crc32fast::hash(&file[..60]);
    file[60..64].copy_from_slice(&sum.to_le_bytes());
}

fn written_and_read(board: &NamedDigraph<'_>) {
    let digraph = board.digraph();
    if digraph.arc_count() > MOST_ARCS || digraph.node_count() > MOST_ARCS {
        return;
    }
    let mut written = String::new();
    text::write(board, &mut written).expect("a String takes everything");
    let again = text::parse(written.as_bytes(), &mut |_| ()).expect("its own text");
    assert_eq!(again.digraph(), digraph, "{written:?}");
    for node in digraph.nodes() {
        assert_eq!(again.names().of(node), board.names().of(node));
        assert_eq!(board.names().find(&board.names().of(node)), Some(node));
    }
    let encoded = binary::encode(board);
    let mut file = encoded.header.to_vec();
    for section in &encoded.sections {
        file.extend_from_slice(section);
    }
    assert_eq!(binary::decode(&file).as_ref(), Ok(board));
    let labels = label(digraph);
    assert_eq!(check(digraph, &labels), Ok(()));
    let mut listed = String::new();
    label_text::write(board, &labels, &mut listed).expect("a String takes everything");
    let again = label_text::parse(board, listed.as_bytes()).expect("its own listing");
    for node in digraph.nodes() {
        // An ∞ has no counter, whatever lies in its place.
        assert_eq!(again.of(node), labels.of(node));
        assert_eq!(again.counter(node), labels.counter(node));
    }
}

/// A digraph of at most five nodes, and labels for it: in text after the board's text, or from bytes,
/// or the true ones with a change.
///
/// Labels that are accepted are the true ones, and give every position of one and of two coins the
/// outcome of retrograde analysis.
pub fn labels(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.below(3);
    if choice == 0 {
        listed(bytes.rest());
        return;
    }
    let nodes = 1 + bytes.below(5);
    let arcs: Vec<(u32, u32)> = (0..bytes.below(13))
        .map(|_| (bytes.below(nodes) as u32, bytes.below(nodes) as u32))
        .collect();
    let digraph = Digraph::from_arcs(nodes, &arcs);
    let truth = label(&digraph);
    judged(&digraph, &truth, &truth);
    let mut builder = LabelsBuilder::new(nodes);
    for node in digraph.nodes() {
        let keep = choice == 1 && bytes.below(8) != 0;
        match (keep, truth.of(node).finite()) {
            (true, Some(label)) => {
                let counter = truth.counter(node).unwrap_or(0);
                let nudge = u32::from(bytes.byte() / 64);
                builder.finite(node, label, (counter + nudge).saturating_sub(1));
            }
            (true, None) => builder.infinite(node, followers_numbers(&digraph, &truth, node)),
            (false, _) if bytes.below(2) == 0 => {
                builder.finite(node, bytes.below(5) as u32, bytes.below(8) as u32);
            }
            (false, _) => {
                let set = bytes.byte();
                let members = (0..5).filter(|bit| set >> bit & 1 == 1).collect();
                builder.infinite(node, LabelSet::new(members));
            }
        }
    }
    let claimed = builder.finish().expect("every node has a label");
    judged(&digraph, &truth, &claimed);
}

fn followers_numbers(digraph: &Digraph<'_>, labels: &Labels, node: NodeId) -> LabelSet {
    let followers = digraph.followers(node);
    LabelSet::new(followers.filter_map(|v| labels.of(v).finite()).collect())
}

/// A board, a zero byte, and a listing of labels for it.
fn listed(data: &[u8]) {
    let zero = data.iter().position(|&byte| byte == 0);
    let (board, rest) = data.split_at(zero.unwrap_or(data.len()));
    let Ok(board) = text::parse(board, &mut |_| ()) else {
        return;
    };
    if board.digraph().node_count() > 40 || board.digraph().arc_count() > MOST_ARCS {
        return;
    }
    if let Ok(claimed) = label_text::parse(&board, rest.get(1..).unwrap_or_default()) {
        let truth = label(board.digraph());
        judged(board.digraph(), &truth, &claimed);
    }
}

fn judged(digraph: &Digraph<'_>, truth: &Labels, claimed: &Labels) {
    if check(digraph, claimed).is_err() {
        return;
    }
    for node in digraph.nodes() {
        assert_eq!(
            claimed.of(node),
            truth.of(node),
            "node {node} of {digraph:?}"
        );
    }
    let game = Game::with_labels(digraph.clone(), claimed.clone());
    for coins in 1..=2 {
        for (place, outcome) in outcomes(digraph, coins).into_iter().enumerate() {
            let position = Position::new(coins_at(place, digraph.node_count(), coins));
            assert_eq!(
                game.outcome(&position),
                outcome,
                "{position:?} on {digraph:?}"
            );
        }
    }
}
