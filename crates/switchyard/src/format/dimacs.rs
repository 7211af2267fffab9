//! The DIMACS formats: `p edge n m`, then `m` lines `e u v`.
//!
//! Read are all its undirected and directed kinds (`p edge`, `p col`, `p max`, `p sp` …): an edge
//! line begins with `e` or `a`, what follows the two vertices (a capacity, a weight) is ignored,
//! and arcs are taken without their direction. The terminals are the source and the sink of a flow
//! problem, `n V s` and `n V t`, or the comment `c terminals L R`; the comment is what is written,
//! because every reader of `p edge` files ignores it.

use super::names::set_terminal;
use super::network::write_edge;
use super::scan::{Directive, LineReader, Shown, count, directive, feed, lines, vertex, words};
use super::{Description, Names, ParseErrors, Terminal, vertex_limit};
use crate::graph::{Graph, VertexId};
use std::fmt;

/// Reads a DIMACS file.
///
/// # Errors
/// Every fault of the file, each with its line.
pub fn parse(bytes: &[u8]) -> Result<Description, ParseErrors> {
    let mut reader = Reader::default();
    let last = feed(&mut reader, lines(bytes));
    reader.finish(last)
}

/// The problem line; what could not be read of it is `None`, and a fault.
#[derive(Clone, Copy)]
struct Problem {
    line: usize,
    vertices: Option<usize>,
    edges: Option<usize>,
}

#[derive(Default)]
struct Reader {
    problem: Option<Problem>,
    /// Lines that are edges, good or bad: what the problem line counts.
    edge_lines: usize,
    ends: Vec<[VertexId; 2]>,
    left: Option<Terminal>,
    right: Option<Terminal>,
    faults: ParseErrors,
}

impl LineReader for Reader {
    fn take(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        let mut rest = words(text);
        match rest.next() {
            // Nothing, or attributes of the clique and colouring files.
            None | Some(b"d" | b"v" | b"x") => Ok(()),
            Some(b"c") => self.comment(line, &text[1..]),
            Some(b"p") => self.problem(line, rest),
            Some(b"e" | b"a") => {
                self.edge_lines += 1;
                let (Some(u), Some(v)) = (rest.next(), rest.next()) else {
                    return Err(format!(
                        "expected an edge and its two vertices, found {}",
                        Shown(text)
                    ));
                };
                let [u, v] = [u, v].map(|word| self.vertex(word));
                if let [Err(first), Err(second)] = [&u, &v] {
                    return Err(format!("{first}; {second}"));
                }
                self.ends.push([u?, v?]);
                Ok(())
            }
            Some(b"n") => self.node(line, text, rest),
            Some(word) => Err(format!(
                "{} begins no DIMACS line: expected c, p, e, a or n",
                Shown(word)
            )),
        }
    }

    fn faults(&mut self) -> &mut ParseErrors {
        &mut self.faults
    }
}

impl Reader {
    fn vertex(&self, word: &[u8]) -> Result<VertexId, String> {
        let Some(problem) = self.problem else {
            return Err("this line stands before the problem line, `p edge n m`".to_string());
        };
        vertex(word, problem.vertices.unwrap_or(Graph::MAX_SIZE))
    }

    fn comment(&mut self, line: usize, text: &[u8]) -> Result<(), String> {
        let Some(Directive::Terminals(left, right)) = directive(text) else {
            return Ok(());
        };
        let (left, right) = (self.vertex(left)?, self.vertex(right)?);
        set_terminal(&mut self.left, left, line, &mut self.faults);
        set_terminal(&mut self.right, right, line, &mut self.faults);
        Ok(())
    }

    fn problem<'a>(
        &mut self,
        line: usize,
        words: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), String> {
        if let Some(first) = self.problem {
            return Err(format!(
                "a second problem line; the first is line {}",
                first.line
            ));
        }
        // The kind may be left out; some writers do.
        let words: Vec<_> = words.collect();
        let mut problem = Problem {
            line,
            vertices: None,
            edges: None,
        };
        let read = match words.as_slice() {
            [_, vertices, edges] | [vertices, edges] => {
                let vertices = count(vertices, "the number of vertices");
                let edges = count(edges, "the number of edges");
                let mut fault = |reason| self.faults.push(line, reason);
                problem.vertices = vertices.map_err(&mut fault).ok();
                problem.edges = edges.map_err(&mut fault).ok();
                Ok(())
            }
            _ => Err("expected a problem line `p edge n m`".to_string()),
        };
        self.problem = Some(problem);
        read
    }

    fn node<'a>(
        &mut self,
        line: usize,
        text: &[u8],
        mut words: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), String> {
        let (Some(word), Some(role)) = (words.next(), words.next()) else {
            return Err(format!(
                "expected a node and what it is, found {}",
                Shown(text)
            ));
        };
        let vertex = self.vertex(word)?;
        match role {
            b"s" => set_terminal(&mut self.left, vertex, line, &mut self.faults),
            b"t" => set_terminal(&mut self.right, vertex, line, &mut self.faults),
            // A node's colour or weight: not ours.
            _ => {}
        }
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Description, ParseErrors> {
        let mut faults = self.faults;
        let Some(Problem {
            line,
            vertices,
            edges,
        }) = self.problem
        else {
            faults.push(last, "there is no problem line `p edge n m`");
            return faults.or(Description::default());
        };
        let (found, limit) = (self.edge_lines, vertex_limit(self.edge_lines));
        if let Some(n) = vertices.filter(|&n| n > limit) {
            let reason =
                format!("{n} vertices are too many for {found} edges: at most {limit} are allowed");
            faults.push(line, reason);
        }
        if let Some(said) = edges.filter(|&said| said != found) {
            let reason =
                format!("the problem line declares {said} edges, but the file has {found}");
            faults.push(line, reason);
        }
        faults.or(())?;
        Ok(Description {
            graph: Graph::from_ends(vertices.unwrap_or(0), self.ends),
            left: self.left,
            right: self.right,
            names: Names::FromOne,
            directed: false,
        })
    }
}

/// Writes a DIMACS file of the kind `p edge`.
///
/// # Errors
/// Those of the writer.
pub fn write(description: &Description, out: &mut impl fmt::Write) -> fmt::Result {
    let Description { graph, .. } = description;
    writeln!(
        out,
        "p edge {} {}",
        graph.vertex_count(),
        graph.edge_count()
    )?;
    if let Some([left, right]) = description.terminals() {
        writeln!(out, "c terminals {left} {right}")?;
    }
    graph.edges().try_for_each(|edge| {
        out.write_str("e ")?;
        write_edge(out, graph.ends(edge))
    })
}
