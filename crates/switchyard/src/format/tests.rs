use super::*;
use proptest::prelude::*;

fn written(format: Format, description: &Description) -> String {
    let mut text = String::new();
    format.write(description, &mut text).unwrap();
    text
}

fn faults(format: Format, text: &str) -> Vec<String> {
    let faults = format.parse(text.as_bytes()).unwrap_err();
    let show = |fault: &ParseError| format!("{}: {}", fault.line, fault.reason);
    faults.kept().iter().map(show).collect()
}

fn labels(description: &Description) -> Vec<(usize, usize)> {
    let graph = &description.graph;
    let ends = |edge| graph.ends(edge).map(VertexId::label);
    graph.edges().map(ends).map(|[u, v]| (u, v)).collect()
}

fn terminal_labels(description: &Description) -> Option<[usize; 2]> {
    Some(description.terminals()?.map(VertexId::label))
}

fn course() -> Description {
    let text = b"4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n";
    Format::Network.parse(text).unwrap()
}

#[test]
fn the_course_example_in_every_format() {
    let texts = [
        "4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n",
        "# terminals 1 4\n# vertices 4\n1 2\n2 4\n2 3\n1 3\n3 4\n",
        "p edge 4 5\nc terminals 1 4\ne 1 2\ne 2 4\ne 2 3\ne 1 3\ne 3 4\n",
        "Cz\n",
        "graph {\n  1 [terminal=L, shape=doublecircle];\n  2;\n  3;\n  4 [terminal=R, \
         shape=doublecircle];\n  1 -- 2 [label=1];\n  2 -- 4 [label=2];\n  2 -- 3 [label=3];\n  1 -- 3 \
         [label=4];\n  3 -- 4 [label=5];\n}\n",
    ];
    for (format, text) in Format::ALL.into_iter().zip(texts) {
        assert_eq!(written(format, &course()), text);
    }
    let matrix = written(Format::MatrixMarket, &course());
    assert!(matrix.ends_with("% terminals 1 4\n4 4 5\n2 1\n4 2\n3 2\n3 1\n4 3\n"));
    let xml = written(Format::GraphMl, &course());
    assert!(xml.contains("<node id=\"1\"><data key=\"terminal\">L</data></node>"));
    assert!(xml.contains("<edge id=\"e2\" source=\"2\" target=\"4\"/>"));
}

#[test]
fn formats_are_known_by_extension_and_by_content() {
    for format in Format::ALL {
        for extension in format.extensions() {
            assert_eq!(Format::of_extension(extension), Some(format));
        }
        let text = written(format, &course());
        // No vertex of the course's network has more than three neighbours: in METIS it is an edge list too.
        let told = (format != Format::Metis).then_some(format);
        assert_eq!(Format::detect(text.as_bytes()).ok(), told, "{text}");
    }
    assert_eq!(Format::of_extension("MTX"), Some(Format::MatrixMarket));
}

#[test]
fn edge_lists_take_numbers_and_names() {
    let list = Format::EdgeList
        .parse(b"% a graph\n0,3\n\n3 1 2.5\n")
        .unwrap();
    assert_eq!(list.names, Names::FromZero);
    assert_eq!(list.graph.vertex_count(), 4);
    assert_eq!(labels(&list), [(1, 4), (4, 2)]);
    assert_eq!(list.names.find("3", 4), Some(VertexId::new(3)));

    let named = b"ann bob\n# terminals ann eve\nbob eve\nzoe\n";
    let named = Format::EdgeList.parse(named).unwrap();
    assert_eq!(named.graph.vertex_count(), 4);
    assert_eq!(terminal_labels(&named), Some([1, 3]));
    assert_eq!(named.names.of(VertexId::new(3)), "zoe");
    let again = written(Format::EdgeList, &named);
    assert_eq!(Format::EdgeList.parse(again.as_bytes()).unwrap(), named);
}

#[test]
fn edge_list_faults_have_lines() {
    assert_eq!(
        faults(Format::EdgeList, "1 2\n1 2 3 4\n1 2 x\n# vertices 3\n5 1\n"),
        [
            "2: expected two vertices, found \"1 2 3 4\"",
            "3: expected two vertices, found \"1 2 x\"",
            "5: there is no vertex \"5\": they may be 1 to 3 here",
        ]
    );
    assert_eq!(
        faults(Format::EdgeList, "1 9999999999\n"),
        ["1: there is no vertex \"9999999999\": they may be 1 to 1000004 here"]
    );
    assert_eq!(
        faults(Format::EdgeList, "a b\n# terminals a b\n# terminals b a\n"),
        [
            "3: line 2 names another vertex for this terminal",
            "3: line 2 names another vertex for this terminal",
        ]
    );
}

#[test]
fn dimacs_reads_flow_problems_and_colourings() {
    let flow = b"c a flow\np max 4 2\nn 1 s\nn 4 t\na 1 2 10\na 2 4 3\n";
    let flow = Format::Dimacs.parse(flow).unwrap();
    assert_eq!(terminal_labels(&flow), Some([1, 4]));
    assert_eq!(labels(&flow), [(1, 2), (2, 4)]);
    let colouring = Format::Dimacs.parse(b"p col 3 1\ne 1 3\n").unwrap();
    assert_eq!(colouring.terminals(), None);
}

#[test]
fn dimacs_faults_have_lines() {
    assert_eq!(
        faults(
            Format::Dimacs,
            "e 1 2\np edge 3 3\ne 1\ne 0 4\nq\np edge 3 3\n"
        ),
        [
            "1: this line stands before the problem line, `p edge n m`; this line stands before the \
             problem line, `p edge n m`",
            "3: expected an edge and its two vertices, found \"e 1\"",
            "4: there is no vertex \"0\": vertices are numbered 1 to 3; there is no vertex \"4\": \
             vertices are numbered 1 to 3",
            "5: \"q\" begins no DIMACS line: expected c, p, e, a or n",
            "6: a second problem line; the first is line 2",
        ]
    );
    assert_eq!(
        faults(Format::Dimacs, "p edge 900000000 7\ne 1 2\n"),
        [
            "1: 900000000 vertices are too many for 1 edges: at most 1000004 are allowed",
            "1: the problem line declares 7 edges, but the file has 1",
        ]
    );
    assert_eq!(
        faults(Format::Dimacs, "c\n"),
        ["1: there is no problem line `p edge n m`"]
    );
}

#[test]
fn graph6_faults_have_lines() {
    let check = |text, reason| assert_eq!(faults(Format::Graph6, text), [reason]);
    check("", "1: the file is empty: expected a graph in graph6");
    check(
        "Cz\nCz\nCz\n",
        "2: 2 more graphs from here: expected one graph in the file",
    );
    check("D?\n", "1: 5 vertices need 2 characters of matrix, found 1");
    check(
        "C z\n",
        "1: ' ', character 2, is not of graph6: those are ? to ~",
    );
    check("~?\n", "1: the line ends within the number of vertices");
    check(":Fa@x^\n", "1: this is sparse6, not graph6");
    check(
        "A~\n",
        "1: the unused bits of the last character are not zero",
    );
    check(
        "~~~~~~~~\n",
        "1: 68719476735 vertices need too many characters of matrix, found 0",
    );
}

#[test]
fn graph6_refuses_what_it_cannot_say() {
    let refusal = |n, pairs: &[(usize, usize)]| {
        let description = Description {
            graph: Graph::from_pairs(n, pairs),
            ..Description::default()
        };
        let mut text = String::new();
        let error = Format::Graph6.write(&description, &mut text).unwrap_err();
        assert_eq!(text, "");
        error.to_string()
    };
    assert_eq!(
        refusal(2, &[(1, 1)]),
        "graph6 knows no loops: edge 1 joins vertex 2 to itself"
    );
    assert_eq!(
        refusal(2, &[(0, 1), (1, 0)]),
        "graph6 knows no parallel edges: edge 2 is a second 2 1"
    );
}

#[test]
fn dot_reads_the_language() {
    let text = r#"
        /* a test */ strict digraph "no name" {
        # preprocessor
        rankdir=LR; node [shape=box, terminal=L]
        a:port:n -> {b "c d"} -> e [label="x" + "y"]; // chain
        a -> b
        subgraph cluster_1 { f; g [terminal = "R"; label=<<b>bold</b>>] }
        "q\"uote" [terminal=left] -1.5 -> a
        }"#;
    let dot = Format::Dot.parse(text.as_bytes()).unwrap();
    let names: Vec<_> = dot.graph.vertices().map(|v| dot.names.of(v)).collect();
    assert_eq!(names, ["a", "b", "c d", "e", "f", "g", "q\"uote", "-1.5"]);
    assert_eq!(labels(&dot), [(1, 2), (1, 3), (2, 4), (3, 4), (8, 1)]);
    assert_eq!(terminal_labels(&dot), Some([7, 6]));
}

#[test]
fn dot_faults_have_lines() {
    assert_eq!(
        faults(Format::Dot, "\nnothing"),
        ["2: expected graph or digraph, found nothing"]
    );
    assert_eq!(
        faults(
            Format::Dot,
            "graph {\na -- ;\nb [terminal=X];\nc -- d ? ;\ne [f=];\n"
        ),
        [
            "2: expected a node, found ;",
            "3: a terminal is \"L\" or \"R\", not \"X\"",
            "4: '?' has no meaning here",
            "5: expected a value, found ]",
            "6: expected }, found the end of the file",
        ]
    );
    let deep = format!("graph {{{}", "{".repeat(100_000));
    assert_eq!(
        faults(Format::Dot, &deep),
        ["1: subgraphs more than 100 deep"]
    );
}

#[test]
fn dot_refuses_products_that_would_exhaust_the_memory() {
    let list = |count: usize| {
        let names: Vec<String> = (0..count).map(|i| format!("a{i}")).collect();
        format!("{{{}}}", names.join(" "))
    };
    let text = format!("graph {{\n{0}\n-- {0}\n}}", list(10_000));
    assert_eq!(
        faults(Format::Dot, &text),
        [format!(
            "4: 100000000 edges between two subgraphs: more than {} in all",
            1_000_000 + text.len()
        )]
    );
    // The same edges again are no more edges of a strict graph, but as much work.
    let again = format!("{} -- {0};", list(500)).repeat(10);
    let text = format!("strict graph {{{again}}}");
    let most = 1_000_000 + text.len();
    let refusal = format!("1: 250000 edges between two subgraphs: more than {most} in all");
    assert_eq!(faults(Format::Dot, &text)[0], refusal);
    // What is written out is not bounded.
    let pairs = "{a b} -- {c d}\n".repeat(300_000);
    let read = Format::Dot.parse(format!("graph {{{pairs}}}").as_bytes());
    assert_eq!(read.unwrap().graph.edge_count(), 1_200_000);
}

#[test]
fn graphml_reads_what_others_write() {
    let text = r#"<?xml version="1.0"?>
        <!-- by another program -->
        <g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
          <g:key id="d0" for="node" attr.name="terminal" attr.type="string"/>
          <g:key id="d1" for="edge" attr.name="weight" attr.type="double"/>
          <g:graph id="G" edgedefault="directed">
            <g:edge source="a" target="b &amp; c"><g:data key="d1">2</g:data></g:edge>
            <g:node id="a"><g:data key="d0"> L </g:data></g:node>
            <g:node id="b &amp; c"/>
            <g:node id="c"><g:data key="d0"><![CDATA[R]]></g:data><g:port name="p"/></g:node>
            <g:edge source="c" target="a"/>
          </g:graph>
        </g:graphml>"#;
    let graph = Format::GraphMl.parse(text.as_bytes()).unwrap();
    assert_eq!(labels(&graph), [(1, 2), (3, 1)]);
    assert_eq!(terminal_labels(&graph), Some([1, 3]));
    assert_eq!(graph.names.of(VertexId::new(1)), "b & c");
}

#[test]
fn graphml_faults_have_lines() {
    let text = "<graphml><graph>\n<node/>\n<node id='a'/>\n<node id='a'/>\n<edge source='a'/>\n\
                <edge source='a' target='z'/>\n<hyperedge/>\n</graph></graphml>";
    assert_eq!(
        faults(Format::GraphMl, text),
        [
            "2: <node> needs the attribute id",
            "4: a second node has the id \"a\"",
            "5: <edge> needs the attribute target",
            "6: there is no node \"z\"",
            "7: hyperedges join no two vertices: not a network",
        ]
    );
    let broken = faults(Format::GraphMl, "<graphml>\n<graph>\n</graphml>");
    assert!(
        broken[0].starts_with("3: the XML is broken: "),
        "{broken:?}"
    );
    assert_eq!(
        faults(Format::GraphMl, "<a>\n"),
        ["2: the file ends within an element"]
    );
    assert_eq!(
        faults(Format::GraphMl, "<a/>\n"),
        ["2: there is no <graph> element"]
    );
    assert_eq!(faults(Format::GraphMl, "\n\u{a0}").len(), 1);
    let latin = Format::GraphMl.parse(b"<a>\n\xe9</a>").unwrap_err();
    assert_eq!(latin.to_string(), "line 2: the file is not text in UTF-8");
}

#[test]
fn matrix_market_reads_every_kind() {
    let general = b"%%MatrixMarket matrix coordinate real general\n% terminals 1 3\n\n3 3 6\n\
        1 2 0.5\n2 1 0.5\n3 2 1e3\n3 3 1\n2 1 2\n1 3 4\n";
    let general = Format::MatrixMarket.parse(general).unwrap();
    assert_eq!(labels(&general), [(1, 2), (3, 2), (3, 3), (2, 1), (1, 3)]);
    assert_eq!(terminal_labels(&general), Some([1, 3]));
    let complex = b"%%matrixmarket MATRIX Coordinate complex Hermitian\n2 2 1\n2 1 0 1\n";
    assert_eq!(
        labels(&Format::MatrixMarket.parse(complex).unwrap()),
        [(2, 1)]
    );
}

#[test]
fn matrix_market_faults_have_lines() {
    assert_eq!(
        faults(
            Format::MatrixMarket,
            "%%MatrixMarket matrix array real general\n3 2 9\n1 4 1\n1\n"
        ),
        [
            "1: only \"matrix\" \"coordinate\" is a graph, not \"matrix\" \"array\"",
            "2: a graph's matrix is square, not 3 by 2",
            "2: the size line declares 9 entries, but the file has 2",
            "3: expected 2 numbers, found 3: \"1 4 1\"",
            "4: expected a row and a column, found \"1\"",
        ]
    );
    let banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
    assert_eq!(
        faults(
            Format::MatrixMarket,
            &format!("{banner}% terminals 1 9\n3 3 1\n0 x\n")
        ),
        [
            "2: there is no vertex \"9\": vertices are numbered 1 to 3",
            "4: there is no vertex \"0\": vertices are numbered 1 to 3",
            "4: expected a vertex, found \"x\", which is not a number",
        ]
    );
    assert_eq!(
        faults(Format::MatrixMarket, banner),
        ["1: there is no size line `rows columns entries`"]
    );
}

#[test]
fn missing_terminals_are_a_fault_of_the_board_only() {
    let description = Format::Graph6.parse(b"Cz").unwrap();
    let faults = description.into_network().unwrap_err();
    assert_eq!(faults.count(), 2);
}

/// What a format leaves of a description.
fn expected(format: Format, mut description: Description) -> Description {
    let mut pairs: Vec<[VertexId; 2]> = description
        .graph
        .edges()
        .map(|edge| description.graph.ends(edge))
        .collect();
    match format {
        Format::MatrixMarket => pairs
            .iter_mut()
            .for_each(|pair| pair.sort_by(|a, b| b.cmp(a))),
        Format::Graph6 => {
            for pair in &mut pairs {
                pair.sort();
            }
            pairs.sort_by_key(|&[u, v]| (v, u));
        }
        Format::Sparse6 => {
            for pair in &mut pairs {
                pair.sort();
            }
            pairs.sort_by_key(|&[u, v]| (v, u));
        }
        Format::Digraph6 => {
            pairs.sort();
            description.directed = true;
        }
        Format::Metis => {
            for pair in &mut pairs {
                pair.sort();
            }
            pairs.sort_by_key(|&[u, _]| u);
        }
        _ => {}
    }
    if !format.names_terminals() {
        (description.left, description.right) = (None, None);
    }
    let names = matches!(
        format,
        Format::Dot
            | Format::GraphMl
            | Format::EdgeList
            | Format::Gml
            | Format::NodeLink
            | Format::Pajek
    );
    if !names {
        description.names = Names::FromOne;
    }
    description.graph = Graph::from_ends(description.graph.vertex_count(), pairs);
    description
}

prop_compose! {
    fn any_description()(
        n in 2_usize..30,
        pairs in prop::collection::vec((0_usize..1000, 0_usize..1000), 0..60),
        (l, step) in (0_usize..1000, 0_usize..1000),
        simple in any::<bool>(),
        names in prop::option::of(prop::collection::hash_set("[a-z\"'<&>é ]{1,4}x|[0-9]{1,3}y", 30)),
    ) -> Description {
        let mut pairs: Vec<_> = pairs.iter().map(|&(u, v)| (u % n, v % n)).collect();
        if simple {
            pairs.retain(|(u, v)| u != v);
            let mut seen = std::collections::HashSet::new();
            pairs.retain(|&(u, v)| seen.insert((u.min(v), u.max(v))));
        }
        let (l, r) = (l % n, (l % n + 1 + step % (n - 1)) % n);
        let names = names.map_or(Names::FromOne, |names| {
            Names::Words(names.into_iter().take(n).collect())
        });
        Description {
            graph: Graph::from_pairs(n, &pairs),
            left: Some(VertexId::new(l).into()),
            right: Some(VertexId::new(r).into()),
            names,
            directed: false,
        }
    }
}

proptest! {
    #[test]
    fn every_format_reads_what_it_writes(description in any_description()) {
        for format in Format::ALL {
            let mut text = String::new();
            match format.write(&description, &mut text) {
                Ok(()) => {}
                Err(WriteError::Unwritable(_))
                    if matches!(format, Format::Graph6 | Format::Digraph6 | Format::Metis) =>
                {
                    continue;
                }
                Err(error) => panic!("{format}: {error}"),
            }
            let mut wanted = expected(format, description.clone());
            let read = format.parse(text.as_bytes());
            // Names with blanks become numbers in an edge list, and names with quotes in a Pajek file.
            if let (Format::EdgeList | Format::Pajek, Ok(read)) = (format, &read)
                && read.names == Names::FromOne
            {
                wanted.names = Names::FromOne;
            }
            prop_assert_eq!(read, Ok(wanted), "{}: {}", format, text);
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in Format::ALL {
            let _ = format.parse(&bytes);
        }
        let _ = Format::detect(&bytes);
    }

    /// Files that are nearly right: a few bytes of a good one changed, dropped or doubled.
    #[test]
    fn no_damage_makes_a_reader_panic(
        description in any_description(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4), 1..6),
    ) {
        for format in Format::ALL {
            let mut text = String::new();
            if format.write(&description, &mut text).is_err() {
                continue;
            }
            let mut bytes = text.into_bytes();
            for (at, byte, kind) in &damage {
                let at = at.index(bytes.len());
                match kind {
                    0 => bytes[at] = *byte,
                    1 => bytes.insert(at, *byte),
                    2 => bytes.truncate(at + 1),
                    _ => bytes.extend_from_within(at..),
                }
            }
            let lines = memchr::memchr_iter(b'\n', &bytes).count() + 1;
            if let Err(faults) = format.parse(&bytes) {
                let inside = |fault: &ParseError| 1 <= fault.line && fault.line <= lines + 4;
                prop_assert!(faults.count() > 0 && faults.kept().iter().all(inside));
                prop_assert!(faults.kept().is_sorted_by_key(|fault| fault.line));
            }
        }
    }

    /// petgraph as a second opinion: its graph6 and ours are the same, and we read its DOT.
    #[test]
    fn petgraph_agrees(n in 1_usize..80, bits in prop::collection::vec(any::<u32>(), 0..200)) {
        use petgraph::graph6::{FromGraph6, ToGraph6};
        let mut peer = petgraph::graph::UnGraph::<(), ()>::new_undirected();
        let nodes: Vec<_> = (0..n).map(|_| peer.add_node(())).collect();
        for bits in bits {
            let (u, v) = (bits as usize % n, (bits >> 16) as usize % n);
            if u != v {
                peer.update_edge(nodes[u.min(v)], nodes[u.max(v)], ());
            }
        }
        let theirs = peer.graph6_string();
        let ours = Format::Graph6.parse(theirs.as_bytes()).unwrap();
        prop_assert_eq!(ours.graph.edge_count(), peer.edge_count());
        prop_assert_eq!(written(Format::Graph6, &ours), format!("{theirs}\n"));
        let back: petgraph::graph::UnGraph<(), ()> = FromGraph6::from_graph6_string(theirs);
        for edge in ours.graph.edges() {
            let [u, v] = ours.graph.ends(edge).map(|end| nodes[end.index()]);
            prop_assert!(back.contains_edge(u, v));
        }
        let dot = format!("{:?}", petgraph::dot::Dot::new(&peer));
        let dot = Format::Dot.parse(dot.as_bytes()).unwrap();
        prop_assert_eq!(dot.graph.vertex_count(), n);
        prop_assert_eq!(dot.graph.edge_count(), peer.edge_count());
    }
}

mod exchange;
