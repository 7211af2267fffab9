use super::*;
use proptest::prelude::*;
use std::fmt::Write;

const COURSE: &str = "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n";

fn faults(text: &str) -> Vec<String> {
    let faults = parse(text.as_bytes()).unwrap_err();
    assert_eq!(faults.count(), faults.kept().len());
    let show = |fault: &super::super::ParseError| format!("{}: {}", fault.line, fault.reason);
    faults.kept().iter().map(show).collect()
}

#[test]
fn the_course_example_is_read_and_written() {
    let network = parse(COURSE.as_bytes()).unwrap();
    assert_eq!(network.graph().vertex_count(), 4);
    assert_eq!(network.graph().edge_count(), 5);
    assert_eq!((network.left().label(), network.right().label()), (1, 4));
    assert_eq!(write(&network), COURSE);
}

#[test]
fn spacing_line_ends_and_a_mark_do_not_matter() {
    let plain = parse(COURSE.as_bytes()).unwrap();
    let windows = COURSE.replace('\n', "\r\n");
    let spaced = COURSE.replace('\n', " \t\n").replace(' ', "  ");
    let marked = format!("\u{feff}{COURSE}");
    let blank = format!("{COURSE}\n \r\n\n");
    let open = COURSE.trim_end().to_string();
    for text in [windows, spaced, marked, blank, open] {
        assert_eq!(parse(text.as_bytes()).as_ref(), Ok(&plain), "{text:?}");
    }
}

#[test]
fn loops_parallel_edges_isolated_vertices_and_no_edges_are_legal() {
    let network = parse(b"9\n3\n2\n1\n1 1\n1 2\n2 1\n").unwrap();
    assert_eq!(network.graph().edge_count(), 3);
    assert_eq!(parse(b"2\n0\n1\n2\n").unwrap().graph().edge_count(), 0);
}

#[test]
fn every_fault_is_reported_with_its_line() {
    assert_eq!(
        faults("4\n7\n5\nx\n1 2\n0 9\n\n2 3 4\nA 7\n# a b\n"),
        [
            "3: L = 5 is not a vertex: vertices are numbered 1 to 4",
            "4: expected the right terminal R, found \"x\", which is not a number",
            "6: there is no vertex \"0\": vertices are numbered 1 to 4",
            "6: there is no vertex \"9\": vertices are numbered 1 to 4",
            "7: a blank line before the last edge; edge labels count lines",
            "8: expected two vertices, found \"2 3 4\"",
            "9: expected a vertex, found \"A\", which is not a number",
            "9: there is no vertex \"7\": vertices are numbered 1 to 4",
            "10: the file ends after 6 of the 7 edges that line 2 declares",
            "10: \"# a b\" is no edge: this format has no comments",
        ]
    );
}

#[test]
fn counts_that_disagree_are_reported() {
    assert_eq!(
        faults("2\n1\n1\n2\n1 2\n1 2\nanything\n"),
        ["6: 2 surplus lines from here: line 2 declares 1 edges"]
    );
    assert_eq!(
        faults("2\n3\n1\n2\n1 2\n"),
        ["5: the file ends after 1 of the 3 edges that line 2 declares"]
    );
}

#[test]
fn a_bad_header_is_reported() {
    assert_eq!(
        faults("3\n0\n2\n2\n"),
        ["4: L and R are both vertex 2: the terminals must differ"]
    );
    assert_eq!(
        faults("1\n0\n1\n1\n"),
        [
            "1: 1 vertex has no room for two terminals: n must be at least 2",
            "4: L and R are both vertex 1: the terminals must differ",
        ]
    );
    assert_eq!(
        faults("4 5\n\n-1\n"),
        [
            "1: expected the number of vertices n alone on its line, found \"4 5\"",
            "2: a blank line where the number of edges m should be",
            "3: expected the left terminal L, found \"-1\", which is not a number",
            "4: the file ends after 3 lines: the right terminal R is missing",
        ]
    );
    assert_eq!(
        faults(" \n\n"),
        ["1: the file is empty: a network begins with the lines n, m, L and R"]
    );
}

#[test]
fn absurd_sizes_are_refused_before_they_cost_memory() {
    let huge = faults("2000000000\n2000000000\n1\n2\n1 2\n");
    assert_eq!(
        huge,
        [
            "1: 2000000000 vertices are too many for 1 edge lines: at most 1000004 are allowed",
            "5: the file ends after 1 of the 2000000000 edges that line 2 declares",
        ]
    );
    assert_eq!(faults("99999999999999999999999\n0\n1\n2\n").len(), 1);
    assert!(parse(b"1000000\n0\n1\n1000000\n").is_ok());
}

#[test]
fn a_file_of_many_blocks_keeps_its_order_and_its_line_numbers() {
    let n = 60_000;
    let mut text = format!("{n}\n{n}\n1\n{n}\n");
    for i in 0..n {
        let gap = if i % 7 == 0 { "  " } else { " " };
        let _ = writeln!(text, "{}{gap}{}", i + 1, n - i);
    }
    let network = parse(text.as_bytes()).unwrap();
    for edge in network.graph().edges() {
        let [u, v] = network.graph().ends(edge);
        assert_eq!((u.index(), v.index()), (edge.index(), n - 1 - edge.index()));
    }
    let line = text.lines().nth(50_003).unwrap();
    let broken = text.replacen(&format!("\n{line}\n"), "\nbroken\n", 1);
    assert_eq!(
        faults(&broken),
        ["50004: expected two vertices, found \"broken\""]
    );
}

#[test]
fn numbers_are_read_eight_bytes_at_once() {
    let read = |text: &[u8; 8]| leading_number(*text);
    assert_eq!(read(b"1 234567"), Some((1, 1)));
    assert_eq!(read(b"1234567\n"), Some((1_234_567, 7)));
    assert_eq!(read(b"9999999 "), Some((9_999_999, 7)));
    assert_eq!(read(b"0070\x00000"), Some((70, 4)));
    assert_eq!(read(b"12345678"), None);
    assert_eq!(read(b" 1234567"), None);
    for other in (0..=u8::MAX).filter(|byte| !byte.is_ascii_digit()) {
        let text = [b'4', b'2', other, b'7', other, b'7', b'7', b'7'];
        assert_eq!(leading_number(text), Some((42, 2)), "{other}");
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        n in 2_usize..40,
        pairs in prop::collection::vec((0_usize..1000, 0_usize..1000), 0..60),
        (l, step) in (0_usize..1000, 0_usize..1000),
    ) {
        let pairs: Vec<_> = pairs.iter().map(|&(u, v)| (u % n, v % n)).collect();
        let (l, r) = (l % n, (l % n + 1 + step % (n - 1)) % n);
        let graph = Graph::from_pairs(n, &pairs);
        let network = Network::new(graph, VertexId::new(l), VertexId::new(r)).unwrap();
        let text = write(&network);
        prop_assert_eq!(parse(text.as_bytes()), Ok(network));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    /// Words that nearly make a network: faults have lines of the file, and in order.
    #[test]
    fn faults_have_lines_in_order(text in "([0-9]{1,3}|x| |\n|\r\n|-1|99999999999){0,60}") {
        if let Err(faults) = parse(text.as_bytes()) {
            let last = text.lines().count().max(1) + Header::LINES;
            let lines: Vec<usize> = faults.kept().iter().map(|fault| fault.line).collect();
            prop_assert!(lines.is_sorted());
            prop_assert!(lines.iter().all(|&line| 1 <= line && line <= last));
        }
    }
}
