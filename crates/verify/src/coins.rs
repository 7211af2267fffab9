//! Coins: the labels of small digraphs by every engine, and every sum of one to three coins.

use crate::{Findings, Range, Subject};
use switchyard::coins::Engine;
use switchyard::coins::check;
use switchyard::coins::{Game, Outcome, Position, Rating, Value};
use switchyard::graph::Digraph;
use switchyard_oracle::coins::{coins_at, four_steps, outcomes};
use switchyard_oracle::graphs::digraph as digraph_of;

/// The most coins of a sum.
const COINS: u32 = 3;

pub(super) fn digraphs(subject: &Subject, nodes: usize, range: Range, findings: &mut Findings) {
    for number in range.0..range.1 {
        let digraph = digraph_of(nodes, number);
        findings.covered.digraphs += 1;
        examine_labels(subject, &digraph, findings);
        let labels = (subject.label)(&digraph, Engine::choose(&digraph));
        let game = Game::with_labels(digraph, labels);
        for coins in 1..=COINS {
            let product = Product {
                outcomes: outcomes(game.digraph(), coins),
                game: &game,
                coins,
            };
            product.examine(findings);
        }
    }
}

/// The paper's labels, by every engine, with counters that the checker accepts.
fn examine_labels(subject: &Subject, digraph: &Digraph<'_>, findings: &mut Findings) {
    let expected = four_steps(digraph);
    for engine in Engine::ALL {
        let labels = (subject.label)(digraph, engine);
        let found: Vec<Value> = labels.iter().map(Value::from).collect();
        findings.agree(&found, &expected, || {
            format!("the labels by {engine:?} of {digraph:?}")
        });
        if let Err(why) = check(digraph, &labels) {
            findings.disagree(|| format!("the labels by {engine:?} of {digraph:?}: {why}"));
        }
    }
}

/// Every placing of some coins, with the outcomes by retrograde analysis.
struct Product<'g> {
    game: &'g Game<'g>,
    coins: u32,
    outcomes: Vec<Outcome>,
}

impl Product<'_> {
    fn examine(&self, findings: &mut Findings) {
        let nodes = self.game.digraph().node_count();
        for place in 0..self.outcomes.len() {
            let coins = coins_at(place, nodes, self.coins);
            // One order of the coins stands for all.
            if coins.is_sorted() {
                findings.covered.sums += 1;
                self.examine_sum(&Position::new(coins), findings);
            }
        }
        self.examine_progress(findings);
    }

    fn place(&self, position: &Position) -> usize {
        let nodes = self.game.digraph().node_count();
        let coins = position.coins().iter().rev();
        coins.fold(0, |place, coin| place * nodes + coin.index())
    }

    fn outcome(&self, position: &Position) -> Outcome {
        self.outcomes[self.place(position)]
    }

    /// The outcome, every move with its rating, and the move to make.
    fn examine_sum(&self, position: &Position, findings: &mut Findings) {
        let game = self.game;
        let told = || format!("{:?} of {:?}", position.coins(), game.digraph());
        findings.agree(&game.outcome(position), &self.outcome(position), told);
        let mut best = None;
        for rated in game.moves(position) {
            let next = position.push(game.digraph(), rated.push);
            let next = next.expect("a move along an arc");
            let rating = match self.outcome(&next) {
                Outcome::First => Rating::Loses,
                Outcome::Draw => Rating::Draws,
                Outcome::Second => Rating::Wins,
            };
            findings.agree(&rated.rating, &rating, || {
                format!("{:?} in {}", rated.push, told())
            });
            best = best.max(Some(rating));
        }
        let chosen = game.best(position).map(|best| best.rating);
        findings.agree(&chosen, &best, || format!("the move to make in {}", told()));
    }

    /// Winning play ends: from a position that the opponent has lost, through any reply of the
    /// opponent's and the winner's answer to it, no way leads round to the same position.
    fn examine_progress(&self, findings: &mut Findings) {
        let mut state = vec![Visit::New; self.outcomes.len()];
        let nodes = self.game.digraph().node_count();
        for place in 0..self.outcomes.len() {
            let coins = coins_at(place, nodes, self.coins);
            if self.outcomes[place] == Outcome::Second
                && coins.is_sorted()
                && self.goes_round(&Position::new(coins.clone()), &mut state)
            {
                findings.disagree(|| {
                    let digraph = self.game.digraph();
                    format!("winning play from {coins:?} goes round on {digraph:?}")
                });
            }
        }
    }

    fn goes_round(&self, lost: &Position, state: &mut [Visit]) -> bool {
        let place = self.place(lost);
        match state[place] {
            Visit::Done => return false,
            Visit::OnTheWay => return true,
            Visit::New => state[place] = Visit::OnTheWay,
        }
        let digraph = self.game.digraph();
        let round = lost.pushes(digraph).into_iter().any(|push| {
            let won = lost.push(digraph, push).expect("a move along an arc");
            let answer = self.game.best(&won);
            // A wrong answer is a disagreement of its own: the play that matters ends there.
            let next = answer.and_then(|best| won.push(digraph, best.push).ok());
            let next = next.filter(|next| self.outcome(next) == Outcome::Second);
            next.is_some_and(|next| self.goes_round(&next, state))
        });
        state[place] = Visit::Done;
        round
    }
}

/// How far a walk has come with a place.
#[derive(Clone, Copy)]
enum Visit {
    New,
    OnTheWay,
    Done,
}
