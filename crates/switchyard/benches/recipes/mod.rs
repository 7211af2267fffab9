//! Networks by recipe: a kind of the library's generators, and what is done to it, as an expression.
//!
//! `shuffle(dilute(0.9,triangular-torus(1)))#7` is a triangular lattice on a torus of which nine tenths
//! of the edges are kept, with edges and vertices in random order; all chance comes from seed 7. A
//! recipe has no size: it is asked for this many edges and comes near to them. Terminals that end up in
//! different components are moved into the largest one.

#![allow(dead_code)] // every bench uses its own part of this

mod kinds;
mod steps;

use std::fmt;
use switchyard::Rng;
use switchyard::generate::{Blueprint, Impossible};
use switchyard::graph::{Graph, VertexId};
use switchyard::internals::UnionFind;
use switchyard::switching::Network;

/// A graph with terminals, open to change.
pub struct Board {
    pub vertices: usize,
    pub edges: Vec<[u32; 2]>,
    pub terminals: [u32; 2],
}

impl Board {
    fn of(blueprint: Blueprint) -> Self {
        let number = |vertex: VertexId| vertex.index() as u32;
        Self {
            vertices: blueprint.vertex_count(),
            terminals: blueprint.terminals().map(number),
            edges: blueprint
                .into_edges()
                .map(|ends| ends.map(number))
                .collect(),
        }
    }

    /// Moves terminals that are apart into the largest component: on a game that is decided the solver
    /// has nothing to do.
    fn connect_terminals(&mut self) {
        let mut sets = UnionFind::new(self.vertices);
        for &[u, v] in &self.edges {
            sets.union(u as usize, v as usize);
        }
        let [left, right] = self.terminals.map(|end| end as usize);
        if sets.same(left, right) {
            return;
        }
        let largest = (0..self.vertices).max_by_key(|&v| sets.size(v));
        let root = largest.map(|v| sets.find(v));
        let mut inside = (0..self.vertices as u32).filter(|&v| Some(sets.find(v as usize)) == root);
        if let (Some(first), Some(last)) = (inside.next(), inside.last()) {
            self.terminals = [first, last];
        }
    }

    fn into_network(mut self) -> Result<Network, String> {
        self.connect_terminals();
        let vertex = |number: u32| VertexId::new(number as usize);
        let ends = self
            .edges
            .into_iter()
            .map(|ends| ends.map(vertex))
            .collect();
        let [left, right] = self.terminals.map(vertex);
        let graph = Graph::from_ends(self.vertices, ends);
        Network::new(graph, left, right).map_err(|error| error.to_string())
    }
}

/// What a number of a recipe may be.
#[derive(Clone, Copy)]
pub enum Range {
    /// A whole number.
    Whole(u32, u32),
    /// A number between two others.
    Real(f64, f64),
}

impl Range {
    /// The number nearest to this one that is in the range.
    pub fn clamp(self, number: f64) -> f64 {
        match self {
            Self::Whole(least, most) => number.round().clamp(f64::from(least), f64::from(most)),
            // Three digits are as good as any, and a recipe is to be read.
            Self::Real(least, most) => (number.clamp(least, most) * 1000.0).round() / 1000.0,
        }
    }

    pub fn ends(self) -> [f64; 2] {
        match self {
            Self::Whole(least, most) => [least, most].map(f64::from),
            Self::Real(least, most) => [least, most],
        }
    }
}

/// Makes a network of a kind with about this many edges.
type Make = fn(&[f64], usize, &mut Rng) -> Result<Blueprint, Impossible>;
/// Changes a board.
type Change = fn(&[f64], Board, &mut Rng) -> Board;
/// Makes one board of two.
type Mix = fn(&[f64], [Board; 2], &mut Rng) -> Board;

/// What a word of a recipe does. A change or mix says what share of the edges each of its parts has.
pub enum Action {
    Make(Make),
    Change(fn(&[f64]) -> f64, Change),
    Mix(fn(&[f64]) -> f64, Mix),
}

impl Action {
    /// How many parts it is applied to.
    pub fn parts(&self) -> usize {
        match self {
            Self::Make(_) => 0,
            Self::Change(..) => 1,
            Self::Mix(..) => 2,
        }
    }
}

/// A word of the language of recipes.
pub struct Word {
    pub name: &'static str,
    pub numbers: &'static [Range],
    pub action: Action,
}

/// Every word: the kinds, then the steps.
pub fn words() -> impl Iterator<Item = &'static Word> + Clone {
    kinds::KINDS.iter().chain(steps::STEPS)
}

/// An expression: a word, its numbers, and the parts it is applied to.
#[derive(Clone)]
pub struct Expression {
    pub word: &'static Word,
    pub numbers: Vec<f64>,
    pub parts: Vec<Expression>,
}

impl Expression {
    /// How many words it has.
    pub fn len(&self) -> usize {
        1 + self.parts.iter().map(Expression::len).sum::<usize>()
    }

    /// The expression at this place, in the order of the text.
    pub fn at(&mut self, place: usize) -> &mut Expression {
        if place == 0 {
            return self;
        }
        let mut before = 1;
        for part in &mut self.parts {
            if place < before + part.len() {
                return part.at(place - before);
            }
            before += part.len();
        }
        panic!("no word number {place}");
    }

    fn cook(&self, edges: usize, rng: &mut Rng) -> Result<Board, String> {
        let numbers = self.numbers.as_slice();
        let mut part = |index: usize, share: f64| {
            let edges = (edges as f64 * share).max(10.0) as usize;
            self.parts[index].cook(edges, rng)
        };
        match self.word.action {
            Action::Make(make) => {
                let made = make(numbers, edges, rng);
                Ok(Board::of(
                    made.map_err(|error| format!("{}: {error}", self.word.name))?,
                ))
            }
            Action::Change(share, change) => {
                let board = part(0, share(numbers))?;
                Ok(change(numbers, board, rng))
            }
            Action::Mix(share, mix) => {
                let boards = [part(0, share(numbers))?, part(1, share(numbers))?];
                Ok(mix(numbers, boards, rng))
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word.name)?;
        let numbers = self.numbers.iter().map(ToString::to_string);
        let parts = self.parts.iter().map(ToString::to_string);
        let inside: Vec<String> = numbers.chain(parts).collect();
        if !inside.is_empty() {
            write!(f, "({})", inside.join(","))?;
        }
        Ok(())
    }
}

/// An expression and the seed of its chance.
#[derive(Clone)]
pub struct Recipe {
    pub expression: Expression,
    pub seed: u64,
}

impl Recipe {
    /// The network with about this many edges.
    pub fn network(&self, edges: usize) -> Result<Network, String> {
        self.expression
            .cook(edges, &mut Rng::from_seed(self.seed))?
            .into_network()
    }

    /// The same network, with edges and vertices in random order.
    pub fn shuffled(mut self) -> Self {
        let shuffle = words().find(|word| word.name == "shuffle");
        self.expression = Expression {
            word: shuffle.expect("a step"),
            numbers: Vec::new(),
            parts: vec![self.expression],
        };
        self
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.expression, self.seed)
    }
}

impl std::str::FromStr for Recipe {
    type Err = String;

    /// Reads a recipe; without a seed, seed 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let (expression, seed) = text.split_once('#').unwrap_or((text, "1"));
        let mut rest = expression;
        let parsed = Recipe {
            expression: parse(&mut rest)?,
            seed: seed
                .trim()
                .parse()
                .map_err(|_| format!("{seed:?} is not a seed"))?,
        };
        if rest.trim().is_empty() {
            Ok(parsed)
        } else {
            Err(format!("{rest:?} after the end of the recipe"))
        }
    }
}

/// The next token: a name or number, or a single sign.
fn token<'a>(rest: &mut &'a str) -> &'a str {
    let text = rest.trim_start();
    let end = text.find(['(', ')', ',']).unwrap_or(text.len());
    let (token, after) = text.split_at(if end == 0 { text.len().min(1) } else { end });
    *rest = after;
    token.trim_end()
}

fn expect(sign: &str, rest: &mut &str) -> Result<(), String> {
    match token(rest) {
        found if found == sign => Ok(()),
        found => Err(format!(
            "expected {sign:?}, found {found:?} before {rest:?}"
        )),
    }
}

fn parse(rest: &mut &str) -> Result<Expression, String> {
    let name = token(rest);
    let Some(word) = words().find(|word| word.name == name) else {
        let known: Vec<&str> = words().map(|word| word.name).collect();
        return Err(format!(
            "{name:?} is no word of recipes, which are {}",
            known.join(" ")
        ));
    };
    let mut parsed = Expression {
        word,
        numbers: Vec::new(),
        parts: Vec::new(),
    };
    let inside = word.numbers.len() + word.action.parts();
    for i in 0..inside {
        expect(if i == 0 { "(" } else { "," }, rest)?;
        if let Some(range) = word.numbers.get(i) {
            parsed.numbers.push(number(name, *range, token(rest))?);
        } else {
            parsed.parts.push(parse(rest)?);
        }
    }
    if inside > 0 {
        expect(")", rest)?;
    }
    Ok(parsed)
}

fn number(name: &str, range: Range, text: &str) -> Result<f64, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| format!("{name}: {text:?} is no number"))?;
    let [least, most] = range.ends();
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("{name}: {number} is not from {least} to {most}"))
    }
}
