//! A league of six built-in players on six families of networks, as Markdown tables.
//!
//! ```text
//! cargo run --release -p switchyard-experiments --example league -- [--seed S] [--each N] [--rounds N] [--ablation] [--length] [--robot M]
//! ```
//!
//! `--each` is the number of networks of every outcome in a family (5), `--rounds` how often every
//! pair meets on each of them with each side and in each order (1). With `--ablation` only the
//! games are played that `perfect` would lose under perfect play, with one ingredient of its
//! policy left out at a time. With `--length` only the games are played that it wins under perfect play, with
//! and without the choice among its winning moves that shortens them. With `--robot M` only `exploit:analog` plays, against `analog` on Bridg-It M
//! after every first move.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use switchyard::generate;
use switchyard::player::Builtin;
use switchyard::player::Policy;
use switchyard_experiments::league::{
    Entrant, Family, LeagueError, Score, after_every_first_move, families, lost_games, round_robin,
    won_games,
};

struct Arguments {
    seed: u64,
    each: usize,
    rounds: u64,
    ablation: bool,
    length: bool,
    robot: Option<usize>,
}

fn main() -> ExitCode {
    let done = arguments().and_then(|arguments| {
        let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards");
        run(&arguments, &boards).map_err(|error| error.to_string())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("league: {why}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments {
        seed: 1,
        each: 5,
        rounds: 1,
        ablation: false,
        length: false,
        robot: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().and_then(|value| value.parse().ok());
            value.ok_or_else(|| format!("{word} wants a number"))
        };
        match word.as_str() {
            "--seed" => arguments.seed = number()?,
            "--each" => arguments.each = number()? as usize,
            "--rounds" => arguments.rounds = number()?,
            "--ablation" => arguments.ablation = true,
            "--length" => arguments.length = true,
            "--robot" => arguments.robot = Some(number()? as usize),
            _ => {
                return Err(format!(
                    "{word:?}: expected --seed, --each, --rounds, --ablation, --length or --robot"
                ));
            }
        }
    }
    Ok(arguments)
}

fn run(arguments: &Arguments, boards: &Path) -> Result<(), LeagueError> {
    if let Some(size) = arguments.robot {
        let board = Arc::new(generate::bridgit(size)?.build());
        let [robot, knows] =
            ["analog", "exploit:analog"].map(|name| name.parse().expect("a player"));
        let (won, games) = after_every_first_move(&board, robot, knows);
        println!("Bridg-It {size}: exploit:analog won {won} of {games} games");
        return Ok(());
    }
    let families = families(arguments.seed, arguments.each, boards)?;
    if arguments.ablation {
        ablation(arguments, &families);
    } else if arguments.length {
        length(arguments, &families);
    } else {
        league(arguments, &families);
    }
    Ok(())
}

fn players() -> Vec<Builtin> {
    let names = Builtin::NAMES.iter().chain(&["perfect@0.9"]);
    names.map(|name| name.parse().expect("a player")).collect()
}

fn league(arguments: &Arguments, families: &[Family]) {
    let entrants: Vec<Entrant> = players().into_iter().map(Entrant::builtin).collect();
    let mut total = vec![Score::default(); entrants.len()];
    for family in families {
        let scores = round_robin(family, &entrants, arguments.rounds, arguments.seed);
        let title = format!("{}, {} networks", family.name, family.networks.len());
        standings(&title, &entrants, &scores);
        for (sum, score) in total.iter_mut().zip(scores) {
            *sum = sum.and(score);
        }
    }
    standings("all", &entrants, &total);
}

fn standings(title: &str, entrants: &[Entrant], scores: &[Score]) {
    let games: usize = scores.iter().map(|score| score.played).sum::<usize>() / 2;
    println!("\n{title}: {games} games\n");
    println!("| player | won | of | % | stolen | of | thrown |\n|---|--:|--:|--:|--:|--:|--:|");
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by_key(|&player| std::cmp::Reverse(scores[player].won));
    for player in order {
        let score = scores[player];
        println!(
            "| `{}` | {} | {} | {:.1} | {} | {} | {} |",
            entrants[player].name,
            score.won,
            score.played,
            percent(score.won, score.played),
            score.stolen,
            score.lost_at_start,
            score.thrown
        );
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn ablation(arguments: &Arguments, families: &[Family]) {
    let variant = |name: &str, change: fn(&mut Policy)| {
        let mut policy = Policy::default();
        change(&mut policy);
        Entrant::with_policy(name, policy)
    };
    let heroes = [
        Entrant::fewest_replies(),
        variant("all", |_| {}),
        variant("no look ahead", |policy| policy.depth = 1),
        variant("no adaptation", |policy| policy.adapts = false),
        variant("with lines that beat likely models", |policy| {
            policy.suspicion = 0.2;
        }),
        variant("no margin", |policy| {
            policy.hazard = 0.0;
            policy.closeness = 0.0;
        }),
        variant("two moves deep alone", |policy| policy.depth = 2),
        variant("one reply deep alone", |policy| {
            policy.depth = 1;
            policy.adapts = false;
        }),
    ];
    let names: Vec<&str> = families.iter().map(|family| family.name).collect();
    println!("| policy | {} | all | % |", names.join(" | "));
    println!("|---|{}--:|--:|", "--:|".repeat(families.len()));
    let others: Vec<Builtin> = players()
        .into_iter()
        .filter(|&p| p != Builtin::PERFECT)
        .collect();
    for hero in &heroes {
        let mut total = Score::default();
        print!("| {} |", hero.name);
        for family in families {
            let score = lost_games(family, hero, &others, arguments.rounds, arguments.seed);
            print!(" {} of {} |", score.stolen, score.played);
            total = total.and(score);
        }
        println!(
            " {} of {} | {:.1} |",
            total.stolen,
            total.played,
            percent(total.stolen, total.played)
        );
    }
}

/// The mean length of won games, with and without the choice that shortens them.
fn length(arguments: &Arguments, families: &[Family]) {
    let policy = |shortened: usize| {
        let mut policy = Policy::default();
        policy.shortened = shortened;
        policy
    };
    let heroes = [
        Entrant::with_policy("any winning move", policy(0)),
        Entrant::with_policy("the shortening one", Policy::default()),
    ];
    let names: Vec<&str> = families.iter().map(|family| family.name).collect();
    println!("| against | player | {} | all | won |", names.join(" | "));
    println!("|---|---|{}--:|--:|", "--:|".repeat(families.len()));
    for other in players() {
        for hero in &heroes {
            print!("| `{other}` | {} |", hero.name);
            let (mut games, mut won, mut moves) = (0, 0, 0);
            for family in families {
                let other = Entrant::builtin(other);
                let length = won_games(family, hero, &other, arguments.rounds, arguments.seed);
                print!(" {:.2} |", length.moves as f64 / length.won.max(1) as f64);
                games += length.played;
                won += length.won;
                moves += length.moves;
            }
            let mean = moves as f64 / won.max(1) as f64;
            println!(" {mean:.2} | {won} of {games} |");
        }
    }
}
