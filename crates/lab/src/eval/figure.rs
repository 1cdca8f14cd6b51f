//! The errors of all documents as curves, in the shape of figure 8 of Kaser & Lemire 2007. Documents are sorted by
//! their error from left to right. Boilerplate that stayed is above the line, text that went below it. The height is
//! logarithmic.

use std::fmt::Write;

use super::bounds::{Errors, Outcome};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const COLOURS: [&str; 5] = ["#cc79a7", "#999999", "#d08000", "#4477cc", "#117733"];

/// An SVG with a panel for preambles and one for epilogues.
pub fn draw(outcomes: &[Outcome]) -> String {
    let (width, height) = (
        2.0 * (LEFT + WIDTH) + 20.0,
        TOP + HEIGHT + 40.0 + 18.0 * outcomes.len() as f64,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    panel(
        &mut svg,
        LEFT,
        "Preambles: lines left (above) or taken too much (below)",
        outcomes,
        |errors| errors.preamble,
    );
    panel(
        &mut svg,
        2.0 * LEFT + WIDTH,
        "Epilogues",
        outcomes,
        |errors| errors.epilogue,
    );
    for (at, outcome) in outcomes.iter().enumerate() {
        let y = TOP + HEIGHT + 40.0 + 18.0 * at as f64;
        let colour = COLOURS[at % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y}h30\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{}\" y=\"{}\">{}</text>",
            LEFT + 38.0,
            y + 4.0,
            outcome.method
        );
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, left: f64, title: &str, outcomes: &[Outcome], of: fn(&Errors) -> i64) {
    let most = outcomes
        .iter()
        .flat_map(|outcome| &outcome.errors)
        .map(|errors| of(errors).abs())
        .max()
        .unwrap_or(0)
        .max(10);
    let height = |error: i64| {
        let share = (1.0 + error.abs() as f64).ln() / (1.0 + most as f64).ln();
        TOP + HEIGHT / 2.0 - error.signum() as f64 * share * HEIGHT / 2.0
    };
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\">{title}</text><rect x=\"{left}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#ccc\"/>",
        TOP - 14.0
    );
    for tick in [-100, -10, -1, 0, 1, 10, 100] {
        if i64::abs(tick) <= most {
            let y = height(tick);
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {y:.1}h{WIDTH}\" stroke=\"#eee\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
                left - 6.0,
                y + 4.0
            );
        }
    }
    for (outcome, colour) in outcomes.iter().zip(COLOURS.iter().cycle()) {
        let mut errors: Vec<i64> = outcome.errors.iter().map(of).collect();
        errors.sort_unstable();
        let step = WIDTH / errors.len().max(2) as f64;
        let points: Vec<String> = errors
            .iter()
            .enumerate()
            .map(|(at, &error)| {
                format!(
                    "{:.1},{:.1}",
                    left + (at as f64 + 0.5) * step,
                    height(error)
                )
            })
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
}
