//! The greeting on a new connection, in which both ends prove that they know the secret of the run.
//!
//! | who | sends |
//! |---|---|
//! | caller | 8 bytes that name the protocol, 32 random bytes (nonce) |
//! | listener | the same, with 32 bytes of its own |
//! | caller | [`Hello`], and a keyed hash of it and of all bytes before |
//! | listener | [`Hello`], and a keyed hash of it and of all bytes before |
//!
//! The listener identifies itself only to a caller that has proved to know the secret, and neither
//! proof can be replayed, at the other end or in another greeting. Every message has a fixed
//! length, so no more than [`GREETING`] bytes of any caller are kept.

use super::Place;
use super::secret::Secret;
use crate::ClusterError;
use answers::hash::Fnv;

const MAGIC: &[u8; 8] = b"SSGMEET2";
const PROOF: usize = 32;

/// The length of an [`opening`].
pub(super) const OPENING: usize = MAGIC.len() + 32;
/// The length of an [`introduction`].
pub(super) const INTRODUCTION: usize = Hello::LENGTH + PROOF;
/// All that a caller sends.
pub(super) const GREETING: usize = OPENING + INTRODUCTION;

/// The first message of either side, never the same twice.
pub(super) fn opening() -> [u8; OPENING] {
    let mut message = [0; OPENING];
    message[..MAGIC.len()].copy_from_slice(MAGIC);
    message[MAGIC.len()..].copy_from_slice(&rand::random::<[u8; 32]>());
    message
}

/// Whether these bytes begin like a greeting.
pub(super) fn is_opening(message: &[u8]) -> bool {
    message.starts_with(MAGIC)
}

/// Which end speaks.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Caller,
    Listener,
}

impl End {
    /// Makes the hashes of the two ends different.
    fn name(self) -> &'static [u8; 8] {
        match self {
            Self::Caller => b"caller: ",
            Self::Listener => b"answers:",
        }
    }
}

/// The second message: who this is, with the proof. `said` contains all bytes that both sides have
/// sent before.
pub(super) fn introduction(
    secret: &Secret,
    end: End,
    said: &[&[u8]],
    hello: &Hello,
) -> [u8; INTRODUCTION] {
    let bytes = hello.bytes();
    let mut message = [0; INTRODUCTION];
    message[..Hello::LENGTH].copy_from_slice(&bytes);
    message[Hello::LENGTH..].copy_from_slice(proof(secret, end, said, &bytes).as_bytes());
    message
}

/// Who the other side is, if it has proved to know the secret.
pub(super) fn introduced(
    secret: &Secret,
    end: End,
    said: &[&[u8]],
    message: &[u8; INTRODUCTION],
) -> Option<Hello> {
    let (hello, proved) = message.split_at(Hello::LENGTH);
    let proved: [u8; PROOF] = proved.try_into().ok()?;
    // Hashes of this crate are compared in constant time.
    (proof(secret, end, said, hello) == proved).then(|| Hello::read(hello))
}

fn proof(secret: &Secret, end: End, said: &[&[u8]], hello: &[u8]) -> super::secret::Proof {
    let mut parts: Vec<&[u8]> = vec![end.name()];
    parts.extend_from_slice(said);
    parts.push(hello);
    secret.prove(&parts)
}

/// Which process this is, and which work it was started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hello {
    pub process: u64,
    processes: u64,
    workers: u64,
    hosts: u64,
    job: u64,
}

impl Hello {
    const LENGTH: usize = 40;

    pub fn of(place: &Place) -> Self {
        Self {
            process: place.process as u64,
            processes: place.processes() as u64,
            workers: place.workers as u64,
            hosts: Fnv::of(place.addresses.join("\n").as_bytes()),
            job: place.job,
        }
    }

    fn bytes(&self) -> [u8; Self::LENGTH] {
        let fields = [
            self.process,
            self.processes,
            self.workers,
            self.hosts,
            self.job,
        ];
        let mut bytes = [0; Self::LENGTH];
        for (place, field) in bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let mut fields = bytes
            .chunks_exact(8)
            .map(|field| u64::from_le_bytes(field.try_into().expect("8 bytes")));
        let mut next = || fields.next().unwrap_or_default();
        Self {
            process: next(),
            processes: next(),
            workers: next(),
            hosts: next(),
            job: next(),
        }
    }

    /// Whether this may be a process of the same run; the one called, or one that calls.
    pub fn fits(&self, place: &Place, called: Option<usize>) -> Result<(), ClusterError> {
        let (own, me) = (Self::of(place), place.process);
        let (them, they) = (self.process, self.processes);
        let refuse = |what: String| Err(ClusterError::Setup(what));
        if they != own.processes {
            return refuse(format!(
                "process {them} was started for {they} processes, this one ({me}) for {}",
                own.processes
            ));
        }
        if let Some(called) = called
            && them != called as u64
        {
            let address = &place.addresses[called];
            return refuse(format!(
                "at {address}, where process {called} should be, is process {them}: the host \
                 lists differ"
            ));
        }
        if called.is_none() && (them <= own.process || them >= own.processes) {
            return refuse(format!(
                "process {them} called this one ({me}), which it should not: was a number given \
                 twice?"
            ));
        }
        if self.hosts != own.hosts {
            return refuse(format!("process {them} has another host list"));
        }
        if self.workers != own.workers {
            return refuse(format!(
                "process {them} has {} workers, this one ({me}) has {}",
                self.workers, own.workers
            ));
        }
        if self.job != own.job {
            return refuse(format!("process {them} was given another command"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place::alone(3)
    }

    #[test]
    fn a_proof_is_good_once_from_one_end_with_one_secret() {
        let [secret, other] = ["sixteen letters!", "another secret 2"]
            .map(|text| Secret::new(&text.replace(' ', "-")).unwrap());
        let (hello, ours, theirs) = (Hello::of(&place()), opening(), opening());
        assert_ne!(ours, theirs);
        let said: &[&[u8]] = &[&ours, &theirs];
        let message = introduction(&secret, End::Caller, said, &hello);
        assert_eq!(
            introduced(&secret, End::Caller, said, &message),
            Some(hello)
        );
        assert_eq!(introduced(&other, End::Caller, said, &message), None);
        assert_eq!(introduced(&secret, End::Listener, said, &message), None);
        assert_eq!(
            introduced(&secret, End::Caller, &[&theirs, &ours], &message),
            None
        );
        assert_eq!(
            introduced(&secret, End::Caller, &[&ours, &opening()], &message),
            None
        );
        for bit in 0..INTRODUCTION * 8 {
            let mut altered = message;
            altered[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(
                introduced(&secret, End::Caller, said, &altered),
                None,
                "{bit}"
            );
        }
    }

    #[test]
    fn secrets_are_long_words_and_are_not_shown() {
        for bad in ["", "short", "fifteen-letters", "a secret with blanks"] {
            assert!(Secret::new(bad).is_err(), "{bad}");
        }
        let (one, two) = (Secret::invent(), Secret::invent());
        assert_ne!(one, two);
        let secret = Secret::new(&one).unwrap();
        assert_ne!(secret, Secret::new(&two).unwrap());
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
