//! The answers as WebAssembly modules, without imports, so that loading one takes only a few lines.
//!
//! There are two, in `examples/`, because Cargo builds any number of those: `engine` answers every question, and
//! `first` those of a first game alone, so that it is small. [`exports`] makes a module of a function.
//!
//! A question is written into memory that `allocate` gave, `answer` computes the reply and returns its
//! address, and `release` gives memory back. A reply is three words:
//!
//! | word | what |
//! |---|---|
//! | 0 | the status of HTTP that the answer would have |
//! | 1 | the address of the body |
//! | 2 | the bytes of the body |
//!
//! The reply is valid until the next call. The address is 0 if the question is not for this module. A panic is a trap,
//! as always on this target; `fault` then returns its message. After a trap the instance must not be used
//! for another question.
#![allow(unsafe_code, reason = "an interface of addresses and lengths")]

use answers::{Limits, Reply as Answer};
use std::cell::RefCell;
use std::panic;

/// The last reply, in the form that the table above describes.
struct Reply {
    words: [usize; 3],
    body: Vec<u8>,
}

thread_local! {
    static REPLY: RefCell<Reply> = const { RefCell::new(Reply { words: [0; 3], body: Vec::new() }) };
    static FAULT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Stores a reply where the caller finds it.
fn reply(status: u16, body: Vec<u8>) -> *const usize {
    REPLY.with_borrow_mut(|reply| {
        reply.body = body;
        let address = reply.body.as_ptr() as usize;
        reply.words = [status.into(), address, reply.body.len()];
        reply.words.as_ptr()
    })
}

/// Keeps the words of a panic.
pub fn start() {
    panic::set_hook(Box::new(|panic| {
        let said = panic.to_string().into_bytes();
        // A panic while this is borrowed must not become a second one.
        FAULT.with(|fault| {
            if let Ok(mut fault) = fault.try_borrow_mut() {
                *fault = said;
            }
        });
    }));
}

/// Memory for this many bytes of a question; they are zero.
pub fn allocate(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Gives memory back.
///
/// # Safety
/// `address` is from [`allocate`] with the same number of bytes, and is not used again.
pub unsafe fn release(address: *mut u8, bytes: usize) {
    let slice = std::ptr::slice_from_raw_parts_mut(address, bytes);
    // SAFETY: the caller promises that this is the slice which `allocate` leaked.
    drop(unsafe { Box::from_raw(slice) });
}

/// Stores an answer where the caller finds it; nowhere, if there is none.
pub fn stored(answered: Option<Answer>) -> *const usize {
    let stored = answered.map(|answer| reply(answer.status, answer.body));
    stored.unwrap_or(std::ptr::null())
}

/// The usual limits, or those for graphs of up to this many edges.
pub fn limits(edges: usize) -> Limits {
    let usual = Limits::default();
    Limits {
        vertices: usual.vertices.max(edges),
        edges: usual.edges.max(edges),
        ..usual
    }
}

/// What the panic was about that ended the last question: a reply with status 500, whose body is a text.
pub fn fault() -> *const usize {
    reply(500, FAULT.with_borrow(Clone::clone))
}

/// The exports of a module around a function from path, body, limits and seed to a reply, if it has one.
#[macro_export]
macro_rules! exports {
    ($answer:expr) => {
        /// Prepares the instance: must be called once, before anything else.
        #[unsafe(no_mangle)]
        pub extern "C" fn start() {
            $crate::start();
        }

        /// Memory for so many bytes of a question; they are zero.
        #[unsafe(no_mangle)]
        pub extern "C" fn allocate(bytes: usize) -> *mut u8 {
            $crate::allocate(bytes)
        }

        /// Gives memory back.
        ///
        /// # Safety
        /// `address` is from `allocate` with the same number of bytes, and is not used again.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn release(address: *mut u8, bytes: usize) {
            // SAFETY: the caller promises the same.
            unsafe { $crate::release(address, bytes) }
        }

        /// Answers the question at a path. Chance follows from the seed; `edges` raises the limit on the size of a
        /// graph, and 0 leaves it as it is.
        ///
        /// # Safety
        /// Path and body are memory from `allocate` of at least these lengths.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn answer(
            path: *const u8,
            path_bytes: usize,
            body: *const u8,
            body_bytes: usize,
            seed: u64,
            edges: usize,
        ) -> *const usize {
            // SAFETY: the caller promises that both are memory of its own of these lengths.
            let (path, body) = unsafe {
                (
                    std::slice::from_raw_parts(path, path_bytes),
                    std::slice::from_raw_parts(body, body_bytes),
                )
            };
            let path = String::from_utf8_lossy(path);
            $crate::stored($answer(&path, body, &$crate::limits(edges), seed))
        }

        /// What the panic was about that ended the last question: a reply with status 500, whose body is a text.
        #[unsafe(no_mangle)]
        pub extern "C" fn fault() -> *const usize {
            $crate::fault()
        }
    };
}

#[cfg(test)]
mod tests {
    use super::{Limits, panic};

    crate::exports!(|path: &str, body, limits, seed| {
        (path != "/not-here").then(|| answers::answer(path, body, limits, seed))
    });

    /// What the caller reads at the address of a reply.
    fn read(words: *const usize) -> (usize, Vec<u8>) {
        // SAFETY: the words and the body stay where they are until the next call.
        unsafe {
            let [status, address, bytes] = *words.cast::<[usize; 3]>();
            let body = std::slice::from_raw_parts(address as *const u8, bytes);
            (status, body.to_vec())
        }
    }

    fn written(bytes: &[u8]) -> (*mut u8, usize) {
        let address = allocate(bytes.len());
        // SAFETY: this much was allocated.
        unsafe { std::slice::from_raw_parts_mut(address, bytes.len()) }.copy_from_slice(bytes);
        (address, bytes.len())
    }

    fn asked(path: &[u8], body: &[u8], seed: u64, edges: usize) -> (usize, Vec<u8>) {
        let (path, body) = (written(path), written(body));
        // SAFETY: both are of these lengths, and are released once.
        unsafe {
            let reply = read(answer(path.0, path.1, body.0, body.1, seed, edges));
            release(path.0, path.1);
            release(body.0, body.1);
            reply
        }
    }

    #[test]
    fn a_question_is_answered_as_everywhere() {
        let wish = br#"{"nodes":9,"edges":14}"#;
        let same = answers::answer("/random", wish, &Limits::default(), 7);
        assert_eq!(asked(b"/random", wish, 7, 0), (200, same.body));
        assert_eq!(asked(b"/health", b"", 0, 0), (200, br#""ok""#.to_vec()));
        assert_eq!(asked(b"\xff", b"", 0, 0).0, 404);
    }

    #[test]
    fn a_question_for_another_module_has_no_reply() {
        let path = written(b"/not-here");
        // SAFETY: nothing was written behind the path, and it is released once.
        unsafe {
            assert!(answer(path.0, path.1, path.0, 0, 0, 0).is_null());
            release(path.0, path.1);
        }
    }

    #[test]
    fn the_limit_on_edges_can_be_raised() {
        let wish = br#"{"nodes":60000,"edges":100001,"seed":1}"#;
        assert_eq!(asked(b"/random", wish, 1, 0).0, 413);
        assert_eq!(asked(b"/random", wish, 1, 200_000).0, 200);
    }

    #[test]
    fn a_panic_leaves_its_words() {
        start();
        assert!(panic::catch_unwind(|| panic!("some words")).is_err());
        let _ = panic::take_hook();
        let (status, words) = read(fault());
        let words = String::from_utf8(words).unwrap();
        assert!(status == 500 && words.contains("some words"), "{words}");
    }
}
