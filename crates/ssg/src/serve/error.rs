//! What the server answers when it cannot answer: a status, a short code, and a sentence.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use std::any::Any;

/// Why a request got no answer.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    reason: String,
    field: Option<&'static str>,
}

#[derive(Serialize)]
struct Body {
    code: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            status,
            code,
            reason,
            field: None,
        }
    }

    /// The request is well-formed JSON but says something that cannot be: 422.
    pub fn invalid(field: &'static str, reason: impl Into<String>) -> Self {
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", reason);
        error.field = Some(field);
        error
    }

    /// More of something than the server takes: 413.
    pub fn too_large(what: &'static str, given: usize, most: usize) -> Self {
        let reason = format!("{given} {what}, and the most this answer is given for is {most}");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", reason)
    }

    /// A text that would be longer than the server writes: 413.
    pub fn long_text(most: usize) -> Self {
        let reason = format!("the text would have more than {most} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", reason)
    }

    /// All threads are busy and the queue is full: 503.
    pub fn busy() -> Self {
        let reason = "the server is busy; try again in a second";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", reason)
    }

    /// The answer was not ready in time: 503.
    pub fn late() -> Self {
        let reason = "this took longer than the server allows one request";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "late", reason)
    }

    /// No such thing here: 404.
    pub fn not_found(path: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not-found",
            format!("there is nothing at {path}"),
        )
    }

    /// A method that this path does not take: 405.
    pub fn wrong_method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "wrong-method",
            "this path does not take that method",
        )
    }

    /// The name in the address is not one of this machine's: 421.
    pub fn wrong_host() -> Self {
        Self::new(
            StatusCode::MISDIRECTED_REQUEST,
            "wrong-host",
            "this server answers only to the address it was started on",
        )
    }

    /// The page of another site asks: 403.
    pub fn foreign_site() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "foreign-site",
            "this server answers its own page only, not those of other sites",
        )
    }

    /// The body did not come, or not in time: 408.
    pub fn unfinished() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "unfinished",
            "the body of the request did not come whole and in time",
        )
    }

    /// More bytes than a body may have: 413.
    pub fn long_body(most: usize) -> Self {
        let reason = format!("a request may have a body of {most} bytes at most");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", reason)
    }

    /// Our own fault: 500.
    pub fn broken() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken",
            "the server failed on this request; please report it with what you sent",
        )
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "not-json",
            StatusCode::UNPROCESSABLE_ENTITY => "wrong-shape",
            _ => "bad-json",
        };
        Self::new(rejection.status(), code, rejection.body_text())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> axum::response::Response {
        let (status, field) = (self.status, self.field);
        let body = Body {
            code: self.code,
            reason: self.reason,
            field,
        };
        let mut response = (status, Json(body)).into_response();
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
    tracing::error!(panic = text, "a handler panicked");
    ApiError::broken().into_response()
}
