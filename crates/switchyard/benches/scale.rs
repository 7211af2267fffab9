//! How the solver grows: every family at 10⁵, 10⁶ and 10⁷ edges, as given and shuffled, as ratios to one
//! union-find pass.
//!
//! `make bench-scale` prints the table of docs/results/solver-scale.md. All networks come from the
//! library's generators, by the recipes below.
//!
//! `cargo bench --bench scale -- [--md] [--max EDGES] [--sizes A,B…] [--only FAMILY,…]
//! [--order given|shuffled] [--limit SECONDS] [--cores] [--instructions]`
//!
//! `--cores` compares the wall clock on one core and on all of them instead; `--instructions` counts instructions with
//! Valgrind, which do not depend on caches, and takes some hundred times as long.

mod measure;
mod recipes;

use measure::{Case, count, instructions, is_case, measure, number};
use recipes::Recipe;
use std::fmt::Write;

#[global_allocator]
static MEMORY: huge_pages::HugePages = huge_pages::HugePages;

/// In which orders a family is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Orders {
    /// As the generator lists it, and with edges and vertices shuffled.
    Both,
    /// As the recipe says only: the family is itself an order of another.
    Given,
    /// Shuffled only.
    Shuffled,
}

use Orders::{Both, Given, Shuffled};

impl Orders {
    /// How the table names one order.
    fn name(self) -> &'static str {
        if self == Shuffled {
            "shuffled"
        } else {
            "given"
        }
    }
}

const FAMILIES: &[(&str, &str, Orders)] = &[
    ("bridgit-rows", "bridgit(1)", Given),
    ("bridgit-columns", "columns(bridgit(1))", Given),
    ("bridgit-shuffled", "bridgit(1)", Shuffled),
    ("random-1.5n", "random(1.5)", Both),
    ("random-1.79n", "random(1.79)", Both),
    ("random-2n", "random(2)", Both),
    ("random-4n", "random(4)", Both),
    ("regular-4", "regular(4)", Both),
    ("planted", "planted(2)", Both),
    ("geometric", "geometric(5)", Both),
    ("attachment", "attachment(2)", Both),
    ("ladder", "ladder", Both),
    ("clump-chain", "clumps(50,3,3)", Both),
    ("clump-chain-5", "clumps(5,2,2)", Both),
    ("dense", "dense(0.5)", Both),
    ("bridgit-wide", "bridgit(1.2)", Both),
    ("bridgit-long", "bridgit(0.8)", Both),
    ("ws-6-.01", "ws(3,0.01)", Both),
    ("ws-6-.05", "ws(3,0.05)", Both),
    ("ws-6-.3", "ws(3,0.3)", Both),
    ("ws-4-.05", "ws(2,0.05)", Both),
    ("square-torus", "square-torus(1)", Both),
    ("square-.95", "square-torus(0.95)", Both),
    ("triangular-.66", "triangular-torus(0.66)", Both),
    ("triangular-.7", "triangular-torus(0.7)", Both),
    ("triangular-.9", "triangular-torus(0.9)", Both),
    ("triangular-1", "triangular-torus(1)", Both),
    ("triangular-open", "triangular(1)", Both),
    ("king-.5", "king-torus(0.5)", Both),
    ("king-.95", "king-torus(0.95)", Both),
    ("cubic-.67", "cubic-torus(0.67)", Both),
    ("cubic-.95", "cubic(0.95)", Both),
    ("delaunay", "delaunay", Both),
    ("delaunay-.68", "dilute(0.68,delaunay)", Both),
    ("nearest-3", "nearest(3)", Both),
    ("nearest-4", "nearest(4)", Both),
    ("nearest-6", "nearest(6)", Both),
    ("nearest-8", "nearest(8)", Both),
    ("geometric-10", "geometric(10)", Both),
    ("blocks-100", "blocks(100,5,1)", Both),
    ("blocks-1000", "blocks(1000,5.5,0.5)", Both),
    ("blocks-sparse", "blocks(50,3.5,0.2)", Both),
    ("power-law-2.2", "power-law(2.2,2)", Both),
    ("power-law-3", "power-law(3,3)", Both),
    ("k-tree-2", "k-tree(2)", Both),
    ("k-tree-3", "k-tree(3)", Both),
    ("hypercube", "hypercube", Both),
    ("path-square", "path-power(2)", Both),
    ("cycle-square", "cycle-power(2)", Both),
    ("hamiltonian-paths", "hamiltonian-paths", Both),
    ("nested-half", "nested(0.5)", Both),
    ("nested-.1", "nested(0.1)", Both),
    ("series-parallel", "series-parallel", Both),
    // Found by `make search-slow`.
    (
        "found-threads",
        "contract(0.001,thread(0.296,nearest(3)))",
        Both,
    ),
    ("found-sparse", "square-torus(0.065)", Both),
];

/// The sizes of the table.
const SIZES: [usize; 3] = [100_000, 1_000_000, 10_000_000];

/// What is asked for.
struct Plan {
    sizes: Vec<usize>,
    only: Vec<String>,
    order: Option<Orders>,
    limit: f64,
    markdown: bool,
    cores: bool,
    instructions: bool,
}

impl Plan {
    fn read(args: &[String]) -> Result<Self, String> {
        let mut plan = Self {
            sizes: SIZES.to_vec(),
            only: Vec::new(),
            order: None,
            limit: 120.0,
            markdown: false,
            cores: false,
            instructions: false,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--md" => plan.markdown = true,
                "--cores" => plan.cores = true,
                "--instructions" => plan.instructions = true,
                _ => plan.read_value(arg, args.next())?,
            }
        }
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.0).collect();
        match plan
            .only
            .iter()
            .find(|name| !known.contains(&name.as_str()))
        {
            Some(name) => Err(format!("no family {name}: there are {}", known.join(" "))),
            None => Ok(plan),
        }
    }

    /// Takes in an argument that has a value.
    fn read_value(&mut self, arg: &str, value: Option<&String>) -> Result<(), String> {
        let value = value.ok_or(format!("{arg} needs a value"))?;
        match arg {
            "--max" => {
                let max = count(value)?;
                self.sizes.retain(|&size| size <= max);
            }
            "--sizes" => self.sizes = value.split(',').map(count).collect::<Result<_, _>>()?,
            "--only" => self.only.extend(value.split(',').map(str::to_owned)),
            "--order" if value == "given" => self.order = Some(Given),
            "--order" if value == "shuffled" => self.order = Some(Shuffled),
            "--limit" => self.limit = number(arg, value)?,
            _ => {
                return Err(format!(
                    "unknown argument {arg} {value}: see benches/scale.rs"
                ));
            }
        }
        Ok(())
    }

    /// The rows of the table: a family in an order.
    fn rows(&self) -> impl Iterator<Item = (&'static str, Orders, Recipe)> {
        let chosen = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        FAMILIES.iter().flat_map(move |&(name, recipe, orders)| {
            let fits = move |order: &Orders| {
                let asked = self.order.is_none_or(|asked| asked == *order);
                (orders == Both || orders == *order) && asked && chosen(name)
            };
            [Given, Shuffled]
                .into_iter()
                .filter(fits)
                .map(move |order| {
                    let recipe: Recipe = recipe.parse().expect("a recipe");
                    let recipe = if order == Shuffled {
                        recipe.shuffled()
                    } else {
                        recipe
                    };
                    (name, order, recipe)
                })
        })
    }
}

const COLUMNS: [&str; 12] = [
    "family",
    "order",
    "edges",
    "outcome",
    "pass, s",
    "outcome, ×",
    "all, ×",
    "check, ×",
    "bytes/edge, outcome",
    "bytes/edge, all",
    "growth, ×",
    "growth, time",
];

fn main() {
    huge_pages::share_arena();
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    args.retain(|arg| arg != "--bench");
    if is_case(&args) {
        return;
    }
    let plan = Plan::read(&args).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(2);
    });
    if plan.cores {
        return print_gains(&plan);
    }
    if plan.instructions {
        return print_instructions(&plan);
    }
    if plan.markdown {
        print_header(&summary_columns(&plan.sizes));
    } else {
        print_row(&COLUMNS.map(str::to_owned));
    }
    let mut worst = Worst::default();
    for (family, order, recipe) in plan.rows() {
        let mut cases: Vec<Case> = Vec::new();
        for &size in &plan.sizes {
            let case = measured(&recipe, size, plan.limit)
                .unwrap_or_else(|error| panic!("{family} at {size} edges: {error}"));
            let growth = Growth::since(cases.first(), &case);
            worst.see(&format!("{family}, {}", order.name()), &case, &growth);
            if !plan.markdown {
                print_row(&row(family, order.name(), &case, &growth));
            }
            cases.push(case);
        }
        if plan.markdown {
            print_cells(&summary(family, order.name(), &cases));
        }
    }
    worst.print();
}

/// The wall clock for everything on one core and on all of them, in turn.
fn print_gains(plan: &Plan) {
    println!("| family | order | edges | one core, s | all, s | gain |");
    println!("|---|---|--:|--:|--:|--:|");
    for (family, order, recipe) in plan.rows() {
        for &size in &plan.sizes {
            let measured = ["wall-1", "wall"].map(|what| {
                measure(what, &recipe, size, plan.limit)
                    .unwrap_or_else(|error| panic!("{family} at {size} edges: {error}"))
            });
            let [Some(one), Some(all)] = measured.each_ref().map(|case| case.get("wall")) else {
                println!("| {family} | {} | over the limit | | | |", order.name());
                continue;
            };
            let (edges, gain) = (measured[0].edges(), one / all);
            println!(
                "| {family} | {} | {edges} | {one:.2} | {all:.2} | {gain:.2} |",
                order.name()
            );
        }
    }
}

/// Instructions per edge for everything, and the power of the number of edges with which they grow.
fn print_instructions(plan: &Plan) {
    let mut columns = vec!["family".to_owned(), "order".to_owned()];
    let size_names = plan.sizes.iter().map(|&size| format!("{:e}", size as f64));
    columns.extend(size_names);
    columns.push("growth".to_owned());
    print_header(&columns);
    for (family, order, recipe) in plan.rows() {
        let count = |&size: &usize| {
            instructions(&recipe, size)
                .unwrap_or_else(|error| panic!("{family} at {size} edges: {error}"))
        };
        let counts: Vec<(f64, f64)> = plan.sizes.iter().map(count).collect();
        let mut cells = vec![family.to_owned(), order.name().to_owned()];
        cells.extend(counts.iter().map(|(per_edge, _)| format!("{per_edge:.0}")));
        let growth = counts
            .first()
            .zip(counts.last())
            .map(|(first, last)| (last.0 / first.0).ln() / (last.1 / first.1).ln());
        cells.push(power(growth.filter(|growth| growth.is_finite())));
        print_cells(&cells);
    }
}

/// Times and peaks of a case.
fn measured(recipe: &Recipe, size: usize, limit: f64) -> Result<Case, String> {
    let mut case = measure("times", recipe, size, limit)?;
    if case.get("check").is_some() {
        case.add(&measure("peaks", recipe, size, limit)?);
    }
    Ok(case)
}

/// The powers of the number of edges with which the time for everything has grown since the smallest
/// size.
#[derive(Default)]
struct Growth {
    passes: Option<f64>,
    time: Option<f64>,
}

impl Growth {
    fn since(smallest: Option<&Case>, case: &Case) -> Self {
        let Some(smallest) = smallest.filter(|smallest| smallest.edges() < case.edges()) else {
            return Self::default();
        };
        let scale = (case.edges() / smallest.edges()).ln();
        let power = |new: Option<f64>, old: Option<f64>| Some((new? / old?).ln() / scale);
        Self {
            passes: power(case.passes("all"), smallest.passes("all")),
            time: power(case.get("all"), smallest.get("all")),
        }
    }
}

/// A time in passes.
fn passes(case: &Case, name: &str) -> String {
    match case.passes(name) {
        Some(passes) => format!("{passes:.1}"),
        None => format!("> {} s", case.limit()),
    }
}

fn bytes_per_edge(case: &Case, name: &str) -> String {
    match case.get(name) {
        Some(bytes) => format!("{:.0}", bytes / case.edges()),
        None => "–".to_owned(),
    }
}

fn power(power: Option<f64>) -> String {
    power.map_or_else(String::new, |power| format!("{power:.2}"))
}

fn seconds_of_pass(case: &Case) -> String {
    case.get("pass")
        .map_or_else(String::new, |pass| format!("{pass:.4}"))
}

fn row(family: &str, order: &str, case: &Case, growth: &Growth) -> [String; 12] {
    [
        family.to_owned(),
        order.to_owned(),
        case.edges().to_string(),
        case.outcome.clone().unwrap_or_else(|| "–".to_owned()),
        seconds_of_pass(case),
        passes(case, "outcome"),
        passes(case, "all"),
        passes(case, "check"),
        bytes_per_edge(case, "peak-outcome"),
        bytes_per_edge(case, "peak-all"),
        power(growth.passes),
        power(growth.time),
    ]
}

fn print_row(cells: &[String; 12]) {
    let mut line = format!("{:<18} {:<8}", cells[0], cells[1]);
    for cell in &cells[2..] {
        let _ = write!(line, " {cell:>10}");
    }
    println!("{line}");
}

/// Whether memory at this size says something about the solver: below, the program itself is most of it.
fn is_memory_telling(edges: f64) -> bool {
    edges > 500_000.0
}

/// The columns of the table for documents, which has one row for all sizes of a family in an order.
fn summary_columns(sizes: &[usize]) -> Vec<String> {
    let large: Vec<usize> = sizes
        .iter()
        .copied()
        .filter(|&size| is_memory_telling(size as f64))
        .collect();
    let mut columns = vec!["family".to_owned(), "order".to_owned()];
    let groups = [
        ("outcome, ", sizes),
        ("all, ", sizes),
        ("check, ", last(sizes)),
        ("bytes/edge, ", &large),
        ("growth to ", sizes.get(1..).unwrap_or_default()),
        ("the pass in s, ", last(sizes)),
    ];
    for (name, sizes) in groups {
        columns.extend(sizes.iter().map(|&size| format!("{name}{:e}", size as f64)));
    }
    columns
}

/// A row of that table.
fn summary(family: &str, order: &str, cases: &[Case]) -> Vec<String> {
    let of_pass = |name: &'static str| move |case: &Case| passes(case, name);
    let large = cases.iter().filter(|case| is_memory_telling(case.edges()));
    let since_first = |case: &Case| power(Growth::since(cases.first(), case).passes);
    let mut cells = vec![family.to_owned(), order.to_owned()];
    cells.extend(cases.iter().map(of_pass("outcome")));
    cells.extend(cases.iter().map(of_pass("all")));
    cells.extend(last(cases).iter().map(of_pass("check")));
    cells.extend(large.map(|case| bytes_per_edge(case, "peak-all")));
    cells.extend(cases.iter().skip(1).map(since_first));
    cells.extend(last(cases).iter().map(seconds_of_pass));
    cells
}

/// The last item, if there is one.
fn last<T>(items: &[T]) -> &[T] {
    &items[items.len().saturating_sub(1)..]
}

fn print_header(columns: &[String]) {
    print_cells(columns);
    let is_word = |column: &String| ["family", "order"].contains(&column.as_str());
    let rule = |column| if is_word(column) { "---" } else { "--:" }.to_owned();
    print_cells(&columns.iter().map(rule).collect::<Vec<String>>());
}

fn print_cells(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

/// The largest figures of the table.
#[derive(Default)]
struct Worst {
    figures: Vec<(&'static str, f64, String)>,
    over: Vec<String>,
}

impl Worst {
    fn see(&mut self, place: &str, case: &Case, growth: &Growth) {
        let place = format!("{place}, {} edges", case.edges());
        if case.get("check").is_none() {
            self.over.push(place);
            return;
        }
        self.figure("outcome, passes", case.passes("outcome"), &place);
        self.figure("everything, passes", case.passes("all"), &place);
        if is_memory_telling(case.edges()) {
            let bytes = case.get("peak-all").map(|bytes| bytes / case.edges());
            self.figure("bytes per edge", bytes, &place);
        }
        if case.edges() > 5_000_000.0 {
            self.figure("growth against the pass, power", growth.passes, &place);
        }
    }

    fn figure(&mut self, name: &'static str, value: Option<f64>, place: &str) {
        let Some(value) = value else {
            return;
        };
        match self.figures.iter_mut().find(|figure| figure.0 == name) {
            Some(figure) if figure.1 >= value => {}
            Some(figure) => *figure = (name, value, place.to_owned()),
            None => self.figures.push((name, value, place.to_owned())),
        }
    }

    fn print(&self) {
        println!("\nThe largest:\n");
        for (name, value, place) in &self.figures {
            println!("- {name}: {value:.2} ({place})");
        }
        for place in &self.over {
            println!("- over the limit: {place}");
        }
    }
}
