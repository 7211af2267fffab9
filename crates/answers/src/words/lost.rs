//! The reasons for the moves of the losing side, in words.

use switchyard::player::{Expected, Model, Reason};
use switchyard::switching::Side;

/// An opponent is said to err when its reply is an error at least this often.
const LIKELY: f64 = 0.5;

/// Why `loser` makes a move, which is called `edge`, in a position that it loses against perfect play.
pub fn sentence(reason: &Reason, loser: Side, edge: &str) -> String {
    let winner = loser.other();
    if let Some(opponent) = reason.refutes {
        return format!(
            "{loser} would lose against perfect play, but {edge} begins a line that beats {}, whichever \
             of the moves that it finds equally good it makes.",
            opponent.name()
        );
    }
    let why = format!("{loser} loses against perfect play and hopes for an error");
    let count = replies(reason, winner);
    let habits = habits_that_err(reason);
    let next = match habits.as_slice() {
        [] if reason.winning >= reason.replies => {
            " The move threatens nothing; it only delays the end.".to_owned()
        }
        [] => String::new(),
        habits => format!(
            " A reply with {} is likely to be an error.",
            habits.join(" or ")
        ),
    };
    format!("{why}: after {edge}, {count}.{next}")
}

fn replies(reason: &Reason, winner: Side) -> String {
    let Reason {
        winning, replies, ..
    } = *reason;
    match (winning, replies) {
        (1, 1) => format!("{winner}'s only reply still wins"),
        _ if winning >= replies => format!("each of {winner}'s {replies} replies still wins"),
        (1, _) => format!("only 1 of {winner}'s {replies} replies still wins"),
        _ => format!("{winning} of {winner}'s {replies} replies still win"),
    }
}

/// The models whose next reply is likely to be an error.
pub fn erring(reason: &Reason) -> Vec<Model> {
    let likely = |expected: &&Expected| expected.error >= LIKELY;
    let models = reason.expected.iter().filter(likely);
    models.map(|expected| expected.model).collect()
}

/// What fallible opponents look for, where it misleads them.
fn habits_that_err(reason: &Reason) -> Vec<&'static str> {
    let habit = |model: Model| match model {
        Model::Greedy => Some("an edge on a shortest route"),
        Model::MinCut => Some("an edge of a smallest cut"),
        Model::Analog => Some("an edge with the most current"),
        _ => None,
    };
    erring(reason).into_iter().filter_map(habit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::player::Builtin;
    use switchyard::switching::{Network, Position};

    /// Two double edges in a row, which SHORT wins moving second.
    fn position() -> Position {
        let pairs = [(0, 1), (0, 1), (1, 2), (1, 2)];
        Position::new(Network::from_pairs(3, (0, 2), &pairs).unwrap())
    }

    #[test]
    fn of_three_replies_one_keeps_the_win() {
        let mut player = Builtin::PERFECT.sit(Side::Cut, &position(), 1);
        player.choose(&position()).unwrap();
        let said = sentence(player.reason().unwrap(), Side::Cut, "edge 1");
        // All three are on shortest routes, and two of them are errors.
        assert_eq!(
            said,
            "CUT loses against perfect play and hopes for an error: after edge 1, only 1 of SHORT's 3 replies \
             still wins. A reply with an edge on a shortest route is likely to be an error."
        );
    }
}
