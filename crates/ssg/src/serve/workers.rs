//! The threads that do the work: few, apart from those that speak to the network.

use super::error;
use answers::ApiError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A bounded number of computations at once, and a bounded queue before them.
#[derive(Debug)]
pub struct Workers {
    /// Running or waiting.
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    time: Duration,
}

impl Workers {
    /// `threads` computations at once, `queue` more may wait, each at most `time` in all.
    pub fn new(threads: usize, queue: usize, time: Duration) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(threads + queue)),
            running: Arc::new(Semaphore::new(threads)),
            time,
        }
    }

    /// Runs `job` on a worker thread.
    ///
    /// The caller stops waiting when the time is up, but the places are given back only when
    /// the job has really ended: a thread cannot be killed, so it must be counted.
    pub async fn run<T, F>(&self, job: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let admitted = Arc::clone(&self.admitted);
        let place = admitted.try_acquire_owned().map_err(|_| error::busy())?;
        let running = Arc::clone(&self.running);
        let work = async move {
            let turn = running.acquire_owned().await.map_err(|_| error::busy())?;
            let thread = tokio::task::spawn_blocking(move || {
                let _held = (place, turn);
                job()
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

    fn said(error: &ApiError) -> String {
        format!("{error:?}")
    }

    #[test]
    fn a_full_queue_is_refused_and_empties_again() {
        runtime().block_on(async {
            let workers = Arc::new(Workers::new(1, 1, Duration::from_secs(20)));
            let (release, wait) = mpsc::channel::<()>();
            let first = Arc::clone(&workers);
            let first = tokio::spawn(async move {
                let job = move || wait.recv().is_ok();
                first.run(job).await
            });
            while workers.running.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let second = Arc::clone(&workers);
            let second = tokio::spawn(async move { second.run(|| 2).await });
            while workers.admitted.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let third = workers.run(|| 3).await.unwrap_err();
            assert!(said(&third).contains("busy"), "{third:?}");
            release.send(()).unwrap();
            assert!(first.await.unwrap().unwrap());
            assert_eq!(second.await.unwrap().unwrap(), 2);
            assert_eq!(workers.run(|| 4).await.unwrap(), 4);
        });
    }

    #[test]
    fn a_late_job_keeps_its_place_until_it_ends() {
        runtime().block_on(async {
            let workers = Workers::new(1, 0, Duration::from_millis(20));
            let (release, wait) = mpsc::channel::<()>();
            let job = move || wait.recv().is_ok();
            let late = workers.run(job).await.unwrap_err();
            assert!(said(&late).contains("late"), "{late:?}");
            let next = workers.run(|| ()).await.unwrap_err();
            assert!(said(&next).contains("busy"), "{next:?}");
            release.send(()).unwrap();
            while workers.admitted.available_permits() == 0 {
                tokio::task::yield_now().await;
            }
            workers.run(|| ()).await.unwrap();
        });
    }

    #[test]
    fn a_panic_is_an_answer_too() {
        runtime().block_on(async {
            let workers = Workers::new(1, 0, Duration::from_secs(20));
            let broken = workers.run::<(), _>(|| panic!("boom")).await.unwrap_err();
            assert!(said(&broken).contains("broken"), "{broken:?}");
            workers.run(|| ()).await.unwrap();
        });
    }
}
