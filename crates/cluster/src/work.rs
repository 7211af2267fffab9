//! Work lists over all processes: items go to free threads, and every process gets every result
//! once, in the same order.
//!
//! All processes run the same program on the same lists. The first process distributes the items: a
//! process with a free thread requests an item from it, sends it the result, and receives from it
//! the results of all, numbered. So every process knows every result and can continue in the same
//! way; only the first writes files.

use crate::ClusterError;
use crate::message::Message;
use crate::net::{self, Place};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::scheduling::SyncActivator;
use timely::worker::Worker;

const ASK: u8 = 0;
const DEAL: u8 = 1;
const RESULT: u8 = 2;
const HEARD: u8 = 3;
const SHARE: u8 = 4;

/// An event for a process.
#[derive(Debug)]
enum Event {
    /// An envelope has arrived.
    Envelope(Envelope),
    /// The run is over.
    End(Result<(), ClusterError>),
}

/// A request of a process.
#[derive(Debug)]
enum Order {
    Send(Envelope),
    /// It has finished all lists.
    Finish,
    /// Abort: every process must stop.
    Abort,
}

/// A message between processes.
#[derive(Debug)]
struct Envelope {
    kind: u8,
    /// The list that it is about.
    list: u32,
    /// With `ASK` the length of the list, with `HEARD` the number of the result.
    number: u64,
    /// The item, from 0.
    item: u64,
    body: Vec<u8>,
}

/// A process among others that work through the same lists.
#[derive(Debug)]
pub struct Session {
    process: usize,
    orders: Sender<Order>,
    activator: SyncActivator,
    events: Receiver<Event>,
    /// Messages about lists that this process has not reached yet.
    early: VecDeque<Envelope>,
    lists: u32,
    on_lost_process: Option<fn(&ClusterError)>,
}

/// Why a list was not finished.
#[derive(Debug)]
pub enum Stop<E> {
    /// The processes.
    Cluster(ClusterError),
    /// An item, or the handler of a result.
    Item(E),
}

impl Session {
    /// Connects to the other processes.
    ///
    /// # Errors
    /// When they cannot be reached.
    pub fn join(place: &Place) -> Result<Self, ClusterError> {
        let place = Place {
            workers: 1,
            ..place.clone()
        };
        let (orders, to_send) = channel();
        let (hear, events) = channel();
        let (activator_out, borrow) = channel();
        let process = place.process;
        let to_end = hear.clone();
        let ends = Mutex::new(Some((to_send, hear, activator_out)));
        let run = move || {
            let run = net::run(&place, move |worker| {
                let ends = ends.lock().ok().and_then(|mut ends| ends.take());
                let (orders, events, activator_out) =
                    ends.ok_or_else(|| ClusterError::Setup("a second worker".to_owned()))?;
                dataflow(worker, orders, events, &activator_out)
            });
            let _ = to_end.send(Event::End(run.map(|_| ())));
        };
        let thread = thread::Builder::new().name("cluster:session".to_owned());
        thread
            .spawn(run)
            .map_err(|error| ClusterError::Setup(error.to_string()))?;
        match borrow.recv() {
            Ok(activator) => Ok(Self {
                process,
                orders,
                activator,
                events,
                early: VecDeque::new(),
                lists: 0,
                on_lost_process: None,
            }),
            Err(_) => Err(match events.recv() {
                Ok(Event::End(Err(error))) => error,
                _ => ClusterError::Setup("the dataflow did not start".to_owned()),
            }),
        }
    }

    /// Whether this is the process that distributes the items and writes files.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    fn send(&self, envelope: Envelope) {
        // If the run has ended, an event reports it.
        let _ = self.orders.send(Order::Send(envelope));
        let _ = self.activator.activate();
    }

    /// The next envelope about this list.
    fn next(&mut self, list: u32) -> Result<Envelope, ClusterError> {
        let early = self.early.iter().position(|envelope| envelope.list == list);
        if let Some(envelope) = early.and_then(|place| self.early.remove(place)) {
            return Ok(envelope);
        }
        loop {
            match self.events.recv() {
                Ok(Event::Envelope(envelope)) if envelope.list == list => return Ok(envelope),
                Ok(Event::Envelope(early)) => self.early.push_back(early),
                Ok(Event::End(Err(error))) => return Err(error),
                Ok(Event::End(Ok(()))) | Err(_) => {
                    return Err(ClusterError::Setup(
                        "the run has ended too early".to_owned(),
                    ));
                }
            }
        }
    }

    /// Sends the bytes of the first process to all.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn share(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, ClusterError> {
        let list = self.lists;
        self.lists += 1;
        if self.is_first() {
            self.send(Envelope {
                kind: SHARE,
                list,
                number: 0,
                item: 0,
                body: bytes,
            });
        }
        self.next(list).map(|envelope| envelope.body)
    }

    /// Runs `work` for all items, on `threads` threads of this process and on those of all other
    /// processes. `done` is called with every result and the number of its item, in the same order
    /// in all processes.
    ///
    /// # Errors
    /// The first failure of an item, of `done`, or of the processes.
    pub fn each<E: Send>(
        &mut self,
        items: usize,
        threads: usize,
        work: impl Fn(usize) -> Result<Vec<u8>, E> + Sync,
        mut done: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        let list = self.lists;
        self.lists += 1;
        if items == 0 {
            return Ok(());
        }
        let (deal, dealt) = channel::<usize>();
        let (dealt, failed) = (Mutex::new(dealt), Mutex::new(None));
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let thread = WorkerThread {
                    orders: self.orders.clone(),
                    activator: self.activator.clone(),
                    list,
                    items,
                };
                let (work, dealt, failed) = (&work, &dealt, &failed);
                scope.spawn(move || thread.work(dealt, work, failed));
            }
            let answer = self.hear(list, items, &failed, &deal, &mut done);
            if let (Err(Stop::Cluster(error)), Some(hook)) = (&answer, &self.on_lost_process) {
                hook(error);
            }
            // Threads that wait for an item stop.
            drop(deal);
            answer
        })
    }

    /// Called at once when a process is gone. Without it, [`Session::each`] fails only when the
    /// items in progress are done.
    pub fn on_lost_process(&mut self, hook: fn(&ClusterError)) {
        self.on_lost_process = Some(hook);
    }

    fn hear<E>(
        &mut self,
        list: u32,
        items: usize,
        failed: &Mutex<Option<E>>,
        deal: &Sender<usize>,
        done: &mut impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        while next < items as u64 {
            let envelope = self.next(list).map_err(Stop::Cluster)?;
            match envelope.kind {
                DEAL => {
                    let _ = deal.send(envelope.item as usize);
                }
                HEARD => {
                    waiting.insert(envelope.number, envelope);
                    while let Some(envelope) = waiting.remove(&next) {
                        done(envelope.item as usize, &envelope.body).map_err(Stop::Item)?;
                        next += 1;
                    }
                }
                _ => {
                    let error = failed.lock().ok().and_then(|mut failed| failed.take());
                    if let Some(error) = error {
                        return Err(Stop::Item(error));
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the session, when all processes have finished.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn finish(self) -> Result<(), ClusterError> {
        let _ = self.orders.send(Order::Finish);
        let _ = self.activator.activate();
        loop {
            match self.events.recv() {
                Ok(Event::End(end)) => return end,
                Ok(Event::Envelope(_)) => {}
                Err(_) => return Err(ClusterError::Setup("the dataflow broke down".to_owned())),
            }
        }
    }
}

impl Drop for Session {
    /// A process that drops the session without [`Session::finish`] stops all others.
    fn drop(&mut self) {
        let _ = self.orders.send(Order::Abort);
        let _ = self.activator.activate();
    }
}

/// One of the threads that work.
struct WorkerThread {
    orders: Sender<Order>,
    activator: SyncActivator,
    list: u32,
    items: usize,
}

impl WorkerThread {
    fn work<E>(
        &self,
        dealt: &Mutex<Receiver<usize>>,
        work: &impl Fn(usize) -> Result<Vec<u8>, E>,
        failed: &Mutex<Option<E>>,
    ) {
        self.send(ASK, 0, Vec::new());
        loop {
            let next = dealt.lock().map(|dealt| dealt.recv());
            let Ok(Ok(item)) = next else { return };
            match work(item) {
                Ok(result) => {
                    self.send(RESULT, item, result);
                    self.send(ASK, 0, Vec::new());
                }
                Err(error) => {
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(error);
                    }
                    // The other processes learn why this item has no result.
                    self.send(GIVEN_UP, item, Vec::new());
                    return;
                }
            }
        }
    }

    fn send(&self, kind: u8, item: usize, body: Vec<u8>) {
        let envelope = Envelope {
            kind,
            list: self.list,
            number: self.items as u64,
            item: item as u64,
            body,
        };
        let _ = self.orders.send(Order::Send(envelope));
        let _ = self.activator.activate();
    }
}

/// For this process only: one of its items has failed.
const GIVEN_UP: u8 = 5;

/// The dataflow's side: sends the messages of the process, delivers what has arrived, and at the
/// first process distributes the items.
fn dataflow(
    worker: &mut Worker,
    orders: Receiver<Order>,
    events: Sender<Event>,
    activator_out: &Sender<SyncActivator>,
) -> Result<(), ClusterError> {
    let end = Rc::new(Cell::new(None));
    let ending = Rc::clone(&end);
    let (index, workers) = (worker.index() as u32, worker.peers() as u32);
    let activator = worker.dataflow::<u64, _, _>(move |scope| {
        let (handle, messages) = scope.feedback::<Vec<Message>>(1);
        let by_worker = Exchange::new(|message: &Message| u64::from(message.worker));
        let mut address = Vec::new();
        let dataflow = messages.unary_frontier(by_worker, "dataflow", |capability, info| {
            address = info.address.to_vec();
            let mut capability = Some(capability);
            let mut dealer = Dealer::default();
            move |(input, _), output| {
                let mut out = Vec::new();
                while let Ok(order) = orders.try_recv() {
                    match order {
                        Order::Send(envelope) => {
                            post(envelope, (index, workers), &events, &mut out);
                        }
                        Order::Finish => {
                            capability = None;
                            ending.set(Some(Ok(())));
                        }
                        Order::Abort => {
                            ending.set(Some(Err(ClusterError::Setup("given up".to_owned()))));
                        }
                    }
                }
                input.for_each_time(|_, data| {
                    data.for_each(|some: &mut Vec<Message>| {
                        for message in some.drain(..) {
                            if let Some(envelope) = Envelope::read(&message) {
                                dealer.take(envelope, (message.from, workers), &events, &mut out);
                            }
                        }
                    });
                });
                if let Some(capability) = &capability {
                    output.session(capability).give_iterator(out.into_iter());
                }
            }
        });
        dataflow.connect_loop(handle);
        scope.worker().sync_activator_for(address)
    });
    let _ = activator_out.send(activator);
    loop {
        if let Some(end) = end.take() {
            return end;
        }
        worker.step_or_park(None);
    }
}

/// Routes an envelope: items and results go through the first process.
fn post(
    envelope: Envelope,
    (index, workers): (u32, u32),
    events: &Sender<Event>,
    out: &mut Vec<Message>,
) {
    match envelope.kind {
        ASK | RESULT => out.push(envelope.to(0, index)),
        SHARE => out.extend((0..workers).map(|worker| envelope.to(worker, index))),
        _ => {
            let _ = events.send(Event::Envelope(envelope));
        }
    }
}

impl Envelope {
    fn to(&self, worker: u32, from: u32) -> Message {
        let mut body = Vec::with_capacity(16 + self.body.len());
        body.extend(self.number.to_le_bytes());
        body.extend(self.item.to_le_bytes());
        body.extend(&self.body);
        Message {
            worker,
            from,
            to: self.list,
            kind: self.kind,
            body,
        }
    }

    fn read(message: &Message) -> Option<Self> {
        let (numbers, body) = message.body.split_at_checked(16)?;
        let (number, item) = numbers.split_at(8);
        Some(Self {
            kind: message.kind,
            list: message.to,
            number: u64::from_le_bytes(number.try_into().ok()?),
            item: u64::from_le_bytes(item.try_into().ok()?),
            body: body.to_vec(),
        })
    }
}

/// Which process has which item; used only at the first process.
#[derive(Default)]
struct Dealer {
    /// For every list in progress: items distributed, and results received.
    lists: HashMap<u32, (u64, u64)>,
}

impl Dealer {
    fn take(
        &mut self,
        envelope: Envelope,
        (from, workers): (u32, u32),
        events: &Sender<Event>,
        out: &mut Vec<Message>,
    ) {
        let (dealt, heard) = self.lists.entry(envelope.list).or_default();
        match envelope.kind {
            ASK if *dealt < envelope.number => {
                let deal = Envelope {
                    kind: DEAL,
                    item: *dealt,
                    ..envelope
                };
                *dealt += 1;
                out.push(deal.to(from, 0));
            }
            ASK => {}
            RESULT => {
                let result = Envelope {
                    kind: HEARD,
                    number: *heard,
                    ..envelope
                };
                *heard += 1;
                out.extend((0..workers).map(|worker| result.to(worker, 0)));
            }
            _ => {
                let _ = events.send(Event::Envelope(envelope));
            }
        }
    }
}
