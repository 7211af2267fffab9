//! Every sentence for people, once. The functions take facts and know neither JSON nor terminals, so that
//! the page, the terminal and every other shell say the same.

pub mod announcements;
pub mod chase;
pub mod coins;
pub mod explanation;
pub mod lost;
pub mod principal;
pub mod proof;
pub mod puzzle;
pub mod verdict;
pub mod won;

use switchyard::player::Player;
use switchyard::switching::Side;

/// Why the player of `side` has chosen its move, which is called `edge`; `None` if it gives no reason.
pub fn why(player: &dyn Player, side: Side, edge: &str) -> Option<String> {
    match (player.reason(), player.shortening()) {
        (Some(reason), _) => Some(lost::sentence(reason, side, edge)),
        (None, Some(shortening)) => Some(won::sentence(shortening, side, edge)),
        (None, None) => None,
    }
}

/// A list with commas; of a long one, how many more there are.
fn list<T: ToString>(items: &[T], shown: usize) -> String {
    let mut words: Vec<String> = items.iter().take(shown).map(T::to_string).collect();
    let more = items.len() - words.len();
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

/// The same in braces.
fn set<T: ToString>(items: &[T], shown: usize) -> String {
    format!("{{{}}}", list(items, shown))
}
