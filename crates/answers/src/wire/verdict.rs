//! Facts about a position or a graph: verdicts, principal partitions, checked certificates.

use super::labels;
use super::names::OutcomeName;
use serde::Serialize;
use switchyard::graph::VertexId;
use switchyard::switching::{Partition, Verdict};

/// Who wins, and with which moves.
#[derive(Debug, Serialize)]
pub struct VerdictJson {
    /// `"short"`, `"cut"` or `"first"`.
    pub outcome: OutcomeName,
    /// Every winning move of each side, if it were to move.
    pub winning_moves: WinningMovesJson,
}

/// Edge labels.
#[derive(Debug, Serialize)]
pub struct WinningMovesJson {
    /// SHORT's.
    pub short: Vec<usize>,
    /// CUT's.
    pub cut: Vec<usize>,
}

impl From<&Verdict> for VerdictJson {
    fn from(verdict: &Verdict) -> Self {
        Self {
            outcome: verdict.outcome.into(),
            winning_moves: WinningMovesJson {
                short: labels(&verdict.winning.short),
                cut: labels(&verdict.winning.cut),
            },
        }
    }
}

/// The verdict about one graph of a stream.
#[derive(Debug, Serialize)]
pub struct StreamedVerdictJson {
    /// Its number in the stream, from 1.
    pub graph: usize,
    /// The terminals.
    pub left: usize,
    /// The right one.
    pub right: usize,
    /// `"short"`, `"cut"` or `"first"`.
    pub outcome: OutcomeName,
    /// Every winning move of each side, if it were to move.
    pub winning_moves: WinningMovesJson,
}

impl StreamedVerdictJson {
    /// The verdict between these terminals.
    pub fn new(graph: usize, [left, right]: [VertexId; 2], verdict: &Verdict) -> Self {
        let VerdictJson {
            outcome,
            winning_moves,
        } = verdict.into();
        Self {
            graph,
            left: left.label(),
            right: right.label(),
            outcome,
            winning_moves,
        }
    }
}

/// The principal partition: the edge labels of each part.
#[derive(Debug, Serialize)]
pub struct PartitionJson {
    /// SHORT wins the game of such an edge even moving second.
    pub p: Vec<usize>,
    /// CUT does.
    pub p_star: Vec<usize>,
    /// Whoever moves first does.
    pub r: Vec<usize>,
}

impl From<&Partition> for PartitionJson {
    fn from(partition: &Partition) -> Self {
        Self {
            p: labels(&partition.p),
            p_star: labels(&partition.p_star),
            r: labels(&partition.r),
        }
    }
}

/// Whether a certificate proves what it claims.
#[derive(Debug, Serialize)]
pub struct CheckedCertificateJson<'a> {
    /// Whether it does.
    pub valid: bool,
    /// The outcome that it claims.
    pub outcome: &'a str,
    /// The position that it is about.
    pub position: PlayedJson<'a>,
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
}

/// The edges that each side has played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayedJson<'a> {
    /// SHORT's.
    pub short: &'a [usize],
    /// CUT's.
    pub cut: &'a [usize],
}
