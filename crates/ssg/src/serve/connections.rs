//! Connections: a bounded number, of which idle ones are evicted first.
//!
//! A client that sends nothing, or one byte at a time, is evicted first when another client needs
//! the connection, and after a timeout in any case. A body is read completely before the
//! application sees the request; large bodies share a fixed amount of memory, so that the server's
//! memory does not depend on the number of clients. Large answers that clients have not yet
//! received share a fixed amount of memory too, for a limited time.

use super::bodies::{Bodies, Held};
use super::body::ChunkedBody;
use super::error::{self, HttpError};
use super::hardened_stream::HardenedStream;
use super::headers::hardened;
use super::limits::Limits;
use answers::ApiError;
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::http::{Request, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;
use tower::ServiceExt;

/// Bytes that a connection buffers each way; also the longest head of a request.
const BUFFER: usize = 64 << 10;

/// How long to wait when the system has no file descriptors left.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(50);

/// Serves until `closing`; returns the connections that are still open.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    closing: impl Future<Output = ()>,
) -> Connections {
    let server = Arc::new(Server {
        app,
        limits,
        bodies: Bodies::new(limits),
        unsent: Arc::new(Semaphore::new(limits.unsent)),
        opened: Instant::now(),
    });
    let mut open = Connections::new();
    let mut closing = pin!(closing);
    loop {
        tokio::select! {
            () = &mut closing => return open,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    open.make_room(limits.connections).await;
                    open.add(&server, stream);
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    sleep(ACCEPT_BACKOFF).await;
                }
            },
        }
    }
}

/// The open connections.
pub struct Connections {
    tasks: JoinSet<()>,
    clients: Vec<(AbortHandle, Arc<Client>)>,
    /// Dropped when the server closes.
    closing: watch::Sender<()>,
}

impl Connections {
    fn new() -> Self {
        Self {
            tasks: JoinSet::new(),
            clients: Vec::new(),
            closing: watch::channel(()).0,
        }
    }

    fn add(&mut self, server: &Arc<Server>, stream: TcpStream) {
        let client = Arc::new(Client::new(server));
        let serve_connection = serve_connection(
            Arc::clone(server),
            Arc::clone(&client),
            stream,
            self.closing.subscribe(),
        );
        self.clients
            .push((self.tasks.spawn(serve_connection), client));
    }

    /// Waits until there are fewer than `most`: the connection that has been silent longest is
    /// closed, or else the first whose answer is complete.
    async fn make_room(&mut self, most: usize) {
        while self.tasks.try_join_next().is_some() {}
        while self.tasks.len() >= most {
            self.clients.retain(|(task, _)| !task.is_finished());
            let silent = self.clients.iter().filter_map(|(task, client)| {
                let since = client.silent_since()?;
                Some((since, task))
            });
            if let Some((_, task)) = silent.min_by_key(|&(since, _)| since) {
                task.abort();
            }
            self.tasks.join_next().await;
        }
        if self.clients.len() >= 2 * most {
            self.clients.retain(|(task, _)| !task.is_finished());
        }
    }

    /// Waits until every request that has begun is answered.
    pub async fn closed(mut self) {
        drop(self.closing);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// What all connections share.
struct Server {
    app: Router,
    limits: Limits,
    /// Memory for large bodies.
    bodies: Bodies,
    /// Bytes of large answers that may be in transit.
    unsent: Arc<Semaphore>,
    opened: Instant,
}

/// One client; times in milliseconds since the server was opened.
struct Client {
    /// Since when it has been silent.
    silent: AtomicU64,
    /// Since when it has been receiving a large answer.
    taking: AtomicU64,
}

impl Client {
    const NEVER: u64 = u64::MAX;

    fn new(server: &Server) -> Self {
        Self {
            silent: AtomicU64::new(server.now()),
            taking: AtomicU64::new(Self::NEVER),
        }
    }

    /// `None` while it is being answered.
    fn silent_since(&self) -> Option<u64> {
        let since = self.silent.load(Ordering::Relaxed);
        (since != Self::NEVER).then_some(since)
    }

    /// Completes when a large answer has taken too long to be received.
    async fn stalled(&self, server: &Server) {
        loop {
            sleep(server.limits.patience).await;
            let since = self.taking.load(Ordering::Relaxed);
            let took = Duration::from_millis(server.now().saturating_sub(since));
            if took > server.limits.taking {
                return;
            }
        }
    }
}

/// Calls a function when dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Serves the requests of one client.
async fn serve_connection(
    server: Arc<Server>,
    client: Arc<Client>,
    stream: TcpStream,
    mut closing: watch::Receiver<()>,
) {
    let patience = server.limits.patience;
    let answer = service_fn(|request| {
        let (server, client) = (Arc::clone(&server), Arc::clone(&client));
        async move { Ok::<_, Infallible>(server.answer(client, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(HardenedStream::new(stream)), answer);
    let mut connection = pin!(connection);
    // A client that leaves, or does not speak HTTP, is not an error of the server.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = client.stalled(&server) => {}
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

impl Server {
    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64
    }

    async fn answer(&self, client: Arc<Client>, request: Request<Incoming>) -> Response {
        let (request, _room) = match self.read(request).await {
            Ok(read) => read,
            Err(error) => return hardened(HttpError(error).into_response()),
        };
        client.silent.store(Client::NEVER, Ordering::Relaxed);
        let answer = self.app.clone().oneshot(request).await;
        client.silent.store(self.now(), Ordering::Relaxed);
        let sent = self.send(client, answer.into_response()).await;
        sent.unwrap_or_else(|error| hardened(HttpError(error).into_response()))
    }

    /// The answer; a large one in pieces, if there is memory for it.
    async fn send(&self, client: Arc<Client>, answer: Response) -> Result<Response, ApiError> {
        let (head, body) = answer.into_parts();
        let size = body.size_hint().exact();
        if size.is_some_and(|size| size <= self.limits.small_body as u64) {
            return Ok(Response::from_parts(head, body));
        }
        let body = to_bytes(body, usize::MAX).await;
        let body = body.map_err(ApiError::broken)?;
        let share = u32::try_from(body.len().min(self.limits.unsent)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.unsent).try_acquire_many_owned(share);
        let room = room.map_err(|_| error::busy())?;
        client.taking.store(self.now(), Ordering::Relaxed);
        let done = move || client.taking.store(Client::NEVER, Ordering::Relaxed);
        let body = Body::new(ChunkedBody::new(body, (room, OnDrop(done))));
        Ok(Response::from_parts(head, body))
    }

    /// The request with its whole body, and the memory reserved for a large one.
    async fn read(
        &self,
        request: Request<Incoming>,
    ) -> Result<(Request<Body>, Option<OwnedSemaphorePermit>), ApiError> {
        let (head, body) = request.into_parts();
        let declared = head.headers.get(header::CONTENT_LENGTH);
        let declared = declared.and_then(|length| length.to_str().ok()?.parse().ok());
        let Held { bytes, room } = self.bodies.read(body, declared).await?;
        Ok((Request::from_parts(head, Body::from(bytes)), room))
    }
}
