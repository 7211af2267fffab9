//! Lattices, open or periodic, with every edge kept with a given probability.

use super::{Blueprint, Ends, Impossible, Rng, check_share, size, split};
use crate::graph::VertexId;
use rand::RngExt;

/// A lattice by its neighbourhoods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// Four neighbours in the plane.
    Square,
    /// Six neighbours in the plane: the square lattice with one diagonal of every cell.
    Triangular,
    /// Eight neighbours in the plane, as a king moves: both diagonals.
    King,
    /// Six neighbours in space.
    Cubic,
}

type Step = [i8; 3];

impl Lattice {
    /// One of the two directions of every line of the lattice.
    fn steps(self) -> &'static [Step] {
        const STEPS: [Step; 4] = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [-1, 1, 0]];
        match self {
            Self::Square => &STEPS[..2],
            Self::Triangular => &STEPS[..3],
            Self::King => &STEPS,
            Self::Cubic => &[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        }
    }

    fn dimensions(self) -> usize {
        if self == Self::Cubic { 3 } else { 2 }
    }
}

/// A lattice of `side` vertices in every dimension, numbered row by row; every edge is kept with the
/// probability `keep`. The terminals are opposite corners, or on a periodic lattice the first vertex
/// and the one farthest from it.
///
/// Nothing is held in memory: the edges are drawn twice, to be counted and to be listed.
///
/// # Errors
/// When the side is too small for two terminals (or, periodic, for neighbours to differ) or too
/// large, or `keep` is not from 0 to 1.
pub fn lattice(
    kind: Lattice,
    side: usize,
    keep: f64,
    periodic: bool,
    rng: &mut Rng,
) -> Result<Blueprint, Impossible> {
    let least = if periodic { 3 } else { 2 };
    if side < least {
        let how = if periodic { "periodic" } else { "open" };
        return Impossible::because(format!("side {side}: {how} lattices have {least} or more"));
    }
    check_share("share of edges kept", keep)?;
    let mut shape = Shape {
        kind,
        side,
        vertices: 0,
        periodic,
    };
    shape.vertices = size(shape.volume([0; 3]))?;
    let steps = kind.steps().iter();
    let all = steps.fold(0_u64, |sum, &step| sum.saturating_add(shape.volume(step)));
    let all = size(all)?;
    if keep >= 1.0 {
        return shape.blueprint(all, shape.edges());
    }
    let listing = split(rng);
    let kept = |mut rng: Rng| shape.edges().filter(move |_| rng.random::<f64>() < keep);
    let count = kept(listing.clone()).count();
    shape.blueprint(count, kept(listing))
}

#[derive(Clone, Copy)]
struct Shape {
    kind: Lattice,
    side: usize,
    vertices: usize,
    periodic: bool,
}

impl Shape {
    fn blueprint(
        self,
        edges: usize,
        all: impl Iterator<Item = Ends> + Send + 'static,
    ) -> Result<Blueprint, Impossible> {
        let blueprint = Blueprint::new(self.vertices, edges, all)?;
        if !self.periodic {
            return Ok(blueprint);
        }
        let far = (0..self.kind.dimensions()).fold(0, |far, _| far * self.side + self.side / 2);
        Ok(blueprint.between([0, far].map(VertexId::new)))
    }

    /// How many vertices have a neighbour by this step.
    fn volume(self, step: Step) -> u64 {
        let sides = step[..self.kind.dimensions()].iter();
        let lost = |step: i8| usize::from(step != 0 && !self.periodic);
        sides.fold(1_u64, |volume, &step| {
            ((self.side - lost(step)) as u64).saturating_mul(volume)
        })
    }

    fn edges(self) -> impl Iterator<Item = Ends> + Send + 'static {
        let steps = self.kind.steps();
        (0..self.vertices).flat_map(move |v| {
            let at = [
                v % self.side,
                v / self.side % self.side,
                v / self.side / self.side,
            ];
            let neighbours = steps.iter().filter_map(move |&step| self.step(at, step));
            neighbours.map(move |w| [v, w].map(VertexId::new))
        })
    }

    /// The vertex a step from this place, if there is one.
    fn step(self, at: [usize; 3], step: Step) -> Option<usize> {
        let mut next = 0;
        for axis in (0..self.kind.dimensions()).rev() {
            let moved = at[axis].wrapping_add_signed(isize::from(step[axis]));
            let moved = match moved {
                inside if inside < self.side => inside,
                _ if !self.periodic => return None,
                // Off one end by one: on at the other.
                over if over == self.side => 0,
                _ => self.side - 1,
            };
            next = next * self.side + moved;
        }
        Some(next)
    }
}
