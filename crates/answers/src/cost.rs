//! Estimates the cost of a question from its path and body, before anything is computed.

use crate::route;
use crate::wire::random::RandomJson;

/// A bound on what a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Bytes of memory at its worst, the answer included and the body not.
    pub bytes: usize,
    /// Whether it is answered in some milliseconds, unless its budget says otherwise.
    pub is_small: bool,
}

/// What every answer takes.
const BASE: usize = 1 << 20;

/// A body of more bytes than this is not of a small question.
const SMALL_BODY: usize = 4 << 10;

/// A network of more edges than this is not made by a small question.
const SMALL_NETWORK: usize = 500;

/// A network of more edges is not made at all.
const MOST_EDGES: usize = 100_000;

/// What an edge takes in a network that is made, with its name and its JSON.
const MADE_EDGE: usize = 500;

/// What the currents and the analog player take at most: a factored matrix of the largest network allowed.
const CURRENTS: usize = 48 << 20;

/// What the steps of Chase's algorithm and the positions of a search take at most: their budget.
const COUNTED: usize = 128 << 20;

/// The most that this question takes.
pub fn cost(path: &str, body: &[u8]) -> Cost {
    let length = body.len();
    let is_short = length <= SMALL_BODY;
    let cost = |bytes: usize, is_small: bool| Cost {
        bytes: BASE + bytes,
        is_small,
    };
    match route::find(path).map_or("", |route| route.pattern) {
        "/bridgit/{size}" => {
            let size = path.rsplit('/').next().and_then(|size| size.parse().ok());
            let size: usize = size.unwrap_or(0).min(1 << 10);
            made(2 * size * size)
        }
        "/random" => {
            // A long body is not read here: this must take no time.
            let wish = is_short
                .then(|| serde_json::from_slice(body).ok())
                .flatten();
            let edges = wish.map_or(MOST_EDGES, |wish: RandomJson| wish.edges);
            made(edges.min(MOST_EDGES))
        }
        // A parsed body takes up to eight bytes per byte of text, growing lists twice that, names slightly more.
        // The work adds a few hundred bytes per edge, and an edge takes at least six bytes of text.
        "/switching/analyse" => {
            let is_plain = is_short && !asks_for_currents(body);
            cost(24 * length + CURRENTS, is_plain)
        }
        "/files/write" => cost(24 * length + (32 << 20), is_short),
        "/switching/chase" => cost(COUNTED + 16 * length, length <= SMALL_BODY / 4),
        "/coins/analyse" | "/coins/reply" => cost(48 * length + (24 << 20), is_short),
        // Of `/files/read`, a text of four characters is an edge with two names.
        _ => cost(48 * length, is_short),
    }
}

fn made(edges: usize) -> Cost {
    Cost {
        bytes: BASE + MADE_EDGE * edges,
        is_small: edges <= SMALL_NETWORK,
    }
}

/// Whether the question names currents or the player that needs them. A body that spells the word with escapes
/// is no question of the page.
fn asks_for_currents(body: &[u8]) -> bool {
    let has = |word: &[u8]| body.windows(word.len()).any(|window| window == word);
    has(b"currents") || has(b"analog") || body.contains(&b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_questions_are_known_by_body_and_path() {
        let small = br#"{"network":{"vertices":2,"left":1,"right":2,"edges":[[1,2]]}}"#;
        assert!(cost("/switching/analyse", small).is_small);
        assert!(!cost("/switching/analyse", &[b' '; SMALL_BODY + 1]).is_small);
        let currents = br#"{"network":{},"overlays":["\u0063urrents"]}"#;
        assert!(!cost("/switching/analyse", currents).is_small);
        assert!(cost("/random", br#"{"nodes":9,"edges":14}"#).is_small);
        assert!(!cost("/random", br#"{"nodes":9,"edges":14000}"#).is_small);
        assert!(cost("/bridgit/7", b"").is_small);
        assert!(!cost("/bridgit/150", b"").is_small);
        let large = cost("/bridgit/18446744073709551615", b"");
        assert!(large.bytes < 2 << 30, "{large:?}");
    }
}
