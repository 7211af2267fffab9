//! A search for slow networks: recipes are mutated and mixed, and those on which the solver costs the
//! most union-find passes live on. What it finds becomes a family of `benches/scale.rs`.
//!
//! `make search-slow` or
//! `cargo bench --bench search -- [--minutes M] [--seed S] [--edges N] [--limit SECONDS] [--top K]`
//! `cargo bench --bench search -- --recipe "RECIPE" [--edges N] [--limit SECONDS] [--write FILE]`

// The allocator of the program, so that the figures are those of the program.

mod measure;
mod recipes;

use measure::{Case, count, is_case, measure, number};
use rand::RngExt;
use rand::seq::IndexedRandom;
use recipes::{Action, Expression, Range, Recipe, Word, words};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use switchyard::Rng;
use switchyard::format::network;

#[global_allocator]
static MEMORY: huge_pages::HugePages = huge_pages::HugePages;

/// How many recipes live on.
const POPULATION: usize = 40;
/// How many of them may have the same words: the population is to stay mixed.
const ALIKE: usize = 3;
/// A recipe with more words than this is not tried.
const LONGEST: usize = 9;

/// What is asked for.
struct Plan {
    minutes: f64,
    seed: u64,
    edges: usize,
    limit: f64,
    top: usize,
    recipe: Option<Recipe>,
    write: Option<String>,
}

impl Plan {
    fn read(args: &[String]) -> Result<Self, String> {
        let mut plan = Self {
            minutes: 5.0,
            seed: 1,
            edges: 100_000,
            limit: 4.0,
            top: 12,
            recipe: None,
            write: None,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let value = args.next().ok_or(format!("{arg} needs a value"))?;
            match arg.as_str() {
                "--minutes" => plan.minutes = number(arg, value)?,
                "--seed" => plan.seed = number(arg, value)?,
                "--edges" => plan.edges = count(value)?,
                "--limit" => plan.limit = number(arg, value)?,
                "--top" => plan.top = number(arg, value)?,
                "--recipe" => plan.recipe = Some(value.parse()?),
                "--write" => plan.write = Some(value.clone()),
                _ => return Err(format!("unknown argument {arg}: see benches/search.rs")),
            }
        }
        Ok(plan)
    }
}

fn main() {
    huge_pages::share_arena();
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    args.retain(|arg| arg != "--bench");
    if is_case(&args) {
        return;
    }
    let done = Plan::read(&args).and_then(|plan| {
        if let Some(recipe) = &plan.recipe {
            return rebuild(recipe, &plan);
        }
        Search::new(&plan).run();
        Ok(())
    });
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(2);
    }
}

/// Measures one recipe, and writes its network to a file if asked to.
fn rebuild(recipe: &Recipe, plan: &Plan) -> Result<(), String> {
    if let Some(path) = &plan.write {
        let text = network::write(&recipe.network(plan.edges)?);
        std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    let case = measure("times", recipe, plan.edges, plan.limit)?;
    println!("{}", described(recipe, &case));
    Ok(())
}

fn described(recipe: &Recipe, case: &Case) -> String {
    let passes = |name: &str| match case.passes(name) {
        Some(passes) => format!("{passes:.1}"),
        None if name == "all" => format!("> {:.0}", case.at_least_passes()),
        None => "–".to_owned(),
    };
    format!(
        "{:>8} {:>8}   n {:<7} m {:<7} {:<6} {recipe}",
        passes("outcome"),
        passes("all"),
        case.get("vertices").unwrap_or(0.0),
        case.edges(),
        case.outcome.as_deref().unwrap_or("–"),
    )
}

/// A recipe that has been tried.
struct Tried {
    recipe: Recipe,
    case: Case,
    /// Its words without its numbers.
    shape: String,
}

struct Search<'a> {
    plan: &'a Plan,
    rng: Rng,
    start: Instant,
    tried: usize,
    seen: HashSet<String>,
    /// The slowest first.
    alive: Vec<Tried>,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            rng: Rng::from_seed(plan.seed),
            start: Instant::now(),
            tried: 0,
            seen: HashSet::new(),
            alive: Vec::new(),
        }
    }

    fn run(mut self) {
        println!(
            "passes for the outcome and for everything, at about {} edges",
            self.plan.edges
        );
        let kinds = words().filter(|word| word.action.parts() == 0);
        for kind in kinds {
            let expression = self.applied(kind, Vec::new());
            self.try_out(expression);
        }
        while !self.is_over() {
            let expression = self.child();
            if expression.len() <= LONGEST {
                self.try_out(expression);
            }
        }
        self.print();
    }

    /// Measures the slowest anew and prints them.
    fn print(&self) {
        let Plan { edges, limit, .. } = *self.plan;
        println!(
            "\nThe slowest of {} networks, with different words:\n",
            self.tried
        );
        let mut shapes = HashSet::new();
        let slowest = self
            .alive
            .iter()
            .filter(|tried| shapes.insert(&tried.shape));
        for Tried { recipe, case, .. } in slowest.take(self.plan.top) {
            let again = measure("times", recipe, edges, limit).ok();
            let again = again.filter(|again| again.get("all").is_some());
            println!("{}", described(recipe, again.as_ref().unwrap_or(case)));
        }
    }

    fn is_over(&self) -> bool {
        self.start.elapsed() >= Duration::from_secs_f64(60.0 * self.plan.minutes)
    }

    /// Measures a recipe and lets it live if it is slow enough.
    fn try_out(&mut self, expression: Expression) {
        let recipe = Recipe {
            expression,
            seed: self.rng.random_range(1..1000),
        };
        if self.is_over() || !self.seen.insert(recipe.expression.to_string()) {
            return;
        }
        let Ok(case) = measure("all", &recipe, self.plan.edges, self.plan.limit) else {
            // Some numbers make no network.
            return;
        };
        self.tried += 1;
        // Much smaller or larger ones are not to be compared.
        let size = case.edges() / self.plan.edges as f64;
        if !(0.4..=2.5).contains(&size) {
            return;
        }
        let cost = case.at_least_passes();
        if self
            .alive
            .first()
            .is_none_or(|slowest| slowest.case.at_least_passes() < cost)
        {
            let seconds = self.start.elapsed().as_secs();
            println!("{seconds:>4} s {}", described(&recipe, &case));
        }
        let shape = shape(&recipe.expression);
        let place = self
            .alive
            .partition_point(|other| other.case.at_least_passes() >= cost);
        self.alive.insert(
            place,
            Tried {
                recipe,
                case,
                shape,
            },
        );
        self.cull();
    }

    /// Lets the slowest live, but not too many that are alike.
    fn cull(&mut self) {
        let mut alike: HashSet<(String, usize)> = HashSet::new();
        self.alive
            .retain(|tried| (0..ALIKE).any(|copy| alike.insert((tried.shape.clone(), copy))));
        self.alive.truncate(POPULATION);
    }

    /// A new expression from one or two that are alive; the slow ones have more children.
    fn child(&mut self) -> Expression {
        let mut child = self.parent();
        for _ in 0..self.rng.random_range(1..=2) {
            child = self.mutated(child);
        }
        child
    }

    fn parent(&mut self) -> Expression {
        if self.alive.is_empty() {
            let kinds: Vec<&Word> = words().filter(|word| word.action.parts() == 0).collect();
            let kind = kinds.choose(&mut self.rng).expect("there are kinds");
            return self.applied(kind, Vec::new());
        }
        let best_of_two = [(); 2].map(|()| self.rng.random_range(0..self.alive.len()));
        let [a, b] = best_of_two;
        self.alive[a.min(b)].recipe.expression.clone()
    }

    fn mutated(&mut self, mut expression: Expression) -> Expression {
        let place = self.rng.random_range(0..expression.len());
        let here = expression.at(place);
        let new = match self.rng.random_range(0..10) {
            0..4 if !here.numbers.is_empty() => {
                let index = self.rng.random_range(0..here.numbers.len());
                let range = here.word.numbers[index];
                here.numbers[index] = self.nudged(range, here.numbers[index]);
                return expression;
            }
            // One more step.
            0..7 => {
                let here = here.clone();
                self.wrapped(here)
            }
            // One step less, or another kind.
            7..9 if !here.parts.is_empty() => {
                let part = self.rng.random_range(0..here.parts.len());
                here.parts.swap_remove(part)
            }
            // A part of another.
            _ => {
                let mut other = self.parent();
                let place = self.rng.random_range(0..other.len());
                other.at(place).clone()
            }
        };
        *expression.at(place) = new;
        expression
    }

    /// A step applied to an expression, with a part of another if it takes two.
    fn wrapped(&mut self, inside: Expression) -> Expression {
        let steps: Vec<&Word> = words().filter(|word| word.action.parts() > 0).collect();
        let step = *steps.choose(&mut self.rng).expect("there are steps");
        let mut parts = vec![inside];
        if matches!(step.action, Action::Mix(..)) {
            parts.push(self.parent());
        }
        self.applied(step, parts)
    }

    /// A word with numbers at random.
    fn applied(&mut self, word: &'static Word, parts: Vec<Expression>) -> Expression {
        let numbers = word
            .numbers
            .iter()
            .map(|&range| self.drawn(range))
            .collect();
        Expression {
            word,
            numbers,
            parts,
        }
    }

    /// Any number of the range; small ones are as likely as large ones, by their logarithms.
    fn drawn(&mut self, range: Range) -> f64 {
        let [least, most] = range.ends();
        let even = self.rng.random_range(least..=most);
        let (low, high) = (least.max(most / 1000.0).ln(), most.ln());
        let by_size = self.rng.random_range(low..=high).exp();
        range.clamp(if self.rng.random() { even } else { by_size })
    }

    /// A number near this one, or now and then any.
    fn nudged(&mut self, range: Range, number: f64) -> f64 {
        if self.rng.random_range(0..4) == 0 {
            return self.drawn(range);
        }
        let factor = self.rng.random_range(-0.3_f64..0.3).exp();
        let step = if matches!(range, Range::Whole(..)) {
            self.rng.random_range(-1..=1)
        } else {
            0
        };
        range.clamp(number * factor + f64::from(step))
    }
}

fn shape(expression: &Expression) -> String {
    let parts: Vec<String> = expression.parts.iter().map(shape).collect();
    format!("{}({})", expression.word.name, parts.join(","))
}
