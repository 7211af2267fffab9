//! The host list: a line a process, `HOST:PORT`, in the order of their numbers.

use crate::ClusterError;
use std::collections::HashMap;
use std::net::ToSocketAddrs;
use std::path::Path;

/// The addresses of the first `processes` lines of a host list; `#` starts a comment.
///
/// # Errors
/// When the file cannot be read, has too few lines, or a line that is no address, with its number.
pub fn read_hosts(path: &Path, processes: usize) -> Result<Vec<String>, ClusterError> {
    let text = std::fs::read_to_string(path).map_err(ClusterError::io(path))?;
    parse(path, &text, processes)
}

fn parse(path: &Path, text: &str, processes: usize) -> Result<Vec<String>, ClusterError> {
    let mut addresses = Vec::new();
    let mut seen = HashMap::new();
    for (line, number) in text.lines().zip(1..) {
        let entry = line.split('#').next().unwrap_or_default().trim();
        if entry.is_empty() || addresses.len() == processes {
            continue;
        }
        let refuse = |reason: String| ClusterError::File {
            path: format!("{}:{number}", path.display()).into(),
            reason,
        };
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
    Ok(addresses)
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
        assert_eq!(parsed, ["127.0.0.1:4001", "127.0.0.1:4002"]);
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
