//! The dialogues: the tournament protocol, and the Go Text Protocol.

use crate::bytes::Bytes;
use ssg::fuzz_api::{self, GtpBoard};
use switchyard::bridgit::Board;
use switchyard::player::Builtin;
use switchyard::switching::{Network, Position, Side};

/// The first byte chooses the protocol, and what follows who plays, on which board; the rest is what
/// the opponent or the controller says.
pub fn dialogue(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.below(4);
    let player = player(&mut bytes);
    match choice {
        0 => gtp(GtpBoard::Bridgit(board(&mut bytes)), player, bytes.rest()),
        1 => gtp(
            GtpBoard::Network(bytes.network(8, 16).into()),
            player,
            bytes.rest(),
        ),
        2 => {
            let network = (*board(&mut bytes).network()).as_ref().clone();
            protocol(network, player, bytes);
        }
        _ => protocol(bytes.network(8, 16), player, bytes),
    }
}

fn player(bytes: &mut Bytes<'_>) -> Builtin {
    match bytes.below(8) {
        0 => Builtin::Analog,
        1 => Builtin::MinCut,
        2 => Builtin::Greedy,
        3 => Builtin::Random,
        4 => Builtin::Perfect { strength: 0.5 },
        _ => Builtin::PERFECT,
    }
}

fn board(bytes: &mut Bytes<'_>) -> Board {
    Board::new(2 + bytes.below(4)).expect("sizes begin with 2")
}

/// Nothing but numbers is said, and who should win never gives up.
fn protocol(network: Network, player: Builtin, mut bytes: Bytes<'_>) {
    let sides = [(); 2].map(|()| Side::BOTH[bytes.below(2)]);
    let [side, first] = sides;
    let position = Position::new(network);
    let outcome = position.outcome();
    let (answered, _) = fuzz_api::protocol(position, player, sides, bytes.rest());
    let answered = String::from_utf8(answered).expect("numbers");
    let numbers: Vec<usize> = answered
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect();
    if player == Builtin::PERFECT && outcome.winner(first) == side {
        assert!(!numbers.contains(&0), "{side} should win, and gave up");
    }
}

/// Every response begins with its mark and ends with the one empty line that it has.
fn gtp(board: GtpBoard, player: Builtin, lines: &[u8]) {
    const MOST_LINES: usize = 60;
    let lines = lines.split_inclusive(|&byte| byte == b'\n');
    let harmless: Vec<u8> = lines
        .take(MOST_LINES)
        .filter(|line| is_harmless(line))
        .flatten()
        .copied()
        .collect();
    let said = fuzz_api::gtp(board, player, &harmless);
    let Some(said) = said.strip_suffix("\n\n") else {
        assert!(said.is_empty(), "{said:?}");
        return;
    };
    for response in said.split("\n\n") {
        assert!(response.starts_with(['=', '?']), "{response:?} in {said:?}");
    }
}

/// Whether the line touches no file and asks for no board that takes long.
fn is_harmless(line: &[u8]) -> bool {
    let text: String = String::from_utf8_lossy(line)
        .chars()
        .filter(|letter| !letter.is_control() || *letter == '\t')
        .collect();
    let touches_files = text.contains("sgf") || text.contains("network");
    let mut words = text.split_whitespace();
    let large = words.any(|word| word == "boardsize")
        && words
            .next()
            .is_some_and(|size| size.parse::<u32>().is_ok_and(|size| size > 8));
    !touches_files && !large
}
