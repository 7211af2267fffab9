//! The threads that compute, separate from those of the network.

use super::error;
use super::limits::Limits;
use answers::ApiError;
use std::sync::Arc;
use std::time::Duration;
use switchyard::budget::Stop;
use tokio::sync::Semaphore;

/// A bounded number of computations at once, and a bounded queue before them.
#[derive(Debug)]
struct Lane {
    /// Running or waiting.
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Lane {
    fn new(threads: usize, queue: usize) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(threads + queue)),
            running: Arc::new(Semaphore::new(threads)),
        }
    }
}

/// The threads that compute, in two lanes: small questions never wait behind large ones. The large ones share a
/// bounded memory, so that it does not grow with the number of threads.
#[derive(Debug)]
pub struct Workers {
    small: Lane,
    large: Lane,
    /// In units of [`UNIT`] bytes.
    memory: Arc<Semaphore>,
    memory_units: u32,
    time: Duration,
}

/// Memory is reserved in units of this many bytes.
const UNIT: usize = 1 << 16;

impl Workers {
    /// At most this many large computations at once, within the limits.
    pub fn new(threads: usize, limits: &Limits) -> Self {
        let memory_units = u32::try_from(limits.memory / UNIT).unwrap_or(u32::MAX);
        Self {
            small: Lane::new(limits.small_threads, limits.connections),
            large: Lane::new(threads, limits.queue),
            memory: Arc::new(Semaphore::new(memory_units as usize)),
            memory_units,
            time: limits.time,
        }
    }

    /// Runs a job that takes some milliseconds and little memory.
    pub async fn run_small<T, F>(&self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&Stop) -> T + Send + 'static,
    {
        self.run_in(&self.small, 0, job).await
    }

    /// Runs a job that needs at most this many bytes.
    pub async fn run<T, F>(&self, bytes: usize, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&Stop) -> T + Send + 'static,
    {
        // A job that may need all the memory runs alone.
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let units = units.min(self.memory_units);
        self.run_in(&self.large, units, job).await
    }

    /// Runs `job` on a thread of the lane.
    ///
    /// When the time is up, or the client is gone and this is dropped, the job is asked to stop.
    /// Its memory and thread are released only when it has ended, because a thread cannot be
    /// killed.
    async fn run_in<T, F>(&self, lane: &Lane, units: u32, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&Stop) -> T + Send + 'static,
    {
        let admitted = Arc::clone(&lane.admitted);
        let place = admitted.try_acquire_owned().map_err(|_| error::busy())?;
        let running = Arc::clone(&lane.running);
        let memory = Arc::clone(&self.memory);
        let stop = Stop::default();
        let asked = stop.clone();
        let _stops_when_dropped = StopOnDrop(stop);
        let work = async move {
            let memory = memory.acquire_many_owned(units).await;
            let memory = memory.map_err(|_| error::busy())?;
            let turn = running.acquire_owned().await.map_err(|_| error::busy())?;
            let thread = tokio::task::spawn_blocking(move || {
                let _held = (place, memory, turn);
                job(&asked)
            });
            match thread.await {
                Ok(answer) => Ok(answer),
                Err(panic) => Err(ApiError::broken(format!("a computation panicked: {panic}"))),
            }
        };
        let answer = tokio::time::timeout(self.time, work).await;
        answer.unwrap_or_else(|_| Err(error::late()))
    }
}

/// Asks a job to stop when nobody waits for it any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap()
    }

    /// One thread for large jobs, and so many that may wait.
    fn workers(queue: usize, time: Duration) -> Workers {
        let limits = Limits {
            queue,
            time,
            ..Limits::default()
        };
        Workers::new(1, &limits)
    }

    fn said(error: &ApiError) -> String {
        format!("{error:?}")
    }

    #[test]
    fn a_full_queue_is_refused_and_empties_again() {
        runtime().block_on(async {
            let workers = Arc::new(workers(1, Duration::from_secs(20)));
            let (release, wait) = mpsc::channel::<()>();
            let first = Arc::clone(&workers);
            let first = tokio::spawn(async move {
                let job = move |_: &Stop| wait.recv().is_ok();
                first.run(1, job).await
            });
            while workers.large.running.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let second = Arc::clone(&workers);
            let second = tokio::spawn(async move { second.run(1, |_| 2).await });
            while workers.large.admitted.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let third = workers.run(1, |_| 3).await.unwrap_err();
            assert!(said(&third).contains("busy"), "{third:?}");
            release.send(()).unwrap();
            assert!(first.await.unwrap().unwrap());
            assert_eq!(second.await.unwrap().unwrap(), 2);
            assert_eq!(workers.run(1, |_| 4).await.unwrap(), 4);
        });
    }

    #[test]
    fn a_late_job_keeps_its_place_until_it_ends() {
        runtime().block_on(async {
            let workers = workers(0, Duration::from_millis(20));
            let (release, wait) = mpsc::channel::<()>();
            let job = move |_: &Stop| wait.recv().is_ok();
            let late = workers.run(1, job).await.unwrap_err();
            assert!(said(&late).contains("late"), "{late:?}");
            let next = workers.run(1, |_| ()).await.unwrap_err();
            assert!(said(&next).contains("busy"), "{next:?}");
            release.send(()).unwrap();
            while workers.large.admitted.available_permits() == 0 {
                tokio::task::yield_now().await;
            }
            workers.run(1, |_| ()).await.unwrap();
        });
    }

    #[test]
    fn a_panic_is_an_answer_too() {
        runtime().block_on(async {
            let workers = workers(0, Duration::from_secs(20));
            let broken = workers
                .run::<(), _>(1, |_| panic!("boom"))
                .await
                .unwrap_err();
            assert!(said(&broken).contains("broken"), "{broken:?}");
            workers.run(1, |_| ()).await.unwrap();
        });
    }

    /// Runs until it is asked to stop, and says so.
    fn endless(ended: mpsc::Sender<()>) -> impl FnOnce(&Stop) {
        move |stop| {
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        }
    }

    #[test]
    fn a_job_is_stopped_when_its_time_is_up_or_its_client_gone() {
        runtime().block_on(async {
            let (ended, end) = mpsc::channel();
            let late = workers(0, Duration::from_millis(20));
            late.run(1, endless(ended.clone())).await.unwrap_err();
            end.recv().unwrap();
            let workers = Arc::new(workers(0, Duration::from_secs(60)));
            let shared = Arc::clone(&workers);
            let client = tokio::spawn(async move { shared.run(1, endless(ended)).await });
            while workers.large.running.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            client.abort();
            end.recv().unwrap();
        });
    }

    #[test]
    fn small_jobs_do_not_wait_and_large_ones_share_the_memory() {
        runtime().block_on(async {
            let limits = Limits {
                memory: 4 * UNIT,
                ..Limits::default()
            };
            let workers = Arc::new(Workers::new(16, &limits));
            let (release, wait) = mpsc::channel::<()>();
            let shared = Arc::clone(&workers);
            let first =
                tokio::spawn(
                    async move { shared.run(3 * UNIT, move |_| wait.recv().is_ok()).await },
                );
            while workers.memory.available_permits() > 1 {
                tokio::task::yield_now().await;
            }
            let shared = Arc::clone(&workers);
            // More than there is: it waits until it has everything.
            let second = tokio::spawn(async move { shared.run(100 * UNIT, |_| 2).await });
            assert_eq!(workers.run_small(|_| 1).await.unwrap(), 1);
            assert!(!second.is_finished());
            release.send(()).unwrap();
            assert!(first.await.unwrap().unwrap());
            assert_eq!(second.await.unwrap().unwrap(), 2);
        });
    }
}
