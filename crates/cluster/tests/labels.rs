//! The labels of every family, by 1, 2 and 4 processes over loopback, against the engine of one
//! machine; resuming; and what happens when something is missing.

mod common;

use common::{Families, labels_of, places, run_all, sharded};
use std::time::Duration;
use switchyard_cluster::check::check;
use switchyard_cluster::label::label;

#[test]
fn every_family_as_on_one_machine() {
    for (name, digraph) in Families::small() {
        let expected = switchyard::coins::label(&digraph);
        let mut first = None;
        for (processes, workers) in [(1, 1), (1, 3), (2, 1), (4, 1), (2, 2)] {
            let folder = sharded(&digraph, 5);
            let job = folder.job();
            let reports = run_all(&places(processes, workers), move |place| label(place, &job));
            for report in reports {
                let report = report.unwrap();
                assert_eq!(report.progress.nodes, digraph.node_count() as u64, "{name}");
            }
            let found = labels_of(&folder);
            common::assert_same(name, &found, &expected);
            let verdict = check(&folder.graph(), &folder.labels()).unwrap();
            assert_eq!(verdict.unwrap().arcs, digraph.arc_count() as u64, "{name}");
            // Counters and sets too are the same whoever did the work.
            let files = folder.label_bytes();
            assert!(
                *first.get_or_insert(files.clone()) == files,
                "{name}, {processes}"
            );
        }
    }
}

#[test]
fn any_number_of_shards() {
    let digraph = switchyard::coins::random::geometric(30, 4.0, 3);
    let expected = switchyard::coins::label(&digraph);
    for shards in [1, 2, 7, 29, 30, 33] {
        let folder = sharded(&digraph, shards);
        let job = folder.job();
        let place = places(1, 1).remove(0);
        label(&place, &job).unwrap();
        common::assert_same("shards", &labels_of(&folder), &expected);
        assert!(check(&folder.graph(), &folder.labels()).unwrap().is_ok());
    }
}

#[test]
fn random_small_digraphs_against_the_engine() {
    for seed in 0..150 {
        let nodes = 1 + seed as usize % 9;
        let digraph = switchyard::coins::random::uniform(nodes, seed as usize % 25, seed);
        let folder = sharded(&digraph, 1 + seed as u32 % 4);
        label(&places(1, 1)[0], &folder.job()).unwrap();
        let expected = switchyard::coins::label(&digraph);
        common::assert_same("small", &labels_of(&folder), &expected);
        assert!(check(&folder.graph(), &folder.labels()).unwrap().is_ok());
    }
}

#[test]
fn a_run_goes_on_from_its_checkpoint_with_the_same_result() {
    for (name, digraph) in Families::small() {
        let whole = sharded(&digraph, 4);
        label(&places(1, 1)[0], &whole.job()).unwrap();
        // Saved after every round, so that the last but one is far from the end.
        let folder = sharded(&digraph, 4);
        let mut job = folder.job();
        job.checkpoint = Some((folder.checkpoint(), Duration::ZERO));
        let reports = run_all(&places(2, 1), move |place| label(place, &job));
        assert!(reports.into_iter().all(|report| report.is_ok()), "{name}");
        assert!(folder.label_bytes() == whole.label_bytes(), "{name}");
        let rounds = folder.saved_rounds();
        // A crash between two saves: one shard lacks the last round, all have the one before.
        let Some(&[before, last]) = rounds.last_chunk() else {
            continue;
        };
        std::fs::remove_file(folder.checkpoint().join(format!("2.{last}.state"))).unwrap();
        folder.forget_labels();
        // By another number of processes, too.
        let mut job = folder.job();
        job.checkpoint = Some((folder.checkpoint(), Duration::from_secs(1000)));
        for report in run_all(&places(4, 1), move |place| label(place, &job)) {
            assert_eq!(report.unwrap().resumed, Some(before), "{name}");
        }
        assert!(folder.label_bytes() == whole.label_bytes(), "{name}");
    }
}

#[test]
fn missing_damaged_and_mixed_files_are_named() {
    let digraph = switchyard::coins::random::uniform(50, 150, 1);
    let folder = sharded(&digraph, 4);
    let place = &places(1, 1)[0];
    label(place, &folder.job()).unwrap();
    let shard = folder.graph().join("2.arcs");
    let bytes = std::fs::read(&shard).unwrap();
    std::fs::remove_file(&shard).unwrap();
    let said = label(place, &folder.job()).unwrap_err().to_string();
    assert!(said.contains("2.arcs: the shard is missing"), "{said}");
    let said = check(&folder.graph(), &folder.labels()).unwrap_err();
    assert!(said.to_string().contains("2.arcs: No such file"), "{said}");

    let mut altered = bytes.clone();
    altered[300] ^= 1;
    std::fs::write(&shard, &altered).unwrap();
    let said = label(place, &folder.job()).unwrap_err().to_string();
    assert!(
        said.ends_with("2.arcs: it was altered: a checksum is wrong"),
        "{said}"
    );

    let other = sharded(&switchyard::coins::random::uniform(50, 150, 2), 4);
    std::fs::copy(other.graph().join("2.arcs"), &shard).unwrap();
    let said = label(place, &folder.job()).unwrap_err().to_string();
    assert!(said.contains("another digraph"), "{said}");
    // The same between two processes.
    let job = folder.job();
    let reports = run_all(&places(4, 1), move |place| label(place, &job));
    let said: Vec<String> = reports
        .into_iter()
        .map(|r| r.unwrap_err().to_string())
        .collect();
    assert!(
        said.iter().any(|text| text.contains("another digraph")),
        "{said:?}"
    );

    std::fs::write(&shard, &bytes).unwrap();
    std::fs::rename(
        folder.labels().join("1.labels"),
        folder.labels().join("0.labels"),
    )
    .unwrap();
    let said = check(&folder.graph(), &folder.labels()).unwrap_err();
    assert!(said.to_string().contains("it is shard 1, not 0"), "{said}");
}

#[test]
fn altered_labels_are_refused() {
    common::every_altered_label_is_refused();
}
