//! Drawings without crossings, and duals.

use crate::limits::at_most;
use crate::wire::network::NetworkJson;
use crate::wire::plane::{DualJson, PlaneJson, PlaneQuestion};
use crate::{Answered, ApiError, Limits};
use switchyard::budget::Budget;
use switchyard::graph::plane::places;
use switchyard::switching::{Network, dual};

/// Places without crossings for a graph that is drawn, and its dual where it has one.
///
/// # Errors
/// When the graph is none, or too large.
pub fn plane(question: &PlaneQuestion, limits: &Limits, budget: &Budget) -> Answered<PlaneJson> {
    let drawn = &question.graph;
    at_most("edges", drawn.edges.len(), limits.chase_edges)?;
    at_most("vertices", drawn.vertices, limits.chase_edges)?;
    let size = (drawn.edges.len() + drawn.vertices) as u64;
    budget.spend(size * size, 0)?;
    let invalid = |reason| ApiError::invalid("graph", reason);
    let Some(whole) = drawn.whole() else {
        let description = drawn.description().map_err(invalid)?;
        return Ok(PlaneJson {
            places: places(&description.graph, None),
            dual: None,
        });
    };
    let network = whole.network().map_err(invalid)?;
    Ok(PlaneJson {
        places: between(&network),
        dual: dual(&network).ok().and_then(|dual| {
            Some(DualJson {
                network: NetworkJson::of(&dual),
                places: between(&dual)?,
            })
        }),
    })
}

fn between(network: &Network) -> Option<Vec<[f64; 2]>> {
    places(network.graph(), Some([network.left(), network.right()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use switchyard::budget::Stop;

    fn ask(graph: &serde_json::Value) -> Answered<PlaneJson> {
        let question = serde_json::from_value(json!({ "graph": graph })).unwrap();
        let limits = Limits::default();
        plane(&question, &limits, &limits.budget(&Stop::default()))
    }

    #[test]
    fn a_planar_network_has_places_and_a_dual() {
        let wheatstone =
            json!({"vertices": 4, "left": 1, "right": 4, "edges": [[1,2],[1,3],[2,3],[2,4],[3,4]]});
        let answer = ask(&wheatstone).unwrap();
        assert_eq!(answer.places.unwrap().len(), 4);
        let dual = answer.dual.unwrap();
        assert_eq!(dual.network.edges.len(), 5);
        assert_eq!(dual.network.vertices, dual.places.len());
    }

    #[test]
    fn without_terminals_there_is_no_dual_and_without_a_drawing_no_place() {
        let answer = ask(&json!({"vertices": 3, "edges": [[1,2],[2,3]]})).unwrap();
        assert!(answer.places.is_some() && answer.dual.is_none());
        let pairs = (1..=5).flat_map(|v| (1..v).map(move |u| [u, v]));
        let complete: Vec<[usize; 2]> = pairs.collect();
        let answer = ask(&json!({"vertices": 5, "left": 1, "right": 5, "edges": complete}));
        let answer = answer.unwrap();
        assert!(answer.places.is_none() && answer.dual.is_none());
        // Without the edge between the terminals it is planar, but has no dual: e0 would cross something.
        let answer = ask(&json!({"vertices": 5, "left": 1, "right": 5, "edges":
            complete.iter().filter(|pair| **pair != [1, 5]).collect::<Vec<_>>()}));
        let answer = answer.unwrap();
        assert!(answer.places.is_some() && answer.dual.is_none());
    }
}
