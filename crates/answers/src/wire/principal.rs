//! The principal partition of a graph with its proof, as a file; and why one edge is where it is.

use super::{labels, vertex_labels};
use serde::{Deserialize, Serialize};
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::Partition;
use switchyard::switching::principal::{EdgeClass, EdgeReason, PartitionProof};

/// A partition with its proof: what `ssg partition --certificate` writes and `ssg check` reads.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartitionFile {
    /// Always [`PartitionFile::FORMAT`].
    pub format: String,
    /// The parts.
    pub p: Vec<usize>,
    /// P*.
    pub p_star: Vec<usize>,
    /// R.
    pub r: Vec<usize>,
    /// Two largest disjoint forests.
    pub forests: [Vec<usize>; 2],
    /// Sets of vertices that both forests span and that hold edges which neither has.
    pub dependent: Vec<Vec<usize>>,
    /// The largest sets of vertices that both forests span.
    pub clumps: Vec<Vec<usize>>,
    /// Edges of P, each with the edge on whose path it is.
    pub from: Vec<[usize; 2]>,
    /// Edges of P*, each with one on its path; `null` where the other forest has room for a copy.
    pub to: Vec<(usize, Option<usize>)>,
}

/// The beginning of every certificate.
#[derive(Deserialize)]
struct Head {
    format: String,
}

impl PartitionFile {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "switchyard partition 1";

    /// The file for a proof.
    pub fn new(proof: &PartitionProof) -> Self {
        let sets = |sets: &[Vec<VertexId>]| sets.iter().map(|set| vertex_labels(set)).collect();
        let to = |&(edge, next): &(EdgeId, Option<EdgeId>)| (edge.label(), next.map(EdgeId::label));
        Self {
            format: Self::FORMAT.to_string(),
            p: labels(&proof.partition.p),
            p_star: labels(&proof.partition.p_star),
            r: labels(&proof.partition.r),
            forests: proof.forests.each_ref().map(|forest| labels(forest)),
            dependent: sets(&proof.dependent),
            clumps: sets(&proof.clumps),
            from: proof
                .from
                .iter()
                .map(|&(edge, by)| [edge.label(), by.label()])
                .collect(),
            to: proof.to.iter().map(to).collect(),
        }
    }

    /// Whether a file says that it is one of these.
    pub fn is_one(json: &[u8]) -> bool {
        serde_json::from_slice::<Head>(json).is_ok_and(|head| head.format == Self::FORMAT)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with its JSON, and in which line.
    pub fn parse(json: &[u8]) -> Result<Self, (usize, String)> {
        serde_json::from_slice(json).map_err(|error| (error.line(), error.to_string()))
    }

    /// The file as a line, newline included.
    pub fn line(&self) -> String {
        super::line_of(self)
    }

    /// The proof, if edges and vertices are numbered from 1.
    ///
    /// # Errors
    /// A number that cannot be one of an edge or vertex.
    pub fn proof(&self) -> Result<PartitionProof, String> {
        let pair = |&[edge, by]: &[usize; 2]| Ok((self::edge(edge)?, self::edge(by)?));
        let next = |&(edge, next): &(usize, Option<usize>)| -> Result<_, String> {
            Ok((self::edge(edge)?, next.map(self::edge).transpose()?))
        };
        Ok(PartitionProof {
            partition: Partition {
                p: edges(&self.p)?,
                p_star: edges(&self.p_star)?,
                r: edges(&self.r)?,
            },
            forests: [edges(&self.forests[0])?, edges(&self.forests[1])?],
            dependent: sets(&self.dependent)?,
            clumps: sets(&self.clumps)?,
            from: self.from.iter().map(pair).collect::<Result<_, String>>()?,
            to: self.to.iter().map(next).collect::<Result<_, _>>()?,
        })
    }
}

fn edge(label: usize) -> Result<EdgeId, String> {
    EdgeId::from_label(label).ok_or_else(|| format!("there is no edge {label}"))
}

fn edges(labels: &[usize]) -> Result<Vec<EdgeId>, String> {
    labels.iter().map(|&label| edge(label)).collect()
}

fn sets(sets: &[Vec<usize>]) -> Result<Vec<Vec<VertexId>>, String> {
    let vertex = |&label: &usize| {
        VertexId::from_label(label).ok_or_else(|| format!("there is no vertex {label}"))
    };
    let set = |set: &Vec<usize>| set.iter().map(vertex).collect::<Result<_, _>>();
    sets.iter().map(set).collect()
}

/// Whether a partition's proof holds.
#[derive(Debug, Serialize)]
pub struct CheckedPartitionJson<'a> {
    /// Whether it does.
    pub valid: bool,
    /// How many edges are in P, P* and R.
    pub sizes: [usize; 3],
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
}

/// Why an edge is in its part of the partition.
#[derive(Debug, Serialize)]
pub struct EdgeReasonJson {
    /// The edge.
    pub edge: usize,
    /// `"p"`, `"p_star"` or `"r"`.
    pub class: &'static str,
    /// The exchanges, in order.
    pub steps: Vec<SwapJson>,
    /// For P and R: a circuit through the edge, the rest of it in one tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub circuit: Vec<usize>,
    /// For P* and R: the edges between the two sides of a tree without the edge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cutset: Vec<usize>,
    /// For P and R: two trees on one vertex set; for P they have not got the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trees: Option<[Vec<usize>; 2]>,
    /// For P*: two co-trees without the edge, the dual of the two trees of P.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cotrees: Option<[Vec<usize>; 2]>,
}

/// One exchange.
#[derive(Debug, Serialize)]
pub struct SwapJson {
    /// 1 or 2.
    pub tree: usize,
    /// The edge that the tree takes in.
    #[serde(rename = "in")]
    pub into: usize,
    /// The edge that it gives up, if any.
    pub out: Option<usize>,
}

impl EdgeReasonJson {
    /// The reason for this edge.
    pub fn new(edge: EdgeId, reason: &EdgeReason) -> Self {
        let (class, dual) = match reason.class {
            EdgeClass::P => ("p", false),
            EdgeClass::PStar => ("p_star", true),
            EdgeClass::R => ("r", false),
        };
        let swap = |swap: &switchyard::switching::principal::Swap| SwapJson {
            tree: swap.tree + 1,
            into: swap.into.label(),
            out: swap.out.map(EdgeId::label),
        };
        let trees = reason.trees.each_ref().map(|tree| {
            let without = tree.iter().filter(|&&kept| !dual || kept != edge);
            without.map(|kept| kept.label()).collect()
        });
        let (trees, cotrees) = if dual {
            let [first, second]: [Vec<usize>; 2] = trees;
            (None, Some([second, first]))
        } else {
            (Some(trees), None)
        };
        Self {
            edge: edge.label(),
            class,
            steps: reason.steps.iter().map(swap).collect(),
            circuit: labels(&reason.circuit),
            cutset: labels(&reason.cutset),
            trees,
            cotrees,
        }
    }
}
