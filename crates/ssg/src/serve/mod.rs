//! `ssg serve`: the page, and the stateless JSON interface it speaks.
//!
//! A request carries everything: graph, moves, side. The server keeps nothing between requests;
//! undo, replay and links are done by the page.

mod api;
mod assets;
mod bodies;
mod body;
mod connections;
mod error;
mod hardened_stream;
mod headers;
mod limits;
mod site;
mod state;
mod workers;

use crate::io::exit::{CmdError, CmdResult};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Request, Response};
use limits::Limits;
use site::Site;
use state::AppState;
use std::future::Future;
use std::io::{Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

/// Where and how to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub address: SocketAddr,
    /// How many requests may be computed at once.
    pub workers: usize,
    /// Log every request, not only those that failed.
    pub verbose: bool,
    /// The folder of a site to serve in place of the program's own page.
    pub site: Option<PathBuf>,
}

/// Serves until interrupted, then lets the open requests finish.
pub fn run(options: Options) -> CmdResult {
    start_log(options.verbose);
    huge_pages::return_freed();
    let Options {
        address,
        workers,
        site,
        ..
    } = options;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.min(4))
        .max_blocking_threads(workers + Limits::default().small_threads)
        .enable_all()
        .build()?;
    let mut state = AppState::new(Limits::default(), workers);
    if let Some(folder) = site {
        let wrong = |error| CmdError::Input(format!("{}: {error}", folder.display()));
        state.site = Some(Arc::new(Site::read(&folder).map_err(wrong)?));
    }
    let app = router(&state, address.ip());
    runtime.block_on(serve(address, app, state.limits))?;
    // A computation that outlives the last request is abandoned.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

async fn serve(address: SocketAddr, app: Router, limits: Limits) -> CmdResult {
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| CmdError::Input(format!("cannot listen on {address}: {error}")))?;
    let bound = listener.local_addr()?;
    writeln!(stdout(), "http://{bound}/")?;
    stdout().flush()?;
    eprintln!("Switchyard is open at http://{bound}/ (Ctrl-C closes it)");
    let closing = async {
        stop_signal().await;
        eprintln!("closing: no new requests, open ones may finish");
    };
    let open = connections::serve(listener, app, limits, closing).await;
    // An idle connection of a browser must not keep the program running.
    let _ = tokio::time::timeout(Duration::from_secs(5), open.closed()).await;
    Ok(())
}

async fn stop_signal() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    tokio::select! { () = interrupt => (), () = terminate() => () }
}

#[cfg(unix)]
fn terminate() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    async {
        match signal(SignalKind::terminate()) {
            Ok(mut stream) => {
                stream.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
fn terminate() -> impl Future<Output = ()> {
    std::future::pending()
}

/// The application as it is on this machine alone, with the usual limits and one worker.
pub fn app() -> Router {
    let state = AppState::new(Limits::default(), 1);
    router(&state, IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The whole application: page, interface, headers, log.
fn router(state: &AppState, host: IpAddr) -> Router {
    Router::new()
        .nest("/api/v1", api::router())
        .fallback(assets::serve)
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(DefaultBodyLimit::max(state.limits.body))
        .layer(axum::middleware::from_fn(headers::guard_site))
        .layer(axum::middleware::from_fn_with_state(
            host,
            headers::guard_host,
        ))
        .layer(axum::middleware::from_fn(headers::harden))
        .layer(log_layer())
        .with_state(state.clone())
}

fn start_log(verbose: bool) {
    let level = if verbose {
        tracing::Level::INFO
    } else {
        tracing::Level::WARN
    };
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .try_init();
}

type LogLayer = TraceLayer<
    tower_http::classify::SharedClassifier<tower_http::classify::ServerErrorsAsFailures>,
    fn(&Request<axum::body::Body>) -> Span,
    (),
    fn(&Response<axum::body::Body>, Duration, &Span),
    (),
    (),
    (),
>;

/// One line per request: method, path, status, time; no bodies or queries, for privacy.
fn log_layer() -> LogLayer {
    fn span(request: &Request<axum::body::Body>) -> Span {
        tracing::info_span!("request", method = %request.method(), path = request.uri().path())
    }
    fn answered(response: &Response<axum::body::Body>, took: Duration, span: &Span) {
        let status = response.status();
        let (status, ms) = (status.as_u16(), took.as_secs_f64() * 1e3);
        if status >= 500 {
            tracing::warn!(parent: span, status, ms, "failed");
        } else {
            tracing::info!(parent: span, status, ms, "answered");
        }
    }
    TraceLayer::new_for_http()
        .make_span_with(span as fn(&Request<axum::body::Body>) -> Span)
        .on_request(())
        .on_response(answered as fn(&Response<axum::body::Body>, Duration, &Span))
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

#[cfg(test)]
mod tests;
