//! The feedback loop: all workers exchange the messages of a round, each computes its step, and the
//! next round begins.

use super::shard_set::{ShardSet, Share};
use crate::ClusterError;
use crate::message::Message;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::worker::Worker;

/// Runs rounds until the shard set is done.
pub(super) fn run(worker: &mut Worker, mut shard_set: ShardSet) -> Result<Share, ClusterError> {
    let end = Rc::new(RefCell::new(None));
    let told = Rc::clone(&end);
    worker.dataflow::<u64, _, _>(move |scope| {
        let (handle, messages) = scope.feedback::<Vec<Message>>(1);
        let by_worker = Exchange::new(|message: &Message| u64::from(message.worker));
        let mut arrived: HashMap<u64, Vec<Message>> = HashMap::new();
        let rounds = messages.unary_notify(
            by_worker,
            "rounds",
            vec![0],
            move |input, output, notificator| {
                input.for_each_time(|time, data| {
                    let inbox = arrived.entry(*time.time()).or_default();
                    data.for_each(|some: &mut Vec<Message>| inbox.append(some));
                });
                // Once per round: when no worker can send to it any more.
                notificator.for_each(|time, _, notificator| {
                    let inbox = arrived.remove(time.time()).unwrap_or_default();
                    match shard_set.step(inbox) {
                        Ok(Some(messages)) => {
                            output.session(&time).give_iterator(messages.into_iter());
                            notificator.notify_at(time.delayed(&(time.time() + 1)));
                        }
                        Ok(None) => *told.borrow_mut() = Some(Ok(shard_set.share())),
                        Err(error) => *told.borrow_mut() = Some(Err(error)),
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
