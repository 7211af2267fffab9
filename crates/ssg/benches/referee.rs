//! What the referee costs a move: `cargo bench -p ssg --bench referee`.
//!
//! Games between this program's own random player, which thinks for next to no time: inside the
//! referee's process, and as two outside programs that speak the protocol. The second costs
//! pipes and process switches, so it is compared, in the same run, with a line that goes through
//! `cat` and back, the least that any two processes can exchange. "outside the clocks" is the
//! part that neither side is charged for.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const SSG: &str = env!("CARGO_BIN_EXE_ssg");

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let through_cat = ping_pong(20_000)?;
    println!("a line through cat and back: {through_cat:.1} us");
    println!();
    println!("vertices  edges  players   moves  us/move  /cat  outside the clocks, us/move");
    for nodes in [500, 1000, 2000] {
        let file = folder.path().join(format!("{nodes}.net"));
        network(nodes, &file)?;
        let own = format!("{SSG} ");
        let programs = write_player(folder.path(), &own)?;
        for (name, player, games) in [("built-in", "random", 20), ("outside", &*programs, 4)] {
            let Timed {
                moves,
                wall,
                unclocked,
            } = games_of(player, games, &file)?;
            let each = wall / moves * 1e6;
            println!(
                "{nodes:8}  {:5}  {name:8} {moves:6}  {each:7.1}  {:4.1}  {:.1}",
                nodes * 5 / 2,
                each / through_cat,
                unclocked / moves * 1e6,
            );
        }
    }
    Ok(())
}

/// Microseconds for a line through another process and back.
fn ping_pong(lines: u32) -> Result<f64, Box<dyn Error>> {
    let mut cat = Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut to = cat.stdin.take().ok_or("no pipe")?;
    let mut from = BufReader::new(cat.stdout.take().ok_or("no pipe")?);
    let mut line = String::new();
    let start = Instant::now();
    for number in 0..lines {
        writeln!(to, "{number}")?;
        line.clear();
        from.read_line(&mut line)?;
    }
    let each = start.elapsed().as_secs_f64() / f64::from(lines) * 1e6;
    drop(to);
    cat.wait()?;
    Ok(each)
}

/// A random network with five edges for every two vertices, as in the course's largest.
fn network(nodes: usize, file: &Path) -> Result<(), Box<dyn Error>> {
    let edges = nodes * 5 / 2;
    let made = Command::new(SSG)
        .args(["gen", "random", "--seed", "1", "--nodes"])
        .args([nodes.to_string(), "--edges".to_owned(), edges.to_string()])
        .output()?;
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    Ok(fs::write(file, made.stdout)?)
}

/// The random player as an outside program: options must follow MODE and FILE.
fn write_player(folder: &Path, own: &str) -> Result<String, Box<dyn Error>> {
    let script = folder.join("random.sh");
    let text = format!("exec {own} \"$1\" \"$2\" --player random --seed 1\n");
    fs::write(&script, text)?;
    Ok(format!("sh {}", script.display()))
}

struct Timed {
    moves: f64,
    wall: f64,
    unclocked: f64,
}

/// Plays `games` games and adds up moves and seconds.
fn games_of(player: &str, games: u32, file: &Path) -> Result<Timed, Box<dyn Error>> {
    let start = Instant::now();
    let output = Command::new(SSG)
        .args([
            "referee", "--short", player, "--cut", player, "--json", "--games",
        ])
        .arg(games.to_string())
        .arg(file)
        .output()?;
    let wall = start.elapsed().as_secs_f64();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (mut moves, mut clocked) = (0.0, 0.0);
    for line in String::from_utf8(output.stdout)?.lines() {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let made = record["moves"].as_array().ok_or("no moves")?;
        moves += made.len() as f64;
        for side in ["short", "cut"] {
            clocked += record["clock"][side].as_f64().ok_or("no clock")?;
        }
    }
    Ok(Timed {
        moves,
        wall,
        unclocked: wall - clocked,
    })
}
