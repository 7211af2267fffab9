//! The perfect player's policy in lost games, against the one that it replaced.

use switchyard::player::{Builtin, Policy};
use switchyard_experiments::league::{Entrant, Family, lost_games, threshold};

/// On networks that a fixed seed draws it steals clearly more games than the player that leaves the fewest
/// winning replies.
#[test]
fn it_steals_more_than_the_fewest_winning_replies() {
    let mut rng = switchyard::Rng::from_seed(90);
    let family = Family {
        name: "threshold 24",
        networks: threshold(24, 3, &mut rng).unwrap(),
    };
    let others = ["analog", "min-cut", "greedy"].map(|name| name.parse::<Builtin>().unwrap());
    let stolen = |hero: &Entrant| {
        let score = lost_games(&family, hero, &others, 1, 90);
        assert_eq!(score.played, 54);
        score.stolen
    };
    let old = stolen(&Entrant::fewest_replies());
    let new = stolen(&Entrant::with_policy("perfect", Policy::default()));
    assert!(4 * new >= 5 * old && new >= old + 5, "{new}, {old} before");
}
