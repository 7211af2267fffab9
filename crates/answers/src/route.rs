//! From a path and a body to an answer.

use crate::api::{bridgit, coins, files, gallery, plane, puzzle, random, switching};
use crate::error::syntax;
use crate::{Answered, ApiError, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use switchyard::budget::{Budget, Stop};

/// The description of the interface; the tests hold it against [`ROUTES`].
pub const OPENAPI: &str = include_str!("api/openapi.json");

/// What comes back for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status of HTTP: 200, or that of an [`ApiError`].
    pub status: u16,
    /// The answer, or the error, as JSON.
    pub body: Vec<u8>,
    /// The internal error, for the server's log.
    pub cause: Option<String>,
    /// Whether a larger budget might have sufficed.
    pub is_over_budget: bool,
}

impl From<ApiError> for Reply {
    fn from(error: ApiError) -> Self {
        Self {
            status: error.status,
            body: error.body(),
            cause: error.cause,
            is_over_budget: error.is_over_budget,
        }
    }
}

/// How a question is asked over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The path says everything.
    Get,
    /// The body is the question.
    Post,
}

/// A question of the interface.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The path; `{…}` is one segment of any text.
    pub pattern: &'static str,
    /// How it is asked.
    pub method: Method,
    /// Whether answering takes work; the other answers only have to be copied.
    pub is_computed: bool,
    handler: Handler,
}

type Handler = fn(&Call<'_>) -> Answered<Vec<u8>>;

/// What a handler is given.
struct Call<'a> {
    /// The value of `{…}` in the path.
    parameter: &'a str,
    body: &'a [u8],
    limits: &'a Limits,
    budget: Budget,
    seed: u64,
}

/// Every question of the interface.
pub static ROUTES: [Route; 21] = [
    HEALTH,
    fixed("/openapi.json", |_| Ok(OPENAPI.into())),
    GALLERY,
    fixed("/gallery/{file}", |call| {
        json(&gallery::board(call.parameter)?)
    }),
    BRIDGIT,
    ANALYSE,
    EXPLAIN,
    HISTORY,
    computed("/switching/chase", |call| call.answer(switching::chase)),
    computed("/switching/edge", |call| call.answer(switching::edge)),
    computed("/graph/plane", |call| call.answer(plane::plane)),
    computed("/coins/analyse", |call| call.answer(coins::analyse)),
    computed("/coins/reply", |call| call.answer(coins::reply)),
    computed("/coins/history", |call| call.answer(coins::history)),
    computed("/coins/trace", |call| call.answer(coins::trace)),
    computed("/files/read", |call| call.answer(files::read)),
    computed("/files/write", |call| call.answer(files::write)),
    PUZZLES,
    computed("/puzzle", |call| {
        json(&puzzle::make(&call.question()?, call.seed)?)
    }),
    computed("/puzzle/check", |call| {
        json(&puzzle::check(&call.question()?, call.limits)?)
    }),
    computed("/random", |call| {
        json(&random::make(
            &call.question()?,
            call.limits,
            &call.budget,
            call.seed,
        )?)
    }),
];

const HEALTH: Route = fixed("/health", |_| json(&"ok"));
const GALLERY: Route = fixed("/gallery", |_| json(gallery::list()));
const PUZZLES: Route = fixed("/puzzles", |_| json(&puzzle::boards()));
const BRIDGIT: Route = Route {
    is_computed: true,
    ..fixed("/bridgit/{size}", |call| {
        json(&bridgit::board(call.parameter, call.limits)?)
    })
};
const ANALYSE: Route = computed("/switching/analyse", |call| call.answer(switching::analyse));
const EXPLAIN: Route = computed("/switching/explain", |call| {
    call.answer(switching::explained)
});
const HISTORY: Route = computed("/switching/history", |call| call.answer(switching::history));

const fn fixed(pattern: &'static str, handler: Handler) -> Route {
    Route {
        pattern,
        method: Method::Get,
        is_computed: false,
        handler,
    }
}

const fn computed(pattern: &'static str, handler: Handler) -> Route {
    Route {
        pattern,
        method: Method::Post,
        is_computed: true,
        handler,
    }
}

impl Call<'_> {
    /// The question in the body.
    fn question<Q: DeserializeOwned>(&self) -> Answered<Q> {
        let mut json = serde_json::Deserializer::from_slice(self.body);
        let question = serde_path_to_error::deserialize(&mut json)?;
        json.end().map_err(|error| syntax(&error))?;
        Ok(question)
    }

    /// The answer, which is a pure function of the question within the limits.
    fn answer<Q: DeserializeOwned, A: Serialize>(
        &self,
        answer: fn(&Q, &Limits, &Budget) -> Answered<A>,
    ) -> Answered<Vec<u8>> {
        json(&answer(&self.question()?, self.limits, &self.budget)?)
    }
}

fn json(answer: &impl Serialize) -> Answered<Vec<u8>> {
    serde_json::to_vec(answer).map_err(ApiError::broken)
}

/// Answers the question at `path`, with `body` where there is one; where the question leaves something to
/// chance, it follows from `seed`.
///
/// Paths are those of the interface below its version, as `/switching/analyse`.
pub fn answer(path: &str, body: &[u8], limits: &Limits, seed: u64) -> Reply {
    answer_until(path, body, limits, seed, &Stop::default())
}

/// The same, until `stop` is raised: then the computation ends at the next step that it counts.
pub fn answer_until(path: &str, body: &[u8], limits: &Limits, seed: u64, stop: &Stop) -> Reply {
    let answered = match matched(path) {
        None => Err(ApiError::not_found(path)),
        Some((route, parameter)) => (route.handler)(&Call {
            parameter: &parameter,
            body,
            limits,
            budget: limits.budget(stop),
            seed,
        }),
    };
    answered.into()
}

impl From<Answered<Vec<u8>>> for Reply {
    fn from(answered: Answered<Vec<u8>>) -> Self {
        match answered {
            Ok(body) => Reply {
                status: 200,
                body,
                cause: None,
                is_over_budget: false,
            },
            Err(error) => error.into(),
        }
    }
}

/// The question that this path asks.
pub fn find(path: &str) -> Option<&'static Route> {
    matched(path).map(|(route, _)| route)
}

fn matched(path: &str) -> Option<(&'static Route, Cow<'_, str>)> {
    let found = |route: &'static Route| Some((route, parameter(route.pattern, path)?));
    ROUTES.iter().find_map(found)
}

/// What stands in `path` in place of the `{…}` of a pattern; `None` if they do not match.
fn parameter<'a>(pattern: &str, path: &'a str) -> Option<Cow<'a, str>> {
    let Some((prefix, _)) = pattern.split_once('{') else {
        return (pattern == path).then_some(Cow::Borrowed(""));
    };
    let parameter = path.strip_prefix(prefix)?;
    let is_segment = !parameter.is_empty() && !parameter.contains('/');
    is_segment.then(|| decoded(parameter)).flatten()
}

/// A segment of a path with its percent signs read; `None` if it is no text.
fn decoded(segment: &str) -> Option<Cow<'_, str>> {
    if !segment.contains('%') {
        return Some(Cow::Borrowed(segment));
    }
    let mut bytes = Vec::new();
    let mut rest = segment.as_bytes();
    while let [byte, after @ ..] = rest {
        let escaped = (*byte == b'%').then(|| after.get(..2)).flatten();
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*byte));
        rest = &after[if escaped.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

pub mod first;
#[cfg(test)]
mod tests;
