//! JavaScript without its comments and indentation, which are half of the page's bytes.

/// Removes comments, indentation and empty lines. Lines are kept, so that a semicolon which the language inserts is
/// inserted as before.
///
/// It knows the parts of the language in which `//` means something else: strings, templates, regular expressions. It
/// expects the code to be well-formed.
pub fn script(source: &str) -> String {
    let mut scanner = Scanner {
        rest: source,
        out: String::with_capacity(source.len()),
        depths: Vec::new(),
    };
    while !scanner.rest.is_empty() {
        scanner.step();
    }
    scanner.out
}

struct Scanner<'a> {
    rest: &'a str,
    out: String,
    /// For every `${` that is open: how many braces are open inside.
    depths: Vec<usize>,
}

impl Scanner<'_> {
    fn step(&mut self) {
        let rest = self.rest;
        if rest.starts_with("//") {
            self.rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(inside) = rest.strip_prefix("/*") {
            let end = inside.find("*/").map_or(inside.len(), |at| at + 2);
            self.rest = &inside[end..];
        } else if rest.starts_with(['\'', '"']) {
            self.quoted();
        } else if rest.starts_with('`') {
            self.copy(1);
            self.template();
        } else if rest.starts_with('/') && self.may_begin_expression() {
            self.regex();
        } else {
            self.code();
        }
    }

    /// One character of plain code.
    fn code(&mut self) {
        let Some(next) = self.rest.chars().next() else {
            return;
        };
        match (next, self.depths.last_mut()) {
            ('{', Some(depth)) => *depth += 1,
            ('}', Some(0)) => {
                self.depths.pop();
                self.copy(1);
                return self.template();
            }
            ('}', Some(depth)) => *depth -= 1,
            _ => {}
        }
        match next {
            '\n' => self.line_end(),
            ' ' | '\t' | '\r' if self.is_line_start() => self.rest = &self.rest[1..],
            _ => self.copy(next.len_utf8()),
        }
    }

    fn is_line_start(&self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    fn line_end(&mut self) {
        self.rest = &self.rest[1..];
        let length = self.out.trim_end_matches([' ', '\t', '\r']).len();
        self.out.truncate(length);
        if !self.is_line_start() {
            self.out.push('\n');
        }
    }

    fn copy(&mut self, bytes: usize) {
        let (now, rest) = self.rest.split_at(bytes);
        self.out.push_str(now);
        self.rest = rest;
    }

    /// Copies up to and with the first of these that no backslash precedes; says which it was.
    fn copy_through(&mut self, ends: &[&str]) -> Option<usize> {
        let bytes = self.rest.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            let found = ends
                .iter()
                .position(|end| bytes[at..].starts_with(end.as_bytes()));
            if let Some(which) = found {
                self.copy(at + ends[which].len());
                return Some(which);
            }
            at += 1;
        }
        self.copy(bytes.len());
        None
    }

    fn quoted(&mut self) {
        let quote = if self.rest.starts_with('"') {
            "\""
        } else {
            "'"
        };
        self.copy(1);
        self.copy_through(&[quote]);
    }

    /// The text of a template, as far as its end or the next `${`.
    fn template(&mut self) {
        if self.copy_through(&["`", "${"]) == Some(1) {
            self.depths.push(0);
        }
    }

    /// A regular expression; a slash between brackets does not end it.
    fn regex(&mut self) {
        self.copy(1);
        while self.copy_through(&["/", "["]) == Some(1) {
            self.copy_through(&["]"]);
        }
    }

    /// Whether a slash here begins a regular expression, because nothing stands before it that could be divided.
    fn may_begin_expression(&self) -> bool {
        let before = self.out.trim_end();
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let word = before.rsplit(|c| !is_name(c)).next().unwrap_or_default();
        if matches!(word, "return" | "typeof" | "case" | "in" | "of" | "await") {
            return true;
        }
        !before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']' | '}' | '\'' | '"' | '`'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_everything_else_stays() {
        let cases = [
            ("// a\nlet b; // c\n", "let b;\n"),
            (
                "  let a = /** @type {any} */ (b);\n\n\n  c();\n",
                "let a =  (b);\nc();\n",
            ),
            ("/**\n * Words.\n */\nf();\n", "f();\n"),
            (
                "'// no' + \"/* no */\" + '\\'// no'; // yes\n",
                "'// no' + \"/* no */\" + '\\'// no';\n",
            ),
            (
                "`a // ${b /* c */ + `d // ${e}`}  \n  f`;\n",
                "`a // ${b  + `d // ${e}`}  \n  f`;\n",
            ),
            (
                "`${{ a: { b: 1 } }.a} // no`\n",
                "`${{ a: { b: 1 } }.a} // no`\n",
            ),
            ("x = /[/'\"`]\\//g; // y\n", "x = /[/'\"`]\\//g;\n"),
            ("a = b / c; // d / e\n", "a = b / c;\n"),
            (
                "return /'/.test(a) ? (b) / 2 : [c] / 3;\n",
                "return /'/.test(a) ? (b) / 2 : [c] / 3;\n",
            ),
            ("f(/\\/*x*/, 1)\n", "f(/\\/*x*/, 1)\n"),
            ("'é' // ü\n+ '→'\n", "'é'\n+ '→'\n"),
        ];
        for (source, expected) in cases {
            assert_eq!(script(source), expected);
        }
    }

    /// What remains of the page's own modules has no comment left, and is stable.
    #[test]
    fn the_page_is_read_to_its_end() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page");
        for file in std::fs::read_dir(page).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|end| end != "js") {
                continue;
            }
            let stripped = script(&std::fs::read_to_string(&path).unwrap());
            assert_eq!(script(&stripped), stripped, "{}", path.display());
            assert!(!stripped.contains("/**"), "{}", path.display());
            assert!(stripped.ends_with('\n'), "{}", path.display());
        }
    }
}
