//! Requests made from the OpenAPI document with large multiplicities: many coins, many loops, long sets, dense
//! texts. What they cost in memory is the property.

use super::{MEMORY, Server};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};
use std::thread;

/// Bodies are at most this long, so that what is tested is the answer and not the refusal.
const MOST_BYTES: usize = (4 << 20) - 1;

/// Makes a value for every schema of the document.
struct Generator<'a> {
    schemas: &'a Value,
    random: ChaCha8Rng,
    /// The vertices or nodes of the graph; ends, terminals and coins are numbers up to it.
    nodes: u64,
    /// The length of lists.
    many: usize,
}

impl Generator<'_> {
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.random_range(0..of.len())]
    }

    fn value(&mut self, name: &str, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let schema = &self.schemas[reference.rsplit('/').next().expect("a name")];
            return self.value(name, schema);
        }
        if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            let choice = self.random.random_range(0..choices.len());
            return self.value(name, &choices[choice]);
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[self.random.random_range(0..words.len())].clone();
        }
        match schema["type"].as_str() {
            Some("object") => self.object(schema),
            Some("array") => self.array(name, schema),
            Some("integer") => self.number(name),
            Some("number") => json!(self.random.random_range(0..=100)),
            Some("boolean") => json!(self.random.random_bool(0.5)),
            Some("string") => self.text(name),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let needed = schema["required"].as_array();
        let is_needed = |name: &str| needed.is_some_and(|all| all.iter().any(|one| one == name));
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if is_needed(name) || self.random.random_bool(0.3) {
                object.insert(name.clone(), self.value(name, schema));
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, name: &str, schema: &Value) -> Value {
        let bound = |key: &str| schema[key].as_u64().map(|items| items as usize);
        let length = match name {
            "nodes" | "names" => self.nodes as usize,
            "moves" | "overlays" | "pushes" => self.random.random_range(0..4),
            _ => self.many,
        };
        let length = length.clamp(
            bound("minItems").unwrap_or(0),
            bound("maxItems").unwrap_or(usize::MAX),
        );
        let item = |this: &mut Self| this.value("item", &schema["items"]);
        (0..length).map(|_| item(self)).collect()
    }

    fn number(&mut self, name: &str) -> Value {
        json!(match name {
            "vertices" | "nodes" | "right" => self.nodes,
            "edges" => self.many as u64,
            "left" => 1,
            // Near the front half of the time: coins and edges then meet on few nodes.
            _ if self.random.random_bool(0.5) => 1 + self.random.random_range(0..3) % self.nodes,
            _ => self.random.random_range(1..=self.nodes),
        })
    }

    /// A text of a file, where the field is one, or a name.
    fn text(&mut self, name: &str) -> Value {
        if name != "text" {
            return json!(format!("n{}", self.random.random_range(0..1_000_000)));
        }
        let many = self.many;
        json!(match self.random.random_range(0..4) {
            0 => {
                let vertices = ((12 * many) as f64).sqrt() as usize;
                super::costs::complete_graph6(vertices.clamp(63, 6_900))
            }
            1 => format!("graph {{{}}}", "a -- b;".repeat(many)),
            2 => "a b\n".repeat(many),
            _ => {
                let names = |from: usize| {
                    let names = from..from + many.min(20_000);
                    names
                        .map(|name| name.to_string())
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                format!("graph {{{{{}}} -- {{{}}}}}", names(0), names(20_000))
            }
        })
    }
}

/// So many requests to every path that takes a body.
fn requests(seed: u64, each: usize) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(answers::OPENAPI).expect("JSON");
    let mut generator = Generator {
        schemas: &document["components"]["schemas"],
        random: ChaCha8Rng::seed_from_u64(seed),
        nodes: 2,
        many: 1,
    };
    let mut requests = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let schema = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        if schema.is_null() {
            continue;
        }
        let path = path.trim_start_matches("/api/v1/");
        while requests.iter().filter(|(of, _)| of == path).count() < each {
            generator.nodes = generator.pick(&[2, 3, 40, 300, 5_000, 50_000]);
            generator.many = generator.pick(&[2, 300, 1_900, 10_000, 30_000, 99_000, 400_000]);
            let body = generator.value("body", schema).to_string();
            if body.len() <= MOST_BYTES {
                requests.push((path.to_owned(), body));
            }
        }
    }
    requests
}

/// Sends them by this many clients; gives how many were answered.
fn send(server: &Server, requests: &[(String, String)], clients: usize) -> usize {
    let share = requests.len().div_ceil(clients);
    thread::scope(|scope| {
        let clients = requests.chunks(share).map(|requests| {
            scope.spawn(move || {
                let mut answered = 0;
                for (path, body) in requests {
                    let (status, answer) = server.post(path, body);
                    // A puzzle may be asked for a board that the gallery does not have.
                    let known = [200, 413, 422, 503].contains(&status)
                        || (path == "puzzle" && status == 404);
                    let start = &body[..body.len().min(200)];
                    assert!(known, "{path} {start}: {status} {answer:.300}");
                    answered += usize::from(status == 200);
                }
                answered
            })
        });
        let clients: Vec<_> = clients.collect();
        clients
            .into_iter()
            .map(|c| c.join().expect("no fault"))
            .sum()
    })
}

#[test]
fn generated_requests_are_bounded() {
    let requests = requests(18, 6);
    let server = Server::start_with(16);
    let answered = send(&server, &requests, 6);
    println!(
        "{} requests, {answered} answered, {} MiB",
        requests.len(),
        server.memory()
    );
    assert!(
        answered * 4 > requests.len(),
        "{answered} of {}",
        requests.len()
    );
    server.lives();
}

#[test]
#[ignore = "long: make fire"]
fn many_generated_requests_are_bounded() {
    println!("| workers | generated requests | answered | most memory |\n|---|---|---|---|");
    for workers in [1, 2, 16] {
        let server = Server::start_with(workers);
        let requests = requests(workers as u64, 40);
        let answered = send(&server, &requests, 24);
        let memory = server.memory();
        println!(
            "| {workers} | {} | {answered} | {memory} MiB |",
            requests.len()
        );
        assert!(memory <= MEMORY, "{memory} MiB");
        server.lives();
    }
}
