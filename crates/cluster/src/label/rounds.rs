//! The feedback loop: everybody's parcels of one round, then everybody's step, then the next round.

use super::shard_set::{Crew, Share};
use crate::Fault;
use crate::message::Parcel;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::worker::Worker;

/// Goes round until the crew is done.
pub(super) fn run(worker: &mut Worker, mut crew: Crew) -> Result<Share, Fault> {
    let end = Rc::new(RefCell::new(None));
    let told = Rc::clone(&end);
    worker.dataflow::<u64, _, _>(move |scope| {
        let (handle, parcels) = scope.feedback::<Vec<Parcel>>(1);
        let by_worker = Exchange::new(|parcel: &Parcel| u64::from(parcel.worker));
        let mut arrived: HashMap<u64, Vec<Parcel>> = HashMap::new();
        let rounds = parcels.unary_notify(
            by_worker,
            "rounds",
            vec![0],
            move |input, output, notificator| {
                input.for_each_time(|time, data| {
                    let inbox = arrived.entry(*time.time()).or_default();
                    data.for_each(|some: &mut Vec<Parcel>| inbox.append(some));
                });
                // Once a round: when nobody can send to it any more.
                notificator.for_each(|time, _, notificator| {
                    let inbox = arrived.remove(time.time()).unwrap_or_default();
                    match crew.step(inbox) {
                        Ok(Some(parcels)) => {
                            output.session(&time).give_iterator(parcels.into_iter());
                            notificator.notify_at(time.delayed(&(time.time() + 1)));
                        }
                        Ok(None) => *told.borrow_mut() = Some(Ok(crew.share())),
                        Err(fault) => *told.borrow_mut() = Some(Err(fault)),
                    }
                });
            },
        );
        rounds.connect_loop(handle);
    });
    loop {
        if let Some(end) = end.take() {
            return end;
        }
        worker.step_or_park(None);
    }
}
