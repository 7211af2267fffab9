//! The headers of every answer, and the checks that a request comes from the server's own page.

use super::error::{self, HttpError};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The header that says where the page may load from.
pub const POLICY_NAME: &str = "content-security-policy";

/// Answers are not pages: they load nothing, and stand in no frame. Pages have policies of their own.
const POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
        // Pages have their own policies.
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// The fixed headers as lines of a head.
pub fn lines() -> String {
    FIXED
        .iter()
        .fold(String::new(), |mut lines, (name, value)| {
            let _ = write!(lines, "{name}: {value}\r\n");
            lines
        })
}

/// A server on loopback answers to loopback names only: otherwise any web site could point its
/// own name at this machine and talk to us from the user's browser (DNS rebinding).
pub async fn guard_host(State(bound): State<IpAddr>, request: Request, next: Next) -> Response {
    let known = is_loopback(request.headers());
    if bound.is_loopback() && !known {
        return HttpError(error::wrong_host()).into_response();
    }
    next.run(request).await
}

/// Requests from pages of other sites are refused, even those whose answers a browser would hide
/// from them. Links to the page are allowed.
pub async fn guard_site(request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) && !is_visit(&request) {
        return HttpError(error::foreign_site()).into_response();
    }
    next.run(request).await
}

/// Whether a browser says that a page of another site sends the request. Other programs send no
/// such header.
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

/// Whether the request follows a link to the page.
fn is_visit(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode");
    request.method() == Method::GET
        && !request.headers().contains_key(header::ORIGIN)
        && !request.uri().path().starts_with("/api/")
        && mode.is_some_and(|mode| mode == "navigate")
}

/// Whether the request names exactly one host, and that is this machine by itself.
fn is_loopback(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    hosts.next().is_none() && host.is_some_and(is_loopback_host)
}

/// Whether this is a loopback name or address, perhaps with a port, and nothing else.
fn is_loopback_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, port)) => return is_loopback_v6(address) && is_port(port),
            None => return false,
        },
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_address = || name.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback());
    is_port(port) && (name.eq_ignore_ascii_case("localhost") || is_address())
}

fn is_loopback_v6(address: &str) -> bool {
    address.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback())
}

/// Nothing, or a colon and a number.
fn is_port(text: &str) -> bool {
    let number = text.strip_prefix(':');
    let is_number = |digits: &str| {
        digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u16>().is_ok()
    };
    text.is_empty() || number.is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_loopback_hosts_are_known() {
        for host in [
            "localhost",
            "localhost:80",
            "LOCALHOST:8011",
            "localhost.",
            "localhost.:1",
            "127.0.0.1",
            "127.9.9.9:65535",
            "[::1]",
            "[::1]:9",
        ] {
            assert!(is_loopback_host(host), "{host}");
        }
        for host in [
            "",
            ".",
            "[::1].evil.com",
            "[127.0.0.1]evil.com",
            "[127.0.0.1]",
            "localhost:80@evil.com",
            "localhost:evil.com",
            "[localhost",
            "[localhost]",
            "localhost:",
            "localhost:+80",
            "localhost:65536",
            "localhost..",
            "localhost.evil.com",
            "127.0.0.1.evil.com",
            "[::2]",
            "::1",
        ] {
            assert!(!is_loopback_host(host), "{host}");
        }
    }

    #[test]
    fn a_second_host_is_one_too_many() {
        let mut headers = HeaderMap::new();
        assert!(!is_loopback(&headers));
        headers.append(header::HOST, HeaderValue::from_static("localhost"));
        assert!(is_loopback(&headers));
        headers.append(header::HOST, HeaderValue::from_static("localhost"));
        assert!(!is_loopback(&headers));
    }
}
