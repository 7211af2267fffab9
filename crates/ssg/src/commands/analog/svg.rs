//! Plots as SVG: points and lines over two axes, and maps of boards.

use std::fmt::Write as _;

/// A plot of y over x.
pub struct Plot {
    /// The title.
    pub title: &'static str,
    /// The names of the axes.
    pub axes: [&'static str; 2],
    /// The range of x.
    pub x: [f64; 2],
    /// The range of y.
    pub y: [f64; 2],
    /// Where the y axis is marked, and with what.
    pub marks: Vec<(f64, String)>,
    /// The series.
    pub series: Vec<Series>,
}

/// A series of a plot.
pub struct Series {
    /// Its name; the legend shows it.
    pub name: String,
    /// Its colour.
    pub color: &'static str,
    /// Whether the points are joined by a line rather than drawn.
    pub joined: bool,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

impl Plot {
    /// The plot as a file.
    pub fn svg(&self) -> String {
        let mut svg = head(WIDTH, HEIGHT, self.title);
        self.frame(&mut svg);
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut svg, series);
            let y = TOP + 16.0 + 16.0 * index as f64;
            let x = WIDTH - RIGHT - 170.0;
            let color = series.color;
            // The legend shows what is drawn, on a ground of its own.
            let sign = if series.joined {
                format!(
                    "<path d='M{} {}h16' stroke='{color}' stroke-width='1.5'/>",
                    x - 8.0,
                    y - 4.0
                )
            } else {
                format!("<circle cx='{x}' cy='{}' r='4' fill='{color}'/>", y - 4.0)
            };
            let _ = writeln!(
                svg,
                "<rect x='{}' y='{}' width='180' height='16' fill='#fff'/>{sign}<text x='{}' y='{y}'>{}</text>",
                x - 12.0,
                y - 12.0,
                x + 12.0,
                series.name
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let across = (x - self.x[0]) / (self.x[1] - self.x[0]);
        let up = (y - self.y[0]) / (self.y[1] - self.y[0]);
        (
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )
    }

    fn frame(&self, svg: &mut String) {
        let (left, bottom) = self.place((self.x[0], self.y[0]));
        let (right, top) = self.place((self.x[1], self.y[1]));
        for (y, name) in &self.marks {
            let (_, at) = self.place((self.x[0], *y));
            let _ = writeln!(
                svg,
                "<path class='grid' d='M{left} {at:.1}H{right}'/>\
                 <text x='{}' y='{:.1}' text-anchor='end'>{name}</text>",
                left - 6.0,
                at + 4.0
            );
        }
        let step = if self.x[1] > 40.0 { 10 } else { 2 };
        for x in (0..=self.x[1] as usize).step_by(step) {
            if (x as f64) < self.x[0] {
                continue;
            }
            let (at, _) = self.place((x as f64, self.y[0]));
            let _ = writeln!(
                svg,
                "<path class='grid' d='M{at:.1} {bottom}V{top}'/>\
                 <text x='{at:.1}' y='{}' text-anchor='middle'>{x}</text>",
                bottom + 18.0
            );
        }
        let _ = writeln!(
            svg,
            "<path class='axis' d='M{left} {top}V{bottom}H{right}'/>\
             <text x='{}' y='{}' text-anchor='middle'>{}</text>\
             <text transform='translate(16 {}) rotate(-90)' text-anchor='middle'>{}</text>",
            f64::midpoint(left, right),
            HEIGHT - 10.0,
            self.axes[0],
            f64::midpoint(top, bottom),
            self.axes[1]
        );
    }

    fn draw(&self, svg: &mut String, series: &Series) {
        let places = series.points.iter().map(|&point| self.place(point));
        let color = series.color;
        if series.joined {
            let path: Vec<String> = places.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let _ = writeln!(
                svg,
                "<path d='M{}' fill='none' stroke='{color}' stroke-width='1.5'/>",
                path.join("L")
            );
        } else {
            for (x, y) in places {
                let _ = writeln!(
                    svg,
                    "<circle cx='{x:.1}' cy='{y:.1}' r='3' fill='{color}'/>"
                );
            }
        }
    }
}

/// A map of a board's vertical edges: the share of games won after each as a first move.
pub struct Map {
    /// What it shows.
    pub name: String,
    /// Row by row.
    pub rows: Vec<Vec<f64>>,
}

/// First moves that lose every game, and those that lose some.
const LOSES: &str = "#b03030";
const TIES: &str = "#e0a030";

/// The cells that `has` chooses, as a path: one rectangle for each run within a row.
fn runs(rows: &[Vec<f64>], has: impl Fn(f64) -> bool) -> String {
    let mut path = String::new();
    for (y, row) in rows.iter().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|&a, &b| has(a) == has(b)) {
            let length = run.len();
            if has(run[0]) {
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            x += length;
        }
    }
    path
}

/// Several maps in rows of four.
pub fn maps(title: &'static str, maps: &[Map]) -> String {
    const SIDE: f64 = 150.0;
    const GAP: f64 = 20.0;
    let lines = maps.len().div_ceil(4) as f64;
    let width = 4.0 * (SIDE + GAP) + GAP;
    let mut svg = head(width, 40.0 + lines * (SIDE + 40.0), title);
    for (index, map) in maps.iter().enumerate() {
        let left = GAP + (index % 4) as f64 * (SIDE + GAP);
        let top = 60.0 + (index / 4) as f64 * (SIDE + 40.0);
        let _ = writeln!(
            svg,
            "<text x='{left}' y='{}'>{}</text>",
            top - 6.0,
            map.name
        );
        let _ = writeln!(
            svg,
            "<rect x='{left}' y='{top}' width='{SIDE}' height='{SIDE}' fill='#dbe7f3'/>"
        );
        let cell = SIDE / map.rows.len() as f64;
        // One path per colour in units of a cell: a rectangle per cell makes a file ten times as long.
        for (color, has) in [
            (LOSES, (|wins| wins <= 0.0) as fn(f64) -> bool),
            (TIES, |wins| wins > 0.0 && wins < 1.0),
        ] {
            let path = runs(&map.rows, has);
            if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path transform='translate({left} {top}) scale({cell})' fill='{color}' d='{path}'/>"
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn head(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' \
         font-family='sans-serif' font-size='12'>\n\
         <style>.grid{{stroke:#ddd}}.axis{{stroke:#333;fill:none}}</style>\n\
         <rect width='{width}' height='{height}' fill='#fff'/>\n\
         <text x='{}' y='24' text-anchor='middle' font-size='15'>{title}</text>\n",
        width / 2.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_the_chosen_cells_and_no_others() {
        let rows = vec![
            vec![0.0, 0.0, 1.0, 0.0],
            vec![1.0; 4],
            vec![0.5, 0.0, 0.0, 0.0],
        ];
        assert_eq!(
            runs(&rows, |wins| wins <= 0.0),
            "M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z"
        );
        assert_eq!(runs(&rows, |wins| wins > 0.0 && wins < 1.0), "M0 2h1v1h-1z");
        assert_eq!(runs(&rows, |wins| wins > 1.0), "");
    }
}
