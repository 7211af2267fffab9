//! The questions of a first game, apart from all others: a module for the browser that contains no more than these is
//! half as large.

use super::{ANALYSE, BRIDGIT, Call, EXPLAIN, GALLERY, HEALTH, HISTORY, PUZZLES};
use super::{Reply, json, parameter};
use crate::api::{files, gallery};
use crate::{Answered, Limits};
use switchyard::budget::Stop;

/// A pattern, and what answers its questions; `None` for those that it leaves to the others.
type First = (&'static str, fn(&Call<'_>) -> Option<Answered<Vec<u8>>>);

/// No function of another question may be named here: what is named becomes part of the module.
static FIRST: [First; 9] = [
    (HEALTH.pattern, |call| Some((HEALTH.handler)(call))),
    (GALLERY.pattern, |call| Some((GALLERY.handler)(call))),
    (PUZZLES.pattern, |call| Some((PUZZLES.handler)(call))),
    (BRIDGIT.pattern, |call| Some((BRIDGIT.handler)(call))),
    (ANALYSE.pattern, |call| Some((ANALYSE.handler)(call))),
    (EXPLAIN.pattern, |call| Some((EXPLAIN.handler)(call))),
    (HISTORY.pattern, |call| Some((HISTORY.handler)(call))),
    ("/gallery/{file}", |call| {
        gallery::small_board(call.parameter).map(|board| json(&board))
    }),
    ("/files/read", |call| {
        let question = call.question().ok()?;
        files::read_plain(&question, call.limits).map(|read| json(&read))
    }),
];

/// The same as [`answer`](super::answer) for what a first game asks, and `None` for everything else.
pub fn answer(path: &str, body: &[u8], limits: &Limits, seed: u64) -> Option<Reply> {
    let found = |&(pattern, handler): &First| Some((parameter(pattern, path)?, handler));
    let (parameter, handler) = FIRST.iter().find_map(found)?;
    let answered = handler(&Call {
        parameter: &parameter,
        body,
        limits,
        budget: limits.budget(&Stop::default()),
        seed,
    })?;
    Some(answered.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks both; whether this one has answered.
    fn is_answered(path: &str, body: &str) -> bool {
        let limits = Limits::default();
        let mine = answer(path, body.as_bytes(), &limits, 7);
        let whole = super::super::answer(path, body.as_bytes(), &limits, 7);
        if let Some(mine) = &mine {
            assert_eq!(mine, &whole, "{path} {body}");
        }
        mine.is_some()
    }

    fn read(text: &str, room: &str) -> String {
        serde_json::json!({ "text": text, "room": room }).to_string()
    }

    #[test]
    fn a_first_game_is_answered_here_and_as_everywhere() {
        for path in [
            "/health",
            "/gallery",
            "/puzzles",
            "/bridgit/4",
            "/bridgit/x",
        ] {
            assert!(is_answered(path, ""), "{path}");
        }
        let network = r#"{"vertices":3,"left":1,"right":3,"edges":[[1,2],[2,3],[1,3]]}"#;
        let moves = r#"[{"side":"cut","edge":3}]"#;
        for kind in ["perfect", "analog", "min-cut", "greedy", "random"] {
            let reply = format!(r#"{{"side":"short","player":{{"kind":"{kind}"}}}}"#);
            let body = format!(
                r#"{{"network":{network},"moves":{moves},"reply":{reply},"overlays":["currents"]}}"#
            );
            assert!(is_answered("/switching/analyse", &body));
        }
        let body = format!(r#"{{"network":{network},"moves":{moves}}}"#);
        assert!(is_answered("/switching/explain", &body));
        assert!(is_answered("/switching/history", &body));
        // What is wrong with a question is said in the same words.
        assert!(is_answered("/switching/analyse", "{"));
        assert!(is_answered("/switching/history", r#"{"network":1}"#));
    }

    /// Every board of the gallery, those that the page begins with above all.
    #[test]
    fn boards_are_read_as_everywhere() {
        for item in &gallery::list().boards {
            let path = format!("/gallery/{}", item.id);
            let is_small = is_answered(&path, "");
            assert_eq!(is_small, item.id != "class-size.net", "{path}");
            let text = gallery::board(&item.id).unwrap().text;
            assert!(
                is_answered("/files/read", &read(&text, item.room)),
                "{path}"
            );
        }
        assert!(!is_answered("/gallery/none.net", ""));
    }

    #[test]
    fn everything_else_is_left_to_the_others() {
        for (text, room) in [
            ("graph { 1 -- 2 }", "networks"),
            ("1 2\n2 3\n", "networks"),
            ("3\n1\n1\n1\n1 2\n", "networks"),
            ("{}", "networks"),
            ("", "networks"),
            ("digraph { a -> b }", "coins"),
        ] {
            let answered = is_answered("/files/read", &read(text, room));
            assert!(!answered, "{text:?} {room}");
        }
        for (path, body) in [
            ("/files/read", "{"),
            ("/files/read", r#"{"text":1}"#),
            ("/random", r#"{"nodes":9,"edges":14}"#),
            ("/coins/analyse", "{}"),
            ("/openapi.json", ""),
            ("/nothing", ""),
        ] {
            assert!(!is_answered(path, body), "{path}");
        }
    }
}
