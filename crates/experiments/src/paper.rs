//! Fischer's paper: every number and move in it, compared with computed values.
//!
//! T. Fischer, *Bridg-It – Beating Shannon's Analog Heuristic*. The moves below are those of its
//! tables; its pictures are not available, but their numbers are in the text.

use crate::adversary::{Adversary, Reach};
use crate::quota::{Robot, quota};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::fmt::Write as _;
use std::sync::Arc;
use switchyard::analog::{Analysis, Best, Circuit, CircuitError, Effort};
use switchyard::bridgit::{Board, Symmetry};
use switchyard::graph::EdgeId;
use switchyard::switching::{Position, Side, outcome};

/// How a statement of the paper stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// As printed.
    Agrees,
    /// A slip of the pen or of the press, which changes nothing that follows.
    Slip,
    /// It does not hold.
    Differs,
}

/// A statement of the paper against what is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Where it stands.
    pub place: &'static str,
    /// What the paper says.
    pub paper: String,
    /// What is computed.
    pub computed: String,
    /// Whether they agree.
    pub standing: Standing,
}

/// The game of Figure 2 on M = 3, with the continuation of its caption.
pub const FIGURE_2: &str = "A5 c5 C3 a1 B4 e3 E1 d2 C1 b2 E5 d4";

/// The four games of Table 1 on M = 4; the third goes on as the second from its fifth move on.
pub const TABLE_1: [&str; 4] = [
    "A1 c1 C3 e3 E5 a7 A5 d4 C5 g5 G7 f6 E7 d6 F4 g3 G1 f2 C7 b6 E1 d2",
    "C1 a1 A3 c3 B2 e1 D2 e3 E5 g5 G7 d4 C5 a7 A5 f6 E7 d6 F4 g3 C7 b6 G1 f2",
    "A3 c3 C1 a1 B2 e1 D2 e3 E5 g5 G7 d4 C5 a7 A5 f6 E7 d6 F4 g3 C7 b6 G1 f2",
    "C3 e3 E1 d2 C1 a1 A3 b2 E5 a7 D4 g5 G7 f6 F4 g3 E7 d6 C7 b6 G1 f2",
];

/// The fourth game with its last moves in the order that the heuristic demands.
pub const TABLE_1_MENDED: &str =
    "C3 e3 E1 d2 C1 a1 A3 b2 E5 a7 D4 g5 G7 f6 F4 g3 E7 d6 G1 f2 C7 b6";

/// The game of Table 2 on M = 9.
pub const TABLE_2: &str = "\
    E9 c9 C11 a11 A13 b12 C13 e13 D12 e11 D10 g9 F10 g11 F12 g13 G15 f14 E15 d14 C15 j15 H14 j13 \
    J17 h16 G17 g7 H12 a15 B14 j11 H10 j9 F16 m17 K16 m15 K14 m13 K12 m11 K10 m9 M7 k8 H8 j7 J5 \
    h6 G5 f6 E5 k6 M5 d6 C5 a5 B6 o5 N6 o7 N8 o9 N10 o11 N12 o13 N14 o15 O3 n4 M3 k4 J3 h4 G3 f4 \
    E3 q3 P4 q5 P6 q7 P8 q9 P10 q11 Q1 s1 R2 s3 R4 s5 P12 q13 R6 s7 R8 s9 R10 s11 R12 s13 S15 r14 \
    Q15 p14 O17 n16";

/// A game of the paper in play.
struct Replay {
    board: Board,
    position: Position,
}

impl Replay {
    fn new(size: usize) -> Self {
        let board = Board::new(size).expect("a size of the paper");
        let position = Position::new(Arc::clone(board.network()));
        Self { board, position }
    }

    fn edge(&self, name: &str) -> EdgeId {
        self.board.parse_move(name).expect("a move of the paper")
    }

    /// Plays a move as the paper writes it: capitals for CUT.
    fn play(&mut self, name: &str) {
        let side = if name.starts_with(|c: char| c.is_ascii_uppercase()) {
            Side::Cut
        } else {
            Side::Short
        };
        let edge = self.edge(name);
        self.position.play(side, edge).expect("a legal move");
    }

    fn after(size: usize, moves: &str) -> Self {
        let mut replay = Self::new(size);
        for name in moves.split_whitespace() {
            replay.play(name);
        }
        replay
    }

    fn best(&self) -> Result<Best, CircuitError> {
        let circuit = Circuit::new(&self.position)?;
        Analysis::new(&circuit).best(Effort::Proof)
    }

    /// The side that wins under perfect play whichever of the edges the mover takes, if it is one.
    fn common_winner(&self, mover: Side, edges: &[EdgeId]) -> Option<Side> {
        let mut winners = edges.iter().map(|&edge| {
            let mut after = self.position.clone();
            after.play(mover, edge).expect("a free edge");
            outcome(&after).winner(mover.other())
        });
        let first = winners.next()?;
        winners.all(|winner| winner == first).then_some(first)
    }

    fn names(&self, edges: &[EdgeId]) -> String {
        let names: Vec<String> = edges
            .iter()
            .map(|&edge| self.board.write_move(Side::Cut, edge))
            .collect();
        names.join(" ")
    }

    /// The current of an edge as a fraction on the scale of the potentials.
    fn current(&self, name: &str) -> Result<String, CircuitError> {
        let circuit = Circuit::new(&self.position)?;
        let exact = Analysis::new(&circuit).exact()?;
        let edge = self.edge(name);
        let resistor = circuit.resistors().iter().find(|r| r.edge == edge);
        let flow = resistor.map_or_else(|| "0".to_owned(), |r| magnitude(&exact.current(r.ends)));
        Ok(format!("{flow}/{}", exact.denominator()))
    }
}

/// The result of following a game of the paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Moves made by the heuristic's side, and those that did not carry the most current.
    pub checked: usize,
    /// The moves that did not, with what would have.
    pub wrong: Vec<(String, String)>,
    /// Ties between edges that are not parallel or in series.
    pub open_ties: usize,
    /// The winner under perfect play after each move.
    pub verdicts: Vec<Side>,
    /// Who has won on the board at the end.
    pub winner: Option<Side>,
}

/// Follows a game, checking the moves of the given sides for maximal current.
///
/// # Errors
/// When the circuit cannot be solved.
pub fn follow(size: usize, moves: &str, sides: &[Side]) -> Result<Followed, CircuitError> {
    let mut replay = Replay::new(size);
    let mut followed = Followed::default();
    let mut mover = Side::Cut;
    for name in moves.split_whitespace() {
        if sides.contains(&mover) {
            let best = replay.best()?;
            let edge = replay.edge(name);
            followed.checked += 1;
            if !best.edges.contains(&edge) {
                let better = replay.names(&best.edges);
                followed.wrong.push((name.to_owned(), better));
            }
            followed.open_ties += usize::from(best.classes.len() > 1);
        }
        replay.play(name);
        mover = mover.other();
        followed
            .verdicts
            .push(outcome(&replay.position).winner(mover));
    }
    followed.winner = replay.position.winner();
    Ok(followed)
}

/// A move of the heuristic that is not determined: several edges carry the most current.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The number of the move, from 1.
    pub number: usize,
    /// The edges.
    pub edges: String,
    /// Whether they are parallel or in series, so that all lead to the same game.
    pub chain: bool,
    /// Who wins under perfect play after each of them, if it is one side after all.
    pub winner: Option<Side>,
}

/// The moves of these sides, from the third of the game on, that are not determined.
///
/// # Errors
/// When the circuit cannot be solved.
pub fn ties(size: usize, moves: &str, sides: &[Side]) -> Result<Vec<Tie>, CircuitError> {
    let mut replay = Replay::new(size);
    let mut mover = Side::Cut;
    let mut ties = Vec::new();
    for (name, number) in moves.split_whitespace().zip(1..) {
        if number > 2 && sides.contains(&mover) && replay.position.winner().is_none() {
            let best = replay.best()?;
            if best.edges.len() > 1 {
                ties.push(Tie {
                    number,
                    edges: replay.names(&best.edges),
                    chain: best.classes.len() == 1,
                    winner: replay.common_winner(mover, &best.edges),
                });
            }
        }
        replay.play(name);
        mover = mover.other();
    }
    Ok(ties)
}

/// "All moves … are uniquely determined", but for chains and for endgames in which this side wins anyhow.
fn determined(ties: &[Tie], winner: Side) -> String {
    let loose = |tie: &&Tie| !tie.chain && tie.winner != Some(winner);
    let loose: Vec<String> = ties
        .iter()
        .filter(loose)
        .map(|tie| format!("{}. {}", tie.number, tie.edges))
        .collect();
    if loose.is_empty() {
        "uniquely, but for chains and trivial endgames".to_owned()
    } else {
        format!("not uniquely at {}", loose.join(", "))
    }
}

/// All points of the paper, one after the other, as they are computed. `robots` reports the
/// slower ones: M = 2 to 10.
///
/// # Errors
/// When a circuit cannot be solved.
pub fn reproduce(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    figure_2(tell)?;
    three(tell)?;
    table_1(tell)?;
    four(tell)?;
    robots(tell)?;
    table_2(tell)
}

fn point(place: &'static str, paper: &str, computed: String) -> Point {
    let standing = if paper == computed {
        Standing::Agrees
    } else {
        Standing::Differs
    };
    Point {
        place,
        paper: paper.to_owned(),
        computed,
        standing,
    }
}

fn slip(place: &'static str, paper: &str, computed: String) -> Point {
    Point {
        place,
        paper: paper.to_owned(),
        computed,
        standing: Standing::Slip,
    }
}

/// The absolute value of a number in decimal digits.
fn magnitude(digits: &str) -> String {
    digits.trim_start_matches('-').to_owned()
}

fn figure_2(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    let start = Replay::new(3);
    let circuit = Circuit::new(&start.position)?;
    let exact = Analysis::new(&circuit).exact()?;
    let mut computed = format!("scale {}:", exact.denominator());
    for (kind, vertical) in [("vertical", true), ("horizontal", false)] {
        let resistors = circuit.resistors().iter();
        let mut flows: Vec<String> = resistors
            .filter(|r| start.board.is_vertical(r.edge) == vertical)
            .map(|r| magnitude(&exact.current(r.ends)))
            .collect();
        flows.dedup();
        let _ = write!(computed, " {kind} {}", flows.join(","));
    }
    tell(point(
        "Figure 2 a, flows",
        "scale 3: vertical 1 horizontal 0",
        computed,
    ));
    let b = Replay::after(3, "A5 c5");
    let best = b.names(&b.best()?.edges);
    tell(point("Figure 2 b, the one best edge", "C3", best));
    tell(slip(
        "Figure 2 b, flow of C3",
        "61",
        format!("{} (61 fits no scale)", b.current("C3")?),
    ));
    let c = Replay::after(3, "A5 c5 C3 a1");
    let best = c.names(&c.best()?.edges);
    tell(point("Figure 2 c, best edges", "A3 B4", best));
    let classes = c.best()?.classes.len();
    tell(point(
        "Figure 2 c, A3 and B4 form a chain",
        "one class",
        format!(
            "{} class",
            if classes == 1 { "one" } else { "more than one" }
        ),
    ));
    let flows = format!("A3 {} E3 {}", c.current("A3")?, c.current("E3")?);
    tell(point("Figure 2 c, flows", "A3 21/42 E3 20/42", flows));
    let game = follow(3, FIGURE_2, &[])?;
    let d = follow(3, "A5 c5 C3 a1 B4", &[Side::Cut])?;
    tell(point(
        "Figure 2, CUT's moves 1, 3, 5",
        "all of most current",
        most(&d),
    ));
    tell(point(
        "Figure 2 d, after 6. e3",
        "SHORT wins",
        format!("{} wins", game.verdicts[5]),
    ));
    tell(point(
        "Figure 2, end of the caption's game",
        "SHORT",
        won(game.winner),
    ));
    Ok(())
}

fn most(followed: &Followed) -> String {
    if followed.wrong.is_empty() {
        "all of most current".to_owned()
    } else {
        let wrong: Vec<String> = followed
            .wrong
            .iter()
            .map(|(played, better)| format!("{played} is not, {better} would be"))
            .collect();
        wrong.join("; ")
    }
}

fn won(winner: Option<Side>) -> String {
    winner.map_or("nobody".to_owned(), |side| side.to_string())
}

fn whole(n: usize) -> BigRational {
    BigRational::from_integer(BigInt::from(n))
}

fn three(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    let robot = Robot::new(Board::new(3).expect("a size of the paper"));
    let mut adversary = Adversary::new(&robot);
    let mut sum = whole(0);
    let mut losing = Vec::new();
    for (edge, orbit) in robot.first_moves() {
        let wins = adversary.value(edge)?;
        if wins != whole(1) {
            losing.extend(robot.board().orbit(edge));
        }
        sum += wins * whole(orbit);
    }
    let quota = sum / whole(9);
    tell(point(
        "4.1, M = 3 against the omnipotent",
        "5/9",
        quota.to_string(),
    ));
    let names = Replay::new(3).names(&losing);
    tell(point("4.1, losing first moves", "A1 E1 A5 E5", names));
    Ok(())
}

/// The perfect player's verdicts as the moves from which on they hold: `CUT 1 SHORT 6`.
fn turns(verdicts: &[Side]) -> String {
    let mut text = String::new();
    let mut last = None;
    for (index, &side) in verdicts.iter().enumerate() {
        if last != Some(side) {
            let _ = write!(text, "{side} from move {}, ", index + 1);
            last = Some(side);
        }
    }
    text.trim_end_matches(", ").to_owned()
}

fn table_1(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    const DETERMINED: [&str; 4] = [
        "4.2, A1: CUT's moves from 3 on are determined",
        "4.2, C1: CUT's moves from 3 on are determined",
        "4.2, A3: CUT's moves from 3 on are determined",
        "4.2, C3 mended: CUT's moves from 3 on are determined",
    ];
    const LINES: [[&str; 3]; 4] = [
        [
            "Table 1, A1: CUT's moves",
            "Table 1, A1: perfect play",
            "Table 1, A1: winner",
        ],
        [
            "Table 1, C1: CUT's moves",
            "Table 1, C1: perfect play",
            "Table 1, C1: winner",
        ],
        [
            "Table 1, A3: CUT's moves",
            "Table 1, A3: perfect play",
            "Table 1, A3: winner",
        ],
        [
            "Table 1, C3: CUT's moves",
            "Table 1, C3: perfect play",
            "Table 1, C3: winner",
        ],
    ];
    for (moves, [currents, perfect, winner]) in TABLE_1.into_iter().zip(LINES) {
        let game = follow(4, moves, &[Side::Cut])?;
        if game.wrong.is_empty() {
            tell(point(currents, "all of most current", most(&game)));
        } else {
            tell(slip(currents, "all of most current", most(&game)));
        }
        // The paper only says who wins; when the robot errs is what the perfect player adds.
        let end = *game.verdicts.last().expect("a game has moves");
        let standing = match end {
            Side::Short => Standing::Agrees,
            Side::Cut => Standing::Differs,
        };
        tell(Point {
            place: perfect,
            paper: "SHORT wins in the end".to_owned(),
            computed: turns(&game.verdicts),
            standing,
        });
        tell(point(winner, "SHORT", won(game.winner)));
    }
    let played = [TABLE_1[0], TABLE_1[1], TABLE_1[2], TABLE_1_MENDED];
    for (moves, place) in played.into_iter().zip(DETERMINED) {
        let computed = determined(&ties(4, moves, &[Side::Cut])?, Side::Short);
        let paper = "uniquely, but for chains and trivial endgames";
        tell(point(place, paper, computed));
    }
    let before = Replay::after(4, TABLE_1[3].split(" C7").next().expect("a prefix"));
    tell(slip(
        "Table 1, C3: 19. C7",
        "C7 has the most current",
        format!(
            "C7 {}, G1 {}, F2 {}",
            before.current("C7")?,
            before.current("G1")?,
            before.current("F2")?
        ),
    ));
    let mended = follow(4, TABLE_1_MENDED, &[Side::Cut])?;
    tell(point(
        "Table 1, C3 with 19. G1 20. f2 21. C7 22. b6",
        "all of most current",
        most(&mended),
    ));
    tell(point(
        "Table 1, C3 mended: winner",
        "SHORT",
        won(mended.winner),
    ));
    let chain = Replay::after(4, TABLE_1[1].split(" A5").next().expect("a prefix"));
    let best = chain.best()?;
    tell(point(
        "Table 1, note a: the chain at 15. A5",
        "A5 B4 in one class",
        format!(
            "{} in {} class",
            chain
                .names(&best.edges)
                .split(' ')
                .rev()
                .collect::<Vec<_>>()
                .join(" "),
            if best.classes.len() == 1 {
                "one"
            } else {
                "more than one"
            }
        ),
    ));
    Ok(())
}

fn four(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    let robot = Robot::new(Board::new(4).expect("a size of the paper"));
    let mut adversary = Adversary::new(&robot);
    let mut lost = Vec::new();
    for (edge, _) in robot.first_moves() {
        for reach in Reach::LADDER {
            if adversary.search(edge, reach)?.is_some() {
                lost.push(robot.board().write_move(Side::Cut, edge));
                break;
            }
        }
    }
    tell(point(
        "4.2, M = 4: first moves lost to the omnipotent",
        "A1 C1 A3 C3",
        lost.join(" "),
    ));
    Ok(())
}

fn robots(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    const PLACES: [&str; 9] = [
        "4.3, M = 2",
        "4.3, M = 3",
        "4.3, M = 4",
        "4.3, M = 5",
        "4.3, M = 6",
        "4.3, M = 7",
        "4.3, M = 8",
        "4.3, M = 9",
        "4.3, M = 10",
    ];
    for (size, place) in (2..=10).zip(PLACES) {
        let robot = Robot::new(Board::new(size).expect("a size of the paper"));
        let mut moves = Vec::new();
        let mut losing = Vec::new();
        for (edge, _) in robot.first_moves() {
            let played = robot.play_first(edge)?;
            if played.wins != whole(1) {
                losing.extend(robot.board().orbit(edge));
            }
            moves.push((edge, played.wins));
        }
        let value = quota(&robot, moves.iter().map(|(edge, wins)| (*edge, wins)));
        let paper = match size {
            9 => "79/81",
            10 => "analysed, no number given",
            _ => "1",
        };
        let computed = value.to_string();
        tell(if size == 10 {
            Point {
                place,
                paper: paper.to_owned(),
                computed,
                standing: Standing::Agrees,
            }
        } else {
            point(place, paper, computed)
        });
        if size == 9 {
            let names = Replay::new(9).names(&losing);
            tell(point("4.3, M = 9: the losing first moves", "E9 O9", names));
        }
    }
    Ok(())
}

fn table_2(tell: &mut dyn FnMut(Point)) -> Result<(), CircuitError> {
    let game = follow(9, TABLE_2, &Side::BOTH)?;
    tell(point(
        "Table 2, moves checked",
        "110",
        game.checked.to_string(),
    ));
    tell(point(
        "Table 2, both sides' moves",
        "all of most current",
        most(&game),
    ));
    tell(point("Table 2, winner", "SHORT", won(game.winner)));
    // Both sides play by the heuristic here: what follows E9 is determined if no tie changes who wins.
    let robot = Robot::new(Board::new(9).expect("a size of the paper"));
    let first = robot.board().parse_move("E9").expect("a move of the paper");
    let wins = robot.play_first(first)?.wins;
    tell(point(
        "4.3, M = 9: after E9, however ties are broken",
        "the second player wins",
        if wins == whole(0) {
            "the second player wins".to_owned()
        } else {
            format!("the first player wins with probability {wins}")
        },
    ));
    let board = Board::new(9).expect("a size of the paper");
    let mirror = |name: &str, side: Side| {
        let edge = board.parse_move(name).expect("a move of the paper");
        board.write_move(side, board.image(Symmetry::MirrorColumns, edge))
    };
    tell(slip(
        "Table 2, note a: the mirror image of E9, c9",
        "M9, o9",
        format!(
            "{}, {} in the table's own letters",
            mirror("E9", Side::Cut),
            mirror("c9", Side::Short)
        ),
    ));
    let b = Replay::after(9, "E9 c9");
    tell(point(
        "Table 2, note b: best edges at move 3",
        "C7 C11",
        b.names(&b.best()?.edges),
    ));
    let c = Replay::after(9, TABLE_2.split(" a15").next().expect("a prefix"));
    let best = c.best()?;
    let one = if best.classes.len() == 1 {
        "one"
    } else {
        "more than one"
    };
    tell(point(
        "Table 2, notes c and d: the chain at move 30",
        "B14 A15 in one class",
        format!("{} in {one} class", c.names(&best.edges)),
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_holds_but_for_its_slips() {
        let mut points = Vec::new();
        reproduce(&mut |point| points.push(point)).unwrap();
        for point in &points {
            assert_ne!(point.standing, Standing::Differs, "{point:#?}");
        }
        let slips: Vec<&str> = points
            .iter()
            .filter(|point| point.standing == Standing::Slip)
            .map(|point| point.place)
            .collect();
        assert_eq!(
            slips,
            [
                "Figure 2 b, flow of C3",
                "Table 1, C3: CUT's moves",
                "Table 1, C3: 19. C7",
                "Table 2, note a: the mirror image of E9, c9",
            ]
        );
        let of = |place: &str| {
            let found = points.iter().find(|point| point.place == place);
            found.unwrap().computed.clone()
        };
        assert!(of("Figure 2 b, flow of C3").starts_with("71/129"));
        assert_eq!(of("Table 1, C3: 19. C7"), "C7 6/13, G1 7/13, F2 7/13");
        assert!(of("Table 2, note a: the mirror image of E9, c9").starts_with("O9, q9"));
    }

    #[test]
    fn ties_are_noticed() {
        // On the empty board every vertical edge carries the same current.
        let all = ties(3, "A5 c5 C3 a1 B4 e3 E1 d2", &[Side::Cut]).unwrap();
        assert!(
            all.iter().any(|tie| tie.number == 5 && tie.chain),
            "{all:?}"
        );
        assert!(all.iter().all(|tie| tie.number != 3), "{all:?}");
        let loose = Tie {
            number: 7,
            edges: "A1 C3".to_owned(),
            chain: false,
            winner: None,
        };
        assert_eq!(
            determined(&[loose], Side::Short),
            "not uniquely at 7. A1 C3"
        );
    }

    #[test]
    fn a_wrong_move_would_be_noticed() {
        // The first game of Table 1 with its third move replaced.
        let moves = "A1 c1 E5 e3";
        let game = follow(4, moves, &[Side::Cut]).unwrap();
        assert_eq!(game.wrong, [("E5".to_owned(), "C3".to_owned())]);
    }
}
