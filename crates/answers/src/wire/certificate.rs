//! Certificates as files: what `ssg solve --certificate` writes and `ssg check` reads.

use super::names::{OutcomeName, TargetName};
use super::{labels, vertex_labels};
use serde::{Deserialize, Serialize};
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::Target;
use switchyard::switching::certificate::{Certificate, Opening, Proof, TwoForests, TwoTrees, Won};

/// A certificate with the position that it is about.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    /// Always [`CertificateFile::FORMAT`].
    pub format: String,
    /// The edges that SHORT had played.
    #[serde(default)]
    pub short: Vec<usize>,
    /// The edges that CUT had played.
    #[serde(default)]
    pub cut: Vec<usize>,
    /// What SHORT has to join.
    #[serde(default, skip_serializing_if = "TargetName::is_default")]
    pub target: TargetName,
    /// The outcome that is claimed.
    pub outcome: String,
    /// The proof of it.
    pub proof: CertificateJson,
}

impl CertificateFile {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "switchyard certificate 1";

    /// The file for a certificate of the position after these moves.
    pub fn new(
        certificate: &Certificate,
        target: Target,
        short: Vec<usize>,
        cut: Vec<usize>,
    ) -> Self {
        Self {
            format: Self::FORMAT.to_string(),
            short,
            cut,
            target: target.into(),
            outcome: OutcomeName::from(certificate.outcome()).as_str().to_owned(),
            proof: certificate.into(),
        }
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

    /// The certificate, if the file is consistent.
    ///
    /// # Errors
    /// What is inconsistent about it.
    pub fn certificate(&self) -> Result<Certificate, String> {
        if self.format != Self::FORMAT {
            let wanted = Self::FORMAT;
            return Err(format!("format is {:?}, not {wanted:?}", self.format));
        }
        let certificate = self.proof.to_certificate()?;
        let proved = OutcomeName::from(certificate.outcome()).as_str();
        if proved != self.outcome {
            let claimed = &self.outcome;
            return Err(format!(
                "the outcome is given as {claimed:?} but the proof is one of {proved:?}"
            ));
        }
        Ok(certificate)
    }
}

/// [`Certificate`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CertificateJson {
    /// SHORT has joined the terminals.
    Joined {
        /// A path of SHORT's edges between the terminals.
        path: Vec<usize>,
    },
    /// SHORT has joined all vertices.
    Spanned {
        /// A spanning tree of SHORT's edges.
        tree: Vec<usize>,
    },
    /// CUT has parted what SHORT has to join.
    Parted {
        /// One side of the cut.
        vertices: Vec<usize>,
    },
    /// One side wins moving second.
    Second {
        /// Why.
        proof: ProofJson,
    },
    /// Whoever moves first wins.
    First {
        /// SHORT's first move.
        short: OpeningJson,
        /// CUT's first move.
        cut: OpeningJson,
    },
}

/// [`Opening`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningJson {
    /// The move.
    pub edge: usize,
    /// What follows.
    pub proof: ProofJson,
}

/// [`Proof`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProofJson {
    /// SHORT's.
    TwoTrees {
        /// The vertices that each tree joins.
        vertices: Vec<usize>,
        /// The trees.
        trees: [Vec<usize>; 2],
    },
    /// CUT's.
    TwoForests {
        /// In the join-all game: two vertices that CUT keeps apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        apart: Option<[usize; 2]>,
        /// Sets of vertices, each contracted to one.
        classes: Vec<Vec<usize>>,
        /// The forests.
        forests: [Vec<usize>; 2],
    },
}

impl From<&Certificate> for CertificateJson {
    fn from(certificate: &Certificate) -> Self {
        match certificate {
            Certificate::Over(Won::Path(path)) => Self::Joined { path: labels(path) },
            Certificate::Over(Won::Tree(tree)) => Self::Spanned { tree: labels(tree) },
            Certificate::Over(Won::Apart(vertices)) => Self::Parted {
                vertices: vertex_labels(vertices),
            },
            Certificate::Second(proof) => Self::Second {
                proof: proof.into(),
            },
            Certificate::First { short, cut } => Self::First {
                short: short.into(),
                cut: cut.into(),
            },
        }
    }
}

impl From<&Opening> for OpeningJson {
    fn from(opening: &Opening) -> Self {
        Self {
            edge: opening.edge.label(),
            proof: (&opening.proof).into(),
        }
    }
}

impl From<&Proof> for ProofJson {
    fn from(proof: &Proof) -> Self {
        match proof {
            Proof::Short(TwoTrees { vertices, trees }) => Self::TwoTrees {
                vertices: vertex_labels(vertices),
                trees: trees.each_ref().map(|tree| labels(tree)),
            },
            Proof::Cut(TwoForests {
                apart,
                classes,
                forests,
            }) => Self::TwoForests {
                apart: apart.map(|ends| ends.map(VertexId::label)),
                classes: classes.iter().map(|class| vertex_labels(class)).collect(),
                forests: forests.each_ref().map(|forest| labels(forest)),
            },
        }
    }
}

impl CertificateJson {
    fn to_certificate(&self) -> Result<Certificate, String> {
        Ok(match self {
            Self::Joined { path } => Certificate::Over(Won::Path(edges(path)?)),
            Self::Spanned { tree } => Certificate::Over(Won::Tree(edges(tree)?)),
            Self::Parted { vertices: set } => Certificate::Over(Won::Apart(vertices(set)?)),
            Self::Second { proof } => Certificate::Second(proof.to_proof()?),
            Self::First { short, cut } => Certificate::First {
                short: short.to_opening()?,
                cut: cut.to_opening()?,
            },
        })
    }
}

impl OpeningJson {
    fn to_opening(&self) -> Result<Opening, String> {
        let edge = edge(self.edge)?;
        let proof = self.proof.to_proof()?;
        Ok(Opening { edge, proof })
    }
}

impl ProofJson {
    fn to_proof(&self) -> Result<Proof, String> {
        Ok(match self {
            Self::TwoTrees {
                vertices: set,
                trees: [first, second],
            } => Proof::Short(TwoTrees {
                vertices: vertices(set)?,
                trees: [edges(first)?, edges(second)?],
            }),
            Self::TwoForests {
                apart,
                classes,
                forests: [first, second],
            } => Proof::Cut(TwoForests {
                apart: match apart {
                    Some([one, other]) => Some([vertex(*one)?, vertex(*other)?]),
                    None => None,
                },
                classes: classes
                    .iter()
                    .map(|class| vertices(class))
                    .collect::<Result<_, _>>()?,
                forests: [edges(first)?, edges(second)?],
            }),
        })
    }
}

fn edge(label: usize) -> Result<EdgeId, String> {
    EdgeId::from_label(label).ok_or_else(|| format!("there is no edge {label}"))
}

fn edges(labels: &[usize]) -> Result<Vec<EdgeId>, String> {
    labels.iter().map(|&label| edge(label)).collect()
}

fn vertex(label: usize) -> Result<VertexId, String> {
    VertexId::from_label(label).ok_or_else(|| format!("there is no vertex {label}"))
}

fn vertices(labels: &[usize]) -> Result<Vec<VertexId>, String> {
    labels.iter().map(|&label| vertex(label)).collect()
}
