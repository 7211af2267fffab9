//! The chess clock: it runs only while its side thinks.

use super::limits::ClockKind;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};
use switchyard::switching::Network;

/// How much time a side has for a whole game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeControl {
    /// By the size of the network.
    Auto,
    /// The same for every network.
    Fixed(Duration),
}

impl TimeControl {
    /// The limit on this network. `auto` gives 10 s + m·(n + m) µs, at most an hour: enough for a
    /// program that takes linear time per move in a slow language.
    pub fn limit(self, network: &Network) -> Duration {
        match self {
            Self::Fixed(limit) => limit,
            Self::Auto => {
                let graph = network.graph();
                let (n, m) = (graph.vertex_count() as f64, graph.edge_count() as f64);
                Duration::from_secs_f64((10.0 + 1e-6 * m * (n + m)).min(3600.0))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let seconds: f64 = text
            .parse()
            .map_err(|_| "write a number of seconds, or `auto`".to_owned())?;
        if !(0.001..=1e6).contains(&seconds) {
            return Err("the time for a game is 0.001 to 1000000 seconds".to_owned());
        }
        Ok(Self::Fixed(Duration::from_secs_f64(seconds)))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Fixed(limit) => write!(f, "{}", limit.as_secs_f64()),
        }
    }
}

/// One side's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    kind: ClockKind,
    limit: Duration,
    used: Duration,
}

/// A clock of processor time also bounds wall-clock time, by this multiple of the limit plus
/// [`LEAST_WALL`]: a program that sleeps must not delay the game for ever.
const WALL_PER_CPU: u32 = 10;
const LEAST_WALL: Duration = Duration::from_secs(10);

impl Clock {
    /// A clock of which nothing is used yet.
    pub fn new(kind: ClockKind, limit: Duration) -> Self {
        let used = Duration::ZERO;
        Self { kind, limit, used }
    }

    /// What it measures.
    pub fn kind(&self) -> ClockKind {
        self.kind
    }

    /// The time for the whole game.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// When the time is up, if the side starts to think at `start`; a clock of processor time sets only a
    /// generous bound.
    pub fn deadline(&self, start: Instant) -> Instant {
        match self.kind {
            ClockKind::Wall => start + self.limit.saturating_sub(self.used),
            ClockKind::Cpu => start + self.limit * WALL_PER_CPU + LEAST_WALL,
        }
    }

    /// Sets the clock to what was used in all.
    pub fn set(&mut self, used: Duration) {
        self.used = self.used.max(used);
    }

    /// Adds to the time that the side has used.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
    }

    /// Whether the time is up.
    pub fn is_up(&self) -> bool {
        self.used > self.limit
    }

    /// The time that the side has used so far.
    pub fn used(&self) -> Duration {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use switchyard::graph::{Graph, VertexId};

    #[test]
    fn time_controls_read_and_scale() {
        assert_eq!("auto".parse(), Ok(TimeControl::Auto));
        let half = TimeControl::Fixed(Duration::from_millis(500));
        assert_eq!("0.5".parse(), Ok(half));
        for bad in ["", "x", "-1", "0", "inf", "NaN", "1e9"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
        let path = Graph::from_pairs(2000, &vec![(0, 1); 5000]);
        let network = Network::new(path, VertexId::new(0), VertexId::new(1)).unwrap();
        let seconds = TimeControl::Auto.limit(&network).as_secs_f64();
        assert!((45.0 - seconds).abs() < 1e-9);
        assert_eq!(half.limit(&network), Duration::from_millis(500));
    }
}
