//! The host list: a line per process, `HOST:PORT`, in the order of their numbers, and perhaps the secret
//! of the run, `secret WORD`.

use super::Secret;
use crate::ClusterError;
use std::collections::HashMap;
use std::io;
use std::net::ToSocketAddrs;
use std::path::Path;
use switchyard_files::read;

/// The addresses of the processes, and their secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostList {
    /// `HOST:PORT` of each process.
    pub addresses: Vec<String>,
    /// The secret, if the list has one.
    pub secret: Option<Secret>,
}

/// The addresses of the first `processes` lines of a host list; `#` starts a comment. `-` is standard
/// input.
///
/// # Errors
/// When the file cannot be read, has too few lines, or a line that is no address, with its number.
pub fn read_hosts(path: &Path, processes: usize) -> Result<HostList, ClusterError> {
    /// Room for some ten thousand hosts.
    const LONGEST: u64 = 1 << 20;
    let text = if path.as_os_str() == "-" {
        let bytes = read::all(io::stdin().lock(), LONGEST);
        bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
    } else {
        read::text(path, LONGEST)
    };
    parse(path, &text.map_err(ClusterError::io(path))?, processes)
}

fn parse(path: &Path, text: &str, processes: usize) -> Result<HostList, ClusterError> {
    let mut addresses = Vec::new();
    let mut secret = None;
    let mut seen = HashMap::new();
    for (line, number) in text.lines().zip(1..) {
        let entry = line.split('#').next().unwrap_or_default().trim();
        let refuse = |reason: String| ClusterError::File {
            path: format!("{}:{number}", path.display()).into(),
            reason,
        };
        if let Some(word) = entry.strip_prefix("secret ") {
            if secret.is_some() {
                return Err(refuse("there is a secret already".to_owned()));
            }
            secret = Some(Secret::new(word.trim()).map_err(refuse)?);
            continue;
        }
        if entry.is_empty() || addresses.len() == processes {
            continue;
        }
        check(entry).map_err(refuse)?;
        if let Some(before) = seen.insert(entry.to_owned(), number) {
            return Err(refuse(format!("{entry} is on line {before} already")));
        }
        addresses.push(entry.to_owned());
    }
    if addresses.len() < processes {
        let found = addresses.len();
        let reason = format!("{found} addresses, but there are to be {processes} processes");
        return Err(ClusterError::file(path, reason));
    }
    Ok(HostList { addresses, secret })
}

/// Whether this is `HOST:PORT`, with a host that has an address.
fn check(entry: &str) -> Result<(), String> {
    let (_, port) = entry
        .rsplit_once(':')
        .ok_or_else(|| format!("{entry:?} is not HOST:PORT"))?;
    if !port.parse::<u16>().is_ok_and(|port| port > 0) {
        return Err(format!("{port:?} is not a port, 1 to 65535"));
    }
    match entry.to_socket_addrs() {
        Ok(mut found) => found
            .next()
            .map(|_| ())
            .ok_or_else(|| format!("{entry} has no address")),
        Err(error) => Err(format!("{entry}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, processes: usize) -> String {
        let parsed = parse(Path::new("hosts"), text, processes);
        parsed.unwrap_err().to_string()
    }

    #[test]
    fn lines_comments_and_faults() {
        let text = "# two\n127.0.0.1:4001\n\n127.0.0.1:4002 # second\n127.0.0.1:4003\n";
        let parsed = parse(Path::new("hosts"), text, 2).unwrap();
        assert_eq!(parsed.addresses, ["127.0.0.1:4001", "127.0.0.1:4002"]);
        assert_eq!(parsed.secret, None);
        let secret = format!("{text}secret  0123456789abcdef # of this run\n");
        let parsed = parse(Path::new("hosts"), &secret, 2).unwrap();
        assert_eq!(parsed.secret, Secret::new("0123456789abcdef").ok());
        assert_eq!(
            refusal("\nsecret short\n", 1),
            "hosts:2: a secret has at least 16 characters, this one has 5"
        );
        let twice = format!("{secret}secret 0123456789abcdeg\n");
        assert_eq!(refusal(&twice, 2), "hosts:7: there is a secret already");
        assert_eq!(
            refusal(text, 4),
            "hosts: 3 addresses, but there are to be 4 processes"
        );
        assert_eq!(refusal("\nhost\n", 1), "hosts:2: \"host\" is not HOST:PORT");
        assert!(refusal("127.0.0.1:0", 1).starts_with("hosts:1: \"0\" is not a port"));
        let twice = "127.0.0.1:4001\n127.0.0.1:4001\n";
        assert_eq!(
            refusal(twice, 2),
            "hosts:2: 127.0.0.1:4001 is on line 1 already"
        );
        assert!(refusal("no.such.host.invalid:40\n", 1).starts_with("hosts:1: no.such.host"));
    }
}
