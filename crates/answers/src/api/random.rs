//! Random networks of a given size and outcome.

use crate::wire::network::NetworkJson;
use crate::wire::random::{MadeJson, RandomJson};
use crate::{Answered, ApiError, Limits};
use switchyard::Rng;
use switchyard::budget::Budget;
use switchyard::generate::{Blueprint, Impossible, PAIRS};
use switchyard::generate::{connected_soon, planted, with_outcome_and_choice};
use switchyard::switching::{Network, Outcome, Position};

/// How many edges may go by in the search for a network with an outcome: a second or two.
const EFFORT: usize = 1_000_000;

/// Makes a connected simple network with these numbers of nodes and edges, and the outcome asked for. It
/// follows from the seed of the question; where that has none, from `seed`.
///
/// # Errors
/// When there is no such network, or none was found.
pub fn make(wish: &RandomJson, limits: &Limits, budget: &Budget, seed: u64) -> Answered<MadeJson> {
    limits.check_size(wish.nodes, wish.edges)?;
    let seed = wish.seed.unwrap_or(seed);
    let mut rng = Rng::from_seed(seed);
    // On each graph the search looks at several pairs of terminals.
    let mut graphs_left = 1 + EFFORT / (PAIRS * wish.edges.max(1));
    let mut any = |rng: &mut Rng| {
        if graphs_left == 0 {
            let reason = "none of the networks tried has the outcome asked for; it is rare, or does \
                not exist, at this size";
            return Impossible::by_chance(reason);
        }
        graphs_left -= 1;
        if budget.spend(wish.edges as u64, 0).is_err() {
            return Impossible::because("the search was ended");
        }
        let made = connected_soon(wish.nodes, wish.edges, limits.heavy_edges, rng);
        made.map(|(made, _)| made)
    };
    let two_trees = |rng: &mut Rng| planted(wish.nodes, wish.edges, rng);
    let outcome = match (wish.outcome.map(Outcome::from), wish.winning_moves) {
        (Some(Outcome::Short | Outcome::Cut), Some(_)) => {
            let reason = "a side that wins even moving second wins with every move: a number of winning \
                moves is for boards that whoever moves first wins";
            return Err(ApiError::invalid("winning_moves", reason));
        }
        (None, Some(_)) => Some(Outcome::First),
        (wanted, _) => wanted,
    };
    let room = wish.edges >= 2 * wish.nodes.saturating_sub(1);
    let is_won_by = |wanted: Outcome| {
        move |network: &Network| {
            let position = Position::new(network.clone());
            let Some(most) = wish.winning_moves else {
                return position.outcome() == wanted;
            };
            let verdict = position.solve();
            let moves = [&verdict.winning.short, &verdict.winning.cut];
            verdict.outcome == wanted && moves.iter().all(|moves| moves.len() <= most)
        }
    };
    let network = match outcome {
        None => any(&mut rng).map(Blueprint::build),
        // Where two trees fit they are planted: a uniform graph may miss them for ever.
        Some(Outcome::Short) if room => {
            with_outcome_and_choice(&mut rng, two_trees, is_won_by(Outcome::Short))
        }
        Some(wanted) => with_outcome_and_choice(&mut rng, any, is_won_by(wanted)),
    };
    let error = |reason: Impossible| ApiError::impossible("edges", &reason);
    budget.spend(0, 0)?;
    Ok(MadeJson {
        network: NetworkJson::of(&network.map_err(error)?),
        seed,
    })
}
