//! How processes meet, and what they say when they cannot.

mod common;

use common::{Families, places, run_all, sharded};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use switchyard_cluster::ClusterError;
use switchyard_cluster::label::label;
use switchyard_cluster::net::{self, Place, Secret};

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

/// What a stranger does, again and again, until it is told to stop.
type Rudeness = fn(&str, &AtomicBool);

/// Connections that say nothing, every few milliseconds, all kept open.
fn silent(address: &str, stop: &AtomicBool) {
    let mut open = Vec::new();
    while !stop.load(Relaxed) {
        open.extend(TcpStream::connect(address));
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// A greeting at one byte per second.
fn drip(address: &str, stop: &AtomicBool) {
    let mut stream = TcpStream::connect(address).unwrap();
    for byte in b"SSGMEET2 and so on" {
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(10));
            if stop.load(Relaxed) {
                return;
            }
        }
        if stream.write_all(&[*byte]).is_err() {
            return;
        }
    }
}

/// Says what it hears.
fn echo(address: &str, stop: &AtomicBool) {
    while !stop.load(Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address) else {
            continue;
        };
        stream
            .set_read_timeout(Some(Duration::from_millis(50)))
            .unwrap();
        // The first words must be its own, for a process says nothing to those who say nothing.
        let _ = stream.write_all(&[&b"SSGMEET2"[..], &[7; 32]].concat());
        let mut heard = [0; 40];
        while stream.read_exact(&mut heard).is_ok() {
            let _ = stream.write_all(&heard);
            let _ = stream.write_all(&heard[..32]);
        }
    }
}

/// Bytes of no meaning, long and short, and all zeros.
fn garbage(address: &str, stop: &AtomicBool) {
    for length in (1..200).cycle() {
        if stop.load(Relaxed) {
            return;
        }
        if let Ok(mut stream) = TcpStream::connect(address) {
            let _ = stream.write_all(&vec![(length % 3) as u8 * 85; length]);
            let _ = stream.write_all(b"SSGMEET2");
        }
    }
}

#[test]
fn strangers_neither_enter_nor_delay_anybody() {
    let kinds: [(&str, Rudeness); 4] = [
        ("silent", silent),
        ("drip", drip),
        ("echo", echo),
        ("garbage", garbage),
    ];
    for (name, rudeness) in kinds {
        let mut places = places(2, 1);
        for place in &mut places {
            place.patience = Duration::from_secs(10);
        }
        let port = places[0].addresses[0].clone();
        let first = places[0].clone();
        let waiting = std::thread::spawn(move || nothing(&first));
        std::thread::sleep(Duration::from_millis(100));
        let stop = Arc::new(AtomicBool::new(false));
        let (port, stopped) = (port.clone(), Arc::clone(&stop));
        let stranger = std::thread::spawn(move || rudeness(&port, &stopped));
        // The stranger has had its say when the other process comes.
        std::thread::sleep(Duration::from_millis(1500));
        let start = Instant::now();
        let met = nothing(&places[1]);
        let took = start.elapsed();
        stop.store(true, Relaxed);
        met.unwrap_or_else(|error| panic!("{name}: {error}"));
        waiting
            .join()
            .unwrap()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        stranger.join().unwrap();
        assert!(took < Duration::from_secs(3), "{name}: {took:?}");
    }
}

/// Patience is patience, whoever calls meanwhile.
#[test]
fn strangers_do_not_keep_a_process_from_giving_up() {
    let mut place = places(2, 1).remove(0);
    place.patience = Duration::from_secs(1);
    let port = place.addresses[0].clone();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let stranger = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        silent(&port, &stopped);
    });
    let start = Instant::now();
    let text = nothing(&place).unwrap_err().to_string();
    stop.store(true, Relaxed);
    stranger.join().unwrap();
    assert!(text.starts_with("not heard within 1 s"), "{text}");
    assert!(
        start.elapsed() < Duration::from_secs(4),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn whoever_has_another_secret_is_a_stranger() {
    let mut places = places(2, 1);
    places[1].secret = Secret::new("a-secret-of-somebody-else").unwrap();
    // The first gives up while the other still calls: that nobody listens then is not the reason.
    places[0].patience = Duration::from_secs(3);
    places[1].patience = Duration::from_secs(6);
    let texts = said(&places);
    assert!(
        texts[0].contains("came from somebody with another secret"),
        "{texts:?}"
    );
    assert!(texts[1].contains("has it another secret?"), "{texts:?}");
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
