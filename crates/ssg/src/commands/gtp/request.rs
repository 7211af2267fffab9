//! The lines of the Go Text Protocol, version 2: requests in, responses out.

use std::fmt::Write as _;

/// A request: `[id] command [argument…]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Repeated in the response.
    pub id: Option<String>,
    /// The command.
    pub command: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if nothing is left of it without its comment.
    ///
    /// As the protocol says: control characters vanish, tabs are blanks, `#` begins a comment.
    pub fn parse(line: &str) -> Option<Self> {
        let line: String = line
            .split('#')
            .next()?
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id);
        let command = match words.next() {
            Some(command) => command,
            // An id alone asks for the command with no name, which is unknown.
            None if id.is_some() => String::new(),
            None => return None,
        };
        Some(Self {
            id,
            command,
            arguments: words.collect(),
        })
    }

    /// The response as the protocol wants it: no empty line within, one behind.
    pub fn response(&self, answer: &Result<String, String>) -> String {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let mut response = String::from(mark);
        if let Some(id) = &self.id {
            response.push_str(id);
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (number, line) in lines.enumerate() {
            let _ = match number {
                0 => write!(response, " {}", line.trim_end()),
                _ => write!(response, "\n{}", line.trim_end()),
            };
        }
        response.push_str("\n\n");
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(Option<&str>, &str, &[&str])>) {
        let request = Request::parse(line);
        let parts = request.as_ref().map(|request| {
            let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
            (request.id.as_deref(), request.command.as_str(), arguments)
        });
        let expected = expected.map(|(id, command, arguments)| (id, command, arguments.to_vec()));
        assert_eq!(parts, expected, "{line:?}");
    }

    #[test]
    fn requests_are_read_as_the_protocol_says() {
        check("name", Some((None, "name", &[])));
        check("12 play b c3", Some((Some("12"), "play", &["b", "c3"])));
        check(
            "\tplay\tb\x07  c3 # why\r",
            Some((None, "play", &["b", "c3"])),
        );
        check("   # nothing", None);
        check("", None);
        check("7", Some((Some("7"), "", &[])));
    }

    #[test]
    fn responses_end_with_an_empty_line_and_hold_none() {
        let request = Request::parse("3 x").unwrap();
        assert_eq!(request.response(&Ok(String::new())), "=3\n\n");
        assert_eq!(request.response(&Ok("a\n\nb\n".into())), "=3 a\nb\n\n");
        let request = Request::parse("x").unwrap();
        assert_eq!(request.response(&Err("no".into())), "? no\n\n");
    }
}
