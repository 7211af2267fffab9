//! The module that answers what a first game asks, and nothing else.
#![allow(unsafe_code, reason = "an interface of addresses and lengths")]

switchyard_wasm::exports!(answers::first::answer);
