//! The plots of the report, as SVG text.

use std::fmt::Write as _;

/// Text with HTML's special characters escaped.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// The colours of the series, as the style sheet calls them; after eight they repeat.
const SERIES: [&str; 8] = [
    "--short",
    "--short-2",
    "--cut",
    "--cut-2",
    "--win",
    "--more-1",
    "--more-2",
    "--lose",
];

/// The colour of the thing with this number.
pub fn colour(number: usize) -> String {
    format!("var({})", SERIES[number % SERIES.len()])
}

/// A value with an interval around it.
pub struct Interval {
    /// The label on the left.
    pub label: String,
    /// The lower end.
    pub low: f64,
    /// The value.
    pub middle: f64,
    /// The upper end.
    pub high: f64,
    /// The value in words.
    pub words: String,
}

/// Values and their intervals, one below the other on a common axis.
pub fn intervals(rows: &[Interval]) -> String {
    let height = 26.0 * rows.len() as f64 + 34.0;
    let mut svg = open(height, "values with intervals");
    let low = rows.iter().fold(0.0_f64, |low, row| low.min(row.low));
    let high = rows.iter().fold(0.0_f64, |high, row| high.max(row.high));
    let (from, to) = (LABELS + 10.0, WIDTH - 80.0);
    let place = |value: f64| from + (value - low) / (high - low).max(1e-9) * (to - from);
    let step = tick(high - low);
    let first = (low / step).ceil() as i64;
    for number in first..=(high / step).floor() as i64 {
        let value = number as f64 * step;
        let x = place(value);
        let _ = write!(
            svg,
            r#"<path class="grid" d="M{x:.1} 8V{:.1}"/>"#,
            height - 24.0
        );
        small(
            &mut svg,
            (x, height - 8.0),
            "middle",
            &format!("{value:+.0}"),
        );
    }
    for (at, row) in rows.iter().enumerate() {
        let y = 20.0 + 26.0 * at as f64;
        label(&mut svg, y + 4.0, &row.label);
        let _ = write!(
            svg,
            r#"<path class="bar" d="M{:.1} {y:.1}H{:.1}"/><circle class="dot" cx="{:.1}" cy="{y:.1}" r="4.5"><title>{}: {}</title></circle>"#,
            place(row.low),
            place(row.high),
            place(row.middle),
            escape(&row.label),
            escape(&row.words),
        );
        small(&mut svg, (WIDTH - 4.0, y + 4.0), "end", &row.words);
    }
    svg + "</svg>"
}

/// The distance between two marks of an axis: 1, 2 or 5 times a power of ten, some six of them.
fn tick(range: f64) -> f64 {
    let least = (range / 6.0).max(1.0);
    let power = 10_f64.powf(least.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|times| times * power >= least);
    power * times.unwrap_or(10.0)
}

/// A group of bars: its label and, for every series, a share from 0 to 1 with its words.
pub struct Group {
    /// The label on the left.
    pub label: String,
    /// The bars.
    pub bars: Vec<(f64, String)>,
}

const WIDTH: f64 = 760.0;
const LABELS: f64 = 190.0;

/// Horizontal bars in groups, a colour for each series.
pub fn grouped_bars(series: &[&str], groups: &[Group]) -> String {
    let bar = 12.0;
    let step = bar * series.len() as f64 + 14.0;
    let height = step * groups.len() as f64 + 40.0;
    let mut svg = open(height, "bars");
    legend(&mut svg, series.iter().map(|name| (*name).to_owned()));
    for (at, group) in groups.iter().enumerate() {
        let top = 30.0 + step * at as f64;
        label(
            &mut svg,
            top + bar * series.len() as f64 / 2.0 + 4.0,
            &group.label,
        );
        for (number, (share, words)) in group.bars.iter().enumerate() {
            let y = top + bar * number as f64;
            let _ = write!(
                svg,
                r#"<rect x="{LABELS}" y="{y:.1}" width="{:.1}" height="{:.1}" fill="{}"><title>{}</title></rect>"#,
                (share * (WIDTH - LABELS - 70.0)).max(0.5),
                bar - 2.0,
                colour(number),
                escape(words),
            );
            let _ = write!(
                svg,
                r#"<text class="small" x="{:.1}" y="{:.1}">{}</text>"#,
                LABELS + share * (WIDTH - LABELS - 70.0) + 5.0,
                y + bar - 3.0,
                escape(words),
            );
        }
    }
    svg + "</svg>"
}

/// Horizontal bars, each with one piece per series.
pub fn stacked_bars(series: &[&str], groups: &[(String, Vec<usize>)]) -> String {
    let height = 26.0 * groups.len() as f64 + 40.0;
    let mut svg = open(height, "stacked bars");
    legend(&mut svg, series.iter().map(|name| (*name).to_owned()));
    let longest = groups.iter().map(|(_, parts)| parts.iter().sum::<usize>());
    let scale = (WIDTH - LABELS - 20.0) / longest.max().unwrap_or(0).max(1) as f64;
    for (at, (name, parts)) in groups.iter().enumerate() {
        let y = 30.0 + 26.0 * at as f64;
        label(&mut svg, y + 14.0, name);
        let mut x = LABELS;
        for (number, &count) in parts.iter().enumerate() {
            let width = count as f64 * scale;
            let _ = write!(
                svg,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="18" fill="{}"><title>{}: {count} {}</title></rect>"#,
                colour(number),
                escape(name),
                series[number],
            );
            x += width;
        }
    }
    svg + "</svg>"
}

/// A point of a scatter plot; both values are positive.
pub struct Point {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// What it stands for.
    pub words: String,
}

/// A logarithmic axis over whole powers of ten, drawn between two places.
struct Axis {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        let low = low.log10().floor() as i32;
        let high = (high.log10().ceil() as i32).max(low + 1);
        Self {
            low,
            high,
            from,
            to,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + share * (self.to - self.from)
    }

    /// The powers of ten: their places and names.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        (self.low..=self.high).map(|power| (self.place(10_f64.powi(power)), power_of_ten(power)))
    }
}

/// Points of several series on logarithmic axes.
pub fn scatter(axes: [&str; 2], series: &[(String, Vec<Point>)]) -> String {
    let (height, left, right, bottom) = (360.0, 70.0, WIDTH - 20.0, 320.0);
    let mut svg = open(height + 24.0 * series.len().div_ceil(4) as f64, "scatter");
    let points = || series.iter().flat_map(|(_, points)| points);
    if points().next().is_none() {
        return svg + "</svg>";
    }
    let across = Axis::over(points().map(|point| point.x), left, right);
    let up = Axis::over(points().map(|point| point.y), bottom, 20.0);
    for (x, name) in across.ticks() {
        let _ = write!(svg, r#"<path class="grid" d="M{x:.1} 20V{bottom}"/>"#);
        small(&mut svg, (x, bottom + 14.0), "middle", &name);
    }
    for (y, name) in up.ticks() {
        let _ = write!(svg, r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#);
        small(&mut svg, (left - 6.0, y + 4.0), "end", &name);
    }
    for (number, (name, points)) in series.iter().enumerate() {
        for Point { x, y, words } in points {
            let _ = write!(
                svg,
                r#"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{}" fill-opacity=".7"><title>{}: {}</title></circle>"#,
                across.place(*x),
                up.place(*y),
                colour(number),
                escape(name),
                escape(words),
            );
        }
        let (column, row) = ((number % 4) as f64, (number / 4) as f64);
        key(
            &mut svg,
            left + 165.0 * column,
            height + 4.0 + 22.0 * row,
            number,
            name,
        );
    }
    small(&mut svg, (right, bottom + 28.0), "end", axes[0]);
    small(&mut svg, (4.0, 12.0), "start", axes[1]);
    svg + "</svg>"
}

fn small(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let _ = write!(
        svg,
        r#"<text class="small" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#,
        escape(text),
    );
}

fn power_of_ten(power: i32) -> String {
    match power {
        -3..=4 => format!("{}", 10_f64.powi(power)),
        _ => format!("10^{power}"),
    }
}

fn open(height: f64, what: &str) -> String {
    format!(r#"<svg viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{what}">"#)
}

fn label(svg: &mut String, y: f64, text: &str) {
    let _ = write!(
        svg,
        r#"<text x="{:.1}" y="{y:.1}" text-anchor="end">{}</text>"#,
        LABELS - 8.0,
        escape(&shortened(text)),
    );
}

fn legend(svg: &mut String, names: impl Iterator<Item = String>) {
    for (number, name) in names.enumerate() {
        key(svg, LABELS + 140.0 * number as f64, 16.0, number, &name);
    }
}

fn key(svg: &mut String, x: f64, y: f64, number: usize, name: &str) {
    let _ = write!(
        svg,
        r#"<rect x="{x:.1}" y="{:.1}" width="10" height="10" fill="{}"/><text class="small" x="{:.1}" y="{y:.1}">{}</text>"#,
        y - 9.0,
        colour(number),
        x + 15.0,
        escape(&shortened(name)),
    );
}

/// A name that fits beside a plot: its end is more distinctive than its beginning.
fn shortened(name: &str) -> String {
    const FITS: usize = 24;
    let length = name.chars().count();
    if length <= FITS {
        return name.to_owned();
    }
    let end: String = name.chars().skip(length - FITS + 1).collect();
    format!("…{end}")
}
