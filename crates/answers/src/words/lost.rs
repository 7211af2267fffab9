//! The reasons for the moves of the losing side, in words.

use switchyard::player::{Expected, Model, Reason};

/// An opponent is said to err when its reply is an error at least this often.
const LIKELY: f64 = 0.5;

/// Why a move was made in a position that is lost under perfect play.
pub fn sentence(reason: &Reason) -> String {
    let edge = reason.edge;
    if let Some(opponent) = reason.refutes {
        return format!(
            "The position is lost under perfect play, but edge {edge} begins a line that beats {} \
             whatever ties it draws.",
            opponent.name()
        );
    }
    let count = replies(reason);
    let habits = habits_that_err(reason);
    let next = match habits.as_slice() {
        [] if reason.winning >= reason.replies => {
            " No move threatens anything; this one makes the win take longest.".to_owned()
        }
        [] => String::new(),
        habits => format!(
            " A reply with {} is likely to be an error.",
            habits.join(" or ")
        ),
    };
    format!("The position is lost, so edge {edge} plays for an error: {count}.{next}")
}

fn replies(reason: &Reason) -> String {
    let keep = if reason.winning == 1 { "keeps" } else { "keep" };
    format!(
        "{} of {} replies {keep} the win",
        reason.winning, reason.replies
    )
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
    use switchyard::switching::{Network, Position, Side};

    /// Two double edges in a row, which SHORT wins moving second.
    fn position() -> Position {
        let pairs = [(0, 1), (0, 1), (1, 2), (1, 2)];
        Position::new(Network::from_pairs(3, (0, 2), &pairs).unwrap())
    }

    #[test]
    fn of_three_replies_one_keeps_the_win() {
        let mut player = Builtin::PERFECT.sit(Side::Cut, &position(), 1);
        player.choose(&position()).unwrap();
        let said = sentence(player.reason().unwrap());
        // All three are on shortest routes, and two of them are errors.
        let rest = said.strip_prefix("The position is lost, so edge 1 plays for an error: ");
        assert_eq!(
            rest,
            Some(
                "1 of 3 replies keeps the win. A reply with an edge on a shortest route is likely to \
                 be an error."
            )
        );
    }
}
