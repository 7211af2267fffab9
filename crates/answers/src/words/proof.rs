//! The proof of a verdict, in a few sentences.

use super::set;
use switchyard::graph::{EdgeId, VertexId};
use switchyard::switching::certificate::{Certificate, Proof, Won};

/// Longer sets are cut short.
const SHOWN: usize = 40;

/// The proof in a few sentences.
pub fn proof(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Over(Won::Path(path)) => {
            format!("SHORT's edges {} join the terminals.", edges(path))
        }
        Certificate::Over(Won::Tree(tree)) => {
            format!("SHORT's edges {} join all vertices.", edges(tree))
        }
        Certificate::Over(Won::Apart(apart)) => {
            format!("No edge is left that leads out of {}.", vertices(apart))
        }
        Certificate::Second(proof) => second(proof),
        Certificate::First { short, cut } => format!(
            "SHORT wins with edge {}. After it: {}\nCUT wins with edge {}. After it: {}",
            short.edge,
            second(&short.proof),
            cut.edge,
            second(&cut.proof)
        ),
    }
}

fn second(proof: &Proof) -> String {
    match proof {
        Proof::Short(two) => {
            // A tree alone has one edge less than vertices: if there are fewer, SHORT's edges do the rest.
            let with = if two.trees[0].len() + 1 < two.vertices.len() {
                ", with SHORT's own edges,"
            } else {
                ""
            };
            format!(
                "SHORT has two trees without a common edge, {} and {}, and each{with} joins all of the \
                 vertices {}, the terminals among them. Whatever CUT destroys in one of them, an edge \
                 of the other mends it.",
                edges(&two.trees[0]),
                edges(&two.trees[1]),
                vertices(&two.vertices)
            )
        }
        Proof::Cut(two) => {
            let classes = two.classes.iter();
            let classes: Vec<String> = classes.map(|class| vertices(class)).collect();
            let given = if classes.is_empty() {
                String::new()
            } else {
                format!(
                    "Even with the vertices {} made one each, ",
                    classes.join(", ")
                )
            };
            let ends = match two.apart {
                Some([u, v]) => format!("the vertices {u} and {v}"),
                None => "the terminals".to_owned(),
            };
            format!(
                "{given}{} and {} hold every edge that is left, and neither has a circuit or joins \
                 {ends}. Whenever SHORT takes an edge of one, CUT destroys an edge of the \
                 other that would close the ring.",
                edges(&two.forests[0]),
                edges(&two.forests[1])
            )
        }
    }
}

/// A set of edges, as in `{1, 2, 3}`.
pub fn edges(edges: &[EdgeId]) -> String {
    set(edges, SHOWN)
}

fn vertices(vertices: &[VertexId]) -> String {
    set(vertices, SHOWN)
}
