//! The headers that every answer carries, and those by which a request is known to be the page's own.

use super::error::{self, HttpError};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Nothing from elsewhere, nothing inline, in nobody's frame. Images may be `blob:`, because the
/// page draws its PNG export from an SVG that it made itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const FIXED: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Adds the fixed headers to every answer.
pub async fn harden(request: Request, next: Next) -> Response {
    hardened(next.run(request).await)
}

/// The answer with the fixed headers.
pub fn hardened(mut response: Response) -> Response {
    for (name, value) in FIXED {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

/// A server on loopback answers to loopback names only: otherwise any web site could point its
/// own name at this machine and talk to us from the user's browser (DNS rebinding).
pub async fn guard_host(State(bound): State<IpAddr>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let name = host
        .and_then(|value| value.to_str().ok())
        .map(without_port)
        .unwrap_or_default();
    let known = name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    if bound.is_loopback() && !known {
        return HttpError(error::wrong_host()).into_response();
    }
    next.run(request).await
}

/// Pages of other sites get nowhere, even where a browser would only keep the answer from them: a
/// link may lead to the page, and that is all.
pub async fn guard_site(request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) && !is_visit(&request) {
        return HttpError(error::foreign_site()).into_response();
    }
    next.run(request).await
}

/// Whether a browser says that somebody else's page asks. Programs that are no browsers say nothing.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(&header::HOST).unwrap_or_default();
    let foreign_origin = text(&header::ORIGIN).is_some_and(|origin| {
        let name = origin.split_once("://").map(|(_, name)| name);
        name.is_none_or(|name| !name.eq_ignore_ascii_case(host))
    });
    let site = text(&HeaderName::from_static("sec-fetch-site"));
    foreign_origin || site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Whether somebody follows a link to the page.
fn is_visit(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode");
    request.method() == Method::GET
        && !request.headers().contains_key(header::ORIGIN)
        && !request.uri().path().starts_with("/api/")
        && mode.is_some_and(|mode| mode == "navigate")
}

fn without_port(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or_default();
    }
    host.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::without_port;

    #[test]
    fn ports_are_dropped() {
        assert_eq!(without_port("localhost:80"), "localhost");
        assert_eq!(without_port("127.0.0.1"), "127.0.0.1");
        assert_eq!(without_port("[::1]:9"), "::1");
    }
}
