//! Ctrl-C and SIGTERM: the first asks the program to stop cleanly, the second stops it at once.

use crate::io::exit::CmdError;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on the first signal to stop only sets a flag; a second one ends the program at once
/// with exit code 130 (the supervisors of outside programs then kill them).
pub fn watch() -> io::Result<()> {
    if ASKED.get().is_some() {
        return Ok(());
    }
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register_conditional_shutdown(signal, 130, Arc::clone(asked))?;
        flag::register(signal, Arc::clone(asked))?;
    }
    Ok(())
}

/// Whether a signal to stop has arrived.
pub fn asked() -> bool {
    ASKED
        .get()
        .is_some_and(|asked| asked.load(Ordering::Relaxed))
}

/// Fails with [`CmdError::Interrupted`] when a signal to stop has arrived.
pub fn check() -> Result<(), CmdError> {
    if asked() {
        Err(CmdError::Interrupted)
    } else {
        Ok(())
    }
}
