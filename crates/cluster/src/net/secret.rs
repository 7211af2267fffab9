//! The secret that the processes of a run share.

use std::fmt;

/// The key of a run, made from the secret that its processes share.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// A proof of knowing a [`Secret`]. Comparing two takes the same time wherever they differ.
pub(super) type Proof = blake3::Hash;

impl Secret {
    /// The fewest characters of a secret.
    pub const SHORTEST: usize = 16;

    /// The secret with these characters.
    ///
    /// # Errors
    /// When it is too short to be one, or has a blank in it.
    pub fn new(text: &str) -> Result<Self, String> {
        let (length, least) = (text.chars().count(), Self::SHORTEST);
        if length < least {
            return Err(format!(
                "a secret has at least {least} characters, this one has {length}"
            ));
        }
        if text.contains(char::is_whitespace) {
            return Err("a secret is one word".to_owned());
        }
        let context = "switchyard 2026-11 the processes of one run";
        Ok(Self(blake3::derive_key(context, text.as_bytes())))
    }

    /// A word that nobody can guess, for [`Secret::new`].
    pub fn invent() -> String {
        format!("{:032x}", rand::random::<u128>())
    }

    /// A secret of this process alone.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// The keyed hash of these bytes.
    pub(super) fn prove(&self, parts: &[&[u8]]) -> Proof {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
