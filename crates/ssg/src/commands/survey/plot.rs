//! A plot of shares with intervals, and laws as lines.

use std::fmt::Write as _;

/// Shares, from 0 to 1, over a parameter.
pub struct Plot {
    /// Above it.
    pub title: String,
    /// Below the axis of the parameter.
    pub axis: &'static str,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// One quantity at one size.
pub struct Series {
    /// For the legend.
    pub name: String,
    /// The number of its colour.
    pub color: usize,
    /// How pale it is: 0 for the largest size.
    pub faded: usize,
    /// What the law says.
    pub law: Vec<(f64, f64)>,
    /// What was found.
    pub marks: Vec<Mark>,
}

/// A share with its interval.
pub struct Mark {
    /// The parameter.
    pub x: f64,
    /// The share.
    pub y: f64,
    /// The interval.
    pub range: [f64; 2],
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
const COLORS: [&str; 5] = ["#c0392b", "#2471a3", "#7d8c2f", "#8e44ad", "#333333"];

/// Where shares and parameters are on the sheet.
struct Scale {
    x: [f64; 2],
}

impl Scale {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let across = (x - self.x[0]) / (self.x[1] - self.x[0]);
        [
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - y.clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM),
        ]
    }
}

impl Plot {
    /// The plot as a file.
    pub fn svg(&self) -> String {
        let scale = self.scale();
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' \
             font-family='sans-serif' font-size='12'>\n\
             <rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>\n\
             <text x='{LEFT}' y='24' font-size='14'>{}</text>\n",
            self.title
        );
        self.frame(&mut svg, &scale);
        for (index, series) in self.series.iter().enumerate() {
            draw(&mut svg, &scale, series);
            legend(&mut svg, index, series);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn scale(&self) -> Scale {
        let marks = self.series.iter().flat_map(|series| &series.marks);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for mark in marks {
            low = low.min(mark.x);
            high = high.max(mark.x);
        }
        // A single place, or none, has some room around it.
        if low >= high || !low.is_finite() {
            let middle = if low.is_finite() { low } else { 0.0 };
            (low, high) = (middle - 1.0, middle + 1.0);
        }
        let room = (high - low) * 0.03;
        Scale {
            x: [low - room, high + room],
        }
    }

    fn frame(&self, svg: &mut String, scale: &Scale) {
        let [left, bottom] = scale.at(scale.x[0], 0.0);
        let [right, top] = scale.at(scale.x[1], 1.0);
        for tenth in (0..=10).step_by(2) {
            let y = f64::from(tenth) / 10.0;
            let [_, at] = scale.at(scale.x[0], y);
            let _ = writeln!(
                svg,
                "<path stroke='#ddd' d='M{left:.1} {at:.1}H{right:.1}'/>\
                 <text x='{:.1}' y='{:.1}' text-anchor='end'>{y:.1}</text>",
                left - 6.0,
                at + 4.0
            );
        }
        for x in ticks(scale.x) {
            let [at, _] = scale.at(x, 0.0);
            let _ = writeln!(
                svg,
                "<path stroke='#ddd' d='M{at:.1} {bottom:.1}V{top:.1}'/>\
                 <text x='{at:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                bottom + 18.0,
                (x * 1e6).round() / 1e6
            );
        }
        let _ = writeln!(
            svg,
            "<path stroke='black' fill='none' d='M{left:.1} {top:.1}V{bottom:.1}H{right:.1}'/>\
             <text x='{:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
            f64::midpoint(left, right),
            HEIGHT - 12.0,
            self.axis
        );
    }
}

fn look(series: &Series) -> (&'static str, f64) {
    let color = COLORS[series.color % COLORS.len()];
    (color, 1.0 / (1.0 + 0.7 * series.faded as f64))
}

fn draw(svg: &mut String, scale: &Scale, series: &Series) {
    let (color, opacity) = look(series);
    if series.law.len() > 1 {
        let mut law = series.law.clone();
        law.sort_by(|a, b| a.0.total_cmp(&b.0));
        let path: Vec<String> = law
            .iter()
            .map(|&(x, y)| {
                let [x, y] = scale.at(x, y);
                format!("{x:.1} {y:.1}")
            })
            .collect();
        let _ = writeln!(
            svg,
            "<path d='M{}' fill='none' stroke='{color}' stroke-width='1.2' stroke-dasharray='5 3'/>",
            path.join("L")
        );
    }
    for mark in &series.marks {
        let [x, y] = scale.at(mark.x, mark.y);
        let [low, high] = mark.range.map(|y| scale.at(mark.x, y)[1]);
        let _ = writeln!(
            svg,
            "<g opacity='{opacity:.2}'><path stroke='{color}' d='M{x:.1} {low:.1}V{high:.1}'/>\
             <circle cx='{x:.1}' cy='{y:.1}' r='3' fill='{color}'/></g>"
        );
    }
}

fn legend(svg: &mut String, index: usize, series: &Series) {
    let (color, opacity) = look(series);
    let (x, y) = (WIDTH - RIGHT + 16.0, TOP + 12.0 + 18.0 * index as f64);
    let _ = writeln!(
        svg,
        "<circle cx='{x}' cy='{:.1}' r='4' fill='{color}' opacity='{opacity:.2}'/>\
         <text x='{}' y='{y:.1}'>{}</text>",
        y - 4.0,
        x + 10.0,
        series.name
    );
}

/// Round numbers, five to ten of them, within the range.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        for range in [[3.3, 5.1], [-21.0, 21.0], [90.0, 10_300.0], [0.0, 0.01]] {
            let found = ticks(range);
            assert!((3..=12).contains(&found.len()), "{found:?}");
            assert!(found.iter().all(|x| (range[0]..=range[1]).contains(x)));
        }
    }

    #[test]
    fn a_single_place_is_drawn() {
        let mark = Mark {
            x: 4.0,
            y: 0.5,
            range: [0.4, 0.6],
        };
        let series = Series {
            name: "short".to_owned(),
            color: 0,
            faded: 0,
            law: vec![(4.0, 0.5)],
            marks: vec![mark],
        };
        let plot = Plot {
            title: "t".to_owned(),
            axis: "c",
            series: vec![series],
        };
        let svg = plot.svg();
        assert!(svg.contains("<circle") && !svg.contains("NaN"), "{svg}");
    }
}
