//! The reasons for the moves of the winning side, in words.

use switchyard::player::Shortening;
use switchyard::switching::Side;

/// Why `winner` makes a move, which is called `edge`, and not another winning move.
pub fn sentence(shortening: &Shortening, winner: Side, edge: &str) -> String {
    let [before, after] = shortening.resistance;
    let winning = shortening.winning;
    if after <= 0.0 || after.is_infinite() {
        return format!("{winner} wins with {edge}: the game is over.");
    }
    if winning == 1 {
        return format!("Only {edge} wins.");
    }
    let change = match winner {
        Side::Short => "lowers",
        Side::Cut => "raises",
    };
    format!(
        "{winning} moves win. Of those, {edge} {change} the resistance between the terminals most, from \
         {before:.2} to {after:.2}, so the game should be over soonest."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::player::Builtin;
    use switchyard::switching::{Network, Position};

    fn said(pairs: &[(usize, usize)], right: usize, side: Side) -> String {
        let network = Network::from_pairs(right + 1, (0, right), pairs).unwrap();
        let position = Position::new(network);
        let mut player = Builtin::PERFECT.sit(side, &position, 1);
        let edge = player.choose(&position).unwrap();
        sentence(player.shortening().unwrap(), side, &format!("edge {edge}"))
    }

    #[test]
    fn the_resistance_falls_for_short_and_rises_for_cut() {
        // Two double edges in a row are two halves of an ohm.
        assert_eq!(
            said(&[(0, 1), (0, 1), (1, 2), (1, 2)], 2, Side::Short),
            "4 moves win. Of those, edge 1 lowers the resistance between the terminals most, from 1.00 to 0.50, \
             so the game should be over soonest."
        );
        // Two paths of three edges each.
        let paths = [(0, 1), (1, 2), (2, 5), (0, 3), (3, 4), (4, 5)];
        assert_eq!(
            said(&paths, 5, Side::Cut),
            "6 moves win. Of those, edge 1 raises the resistance between the terminals most, from 1.50 to 3.00, \
             so the game should be over soonest."
        );
    }

    #[test]
    fn the_last_move_and_the_only_one() {
        assert_eq!(
            said(&[(0, 1)], 1, Side::Short),
            "SHORT wins with edge 1: the game is over."
        );
        let bridge = [(0, 1), (1, 2), (1, 2)];
        assert_eq!(said(&bridge, 2, Side::Short), "Only edge 1 wins.");
    }
}
