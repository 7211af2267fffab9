//! Formats that other programs exchange graphs in: what they write, and what is refused.

use super::*;

#[test]
fn networkx_edge_lists_have_a_dictionary_behind_every_edge() {
    let list = b"0 1 {}\n1 2 {'weight': 3, 'note': 'a b'}\n";
    let list = Format::EdgeList.parse(list).unwrap();
    assert_eq!(labels(&list), [(1, 2), (2, 3)]);
    assert_eq!(list.names, Names::FromZero);
    let braces = Format::EdgeList.parse(b"a b{}\na {}\n").unwrap();
    assert_eq!(braces.graph.vertex_count(), 3);
    assert_eq!(faults(Format::EdgeList, "0 1 2 {}\n").len(), 1);
    assert_eq!(faults(Format::EdgeList, "0 1 {'a': 1\n").len(), 1);
}

#[test]
fn sparse6_reads_the_examples_of_its_definition() {
    // From formats.txt: 7 vertices, edges 0-1 0-2 1-2 5-6.
    let read = Format::Sparse6.parse(b":Fa@x^\n").unwrap();
    assert_eq!(read.graph.vertex_count(), 7);
    assert_eq!(labels(&read), [(1, 2), (1, 3), (2, 3), (6, 7)]);
    assert_eq!(written(Format::Sparse6, &read), ":Fa@x^\n");
    assert_eq!(faults(Format::Sparse6, ";Fa@x^\n").len(), 1);
    assert_eq!(faults(Format::Sparse6, "Cz\n").len(), 1);
    assert_eq!(
        faults(Format::Sparse6, ":~~~~~~~~\n"),
        ["1: 68719476735 vertices are too many for 0 edges: at most 1000000 are allowed"]
    );
    // One vertex: every bit is a loop, and six fit into a character.
    assert_eq!(
        Format::Sparse6.parse(b":@?\n").unwrap().graph.edge_count(),
        6
    );
    assert!(Format::Sparse6.parse_at_most(b":@?\n", 5).is_err());
}

/// The padding that would be read as a loop at the last vertex, for every small multigraph.
#[test]
fn sparse6_of_every_small_multigraph_is_read_back() {
    for n in 1..=4 {
        let pairs: Vec<(usize, usize)> =
            (0..n).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
        for times in 0..3_usize.pow(pairs.len().min(7) as u32) {
            let mut rest = times;
            let mut chosen = Vec::new();
            for &pair in &pairs {
                chosen.extend(std::iter::repeat_n(pair, rest % 3));
                rest /= 3;
            }
            let said = Description {
                graph: Graph::from_pairs(n, &chosen),
                ..Description::default()
            };
            let text = written(Format::Sparse6, &said);
            assert_eq!(Format::Sparse6.parse(text.as_bytes()), Ok(said), "{text}");
        }
    }
}

#[test]
fn digraph6_reads_the_example_of_its_definition() {
    // From formats.txt: 5 vertices, arcs 0->2 0->4 3->1 3->4.
    let read = Format::Digraph6.parse(b"&DI?AO?\n").unwrap();
    assert!(read.directed);
    assert_eq!(labels(&read), [(1, 3), (1, 5), (4, 2), (4, 5)]);
    assert_eq!(written(Format::Digraph6, &read), "&DI?AO?\n");
    assert_eq!(faults(Format::Digraph6, "DI?AO?\n").len(), 1);
    assert_eq!(
        faults(Format::Digraph6, "&DI?AO\n"),
        ["1: 5 vertices need 5 characters of matrix, found 4"]
    );
    assert!(Format::Digraph6.parse_at_most(b"&DI?AO?\n", 3).is_err());
}

#[test]
fn gml_reads_what_others_write() {
    let text = "Creator \"igraph\"\nVersion 1\ngraph\n[\n  directed 1\n  comment [ a [ b 1 ] ]\n  \
                node\n  [\n    id 7\n    label \"a &amp; &#98;\"\n    terminal \"L\"\n  ]\n  \
                node [ id -3 label \"z\" graphics [ x 1.5 ] terminal \"R\" ]\n  \
                edge [ source 7 target -3 weight 1E-3 ]\n  # the end\n]\n";
    let read = Format::Gml.parse(text.as_bytes()).unwrap();
    assert!(read.directed);
    assert_eq!(read.names.of(VertexId::new(0)), "a & b");
    assert_eq!(terminal_labels(&read), Some([1, 2]));
    assert_eq!(labels(&read), [(1, 2)]);
    // Labels that two nodes share name nobody.
    let shared =
        "graph [ node [ id 5 label \"x\" ] node [ id 6 label \"x\" ] edge [ source 5 target 6 ] ]";
    let shared = Format::Gml.parse(shared.as_bytes()).unwrap();
    assert_eq!(shared.names.of(VertexId::new(1)), "6");
}

#[test]
fn gml_faults_have_lines() {
    let check = |text, reason| assert_eq!(faults(Format::Gml, text), [reason], "{text}");
    check("\nnode 1\n", "3: there is no graph: expected graph [ … ]");
    check(
        "graph [\nnode [ id 1 ]\n",
        "3: expected a key or ], found the end of the file",
    );
    check("graph [\nnode [ label \"a\" ] ]", "2: a node needs an id");
    check(
        "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]",
        "2: there is no node \"2\"",
    );
    check(
        "graph [ node [ id 1 ]\nnode [ id 1 ] ]",
        "2: a second node has the id \"1\"",
    );
    check(
        "graph [ node [ id \"1 ] ]",
        "1: a string without its closing quote",
    );
    check(
        "graph [ ]\ngraph [ ]",
        "2: a second graph: expected one graph in the file",
    );
    let deep = format!("graph [ a {}", "[ b ".repeat(100_000));
    check(&deep, "1: the file ends within a list");
}

#[test]
fn node_link_reads_what_others_write() {
    let text = r#"{"directed": false, "multigraph": false, "graph": {"deep": [[[{"nodes": [1]}]]]},
        "nodes": [{"id": "a\u00e9\ud83d\ude00", "terminal": "L"}, {"size": [1, 2], "id": [0, "x"]},
                  {"id": 7, "terminal": "R"}],
        "links": [{"source": "a\u00e9\ud83d\ude00", "target": [0, "x"], "weight": -1e3}, {"target": 7, "source": 7}]}"#;
    let read = Format::NodeLink.parse(text.as_bytes()).unwrap();
    let names: Vec<_> = read.graph.vertices().map(|v| read.names.of(v)).collect();
    assert_eq!(names, ["aé😀", "0,x", "7"]);
    assert_eq!(labels(&read), [(1, 2), (3, 3)]);
    assert_eq!(terminal_labels(&read), Some([1, 3]));
    let d3 = br#"{"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":1,"target":0}]}"#;
    let d3 = Format::NodeLink.parse(d3).unwrap();
    assert_eq!((d3.names, d3.directed), (Names::FromZero, false));
}

#[test]
fn node_link_faults_have_lines() {
    let check =
        |text: &str, reason: &str| assert_eq!(faults(Format::NodeLink, text), [reason], "{text}");
    check(
        "{}",
        "1: a graph needs the lists `nodes` and `edges` (or `links`)",
    );
    check(
        "{\"nodes\": [{\"id\": 1}],\n\"edges\": [{\"source\": 1}]}",
        "2: an edge needs a source and a target",
    );
    check(
        "{\"nodes\": [{\"id\": 1}],\n\"edges\": [{\"source\": 1, \"target\": 2}]}",
        "2: there is no node \"2\"",
    );
    check(
        "{\"nodes\": [{\"id\": 1},\n{\"id\": \"1\"}], \"edges\": []}",
        "2: a second node has the id \"1\"",
    );
    check(
        "{\"nodes\": [\n{\"id\": 1}",
        "2: expected , or ], found the end of the file",
    );
    check(
        "{\"nodes\": []\n \"edges\": []}",
        "2: expected , or }, found \"\\\"edges\\\":\"",
    );
    check(
        "{\"nodes\": [], \"edges\": []} 1",
        "1: expected the end of the file: it holds one graph, found \"1\"",
    );
    check(
        "{\"nodes\": [{\"id\": \"a\\ud800\"}]",
        "1: half of a character in a string",
    );
    let deep = format!("{{\"x\": {}", "[".repeat(1_000_000));
    check(&deep, "1: expected a value, found the end of the file");
}

#[test]
fn pajek_reads_what_others_write() {
    let text = b"% terminals 1 3\n*Vertices 3\n1 \"a b\" 0.0 0.0 ellipse\n2 c 1 1\n3 \"d\"\n*arcs\n1 2 1.0\n\
                 *Arcslist\n3 1 2\n";
    let read = Format::Pajek.parse(text).unwrap();
    assert!(read.directed);
    assert_eq!(read.names.of(VertexId::new(0)), "a b");
    assert_eq!(labels(&read), [(1, 2), (3, 1), (3, 2)]);
    assert_eq!(terminal_labels(&read), Some([1, 3]));
    let plain = Format::Pajek.parse(b"*vertices 4\n*edges\n1 4\n").unwrap();
    assert_eq!((plain.names, plain.directed), (Names::FromOne, false));
}

#[test]
fn pajek_faults_have_lines() {
    assert_eq!(
        faults(
            Format::Pajek,
            "*Edges\n*Vertices 2\n3 \"x\"\n*Edges\n1\n1 x\n*Matrix\n1 1\n*vertices 1\n"
        ),
        [
            "1: this section stands before *Vertices",
            "3: there is no vertex \"3\": vertices are numbered 1 to 2",
            "5: expected two vertices, found \"1\"",
            "6: expected a vertex, found \"x\", which is not a number",
            "7: \"*Matrix\" is not read: expected *Vertices, *Edges, *Arcs, *Edgeslist or *Arcslist",
            "9: a second network: the vertices of the first are declared on line 2",
        ]
    );
    assert_eq!(
        faults(Format::Pajek, "*Vertices 900000000\n*Edges\n1 2\n"),
        ["1: 900000000 vertices are too many for 1 edges: at most 1000004 are allowed"]
    );
    assert_eq!(
        faults(Format::Pajek, "*Vertices 2\n% terminals 1 3\n"),
        ["2: there is no vertex \"3\": vertices are numbered 1 to 2"]
    );
}

#[test]
fn metis_reads_weights_and_empty_lines() {
    let plain = Format::Metis
        .parse(b"% a graph\n4 2\n2\n1 4\n\n2\n")
        .unwrap();
    assert_eq!(labels(&plain), [(1, 2), (2, 4)]);
    // Sizes, two weights per vertex, one weight per edge.
    let weighted = b"3 1 111 2\n9 1 1 3 5\n9 1 1\n9 1 1 1 5\n% terminals 1 2\n";
    let weighted = Format::Metis.parse(weighted).unwrap();
    assert_eq!(labels(&weighted), [(1, 3)]);
    assert_eq!(terminal_labels(&weighted), Some([1, 2]));
}

#[test]
fn metis_faults_have_lines() {
    let check = |text, reason| assert_eq!(faults(Format::Metis, text), [reason], "{text:?}");
    check("", "1: there is no first line `n m`");
    check("2\n", "1: expected `n m`, found \"2\"");
    check(
        "2 1\n2\n\n",
        "1: the lines of 1 and 2 disagree about the edges between them",
    );
    check(
        "2 2\n2\n1\n",
        "1: the first line declares 2 edges, but the file has 1",
    );
    check(
        "2 1\n1\n\n",
        "2: METIS knows no loops: 1 is its own neighbour",
    );
    check(
        "2 1\n2\n1\n1\n",
        "4: more lines than the 2 vertices that line 1 declares",
    );
    check(
        "900000000 0\n",
        "1: 900000000 vertices are too many for 0 edges: at most 1000000 are allowed",
    );
    check("2 1 2\n", "1: expected a format of 0 and 1, found \"2\"");
}

#[test]
fn bytes_zero_are_refused_in_every_format() {
    for format in Format::ALL {
        let faults = format.parse(b"\n\0\0").unwrap_err();
        assert_eq!(
            faults.to_string(),
            "line 2: a byte 0: this is not a text file"
        );
    }
}

#[test]
fn a_line_of_a_stream_is_graph6_or_sparse6() {
    let edges = |line: &[u8]| graph_of_line(line, 100).map(|graph| graph.edge_count());
    assert_eq!(edges(b"Cz"), Ok(5));
    assert_eq!(edges(b">>graph6<<Cz"), Ok(5));
    assert_eq!(edges(b":Fa@x^"), Ok(4));
    assert_eq!(edges(b">>sparse6<<:Fa@x^"), Ok(4));
    assert!(edges(b"&DI?AO?").is_err());
    assert!(edges(b"").is_err());
}
