//! Pictures of graphs for people: SVG for a screen, TikZ for LaTeX.
//!
//! The places of the vertices minimise the stress of the drawing: two vertices should be as far apart as a
//! shortest path between them is long (Kamada and Kawai 1989; sweeps of Gansner, Koren and North 2004). The left
//! terminal is drawn on the left and the right one on the right. The same graph gives the same picture.

use crate::format::{Description, WriteError};
use crate::graph::{Graph, VertexId};
use quick_xml::escape::escape;
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// Pictures of more vertices or edges show nothing.
const MOST_VERTICES: usize = 1_000;
const MOST_EDGES: usize = 5_000;

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// For browsers and most programs.
    Svg,
    /// For LaTeX.
    Tikz,
}

impl Picture {
    /// All kinds.
    pub const ALL: [Picture; 2] = [Picture::Svg, Picture::Tikz];

    /// Its name on a command line, which is also the usual extension.
    pub fn name(self) -> &'static str {
        match self {
            Picture::Svg => "svg",
            Picture::Tikz => "tikz",
        }
    }

    /// The picture whose files have this extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Some(Picture::Svg),
            "tikz" | "tex" => Some(Picture::Tikz),
            _ => None,
        }
    }

    /// Draws a graph.
    ///
    /// # Errors
    /// When the graph is too large for a picture, or the writer fails.
    pub fn write(
        self,
        description: &Description,
        out: &mut impl fmt::Write,
    ) -> Result<(), WriteError> {
        let graph = &description.graph;
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        if vertices > MOST_VERTICES || edges > MOST_EDGES {
            return Err(WriteError::Unwritable(format!(
                "{vertices} vertices and {edges} edges are too many for a picture: at most {MOST_VERTICES} and \
                 {MOST_EDGES}"
            )));
        }
        let drawing = Drawing::of(description);
        Ok(match self {
            Picture::Svg => drawing.svg(out),
            Picture::Tikz => drawing.tikz(out),
        }?)
    }
}

type Point = [f64; 2];

/// Where every vertex is drawn, an edge being about one unit long.
pub fn layout(graph: &Graph, terminals: Option<[VertexId; 2]>) -> Vec<Point> {
    let n = graph.vertex_count();
    if n == 0 {
        return Vec::new();
    }
    let distances = distances(graph);
    let [left, right] = terminals.unwrap_or([VertexId::new(0), VertexId::new(n - 1)]);
    let mut points = start(&distances, left.index(), right.index());
    // The sweeps cost the square of the vertices.
    let sweeps = (40_000_000 / (n * n)).clamp(20, 2_000);
    for _ in 0..sweeps {
        sweep(&distances, &mut points);
    }
    turn(&mut points, left.index(), right.index());
    points
}

/// Lengths of shortest paths; vertices that no path joins are a little farther apart than any that one does.
fn distances(graph: &Graph) -> Vec<Vec<f64>> {
    let n = graph.vertex_count();
    let mut near = vec![Vec::new(); n];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        near[u].push(v);
        near[v].push(u);
    }
    let mut longest: u32 = 1;
    let mut hops = Vec::with_capacity(n);
    for from in 0..n {
        let mut row = vec![u32::MAX; n];
        row[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(u) = queue.pop_front() {
            longest = longest.max(row[u]);
            for &v in &near[u] {
                if row[v] == u32::MAX {
                    row[v] = row[u] + 1;
                    queue.push_back(v);
                }
            }
        }
        hops.push(row);
    }
    let length = |hops: u32| f64::from(if hops == u32::MAX { longest + 1 } else { hops });
    let lengths = |row: Vec<u32>| row.into_iter().map(length).collect();
    hops.into_iter().map(lengths).collect()
}

/// The first places: from left to right by the distances from the terminals, spread out over the height.
fn start(distances: &[Vec<f64>], left: usize, right: usize) -> Vec<Point> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let place = |v: usize| {
        let across = (distances[left][v] - distances[right][v]) / 2.0;
        let height = ((v as f64 + 1.0) * GOLDEN).fract() - 0.5;
        [
            across + height / 100.0,
            height * distances[left][right].max(2.0),
        ]
    };
    (0..distances.len()).map(place).collect()
}

/// Moves every vertex to where its distances to all others, as they stand, want it on average.
fn sweep(distances: &[Vec<f64>], points: &mut [Point]) {
    for v in 0..points.len() {
        let (mut sum, mut weights) = ([0.0, 0.0], 0.0);
        for u in (0..points.len()).filter(|&u| u != v) {
            let wanted = distances[v][u];
            let weight = wanted.powi(-2);
            let [dx, dy] = [0, 1].map(|axis| points[v][axis] - points[u][axis]);
            let stretch = wanted / dx.hypot(dy).max(1e-9);
            sum[0] += weight * (points[u][0] + dx * stretch);
            sum[1] += weight * (points[u][1] + dy * stretch);
            weights += weight;
        }
        if weights > 0.0 {
            points[v] = sum.map(|sum| sum / weights);
        }
    }
}

/// Turns the drawing so that the right terminal lies to the right of the left one.
fn turn(points: &mut [Point], left: usize, right: usize) {
    let [dx, dy] = [0, 1].map(|axis| points[right][axis] - points[left][axis]);
    let length = dx.hypot(dy);
    if length < 1e-9 {
        return;
    }
    let (cos, sin) = (dx / length, -dy / length);
    for point in points {
        let [x, y] = *point;
        *point = [x * cos - y * sin, x * sin + y * cos];
    }
}

/// An edge and how far its middle is off the straight line, in units.
struct Line {
    label: usize,
    ends: [usize; 2],
    bend: f64,
}

struct Drawing<'a> {
    description: &'a Description,
    points: Vec<Point>,
    lines: Vec<Line>,
}

impl<'a> Drawing<'a> {
    fn of(description: &'a Description) -> Self {
        let graph = &description.graph;
        Self {
            description,
            points: layout(graph, description.terminals()),
            lines: lines(graph),
        }
    }

    fn name(&self, v: usize) -> std::borrow::Cow<'_, str> {
        self.description.names.of(VertexId::new(v))
    }

    fn is_terminal(&self, v: usize) -> bool {
        let v = VertexId::new(v);
        let is =
            |terminal: Option<crate::format::Terminal>| terminal.is_some_and(|t| t.vertex == v);
        is(self.description.left) || is(self.description.right)
    }

    /// The middle of a line, or of its loop.
    fn middle(&self, line: &Line) -> Point {
        let [a, b] = line.ends.map(|end| self.points[end]);
        if line.ends[0] == line.ends[1] {
            return [a[0], a[1] + 0.55 + line.bend];
        }
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let length = dx.hypot(dy).max(1e-9);
        let off = line.bend / length;
        [
            f64::midpoint(a[0], b[0]) - dy * off,
            f64::midpoint(a[1], b[1]) + dx * off,
        ]
    }

    fn svg(&self, out: &mut impl fmt::Write) -> fmt::Result {
        const UNIT: f64 = 90.0;
        const MARGIN: f64 = 60.0;
        let all = self.lines.iter().map(|line| self.middle(line));
        let all: Vec<Point> = all.chain(self.points.iter().copied()).collect();
        let bound = |axis: usize, pick: fn(f64, f64) -> f64, none: f64| {
            all.iter()
                .map(|point| point[axis])
                .reduce(pick)
                .unwrap_or(none)
        };
        let (left, right) = (bound(0, f64::min, 0.0), bound(0, f64::max, 0.0));
        let (low, high) = (bound(1, f64::min, 0.0), bound(1, f64::max, 0.0));
        let place = |[x, y]: Point| [(x - left) * UNIT + MARGIN, (high - y) * UNIT + MARGIN];
        let [width, height] = [right - left, high - low].map(|span| span * UNIT + 2.0 * MARGIN);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        writeln!(out, "<g fill=\"none\" stroke=\"#444\" stroke-width=\"2\">")?;
        for line in &self.lines {
            let [[ax, ay], [bx, by]] = line.ends.map(|end| place(self.points[end]));
            let [mx, my] = place(self.middle(line));
            if line.ends[0] == line.ends[1] {
                let reach = (ay - my) * 0.9;
                writeln!(
                    out,
                    "<path d=\"M{ax:.1} {ay:.1}C{:.1} {my:.1} {:.1} {my:.1} {ax:.1} {ay:.1}\"/>",
                    ax - reach,
                    ax + reach
                )?;
                continue;
            }
            // The control point of a curve whose middle is (mx, my).
            let [cx, cy] = [
                2.0 * mx - f64::midpoint(ax, bx),
                2.0 * my - f64::midpoint(ay, by),
            ];
            writeln!(
                out,
                "<path d=\"M{ax:.1} {ay:.1}Q{cx:.1} {cy:.1} {bx:.1} {by:.1}\"/>"
            )?;
        }
        out.write_str("</g>\n")?;
        for line in &self.lines {
            let [x, y] = place(self.middle(line));
            let label = line.label;
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" stroke=\"#fff\" stroke-width=\"4\" \
                 paint-order=\"stroke\">{label}</text>",
                y + 4.0
            )?;
        }
        for v in 0..self.points.len() {
            let [x, y] = place(self.points[v]);
            let (terminal, name) = (self.is_terminal(v), self.name(v));
            let fill = if terminal { "#fd6" } else { "#fff" };
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"14\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\"{}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"14\">{}</text>",
                if terminal { 4 } else { 2 },
                y + 5.0,
                escape(&*name)
            )?;
        }
        out.write_str("</svg>\n")
    }

    fn tikz(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(concat!(
            "\\begin{tikzpicture}[x=1.6cm, y=1.6cm,\n",
            "  vertex/.style={circle, draw, inner sep=2pt, minimum size=5mm, font=\\small},\n",
            "  terminal/.style={vertex, double},\n",
            "  number/.style={fill=white, inner sep=1pt, font=\\tiny}]\n",
        ))?;
        for (v, [x, y]) in self.points.iter().enumerate() {
            let style = if self.is_terminal(v) {
                "terminal"
            } else {
                "vertex"
            };
            let (number, name) = (v + 1, Tex(&self.name(v)).to_string());
            writeln!(
                out,
                "  \\node[{style}] (v{number}) at ({x:.3}, {y:.3}) {{{name}}};"
            )?;
        }
        for line in &self.lines {
            let [from, to] = line.ends.map(|end| end + 1);
            let label = line.label;
            if from == to {
                writeln!(
                    out,
                    "  \\draw (v{from}) to[loop above] node[number] {{{label}}} (v{to});"
                )?;
            } else if line.bend.abs() < 1e-9 {
                writeln!(
                    out,
                    "  \\draw (v{from}) -- node[number] {{{label}}} (v{to});"
                )?;
            } else {
                let angle = (line.bend * 2.0).atan().to_degrees();
                writeln!(
                    out,
                    "  \\draw (v{from}) to[bend left={angle:.0}] node[number] {{{label}}} (v{to});"
                )?;
            }
        }
        out.write_str("\\end{tikzpicture}\n")
    }
}

/// The lines of a graph: parallel edges are bent apart, the first of an odd number is straight.
fn lines(graph: &Graph) -> Vec<Line> {
    const APART: f64 = 0.24;
    let sorted = |edge| {
        let [u, v] = graph.ends(edge);
        [u.min(v), u.max(v)].map(VertexId::index)
    };
    let mut counts: HashMap<[usize; 2], usize> = HashMap::new();
    for edge in graph.edges() {
        *counts.entry(sorted(edge)).or_default() += 1;
    }
    let mut drawn: HashMap<[usize; 2], usize> = HashMap::new();
    let line = |edge: crate::graph::EdgeId| {
        let ends = sorted(edge);
        let place = drawn.entry(ends).or_default();
        let middle = (counts[&ends] - 1) as f64 / 2.0;
        let bend = if ends[0] == ends[1] {
            *place as f64 * APART
        } else {
            (*place as f64 - middle) * APART
        };
        *place += 1;
        Line {
            label: edge.label(),
            ends,
            bend,
        }
    };
    graph.edges().map(line).collect()
}

/// A name in TeX, with the characters that TeX reserves as commands.
struct Tex<'a>(&'a str);

impl fmt::Display for Tex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => write!(f, "\\{c}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                c if c.is_control() => f.write_str(" ")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn drawn(picture: Picture, dot: &str) -> String {
        let description = Format::Dot.parse(dot.as_bytes()).unwrap();
        let mut text = String::new();
        picture.write(&description, &mut text).unwrap();
        text
    }

    /// In a path of five vertices the distances can all be kept: the drawing has no stress.
    #[test]
    fn a_path_is_drawn_straight_from_left_to_right() {
        let graph = Graph::from_pairs(5, &[(3, 0), (0, 4), (4, 1), (1, 2)]);
        let points = layout(&graph, Some([VertexId::new(3), VertexId::new(2)]));
        for (place, v) in [3, 0, 4, 1, 2].into_iter().enumerate() {
            let [x, y] = points[v];
            assert!((x - points[3][0] - place as f64).abs() < 0.05, "{points:?}");
            assert!((y - points[3][1]).abs() < 0.15, "{points:?}");
        }
    }

    #[test]
    fn every_edge_and_vertex_is_in_the_picture() {
        let dot = "graph { a [terminal=L]; \"<b>_\" [terminal=R]; a -- \"<b>_\" -- a -- a }";
        let svg = drawn(Picture::Svg, dot);
        assert_eq!(svg.matches("<path").count(), 3);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("#fd6").count(), 2);
        assert!(svg.contains(">&lt;b&gt;_</text>"));
        let tikz = drawn(Picture::Tikz, dot);
        assert_eq!(tikz.matches("\\draw").count(), 3);
        assert_eq!(tikz.matches("\\node[terminal]").count(), 2);
        assert!(tikz.contains("{<b>\\_}") && tikz.contains("loop above"));
        assert_eq!(tikz.matches("bend left").count(), 2);
    }

    #[test]
    fn pictures_of_nothing_and_of_too_much() {
        assert!(drawn(Picture::Svg, "graph {}").ends_with("</svg>\n"));
        assert!(drawn(Picture::Tikz, "graph { a }").contains("(v1)"));
        let large = Description {
            graph: Graph::new(MOST_VERTICES + 1),
            ..Description::default()
        };
        let refused = Picture::Svg.write(&large, &mut String::new());
        assert!(matches!(refused, Err(WriteError::Unwritable(_))));
    }
}
