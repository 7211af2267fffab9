//! Runs a dataflow on all workers of all processes, from the first connection to the last answer.

use super::Place;
use super::link::Link;
use super::meet::{Peer, meet};
use crate::ClusterError;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::execute::execute_from;
use timely::worker::Worker;

/// What went over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes that this process sent to others.
    pub sent: u64,
}

/// Runs `work` on every worker of this process, together with those of the other processes; the
/// answers in the order of the workers.
///
/// `work` builds a dataflow and steps the worker until it has its answer.
///
/// # Errors
/// The first error, here or at another process. The connections are then closed, and all other
/// processes stop too. Threads may be left asleep: the program is expected to exit.
pub fn run<T, F>(place: &Place, work: F) -> Result<(Vec<T>, Traffic), ClusterError>
where
    T: Send + 'static,
    F: Fn(&mut Worker) -> Result<T, ClusterError> + Send + Sync + 'static,
{
    let sent = Arc::new(AtomicU64::new(0));
    let (errors, heard) = channel();
    let streams = if place.processes() > 1 {
        meet(place)?
    } else {
        Vec::new()
    };
    let handles: Vec<TcpStream> = streams
        .iter()
        .flatten()
        .filter_map(|stream| stream.try_clone().ok())
        .collect();
    let (builders, others) = build(place, streams, &sent, &errors)?;
    let finished = supervise(builders, others, errors, work)?;
    match wait(&heard, &finished) {
        Ok(answers) => Ok((
            answers,
            Traffic {
                sent: sent.load(Relaxed),
            },
        )),
        Err(error) => {
            for stream in handles {
                let _ = stream.shutdown(Shutdown::Both);
            }
            Err(error)
        }
    }
}

type Others = Box<dyn std::any::Any + Send>;

fn build(
    place: &Place,
    streams: Vec<Option<TcpStream>>,
    sent: &Arc<AtomicU64>,
    losses: &Sender<ClusterError>,
) -> Result<(Vec<AllocatorBuilder>, Others), ClusterError> {
    if streams.is_empty() {
        let built = Config::Process(place.workers).try_build();
        return built.map_err(ClusterError::Setup);
    }
    let link = |(process, stream): (usize, Option<TcpStream>)| {
        let address = place.addresses[process].clone();
        let peer = Arc::new(Peer { process, address });
        stream.map(|stream| Link::new(stream, peer, Arc::clone(sent), losses.clone()))
    };
    let links = streams.into_iter().enumerate().map(link).collect();
    let hooks = Hooks::default();
    let threads = place.workers;
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let built = initialize_networking_from_sockets(inside, links, place.process, threads, hooks);
    let (builders, guard) = built.map_err(|error| ClusterError::Setup(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok((builders, Box::new(guard)))
}

/// Starts the workers, and a thread that waits for all of them.
fn supervise<T, F>(
    builders: Vec<AllocatorBuilder>,
    others: Others,
    errors: Sender<ClusterError>,
    work: F,
) -> Result<Receiver<Vec<T>>, ClusterError>
where
    T: Send + 'static,
    F: Fn(&mut Worker) -> Result<T, ClusterError> + Send + Sync + 'static,
{
    let setup = |error: &dyn std::fmt::Display| ClusterError::Setup(format!("workers: {error}"));
    let speak = Mutex::new(errors);
    let guards = execute_from(builders, others, WorkerConfig::default(), move |worker| {
        match work(worker) {
            Ok(answer) => Some(answer),
            Err(error) => {
                if let Ok(errors) = speak.lock() {
                    let _ = errors.send(error);
                }
                // The process is about to exit; until then no other process must wait for it.
                loop {
                    thread::park();
                }
            }
        }
    });
    let guards = guards.map_err(|error| setup(&error))?;
    let (done, finished) = channel();
    let wait = move || {
        // This waits for the other processes too: their streams must have ended in good order.
        let answers = guards.join();
        let _ = done.send(
            answers
                .into_iter()
                .filter_map(Result::ok)
                .flatten()
                .collect(),
        );
    };
    let thread = thread::Builder::new().name("cluster:wait".to_owned());
    thread.spawn(wait).map_err(|error| setup(&error))?;
    Ok(finished)
}

/// The answers, or the first error. The channel of errors closes when all connections have ended.
fn wait<T>(
    errors: &Receiver<ClusterError>,
    finished: &Receiver<Vec<T>>,
) -> Result<Vec<T>, ClusterError> {
    match errors.recv() {
        Ok(error) => Err(error),
        Err(_) => finished
            .recv()
            .map_err(|_| ClusterError::Setup("a worker broke down".to_owned())),
    }
}
