//! The limits of outside programs, as options of the command line.

use crate::arena::limits::{Bytes, ClockKind, Limits, Sandbox};
use crate::arena::sandbox::probe;
use crate::io::exit::CmdError;
use crate::io::terminal::note;

/// Arguments of every command that starts outside programs.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct LimitArgs {
    /// What `--time` measures: wall-clock time, or processor time of the program and its children
    #[arg(long, value_enum, default_value_t)]
    pub clock: ClockKind,
    /// Memory of an outside program and its children together, such as 512M
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,
    /// The size of every file that an outside program writes, such as 1M
    #[arg(long, value_name = "SIZE")]
    pub file_size: Option<Bytes>,
    /// Outside programs get no network, a working folder of their own, and everything else read-only
    #[arg(long, value_enum, default_value_t)]
    pub sandbox: SandboxChoice,
}

/// Which sandbox is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SandboxChoice {
    /// Programs can do what the user can
    #[default]
    None,
    /// Namespaces or bubblewrap, whichever the system allows; none, with a notice, if it allows neither
    Auto,
    /// Bubblewrap
    Bwrap,
}

impl LimitArgs {
    /// The limits, with the sandbox that this machine allows; without outside programs there is none. The
    /// number of processes is an argument of its own: where several processes play a tournament together,
    /// `--processes` counts those.
    ///
    /// # Errors
    /// When bubblewrap is asked for and does not work here.
    pub fn resolve(&self, processes: Option<u32>, with_programs: bool) -> Result<Limits, CmdError> {
        Ok(Limits {
            clock: self.clock,
            memory: self.memory,
            processes,
            file_size: self.file_size,
            sandbox: if with_programs {
                self.sandbox.resolve()?
            } else {
                Sandbox::None
            },
        })
    }
}

impl SandboxChoice {
    fn resolve(self) -> Result<Sandbox, CmdError> {
        match self {
            Self::None => Ok(Sandbox::None),
            Self::Bwrap => match probe(Sandbox::Bubblewrap) {
                Ok(()) => Ok(Sandbox::Bubblewrap),
                Err(why) => Err(CmdError::Input(format!("--sandbox bwrap: {why}"))),
            },
            Self::Auto => Ok(auto()),
        }
    }
}

/// The first sandbox that works; a notice if none does.
fn auto() -> Sandbox {
    let mut reasons = Vec::new();
    for (sandbox, name) in [
        (Sandbox::Namespaces, "namespaces"),
        (Sandbox::Bubblewrap, "bubblewrap"),
    ] {
        match probe(sandbox) {
            Ok(()) => return sandbox,
            Err(why) => reasons.push(format!("{name}: {why}")),
        }
    }
    note(&format_args!(
        "ssg: this system allows no sandbox, so the programs can read, write and connect as you can; limits on time, memory, \
         processes and files hold ({})",
        reasons.join("; ")
    ));
    Sandbox::None
}
