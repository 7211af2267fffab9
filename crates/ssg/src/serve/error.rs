//! Errors of the transport, and all errors as responses.

use answers::ApiError;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use std::any::Any;

/// The media type of every answer.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// An error as a response.
#[derive(Clone, Debug)]
pub struct HttpError(pub ApiError);

impl From<ApiError> for HttpError {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

/// All threads are busy and the queue is full: 503.
pub fn busy() -> ApiError {
    ApiError::new(503, "busy", "the server is busy; try again in a second")
}

/// The answer was not ready in time: 503.
pub fn late() -> ApiError {
    let reason = "this took longer than the server allows one request";
    ApiError::new(503, "late", reason)
}

/// A method that this path does not support: 405.
pub fn wrong_method() -> ApiError {
    ApiError::new(405, "wrong-method", "this path does not take that method")
}

/// A body that is not declared to be JSON: 415.
pub fn not_json() -> ApiError {
    let reason = "Expected request with `Content-Type: application/json`";
    ApiError::new(415, "not-json", reason)
}

/// The name in the address is not one of this machine's: 421.
pub fn wrong_host() -> ApiError {
    let reason = "this server answers only to the address it was started on";
    ApiError::new(421, "wrong-host", reason)
}

/// A request from a page of another site: 403.
pub fn foreign_site() -> ApiError {
    let reason = "this server answers its own page only, not those of other sites";
    ApiError::new(403, "foreign-site", reason)
}

/// The body did not come, or not in time: 408.
pub fn unfinished() -> ApiError {
    let reason = "the body of the request did not come whole and in time";
    ApiError::new(408, "unfinished", reason)
}

/// The body came too slowly while others waited to send theirs: 408.
pub fn slow_body() -> ApiError {
    let reason = "the body of the request came too slowly while others waited";
    ApiError::new(408, "unfinished", reason)
}

/// A malformed body: 400.
pub fn bad_body() -> ApiError {
    let reason = "the body of the request is not as HTTP says: its chunks are malformed";
    ApiError::new(400, "bad-body", reason)
}

/// More bytes than a body may have: 413.
pub fn long_body(most: usize) -> ApiError {
    let reason = format!("a request may have a body of {most} bytes at most");
    ApiError::new(413, "too-large", reason)
}

impl IntoResponse for HttpError {
    fn into_response(self) -> axum::response::Response {
        let Self(error) = self;
        if let Some(cause) = &error.cause {
            tracing::error!(cause, "a request broke the server");
        }
        let status =
            StatusCode::from_u16(error.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, [(header::CONTENT_TYPE, JSON)], error.body()).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A handler panicked: the client gets a 500, the log the message.
#[allow(clippy::needless_pass_by_value)] // the signature is tower-http's
pub fn panicked(cause: Box<dyn Any + Send + 'static>) -> Response<axum::body::Body> {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    HttpError(ApiError::broken(format!("a handler panicked: {text}"))).into_response()
}
