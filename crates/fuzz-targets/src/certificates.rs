//! Certificates of the switching game, true and false.

use crate::bytes::Bytes;
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::certificate::{Certificate, Opening, Proof, TwoForests, TwoTrees, Won};
use switchyard::switching::{Position, Side, check, solve};
use switchyard_oracle::switching::Oracle;

/// A board of at most six vertices and nine edges, some moves, and a certificate: one made up from
/// bytes, or the solver's own with a change.
///
/// The solver's verdict is the one of exhaustive search and its certificate is accepted. No other
/// certificate is accepted unless what it claims is true by exhaustive search.
pub fn certificates(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let mut position = Position::new(bytes.network(6, 9));
    let edges = position.network().graph().edge_count();
    for _ in 0..bytes.below(edges + 1) {
        let choice = bytes.below(2 * edges);
        let side = Side::BOTH[choice % 2];
        // An illegal move is not made.
        let _ = position.play(side, EdgeId::new(choice / 2));
    }
    let mut oracle = Oracle::new(position.network());
    let truth = oracle.outcome(&position);
    let verdict = solve(&position);
    assert_eq!(verdict.outcome, truth, "{position:?}");
    assert_eq!(check(&position, &verdict.certificate), Ok(()));
    for side in Side::BOTH {
        let winning = oracle.winning_moves(&position, side);
        assert_eq!(verdict.winning.of(side), winning, "{side} in {position:?}");
    }
    let changed = bytes.below(2) == 1;
    let mut draft = Draft {
        bytes,
        position: &position,
    };
    let certificate = if changed {
        draft.changed(verdict.certificate)
    } else {
        draft.certificate()
    };
    if check(&position, &certificate).is_ok() {
        assert_eq!(
            certificate.outcome(),
            truth,
            "{certificate:?} of {position:?}"
        );
    }
}

/// Certificates out of bytes.
struct Draft<'a> {
    bytes: Bytes<'a>,
    position: &'a Position,
}

impl Draft<'_> {
    /// Mostly an edge of the board.
    fn edge(&mut self) -> EdgeId {
        let edges = self.position.network().graph().edge_count();
        EdgeId::new(self.bytes.below(edges + 1))
    }

    /// Mostly a vertex of the board.
    fn vertex(&mut self) -> VertexId {
        let vertices = self.position.network().graph().vertex_count();
        VertexId::new(self.bytes.below(vertices + 1))
    }

    fn edges(&mut self) -> Vec<EdgeId> {
        (0..self.bytes.below(8)).map(|_| self.edge()).collect()
    }

    fn vertices(&mut self) -> Vec<VertexId> {
        (0..self.bytes.below(8)).map(|_| self.vertex()).collect()
    }

    fn certificate(&mut self) -> Certificate {
        match self.bytes.below(5) {
            0 => Certificate::Over(Won::Path(self.edges())),
            1 => Certificate::Over(Won::Apart(self.vertices())),
            2 => Certificate::Over(Won::Tree(self.edges())),
            3 => Certificate::Second(self.proof()),
            _ => Certificate::First {
                short: self.opening(),
                cut: self.opening(),
            },
        }
    }

    fn opening(&mut self) -> Opening {
        Opening {
            edge: self.edge(),
            proof: self.proof(),
        }
    }

    fn proof(&mut self) -> Proof {
        if self.bytes.below(2) == 0 {
            Proof::Short(TwoTrees {
                vertices: self.vertices(),
                trees: [self.edges(), self.edges()],
            })
        } else {
            Proof::Cut(TwoForests {
                apart: (self.bytes.below(2) == 0).then(|| [self.vertex(), self.vertex()]),
                classes: (0..self.bytes.below(4)).map(|_| self.vertices()).collect(),
                forests: [self.edges(), self.edges()],
            })
        }
    }

    /// The certificate with some of its lists changed, or claimed to be of another kind.
    fn changed(&mut self, certificate: Certificate) -> Certificate {
        match certificate {
            Certificate::Over(Won::Path(mut path)) => {
                self.change_edges(&mut path);
                Certificate::Over(Won::Path(path))
            }
            Certificate::Over(Won::Tree(mut tree)) => {
                self.change_edges(&mut tree);
                Certificate::Over(Won::Tree(tree))
            }
            Certificate::Over(Won::Apart(mut set)) => {
                self.change_vertices(&mut set);
                Certificate::Over(Won::Apart(set))
            }
            Certificate::Second(mut proof) => {
                self.change_proof(&mut proof);
                Certificate::Second(proof)
            }
            Certificate::First { mut short, mut cut } => {
                for opening in [&mut short, &mut cut] {
                    if self.bytes.below(4) == 0 {
                        opening.edge = self.edge();
                    }
                    self.change_proof(&mut opening.proof);
                }
                match self.bytes.below(4) {
                    0 => Certificate::Second(short.proof),
                    1 => Certificate::Second(cut.proof),
                    _ => Certificate::First { short, cut },
                }
            }
        }
    }

    fn change_proof(&mut self, proof: &mut Proof) {
        let lists = match proof {
            Proof::Short(TwoTrees { vertices, trees }) => {
                self.change_vertices(vertices);
                trees
            }
            Proof::Cut(TwoForests {
                apart,
                classes,
                forests,
            }) => {
                if self.bytes.below(8) == 0 {
                    *apart = apart.map(|[one, _]| [one, self.vertex()]);
                }
                match self.bytes.below(4) {
                    0 => drop(classes.pop()),
                    1 => classes.push(self.vertices()),
                    _ => {}
                }
                for class in classes {
                    self.change_vertices(class);
                }
                forests
            }
        };
        for list in lists {
            self.change_edges(list);
        }
    }

    fn change_edges(&mut self, list: &mut Vec<EdgeId>) {
        match self.bytes.below(8) {
            0 => drop(list.pop()),
            1 => list.push(self.edge()),
            2 if !list.is_empty() => {
                let place = self.bytes.below(list.len());
                list[place] = self.edge();
            }
            _ => {}
        }
    }

    fn change_vertices(&mut self, list: &mut Vec<VertexId>) {
        match self.bytes.below(8) {
            0 => drop(list.pop()),
            1 => list.push(self.vertex()),
            2 if !list.is_empty() => drop(list.remove(self.bytes.below(list.len()))),
            _ => {}
        }
    }
}
