//! The JSON interface under `/api/v1`: one module an area, every answer computed on a worker.

mod bridgit;
mod coins;
mod files;
mod gallery;
mod random;
mod switching;

use super::error::ApiError;
use super::limits::Limits;
use super::state::AppState;
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Json, Path, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The description of the interface; the tests hold it against the server.
pub const OPENAPI: &str = include_str!("openapi.json");

/// What a handler answers.
type Answered<T> = Result<T, ApiError>;

/// All paths below `/api/v1`.
pub fn router() -> Router<AppState> {
    Router::new()
        .route("/openapi.json", get(openapi))
        .route("/health", get(async || Json("ok")))
        .route("/gallery", get(gallery::list))
        .route("/gallery/{file}", get(gallery::board))
        .route("/bridgit/{size}", get(board))
        .route("/switching/analyse", computed(switching::analyse))
        .route("/switching/explain", computed(switching::explained))
        .route("/switching/history", computed(switching::history))
        .route("/switching/chase", computed(switching::chase))
        .route("/coins/analyse", computed(coins::analyse))
        .route("/coins/reply", computed(coins::reply))
        .route("/coins/history", computed(coins::history))
        .route("/files/read", computed(files::read))
        .route("/files/write", computed(files::write))
        .route("/random", computed(random::make))
        .fallback(async |uri: Uri| ApiError::not_found(uri.path()))
        .method_not_allowed_fallback(async || ApiError::wrong_method())
}

/// A POST whose answer is a pure function of its body, within the limits.
fn computed<Q, A>(answer: fn(&Q, &Limits) -> Answered<A>) -> axum::routing::MethodRouter<AppState>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(
        move |State(state): State<AppState>, body: Result<Json<Q>, JsonRejection>| async move {
            let Json(question) = body?;
            let limits = state.limits;
            let job = move || answer(&question, &limits).and_then(|answer| json(&answer));
            state.workers.run(job).await
        },
    )
}

/// The answer as JSON, written on the worker too: large ones take a while.
fn json(answer: &impl Serialize) -> Answered<Response> {
    let text = serde_json::to_vec(answer).map_err(|_| ApiError::broken())?;
    let kind = HeaderValue::from_static("application/json");
    let store = HeaderValue::from_static("no-store");
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, store)];
    Ok((headers, text).into_response())
}

async fn openapi() -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], OPENAPI).into_response()
}

async fn board(State(state): State<AppState>, Path(size): Path<String>) -> Answered<Response> {
    let limits = state.limits;
    let job = move || bridgit::board(&size, &limits).and_then(|answer| json(&answer));
    state.workers.run(job).await
}
