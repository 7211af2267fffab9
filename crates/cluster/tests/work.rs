//! Work lists over several processes: every item once, the same results everywhere.

mod common;

use common::{places, run_all};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use switchyard_cluster::work::{Session, Stop};

fn number(bytes: &[u8]) -> usize {
    String::from_utf8(bytes.to_vec()).unwrap().parse().unwrap()
}

#[test]
fn every_item_is_done_once_and_heard_alike_by_all() {
    for processes in [1, 2, 4] {
        let done = Arc::new(AtomicUsize::new(0));
        let workers = Arc::new(Mutex::new(HashSet::new()));
        let (counted, seen) = (Arc::clone(&done), Arc::clone(&workers));
        let answers = run_all(&places(processes, 1), move |place| {
            let mut session = Session::join(place)?;
            let start = session.share(format!("{}", 40 + place.process).into_bytes())?;
            assert_eq!(start, b"40");
            let mut orders = Vec::new();
            // Lists of different lengths, one after another; one has nothing in it.
            for items in [100, 0, 1, 37] {
                let mut heard = Vec::new();
                let work = |item: usize| {
                    counted.fetch_add(1, Ordering::Relaxed);
                    seen.lock().unwrap().insert(place.process);
                    // Long enough that the others come in time for some of them.
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    Ok::<_, String>((item * item).to_string().into_bytes())
                };
                let listed = session.each(items, 2, work, |item, result| {
                    assert_eq!(number(result), item * item);
                    heard.push(item);
                    Ok(())
                });
                assert!(listed.is_ok());
                assert_eq!(heard.iter().collect::<HashSet<_>>().len(), items);
                assert_eq!(heard.len(), items);
                orders.push(heard);
            }
            session.finish()?;
            Ok(orders)
        });
        let orders: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
        assert!(orders.iter().all(|order| *order == orders[0]));
        assert_eq!(done.load(Ordering::Relaxed), 138);
        assert!(workers.lock().unwrap().len() >= processes.min(2));
    }
}

#[test]
fn a_failing_item_ends_it_everywhere() {
    let answers = run_all(&places(3, 1), |place| {
        let mut session = Session::join(place)?;
        let work = |item: usize| match item {
            17 => Err("item 17 cannot be done".to_owned()),
            _ => Ok(Vec::new()),
        };
        match session.each(1000, 1, work, |_, _| Ok(())) {
            Ok(()) => Ok("all done".to_owned()),
            Err(Stop::Item(text)) => {
                // The process would end now; here it is a thread, so it hangs up.
                Err(switchyard_cluster::ClusterError::Setup(text))
            }
            Err(Stop::Cluster(error)) => Err(error),
        }
    });
    let said: Vec<String> = answers
        .into_iter()
        .map(|answer| answer.unwrap_err().to_string())
        .collect();
    let who = said.iter().filter(|text| text.contains("item 17")).count();
    assert_eq!(who, 1, "{said:?}");
    let lost = said.iter().filter(|text| text.contains("is gone")).count();
    assert_eq!(lost, 2, "{said:?}");
}
