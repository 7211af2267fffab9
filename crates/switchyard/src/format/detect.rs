//! The one place that guesses the format of a file: by its extension, or by how it begins.

use super::scan::{directive, lines, number, without_mark, words};
use super::{Format, edge_list, metis};
use thiserror::Error;

/// How much of a file is looked at.
const START: usize = 4096;

/// A file that is well-formed in two formats, which say different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this can be read as METIS and as an edge list: its format, metis or edge-list, must be named"
)]
pub struct AmbiguousFormatError;

impl Format {
    /// The format whose files have this extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        let has = |format: &Self| format.extensions().contains(&extension.as_str());
        Self::ALL.into_iter().find(has)
    }

    /// The format of a file with this extension, if it has one that says it. Of `.net` files the first line
    /// tells Pajek's from ours.
    ///
    /// # Errors
    /// When the extension does not say it, nor the content: see [`Format::detect`].
    pub fn of_file(extension: Option<&str>, bytes: &[u8]) -> Result<Self, AmbiguousFormatError> {
        match extension.and_then(Self::of_extension) {
            Some(Self::Network) if begins_like_pajek(start_of(bytes)) => Ok(Self::Pajek),
            Some(format) => Ok(format),
            None => Self::detect(bytes),
        }
    }

    /// The format that a file is in, by its content: as [`Format::of_beginning`] says, unless the whole file is well-formed METIS, which
    /// begins like an edge list.
    ///
    /// # Errors
    /// When it is well-formed both as METIS and as an edge list: a triangle in METIS, for example.
    pub fn detect(bytes: &[u8]) -> Result<Self, AmbiguousFormatError> {
        let format = Self::of_beginning(bytes);
        // A METIS file in which two of the first vertices have one neighbour each looks like a network.
        let may_be_metis = matches!(format, Self::EdgeList | Self::Network);
        if !(may_be_metis && metis::is_whole(bytes)) {
            return Ok(format);
        }
        match edge_list::parse(bytes) {
            Ok(_) => Err(AmbiguousFormatError),
            Err(_) => Ok(Self::Metis),
        }
    }

    /// The format that a file seems to be in, by how it begins. METIS is not among the answers.
    ///
    /// Where the first word does not tell, the first four lines do: numbers alone on two of them make a
    /// network, so that a network with a fault is still read as one and its reader says what is wrong;
    /// single words of nauty's characters make graph6, sparse6 lines among them or not; everything else is an edge
    /// list. An empty file is taken for a network.
    pub fn of_beginning(bytes: &[u8]) -> Self {
        let text = start_of(bytes);
        by_first_word(text).unwrap_or_else(|| by_first_lines(text))
    }
}

fn start_of(bytes: &[u8]) -> &[u8] {
    without_mark(&bytes[..bytes.len().min(START)]).trim_ascii_start()
}

/// Whether the first line that is no comment begins a section of Pajek's.
fn begins_like_pajek(text: &[u8]) -> bool {
    let line = lines(text).find(|(_, line)| !line.is_empty() && !line.starts_with(b"%"));
    line.is_some_and(|(_, line)| {
        let word = words(line).next().unwrap_or_default().to_ascii_lowercase();
        matches!(word.as_slice(), b"*vertices" | b"*network")
    })
}

/// Whether an object in JSON has a list that node-link files have.
fn is_node_link(text: &[u8]) -> bool {
    // A game record is an object too, and its network has `edges`.
    let has = |key: &[u8]| memchr::memmem::find(text, key).is_some();
    text.starts_with(b"{") && (has(b"\"nodes\"") || has(b"\"links\""))
}

/// Whether a word can be a line of graph6, or behind a colon of sparse6.
fn is_line_of_nauty(word: &[u8]) -> bool {
    let body = word.strip_prefix(b":").unwrap_or(word);
    !body.is_empty() && body.iter().all(|byte| (63..=126).contains(byte))
}

/// Whether a file begins as the network format does: four lines of one number each.
pub fn begins_like_network(bytes: &[u8]) -> bool {
    let start = without_mark(&bytes[..bytes.len().min(START)]);
    let mut head = lines(start).map(|(_, line)| Shape::of(line));
    (0..4).all(|_| head.next() == Some(Shape::Number))
}

/// The formats that give themselves away with their first word.
fn by_first_word(text: &[u8]) -> Option<Format> {
    let first = lines(text).next().map_or(&b""[..], |(_, line)| line);
    let word = words(first).next().unwrap_or_default();
    let word = word.to_ascii_lowercase();
    let opens = |word: &[u8]| {
        let name = word.split(|&byte| byte == b'{' || byte == b'[').next();
        [&b"graph"[..], b"digraph", b"strict"].contains(&name.unwrap_or_default())
    };
    let bracket = || text.iter().find(|&&byte| byte == b'{' || byte == b'[');
    match word.as_slice() {
        _ if begins_like_pajek(text) => Some(Format::Pajek),
        _ if is_node_link(text) => Some(Format::NodeLink),
        b"%%matrixmarket" => Some(Format::MatrixMarket),
        b"c" | b"p" => Some(Format::Dimacs),
        b"#" if directive(&first[1..]).is_some() => Some(Format::EdgeList),
        word if word.starts_with(b">>graph6<<") => Some(Format::Graph6),
        word if word.starts_with(b">>sparse6<<") => Some(Format::Sparse6),
        word if word.starts_with(b">>digraph6<<") => Some(Format::Digraph6),
        [b':', ..] if words(first).count() == 1 && is_line_of_nauty(&word) => Some(Format::Sparse6),
        [b'&', body @ ..] if words(first).count() == 1 && is_line_of_nauty(body) => {
            Some(Format::Digraph6)
        }
        [b'<', ..] => Some(Format::GraphMl),
        [b'/', b'/' | b'*', ..] => Some(Format::Dot),
        b"creator" | b"version" if memchr::memmem::find(text, b"[").is_some() => Some(Format::Gml),
        word if opens(word) && bracket() == Some(&b'[') => Some(Format::Gml),
        word if opens(word) => Some(Format::Dot),
        _ => None,
    }
}

/// The formats that are recognised by the shape of their lines.
fn by_first_lines(text: &[u8]) -> Format {
    let shapes = lines(text).map(|(_, line)| Shape::of(line));
    let shapes: Vec<Shape> = shapes
        .filter(|&shape| shape != Shape::Blank)
        .take(4)
        .collect();
    let count = |wanted| shapes.iter().filter(|&&shape| shape == wanted).count();
    match (count(Shape::Number), count(Shape::Nauty), shapes.len()) {
        (2.., _, _) | (1, _, 1) | (_, _, 0) => Format::Network,
        (_, words, lines) if words == lines => Format::Graph6,
        _ => Format::EdgeList,
    }
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Blank,
    /// A number alone.
    Number,
    /// A word alone, of the characters that graph6 uses, behind a colon in sparse6: digits are not among them.
    Nauty,
    Other,
}

impl Shape {
    fn of(line: &[u8]) -> Self {
        let mut words = words(line);
        match (words.next(), words.next()) {
            (None, _) => Self::Blank,
            (Some(word), None) if number(word).is_some() => Self::Number,
            (Some(word), None) if is_line_of_nauty(word) => Self::Nauty,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_how_they_begin() {
        let cases: &[(&str, Format)] = &[
            ("", Format::Network),
            ("\n \n", Format::Network),
            ("4\n5\n1\n4\n1 2\n", Format::Network),
            ("\u{feff}4\r\n5\r\n1\r\n4\r\n", Format::Network),
            // A network that ends too early, or has its terminals on one line: its reader says so.
            ("4", Format::Network),
            ("4\n5\n1 4\n", Format::Network),
            ("-2\n1\n1\n2\n1 2\n", Format::Network),
            ("two\n1\n1\n2\n1 2\n", Format::Network),
            ("1 2\n2 3\n", Format::EdgeList),
            ("\n\n1 2\n", Format::EdgeList),
            ("a b\nb c\n", Format::EdgeList),
            ("a\nb c\n", Format::EdgeList),
            ("7\n1 2\n", Format::EdgeList),
            ("1,2\n2,3\n", Format::EdgeList),
            ("# a comment\n1 2\n", Format::EdgeList),
            ("# terminals 1 2\n1 2\n", Format::EdgeList),
            ("Cr\n", Format::Graph6),
            ("Cr\nDhc\nD~{\n", Format::Graph6),
            (">>graph6<<Cz", Format::Graph6),
            ("digraph{a->b}", Format::Dot),
            ("graph { a -- b }", Format::Dot),
            ("// a board\ngraph {}", Format::Dot),
            ("<graphml/>", Format::GraphMl),
            ("%%MatrixMarket matrix", Format::MatrixMarket),
            ("c a comment\np edge 2 1\n", Format::Dimacs),
            ("1 2 {}\n2 3 {'weight': 7}\n", Format::EdgeList),
            (":Fa@x^\n", Format::Sparse6),
            (">>sparse6<<:Fa@x^\n", Format::Sparse6),
            ("&DI?AO?\n", Format::Digraph6),
            (">>digraph6<<&DI?AO?\n", Format::Digraph6),
            ("graph [\n  node [\n", Format::Gml),
            (
                "Creator \"igraph version 0.10\"\nVersion 1\ngraph\n[\n",
                Format::Gml,
            ),
            ("strict graph g {\n graph [x=1] }", Format::Dot),
            ("{\"directed\": false, \"nodes\": []", Format::NodeLink),
            ("*Vertices 3\n1 2\n", Format::Pajek),
            ("% terminals 1 2\n*vertices 3\n", Format::Pajek),
            (": a b\n", Format::EdgeList),
            ("Cr\n:Fa@x^\nBw\n", Format::Graph6),
            (":Fa@x^\nCr\n", Format::Sparse6),
            ("Cr\n:\n", Format::EdgeList),
            // A star in METIS, a wheel in METIS with a comment, and the star again with a line too few or a false count.
            ("5 4\n2 3 4 5\n1\n1\n1\n1\n", Format::Metis),
            (
                "% a wheel\n5 8\n2 4 5\n1 3 5\n2 4 5\n1 3 5\n1 2 3 4\n",
                Format::Metis,
            ),
            ("5 4\n2 3 4 5\n1\n1\n1\n", Format::Network),
            ("5 2\n2 3 4 5\n1\n1\n1\n1\n", Format::Network),
            // One edge from 2 to 0, not two vertices without an edge.
            ("2 0\n", Format::EdgeList),
            ("3 0\n\n\n\n", Format::EdgeList),
        ];
        for &(text, format) in cases {
            assert_eq!(Format::detect(text.as_bytes()), Ok(format), "{text:?}");
        }
    }

    #[test]
    fn a_file_in_two_formats_is_not_guessed() {
        // The triangle in METIS is an edge list with a loop; a vertex of degree three looks like an edge and its weight.
        let star = "4 3\n2 3 4\n1\n1\n1\n";
        for text in ["3 3\n2 3\n1 3\n1 2\n", "2 1\n2\n1\n", star] {
            assert_eq!(Format::detect(text.as_bytes()), Err(AmbiguousFormatError));
            assert_eq!(
                Format::of_file(Some("edges"), text.as_bytes()),
                Ok(Format::EdgeList)
            );
            assert_eq!(
                Format::of_file(Some("metis"), text.as_bytes()),
                Ok(Format::Metis)
            );
        }
    }

    #[test]
    fn the_first_line_tells_two_kinds_of_net_files_apart() {
        let of = |text: &str| Format::of_file(Some("net"), text.as_bytes()).unwrap();
        assert_eq!(of("*Vertices 2\n*Edges\n1 2\n"), Format::Pajek);
        assert_eq!(of("% by Pajek\n*network x\n*Vertices 2\n"), Format::Pajek);
        assert_eq!(of("2\n1\n1\n2\n1 2\n"), Format::Network);
        assert_eq!(of("1 2\n"), Format::Network);
        assert_eq!(Format::of_file(None, b"1 2\n"), Ok(Format::EdgeList));
        assert_eq!(
            Format::of_file(Some("graph"), b"1 0\n\n"),
            Ok(Format::Metis)
        );
    }

    #[test]
    fn a_network_begins_with_four_numbers() {
        assert!(begins_like_network(b"4\n5\n1\n4\n1 2\n"));
        assert!(begins_like_network(b"\xef\xbb\xbf 4\r\n5\r\n1\r\n4"));
        for text in [
            "",
            "4\n5\n1\n",
            "4\n5\n1 4\n",
            "\n4\n5\n1\n4\n",
            "1 2\n",
            "notes\n",
        ] {
            assert!(!begins_like_network(text.as_bytes()), "{text:?}");
        }
    }
}
