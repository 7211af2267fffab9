//! A question as JSON in, an answer as JSON out.
//!
//! Everything here is a pure function: no files, threads, clocks or sockets, and random choices
//! depend on a seed that is passed in. So every caller gets the same answers: the program with
//! `--json`, its server, a browser, another language.
//!
//! | module | what |
//! |---|---|
//! | [`wire`] | the JSON types, one file per area; nothing else knows how answers are spelled |
//! | [`words`] | every sentence for people |
//! | [`api`] | the questions of the interface, one function each |
//! | [`answer`] | one entry point for all of them, by path |
//! | [`first`] | the same for the questions of a first game alone |
//! | [`cost`](cost()) | the estimated cost of a question, from its path and body |
//! | [`Limits`], [`ApiError`] | how much one question may ask, and why there is no answer |
//!
//! ```
//! use answers::{Limits, answer};
//!
//! let question = br#"{"network":{"vertices":2,"left":1,"right":2,"edges":[[1,2]]}}"#;
//! let reply = answer("/switching/analyse", question, &Limits::default(), 1);
//! assert_eq!(reply.status, 200);
//! assert!(reply.body.starts_with(br#"{"winner":null,"outcome":"first""#));
//! ```

pub mod api;
mod cost;
mod error;
pub mod hash;
mod limits;
mod route;
pub mod wire;
pub mod words;

pub use cost::{Cost, cost};
pub use error::{Answered, ApiError};
pub use limits::Limits;
pub use route::{Method, OPENAPI, ROUTES, Reply, Route, answer, answer_until, find, first};
