//! Which games a tournament consists of.

use crate::arena::match_runner::{MatchNetwork, Pairing, Rules};
use crate::cli::player_spec::PlayerSpec;
use crate::wire::tournament::{EntrantJson, TournamentHeader, TournamentNetwork};
use answers::hash::Fnv;
use answers::wire::record::Record;
use std::collections::HashMap;
use switchyard::switching::Side;

/// One game of the plan: indices into the players and networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// The round, from 1.
    pub round: u32,
    /// The network.
    pub network: usize,
    /// Who plays SHORT.
    pub short: usize,
    /// Who plays CUT.
    pub cut: usize,
    /// Who has the first move.
    pub first: Side,
}

/// All games of a tournament: every pair of players, on every network, with both sides and
/// both orders, in every round.
#[derive(Debug)]
pub struct Plan {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The networks.
    pub networks: Vec<MatchNetwork>,
    /// The games, in the order in which they are played.
    pub fixtures: Vec<Fixture>,
    seed: u64,
}

impl Plan {
    /// The plan for these players and networks.
    pub fn new(
        players: Vec<PlayerSpec>,
        networks: Vec<MatchNetwork>,
        rounds: u32,
        seed: u64,
    ) -> Self {
        let mut fixtures = Vec::new();
        for round in 1..=rounds {
            for network in 0..networks.len() {
                for one in 0..players.len() {
                    for other in one + 1..players.len() {
                        for (short, cut) in [(one, other), (other, one)] {
                            fixtures.extend(Side::BOTH.map(|first| Fixture {
                                round,
                                network,
                                short,
                                cut,
                                first,
                            }));
                        }
                    }
                }
            }
        }
        Self {
            players,
            networks,
            fixtures,
            seed,
        }
    }

    /// Who plays whom in this game.
    pub fn pairing(&self, fixture: &Fixture) -> Pairing<'_> {
        Pairing {
            short: &self.players[fixture.short],
            cut: &self.players[fixture.cut],
            first: fixture.first,
        }
    }

    /// The seed of a game: it depends on the game and not on when it is played. 53 bits, so that
    /// every JSON parser keeps it exactly.
    pub fn seed_of(&self, fixture: &Fixture) -> u64 {
        let mut hash = Fnv::new();
        hash.bytes(&self.seed.to_le_bytes());
        hash.number(fixture.round as usize);
        hash.text(&self.networks[fixture.network].fingerprint);
        hash.text(&self.players[fixture.short].name);
        hash.text(&self.players[fixture.cut].name);
        hash.number(usize::from(fixture.first == Side::Short));
        hash.value() >> 11
    }

    /// The game that a record belongs to, by the names in it.
    pub fn index(&self) -> impl Fn(&Record) -> Option<usize> + use<> {
        let key = |round, network: &str, short: &str, cut: &str, first| {
            let names = [network, short, cut].map(str::to_owned);
            (round, names, first)
        };
        let place = |(at, fixture): (usize, &Fixture)| {
            let network = self.networks[fixture.network].name();
            let (short, cut) = (&self.players[fixture.short], &self.players[fixture.cut]);
            let first = fixture.first;
            (
                key(fixture.round, &network, &short.name, &cut.name, first),
                at,
            )
        };
        let places: HashMap<_, usize> = self.fixtures.iter().enumerate().map(place).collect();
        move |record: &Record| {
            let (network, short) = (record.network.as_ref()?, record.short.as_ref()?);
            let key = key(
                record.round?,
                network,
                short,
                record.cut.as_ref()?,
                record.first.into(),
            );
            places.get(&key).copied()
        }
    }

    /// The identity of this tournament.
    pub fn header(&self, rules: &Rules, rounds: u32) -> TournamentHeader {
        let player = |player: &PlayerSpec| EntrantJson {
            name: player.name.clone(),
            identity: player.identity(),
        };
        let network = |network: &MatchNetwork| TournamentNetwork {
            file: network.name(),
            fingerprint: network.fingerprint.clone(),
            outcome: network.outcome.into(),
            vertices: network.start.network().graph().vertex_count(),
            edges: network.start.network().graph().edge_count(),
        };
        TournamentHeader {
            version: TournamentHeader::VERSION,
            players: self.players.iter().map(player).collect(),
            networks: self.networks.iter().map(network).collect(),
            time: rules.time.to_string(),
            limits: rules.limits.to_string(),
            seed: self.seed,
            rounds,
        }
    }
}
