//! How processes meet, and what they say when they cannot.

mod common;

use common::{Families, places, run_all, sharded};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};
use switchyard_cluster::ClusterError;
use switchyard_cluster::label::label;
use switchyard_cluster::net::{self, Place};

fn nothing(place: &Place) -> Result<(), ClusterError> {
    net::run(place, |_| Ok(())).map(|_| ())
}

/// What every process says.
fn said(places: &[Place]) -> Vec<String> {
    let answers = run_all(places, nothing);
    let say = |answer: Result<(), ClusterError>| {
        answer.map_or_else(|error| error.to_string(), |()| String::new())
    };
    answers.into_iter().map(say).collect()
}

#[test]
fn a_process_that_never_comes_is_named() {
    let mut places = places(3, 1);
    for place in &mut places {
        place.patience = Duration::from_millis(600);
    }
    let texts = said(&places[..2]);
    for text in &texts {
        assert!(
            text.contains("not heard within 0 s from process 2"),
            "{texts:?}"
        );
    }
    let texts = said(&places[1..2]);
    assert!(texts[0].starts_with("process 0 (127.0.0.1:"), "{texts:?}");
    assert!(texts[0].contains("did not answer"), "{texts:?}");
}

#[test]
fn whoever_does_not_fit_is_told_why() {
    let error = |change: fn(&mut Place)| {
        let mut places = places(2, 1);
        change(&mut places[1]);
        for place in &mut places {
            place.patience = Duration::from_secs(3);
        }
        said(&places)
    };
    let texts = error(|place| place.workers = 3);
    assert_eq!(texts[0], "process 1 has 3 workers, this one (0) has 1");
    assert_eq!(texts[1], "process 0 has 1 workers, this one (1) has 3");
    let texts = error(|place| place.job = 7);
    assert_eq!(texts[0], "process 1 was given another command");
    let texts = error(|place| place.addresses.push("127.0.0.1:9".to_owned()));
    assert!(texts[0].contains("process 1 was started for 3 processes, this one (0) for 2"));
    let texts = error(|place| place.addresses[1] = "127.0.0.1:0".to_owned());
    assert!(
        texts.iter().all(|text| text.contains("another host list")),
        "{texts:?}"
    );
    // The same number twice: the second finds the port taken.
    let mut twice = places(2, 1);
    twice[1].process = 0;
    for place in &mut twice {
        place.patience = Duration::from_millis(500);
    }
    let texts = said(&twice);
    assert!(
        texts
            .iter()
            .any(|text| text.contains("process 0 cannot listen at")),
        "{texts:?}"
    );
}

#[test]
fn strangers_are_ignored() {
    let places = places(2, 1);
    let port = places[0].addresses[0].clone();
    let first = places[0].clone();
    let waiting = std::thread::spawn(move || nothing(&first));
    std::thread::sleep(Duration::from_millis(100));
    let mut stranger = TcpStream::connect(port).unwrap();
    stranger.write_all(&[b'x'; 100]).unwrap();
    nothing(&places[1]).unwrap();
    waiting.join().unwrap().unwrap();
}

#[test]
fn a_process_that_dies_ends_the_run_everywhere_at_once() {
    let (_, digraph) = Families::small().remove(7);
    let folder = sharded(&digraph, 3);
    let job = folder.job();
    let started = Instant::now();
    let answers = run_all(&places(3, 1), move |place| {
        if place.process == 1 {
            // It meets the others, and then falls silent.
            return net::run(place, |_| {
                Err::<(), _>(ClusterError::Setup("out of order".to_owned()))
            })
            .map(|_| ());
        }
        label(place, &job).map(|_| ())
    });
    assert!(started.elapsed() < Duration::from_secs(10));
    let texts: Vec<String> = answers
        .into_iter()
        .map(|a| a.unwrap_err().to_string())
        .collect();
    assert_eq!(texts[1], "out of order");
    for text in [&texts[0], &texts[2]] {
        assert!(text.contains("is gone"), "{texts:?}");
        assert!(text.ends_with("the run has ended everywhere"), "{texts:?}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut place = places(2, 1).remove(0);
    place.addresses[0] = taken.local_addr().unwrap().to_string();
    let text = nothing(&place).unwrap_err().to_string();
    assert!(
        text.starts_with("process 0 cannot listen at 127.0.0.1:"),
        "{text}"
    );
}
