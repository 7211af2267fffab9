//! Bodies of requests. Memory is reserved as their bytes arrive, so a client that declares much and
//! sends little holds little.

use super::error;
use super::limits::Limits;
use answers::ApiError;
use axum::body::{Bytes, HttpBody};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

/// Memory is reserved in units of this many bytes.
const UNIT: usize = 1 << 10;

/// Memory for the bodies that are being read or computed.
///
/// A body reserves memory as it grows, so bodies that have each arrived in part could wait for one
/// another for ever. The spare place prevents this: it is as large as any body, so a body that
/// moves there can be completed. A client that sends fast enough is never evicted; a slower one is,
/// when another body needs the memory.
#[derive(Debug)]
pub struct Bodies {
    room: Arc<Semaphore>,
    /// Reserved as a whole or not at all.
    spare: Arc<Semaphore>,
    /// Bodies that hold memory and are not complete.
    readers: Mutex<Vec<Arc<Reader>>>,
    limits: Limits,
}

/// A body that is arriving.
#[derive(Debug)]
struct Reader {
    pace: Mutex<Pace>,
    evicted: Notify,
}

/// Whether a client sends fast enough. Time in which it is made to wait does not count.
#[derive(Debug)]
struct Pace {
    /// The client is too slow after this time, unless more arrives.
    deadline: Instant,
    /// Since when the body has been waiting for memory, if it is.
    paused: Option<Instant>,
}

impl Pace {
    /// Moves the deadline by the time that these bytes may take, but never more than a turn ahead:
    /// bytes that were sent fast do not excuse silence later.
    fn received(&mut self, bytes: usize, limits: &Limits) {
        let worth = Duration::from_secs_f64(bytes as f64 / limits.pace as f64);
        self.deadline = (self.deadline + worth).min(Instant::now() + limits.turn);
    }

    fn resume(&mut self) {
        if let Some(since) = self.paused.take() {
            self.deadline += since.elapsed();
        }
    }

    fn is_late(&self) -> bool {
        self.paused.is_none() && self.deadline < Instant::now()
    }
}

impl Reader {
    fn new(limits: &Limits) -> Self {
        let pace = Pace {
            deadline: Instant::now() + limits.turn,
            paused: None,
        };
        Self {
            pace: Mutex::new(pace),
            evicted: Notify::new(),
        }
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A complete body, and the memory that it holds.
#[derive(Debug)]
pub struct Held {
    /// The bytes.
    pub bytes: Bytes,
    /// Held until the answer is computed.
    pub room: Option<OwnedSemaphorePermit>,
}

/// The memory of a body that is not complete.
#[derive(Default)]
struct Growing {
    permit: Option<OwnedSemaphorePermit>,
    units: usize,
}

impl Bodies {
    /// As the limits say.
    pub fn new(limits: Limits) -> Self {
        let spare = limits.body.div_ceil(UNIT);
        let room = (limits.bodies / UNIT).saturating_sub(spare);
        Self {
            room: Arc::new(Semaphore::new(room)),
            spare: Arc::new(Semaphore::new(spare)),
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
        let reader = Arc::new(Reader::new(&self.limits));
        let _leaves = Leaves(self, &reader);
        tokio::select! {
            read = timeout(self.limits.patience, self.collect(body, declared, &reader)) => {
                read.unwrap_or_else(|_| Err(out_of_time(&reader)))
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
        let mut room = Growing::default();
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let Ok(data) = frame.map_err(|error| broken_body(&error))?.into_data() else {
                continue;
            };
            let length = bytes.len() + data.len();
            if length > self.limits.body {
                return Err(error::long_body(self.limits.body));
            }
            reader.pace().received(data.len(), &self.limits);
            if length > bytes.capacity() {
                let most = declared.unwrap_or(self.limits.body).max(length);
                let capacity = (2 * bytes.capacity()).clamp(length, most);
                if capacity > free {
                    self.grow(&mut room, capacity.div_ceil(UNIT), reader)
                        .await?;
                }
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Held {
            bytes: Bytes::from(bytes),
            room: room.permit,
        })
    }

    /// Reserves memory up to this number of units in all: in the shared part, or in the spare
    /// place. While there is none, clients that are too slow are evicted.
    async fn grow(
        &self,
        room: &mut Growing,
        units: usize,
        reader: &Arc<Reader>,
    ) -> Result<(), ApiError> {
        if units <= room.units {
            return Ok(());
        }
        self.enter(reader);
        reader.pace().paused = Some(Instant::now());
        let more = u32::try_from(units - room.units).map_err(|_| error::busy())?;
        let spare = self.limits.body.div_ceil(UNIT);
        let whole = u32::try_from(spare).map_err(|_| error::busy())?;
        // Both keep their places in the queues while clients are evicted.
        let mut beside = pin!(Arc::clone(&self.room).acquire_many_owned(more));
        let mut alone = pin!(Arc::clone(&self.spare).acquire_many_owned(whole));
        loop {
            tokio::select! {
                biased;
                more = &mut beside => {
                    room.add(more.map_err(|_| error::busy())?, units);
                    break;
                }
                whole = &mut alone => {
                    // What it held before is released for the others.
                    room.permit = Some(whole.map_err(|_| error::busy())?);
                    room.units = spare;
                    break;
                }
                () = sleep(self.limits.turn) => self.evict_slowest(),
            }
        }
        reader.pace().resume();
        Ok(())
    }

    fn enter(&self, reader: &Arc<Reader>) {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if !readers.iter().any(|other| Arc::ptr_eq(other, reader)) {
            readers.push(Arc::clone(reader));
        }
    }

    /// Evicts the client whose deadline passed first, if one has passed.
    fn evict_slowest(&self) {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let late = readers.iter().filter(|reader| reader.pace().is_late());
        if let Some(slowest) = late.min_by_key(|reader| reader.pace().deadline) {
            slowest.evicted.notify_one();
        }
    }
}

impl Growing {
    fn add(&mut self, more: OwnedSemaphorePermit, units: usize) {
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            None => self.permit = Some(more),
        }
        self.units = units;
    }
}

/// If the body was waiting for memory, the delay is not the client's fault.
fn out_of_time(reader: &Reader) -> ApiError {
    if reader.pace().paused.is_some() {
        error::busy()
    } else {
        error::unfinished()
    }
}

/// Removes a reader from the list.
struct Leaves<'a>(&'a Bodies, &'a Arc<Reader>);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        let Self(bodies, reader) = self;
        let readers = bodies.readers.lock();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        readers.retain(|other| !Arc::ptr_eq(other, reader));
    }
}

/// The client is gone, or its body is malformed.
fn broken_body(error: &hyper::Error) -> ApiError {
    if error.is_incomplete_message() || error.is_closed() || error.is_canceled() {
        error::unfinished()
    } else {
        error::bad_body()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::body::Frame;
    use std::task::{Context, Poll};
    use tokio::sync::mpsc;

    /// A body whose frames come through a channel.
    struct Frames(mpsc::Receiver<Bytes>);

    impl HttpBody for Frames {
        type Data = Bytes;
        type Error = hyper::Error;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
            let next = self.0.poll_recv(context);
            next.map(|data| data.map(|data| Ok(Frame::data(data))))
        }
    }

    const FRAME: usize = 64 << 10;

    /// Room for four bodies of sixteen frames, one of them the spare place.
    fn bodies(turn: Duration) -> Arc<Bodies> {
        let body = 16 * FRAME;
        Arc::new(Bodies::new(Limits {
            body,
            bodies: 4 * body,
            turn,
            ..Limits::default()
        }))
    }

    type Reading = tokio::task::JoinHandle<Result<Held, ApiError>>;

    fn read(bodies: &Arc<Bodies>) -> (mpsc::Sender<Bytes>, Reading) {
        let (sender, receiver) = mpsc::channel(1);
        let bodies = Arc::clone(bodies);
        let reading =
            tokio::spawn(async move { bodies.read(Frames(receiver), Some(16 * FRAME)).await });
        (sender, reading)
    }

    fn frame() -> Bytes {
        Bytes::from(vec![b' '; FRAME])
    }

    fn runtime() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().unwrap()
    }

    #[test]
    fn bodies_that_fill_the_room_in_part_all_arrive() {
        runtime().block_on(async {
            let bodies = bodies(Duration::from_millis(50));
            let clients: Vec<_> = (0..12)
                .map(|_| {
                    let (sender, reading) = read(&bodies);
                    tokio::spawn(async move {
                        // A frame at a time, so that all have a part before any has the whole.
                        for _ in 0..16 {
                            if sender.send(frame()).await.is_err() {
                                break;
                            }
                            tokio::task::yield_now().await;
                        }
                        drop(sender);
                        reading.await.unwrap().map(|held| held.bytes.len())
                    })
                })
                .collect();
            for client in clients {
                assert_eq!(client.await.unwrap().unwrap(), 16 * FRAME);
            }
            assert_eq!(bodies.spare.available_permits(), 16 * FRAME / UNIT);
            assert_eq!(bodies.room.available_permits(), 3 * 16 * FRAME / UNIT);
        });
    }

    #[test]
    fn a_client_that_stops_makes_room_however_fast_it_began() {
        runtime().block_on(async {
            let bodies = bodies(Duration::from_millis(20));
            let mut silent = Vec::new();
            for _ in 0..4 {
                let (sender, reading) = read(&bodies);
                for _ in 0..15 {
                    sender.send(frame()).await.unwrap();
                }
                silent.push((sender, reading));
            }
            let (sender, reading) = read(&bodies);
            for _ in 0..16 {
                sender.send(frame()).await.unwrap();
            }
            drop(sender);
            let held = reading.await.unwrap().unwrap();
            assert_eq!(held.bytes.len(), 16 * FRAME);
            let refused = silent.iter().filter(|(_, reading)| reading.is_finished());
            assert_eq!(refused.count(), 1, "one place is enough");
        });
    }

    #[test]
    fn whoever_waits_for_room_to_the_end_is_told_that_the_server_is_busy() {
        runtime().block_on(async {
            let body = 16 * FRAME;
            let bodies = Arc::new(Bodies::new(Limits {
                body,
                bodies: body,
                patience: Duration::from_millis(60),
                ..Limits::default()
            }));
            let (sender, reading) = read(&bodies);
            for _ in 0..16 {
                sender.send(frame()).await.unwrap();
            }
            drop(sender);
            let _computed = reading.await.unwrap().unwrap();
            let (sender, reading) = read(&bodies);
            sender.send(frame()).await.unwrap();
            let refused = format!("{:?}", reading.await.unwrap().unwrap_err());
            assert!(refused.contains("busy"), "{refused}");
        });
    }
}
