//! Bodies of requests, charged as their bytes arrive: who declares much and sends little holds little.

use super::error;
use super::limits::Limits;
use answers::ApiError;
use axum::body::{Bytes, HttpBody};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Room is shared out in pieces of this many bytes.
const UNIT: usize = 1 << 10;

/// Room for the bodies that are being read or computed.
#[derive(Debug)]
pub struct Bodies {
    room: Arc<Semaphore>,
    /// Those that hold room and are not complete.
    readers: Mutex<Vec<Arc<Reader>>>,
    limits: Limits,
}

/// A body on its way.
#[derive(Debug)]
struct Reader {
    since: Instant,
    evicted: Notify,
}

/// A whole body, and the room that it takes.
#[derive(Debug)]
pub struct Held {
    /// The bytes.
    pub bytes: Bytes,
    /// Held until the answer is there.
    pub room: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    /// As the limits say.
    pub fn new(limits: Limits) -> Self {
        Self {
            room: Arc::new(Semaphore::new(limits.bodies / UNIT)),
            readers: Mutex::default(),
            limits,
        }
    }

    /// Reads a body that declares this length, if it declares any.
    pub async fn read<B>(&self, body: B, declared: Option<usize>) -> Result<Held, ApiError>
    where
        B: HttpBody<Data = Bytes, Error = hyper::Error> + Unpin,
    {
        if declared.is_some_and(|length| length > self.limits.body) {
            return Err(error::long_body(self.limits.body));
        }
        let reader = Arc::new(Reader {
            since: Instant::now(),
            evicted: Notify::new(),
        });
        let _leaves = Leaves(self, &reader);
        tokio::select! {
            read = timeout(self.limits.patience, self.collect(body, declared, &reader)) => {
                read.unwrap_or_else(|_| Err(error::unfinished()))
            }
            () = reader.evicted.notified() => Err(error::slow_body()),
        }
    }

    async fn collect<B>(
        &self,
        mut body: B,
        declared: Option<usize>,
        reader: &Arc<Reader>,
    ) -> Result<Held, ApiError>
    where
        B: HttpBody<Data = Bytes, Error = hyper::Error> + Unpin,
    {
        let free = self.limits.small_body / 4;
        let mut bytes = Vec::new();
        let mut room: Option<OwnedSemaphorePermit> = None;
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let Ok(data) = frame.map_err(|error| broken_body(&error))?.into_data() else {
                continue;
            };
            let length = bytes.len() + data.len();
            if length > self.limits.body {
                return Err(error::long_body(self.limits.body));
            }
            if length > bytes.capacity() {
                let most = declared.unwrap_or(self.limits.body).max(length);
                let capacity = (2 * bytes.capacity()).clamp(length, most);
                if capacity > free {
                    let held = room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
                    let more = self.take(capacity.div_ceil(UNIT) - held, reader).await?;
                    match &mut room {
                        Some(room) => room.merge(more),
                        None => room = Some(more),
                    }
                }
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&data);
        }
        let bytes = Bytes::from(bytes);
        Ok(Held { bytes, room })
    }

    /// Room for so many units more. If there is none, whoever has been reading longest makes room, once it
    /// has had its turn.
    async fn take(
        &self,
        units: usize,
        reader: &Arc<Reader>,
    ) -> Result<OwnedSemaphorePermit, ApiError> {
        let units = u32::try_from(units).map_err(|_| error::busy())?;
        self.enter(reader);
        loop {
            let room = Arc::clone(&self.room).acquire_many_owned(units);
            match timeout(self.limits.turn, room).await {
                Ok(room) => return room.map_err(|_| error::busy()),
                Err(_) => self.evict_slowest(reader),
            }
        }
    }

    fn enter(&self, reader: &Arc<Reader>) {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if !readers.iter().any(|other| Arc::ptr_eq(other, reader)) {
            readers.push(Arc::clone(reader));
        }
    }

    fn evict_slowest(&self, but: &Arc<Reader>) {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let others = readers.iter().filter(|other| !Arc::ptr_eq(other, but));
        let slow = others.filter(|other| other.since.elapsed() > self.limits.turn);
        if let Some(slowest) = slow.min_by_key(|other| other.since) {
            slowest.evicted.notify_one();
        }
    }
}

/// Takes a reader off the list.
struct Leaves<'a>(&'a Bodies, &'a Arc<Reader>);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        let Self(bodies, reader) = self;
        let readers = bodies.readers.lock();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        readers.retain(|other| !Arc::ptr_eq(other, reader));
    }
}

/// The client is gone, or what it sends is no body.
fn broken_body(error: &hyper::Error) -> ApiError {
    if error.is_incomplete_message() || error.is_closed() || error.is_canceled() {
        error::unfinished()
    } else {
        error::bad_body()
    }
}
