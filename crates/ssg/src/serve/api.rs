//! The JSON interface under `/api/v1`: HTTP around [`answers::answer`], computed on a worker.

use super::error::{self, HttpError};
use super::state::AppState;
use answers::{ApiError, Cost, Method, Reply};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{self, HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::hash::{BuildHasher, Hasher, RandomState};
use switchyard::budget::Stop;

/// All paths below `/api/v1`.
pub fn router() -> Router<AppState> {
    Router::new().fallback(answer)
}

async fn answer(
    State(state): State<AppState>,
    method: http::Method,
    uri: Uri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, HttpError> {
    let path = uri.path().to_owned();
    let route = answers::find(&path).ok_or_else(|| ApiError::not_found(&path))?;
    let body = match (route.method, &method) {
        (Method::Get, &http::Method::GET | &http::Method::HEAD) => Bytes::new(),
        (Method::Post, &http::Method::POST) if is_json(&headers) => {
            body.map_err(|_| error::long_body(state.limits.body))?
        }
        (Method::Post, &http::Method::POST) => return Err(error::not_json().into()),
        _ => return Ok(wrong_method(route.method)),
    };
    let question = Question {
        cost: answers::cost(&path, &body),
        path,
        body,
        seed: chance(),
    };
    if !route.is_computed {
        let reply = question.answer(&state.limits.answers, &Stop::default());
        return Ok(response(reply));
    }
    let mut response = response(computed(&state, question).await?);
    if response.status() == StatusCode::OK {
        let store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, store);
    }
    Ok(response)
}

/// A question, to be answered on whatever thread there is.
#[derive(Clone)]
struct Question {
    path: String,
    body: Bytes,
    seed: u64,
    cost: Cost,
}

impl Question {
    fn answer(&self, limits: &answers::Limits, stop: &Stop) -> Reply {
        answers::answer_until(&self.path, &self.body, limits, self.seed, stop)
    }
}

/// The answer to a small question from the threads for small ones; if it was not small after all, or did not look
/// so, from the others.
async fn computed(state: &AppState, question: Question) -> Result<Reply, ApiError> {
    let limits = state.limits.answers;
    if question.cost.is_small {
        let small = answers::Limits {
            steps: state.limits.small_steps,
            bytes: state.limits.small_bytes,
            ..limits
        };
        let same = question.clone();
        let job = move |stop: &Stop| same.answer(&small, stop);
        let reply = state.workers.run_small(job).await?;
        if !reply.is_over_budget {
            return Ok(reply);
        }
    }
    let bytes = question.cost.bytes;
    let job = move |stop: &Stop| question.answer(&limits, stop);
    state.workers.run(bytes, job).await
}

fn response(reply: Reply) -> Response {
    if let Some(cause) = reply.cause {
        tracing::error!(cause, "a question broke the program");
    }
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, error::JSON)], reply.body).into_response()
}

/// The refusal of a method, with those that the path takes.
fn wrong_method(method: Method) -> Response {
    let allowed = match method {
        Method::Get => HeaderValue::from_static("GET,HEAD"),
        Method::Post => HeaderValue::from_static("POST"),
    };
    let mut response = HttpError(error::wrong_method()).into_response();
    response.headers_mut().insert(header::ALLOW, allowed);
    response
}

/// Whether the body is declared to be JSON: `application/json`, or a kind of it.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let subtype = kind.to_ascii_lowercase();
    let subtype = subtype.strip_prefix("application/");
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

/// A random seed, small enough for every JSON parser.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
