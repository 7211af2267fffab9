//! Connections: as many as there are places, and no place for those who say nothing.
//!
//! Whoever opens connections and sends nothing, or sends it a byte at a time, is the first to go when
//! somebody else wants the place, and goes in any case when the patience is over. A body is read
//! whole before the application sees the request; large ones a few at a time, so that the memory
//! of the server does not depend on how many clients there are. Nor may clients that ask and do not listen
//! fill it with answers: those that are large share a bounded room, for a bounded time.

use super::body::Parcelled;
use super::error::Trouble;
use super::headers::hardened;
use super::limits::Limits;
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
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// How long to wait when the system has no more descriptors for us.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until `closing`; then gives the connections that are still open.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    closing: impl Future<Output = ()>,
) -> Open {
    let house = Arc::new(House {
        app,
        limits,
        large: Semaphore::new(limits.large_bodies),
        unsent: Arc::new(Semaphore::new(limits.unsent)),
        opened: Instant::now(),
    });
    let mut open = Open::new();
    let mut closing = pin!(closing);
    loop {
        tokio::select! {
            () = &mut closing => return open,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    open.make_room(limits.connections).await;
                    open.add(&house, stream);
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    sleep(BREATH).await;
                }
            },
        }
    }
}

/// The open connections.
pub struct Open {
    tasks: JoinSet<()>,
    guests: Vec<(AbortHandle, Arc<Guest>)>,
    /// Dropped when the house closes.
    closing: watch::Sender<()>,
}

impl Open {
    fn new() -> Self {
        Self {
            tasks: JoinSet::new(),
            guests: Vec::new(),
            closing: watch::channel(()).0,
        }
    }

    fn add(&mut self, house: &Arc<House>, stream: TcpStream) {
        let guest = Arc::new(Guest::new(house));
        let talk = talk(
            Arc::clone(house),
            Arc::clone(&guest),
            stream,
            self.closing.subscribe(),
        );
        self.guests.push((self.tasks.spawn(talk), guest));
    }

    /// Waits until there are fewer than `most`: whoever has been silent longest goes, and if nobody is
    /// silent, whoever is answered first.
    async fn make_room(&mut self, most: usize) {
        while self.tasks.try_join_next().is_some() {}
        while self.tasks.len() >= most {
            self.guests.retain(|(task, _)| !task.is_finished());
            let silent = self.guests.iter().filter_map(|(task, guest)| {
                let since = guest.silent_since()?;
                Some((since, task))
            });
            if let Some((_, task)) = silent.min_by_key(|&(since, _)| since) {
                task.abort();
            }
            self.tasks.join_next().await;
        }
        if self.guests.len() >= 2 * most {
            self.guests.retain(|(task, _)| !task.is_finished());
        }
    }

    /// Lets every request that has begun be answered.
    pub async fn closed(mut self) {
        drop(self.closing);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// What all connections share.
struct House {
    app: Router,
    limits: Limits,
    /// Places for large bodies.
    large: Semaphore,
    /// Bytes of large answers that may be on their way.
    unsent: Arc<Semaphore>,
    opened: Instant,
}

/// One client; times in milliseconds of the house.
struct Guest {
    /// Since when it has been silent.
    silent: AtomicU64,
    /// Since when it has been taking a large answer.
    taking: AtomicU64,
}

impl Guest {
    const NEVER: u64 = u64::MAX;

    fn new(house: &House) -> Self {
        Self {
            silent: AtomicU64::new(house.now()),
            taking: AtomicU64::new(Self::NEVER),
        }
    }

    /// `None` while it is being answered.
    fn silent_since(&self) -> Option<u64> {
        let since = self.silent.load(Ordering::Relaxed);
        (since != Self::NEVER).then_some(since)
    }

    /// Comes to an end when a large answer has not been taken for too long.
    async fn tires(&self, house: &House) {
        loop {
            sleep(house.limits.patience).await;
            let since = self.taking.load(Ordering::Relaxed);
            let took = Duration::from_millis(house.now().saturating_sub(since));
            if took > house.limits.taking {
                return;
            }
        }
    }
}

/// Does something at its end.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Hears the requests of one client.
async fn talk(
    house: Arc<House>,
    guest: Arc<Guest>,
    stream: TcpStream,
    mut closing: watch::Receiver<()>,
) {
    let patience = house.limits.patience;
    let answer = service_fn(|request| {
        let (house, guest) = (Arc::clone(&house), Arc::clone(&guest));
        async move { Ok::<_, Infallible>(house.answer(guest, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    // A client that goes away, or talks no HTTP, is no trouble of ours.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = guest.tires(&house) => {}
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

impl House {
    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64
    }

    async fn answer(&self, guest: Arc<Guest>, request: Request<Incoming>) -> Response {
        let (request, _place) = match self.read(request).await {
            Ok(read) => read,
            Err(trouble) => return hardened(trouble.into_response()),
        };
        guest.silent.store(Guest::NEVER, Ordering::Relaxed);
        let answer = self.app.clone().oneshot(request).await;
        guest.silent.store(self.now(), Ordering::Relaxed);
        let sent = self.send(guest, answer.into_response()).await;
        sent.unwrap_or_else(|trouble| hardened(trouble.into_response()))
    }

    /// The answer; a large one in pieces, if there is room for it.
    async fn send(&self, guest: Arc<Guest>, answer: Response) -> Result<Response, Trouble> {
        let (head, body) = answer.into_parts();
        let size = body.size_hint().exact();
        if size.is_some_and(|size| size <= self.limits.small_body as u64) {
            return Ok(Response::from_parts(head, body));
        }
        let body = to_bytes(body, usize::MAX).await;
        let body = body.map_err(|_| Trouble::broken())?;
        let share = u32::try_from(body.len().min(self.limits.unsent)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.unsent).try_acquire_many_owned(share);
        let room = room.map_err(|_| Trouble::busy())?;
        guest.taking.store(self.now(), Ordering::Relaxed);
        let done = move || guest.taking.store(Guest::NEVER, Ordering::Relaxed);
        let body = Body::new(Parcelled::new(body, (room, OnDrop(done))));
        Ok(Response::from_parts(head, body))
    }

    /// The request with all of its body, and the place that a large one takes.
    async fn read(
        &self,
        request: Request<Incoming>,
    ) -> Result<(Request<Body>, Option<SemaphorePermit<'_>>), Trouble> {
        let limits = &self.limits;
        let (head, body) = request.into_parts();
        // A body in chunks may become large.
        let chunked = head.headers.contains_key(header::TRANSFER_ENCODING);
        let length = head.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let length = length.unwrap_or(if chunked { limits.body } else { 0 });
        if length > limits.body {
            return Err(Trouble::long_body(limits.body));
        }
        let place = if length > limits.small_body {
            let place = timeout(limits.patience, self.large.acquire()).await;
            Some(place.ok().and_then(Result::ok).ok_or_else(Trouble::busy)?)
        } else {
            None
        };
        let body = timeout(limits.patience, to_bytes(Body::new(body), limits.body)).await;
        let body = body.map_err(|_| Trouble::unfinished())?;
        // Either it is too long, or the client is gone and will not hear this.
        let body = body.map_err(|_| Trouble::long_body(limits.body))?;
        Ok((Request::from_parts(head, Body::from(body)), place))
    }
}
