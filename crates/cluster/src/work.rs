//! Work lists over all processes: items are dealt out to whoever is free, and every result is heard
//! once, in the same order, by everybody.
//!
//! All processes run the same program on the same lists. The first process deals: whoever has a free
//! hand asks it for an item, sends it the result, and hears from it the results of all, numbered. So
//! every process knows every result, and can go on alike; only the first need write anything down.

use crate::Fault;
use crate::message::Parcel;
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

/// What a process hears.
#[derive(Debug)]
enum Event {
    /// A letter has arrived.
    Letter(Letter),
    /// The run is over.
    End(Result<(), Fault>),
}

/// What a process wants.
#[derive(Debug)]
enum Order {
    Send(Letter),
    /// It has come to the end.
    Finish,
    /// It has come to grief: everybody shall end.
    GiveUp,
}

/// What the processes tell each other.
#[derive(Debug)]
struct Letter {
    kind: u8,
    /// The list that it is about.
    list: u32,
    /// With `ASK` the length of the list, with `HEARD` the place in the order of the results.
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
    bell: SyncActivator,
    events: Receiver<Event>,
    /// Of lists that this process has not come to yet.
    early: VecDeque<Letter>,
    lists: u32,
    at_loss: Option<fn(&Fault)>,
}

/// Why a list was not finished.
#[derive(Debug)]
pub enum Stop<E> {
    /// The processes.
    Cluster(Fault),
    /// An item, or what was to be done with a result.
    Item(E),
}

impl Session {
    /// Meets the other processes.
    ///
    /// # Errors
    /// When they cannot be met.
    pub fn join(place: &Place) -> Result<Self, Fault> {
        let place = Place {
            workers: 1,
            ..place.clone()
        };
        let (orders, to_send) = channel();
        let (hear, events) = channel();
        let (lend, borrow) = channel();
        let process = place.process;
        let to_end = hear.clone();
        let ends = Mutex::new(Some((to_send, hear, lend)));
        let run = move || {
            let run = net::run(&place, move |worker| {
                let ends = ends.lock().ok().and_then(|mut ends| ends.take());
                let (orders, events, lend) =
                    ends.ok_or_else(|| Fault::Setup("a second worker".to_owned()))?;
                desk(worker, orders, events, &lend)
            });
            let _ = to_end.send(Event::End(run.map(|_| ())));
        };
        let thread = thread::Builder::new().name("cluster:session".to_owned());
        thread
            .spawn(run)
            .map_err(|error| Fault::Setup(error.to_string()))?;
        match borrow.recv() {
            Ok(bell) => Ok(Self {
                process,
                orders,
                bell,
                events,
                early: VecDeque::new(),
                lists: 0,
                at_loss: None,
            }),
            Err(_) => Err(match events.recv() {
                Ok(Event::End(Err(fault))) => fault,
                _ => Fault::Setup("the dataflow did not start".to_owned()),
            }),
        }
    }

    /// Whether this is the process that deals, and writes down.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    fn send(&self, letter: Letter) {
        // Should the run have ended, an event will say so.
        let _ = self.orders.send(Order::Send(letter));
        let _ = self.bell.activate();
    }

    /// The next letter about this list.
    fn next(&mut self, list: u32) -> Result<Letter, Fault> {
        let early = self.early.iter().position(|letter| letter.list == list);
        if let Some(letter) = early.and_then(|place| self.early.remove(place)) {
            return Ok(letter);
        }
        loop {
            match self.events.recv() {
                Ok(Event::Letter(letter)) if letter.list == list => return Ok(letter),
                Ok(Event::Letter(early)) => self.early.push_back(early),
                Ok(Event::End(Err(fault))) => return Err(fault),
                Ok(Event::End(Ok(()))) | Err(_) => {
                    return Err(Fault::Setup("the run has ended too early".to_owned()));
                }
            }
        }
    }

    /// Everybody gets the bytes of the first process.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn share(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, Fault> {
        let list = self.lists;
        self.lists += 1;
        if self.is_first() {
            self.send(Letter {
                kind: SHARE,
                list,
                number: 0,
                item: 0,
                body: bytes,
            });
        }
        self.next(list).map(|letter| letter.body)
    }

    /// Does `work` for so many items, by `hands` threads here and those of all other processes; `done`
    /// hears every result, with the number of its item, in the same order everywhere.
    ///
    /// # Errors
    /// The first failure of an item, of `done`, or of the processes.
    pub fn each<E: Send>(
        &mut self,
        items: usize,
        hands: usize,
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
            for _ in 0..hands.max(1) {
                let hand = Hand {
                    orders: self.orders.clone(),
                    bell: self.bell.clone(),
                    list,
                    items,
                };
                let (work, dealt, failed) = (&work, &dealt, &failed);
                scope.spawn(move || hand.work(dealt, work, failed));
            }
            let answer = self.hear(list, items, &failed, &deal, &mut done);
            if let (Err(Stop::Cluster(fault)), Some(hook)) = (&answer, &self.at_loss) {
                hook(fault);
            }
            // Hands that wait for an item go home.
            drop(deal);
            answer
        })
    }

    /// What to do at once when a process is gone: without it, [`Session::each`] fails when the items in
    /// work are done, and not before.
    pub fn at_loss(&mut self, hook: fn(&Fault)) {
        self.at_loss = Some(hook);
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
            let letter = self.next(list).map_err(Stop::Cluster)?;
            match letter.kind {
                DEAL => {
                    let _ = deal.send(letter.item as usize);
                }
                HEARD => {
                    waiting.insert(letter.number, letter);
                    while let Some(letter) = waiting.remove(&next) {
                        done(letter.item as usize, &letter.body).map_err(Stop::Item)?;
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

    /// Parts in good order, when everybody has come to the end.
    ///
    /// # Errors
    /// When a process is gone.
    pub fn finish(self) -> Result<(), Fault> {
        let _ = self.orders.send(Order::Finish);
        let _ = self.bell.activate();
        loop {
            match self.events.recv() {
                Ok(Event::End(end)) => return end,
                Ok(Event::Letter(_)) => {}
                Err(_) => return Err(Fault::Setup("the dataflow broke down".to_owned())),
            }
        }
    }
}

impl Drop for Session {
    /// Whoever leaves without [`Session::finish`] takes everybody along.
    fn drop(&mut self) {
        let _ = self.orders.send(Order::GiveUp);
        let _ = self.bell.activate();
    }
}

/// One of the threads that work.
struct Hand {
    orders: Sender<Order>,
    bell: SyncActivator,
    list: u32,
    items: usize,
}

impl Hand {
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
                    // Whoever waits for this item finds out why it does not come.
                    self.send(GIVEN_UP, item, Vec::new());
                    return;
                }
            }
        }
    }

    fn send(&self, kind: u8, item: usize, body: Vec<u8>) {
        let letter = Letter {
            kind,
            list: self.list,
            number: self.items as u64,
            item: item as u64,
            body,
        };
        let _ = self.orders.send(Order::Send(letter));
        let _ = self.bell.activate();
    }
}

/// For this process alone: one of its items has failed.
const GIVEN_UP: u8 = 5;

/// The dataflow's side: sends what the process wants sent, tells it what has arrived, and at the first
/// process deals.
fn desk(
    worker: &mut Worker,
    orders: Receiver<Order>,
    events: Sender<Event>,
    lend: &Sender<SyncActivator>,
) -> Result<(), Fault> {
    let end = Rc::new(Cell::new(None));
    let ending = Rc::clone(&end);
    let (index, workers) = (worker.index() as u32, worker.peers() as u32);
    let bell = worker.dataflow::<u64, _, _>(move |scope| {
        let (handle, parcels) = scope.feedback::<Vec<Parcel>>(1);
        let by_worker = Exchange::new(|parcel: &Parcel| u64::from(parcel.worker));
        let mut address = Vec::new();
        let desk = parcels.unary_frontier(by_worker, "desk", |capability, info| {
            address = info.address.to_vec();
            let mut capability = Some(capability);
            let mut dealer = Dealer::default();
            move |(input, _), output| {
                let mut out = Vec::new();
                while let Ok(order) = orders.try_recv() {
                    match order {
                        Order::Send(letter) => {
                            post(letter, (index, workers), &events, &mut out);
                        }
                        Order::Finish => {
                            capability = None;
                            ending.set(Some(Ok(())));
                        }
                        Order::GiveUp => {
                            ending.set(Some(Err(Fault::Setup("given up".to_owned()))));
                        }
                    }
                }
                input.for_each_time(|_, data| {
                    data.for_each(|some: &mut Vec<Parcel>| {
                        for parcel in some.drain(..) {
                            if let Some(letter) = Letter::read(&parcel) {
                                dealer.take(letter, (parcel.from, workers), &events, &mut out);
                            }
                        }
                    });
                });
                if let Some(capability) = &capability {
                    output.session(capability).give_iterator(out.into_iter());
                }
            }
        });
        desk.connect_loop(handle);
        scope.worker().sync_activator_for(address)
    });
    let _ = lend.send(bell);
    loop {
        if let Some(end) = end.take() {
            return end;
        }
        worker.step_or_park(None);
    }
}

/// Sends a letter where it belongs: what is dealt and heard goes through the first process.
fn post(
    letter: Letter,
    (index, workers): (u32, u32),
    events: &Sender<Event>,
    out: &mut Vec<Parcel>,
) {
    match letter.kind {
        ASK | RESULT => out.push(letter.to(0, index)),
        SHARE => out.extend((0..workers).map(|worker| letter.to(worker, index))),
        _ => {
            let _ = events.send(Event::Letter(letter));
        }
    }
}

impl Letter {
    fn to(&self, worker: u32, from: u32) -> Parcel {
        let mut body = Vec::with_capacity(16 + self.body.len());
        body.extend(self.number.to_le_bytes());
        body.extend(self.item.to_le_bytes());
        body.extend(&self.body);
        Parcel {
            worker,
            from,
            to: self.list,
            kind: self.kind,
            body,
        }
    }

    fn read(parcel: &Parcel) -> Option<Self> {
        let (numbers, body) = parcel.body.split_at_checked(16)?;
        let (number, item) = numbers.split_at(8);
        Some(Self {
            kind: parcel.kind,
            list: parcel.to,
            number: u64::from_le_bytes(number.try_into().ok()?),
            item: u64::from_le_bytes(item.try_into().ok()?),
            body: body.to_vec(),
        })
    }
}

/// Who has got which item; only the first process's has anything to do.
#[derive(Default)]
struct Dealer {
    /// For every list under way: items dealt, and results heard.
    lists: HashMap<u32, (u64, u64)>,
}

impl Dealer {
    fn take(
        &mut self,
        letter: Letter,
        (from, workers): (u32, u32),
        events: &Sender<Event>,
        out: &mut Vec<Parcel>,
    ) {
        let (dealt, heard) = self.lists.entry(letter.list).or_default();
        match letter.kind {
            ASK if *dealt < letter.number => {
                let deal = Letter {
                    kind: DEAL,
                    item: *dealt,
                    ..letter
                };
                *dealt += 1;
                out.push(deal.to(from, 0));
            }
            ASK => {}
            RESULT => {
                let result = Letter {
                    kind: HEARD,
                    number: *heard,
                    ..letter
                };
                *heard += 1;
                out.extend((0..workers).map(|worker| result.to(worker, 0)));
            }
            _ => {
                let _ = events.send(Event::Letter(letter));
            }
        }
    }
}
