//! Line plots as SVG.

use std::ops::Range;
use std::path::Path;

use anyhow::anyhow;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

/// A line of a plot.
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// Points alone, without a line between them.
    pub scattered: bool,
}

/// A plot.
pub struct Plot<'a> {
    /// The title.
    pub title: &'a str,
    /// The label of the horizontal axis.
    pub x: &'a str,
    /// The label of the vertical axis.
    pub y: &'a str,
    /// Whether the horizontal axis is logarithmic; points at or below zero are left out.
    pub log_x: bool,
    /// Whether the vertical axis is logarithmic; points at or below zero are left out.
    pub log_y: bool,
    /// Where the legend covers no line.
    pub legend: SeriesLabelPosition,
    /// The lines.
    pub series: Vec<Series>,
}

impl Plot<'_> {
    /// Writes the plot to a file.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let shown = |&&(x, y): &&(f64, f64)| (!self.log_x || x > 0.0) && (!self.log_y || y > 0.0);
        let points = || {
            self.series
                .iter()
                .flat_map(|series| series.points.iter().filter(shown))
        };
        let (x, y) = (
            range(points().map(|point| point.0), self.log_x),
            range(points().map(|point| point.1), self.log_y),
        );
        let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
        let drawn = match (self.log_x, self.log_y) {
            (true, true) => self.draw(&area, x.log_scale(), y.log_scale()),
            (true, false) => self.draw(&area, x.log_scale(), y),
            (false, true) => self.draw(&area, x, y.log_scale()),
            (false, false) => self.draw(&area, x, y),
        };
        drawn.map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    fn draw<X, Y>(
        &self,
        area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
        x: X,
        y: Y,
    ) -> Result<(), Box<dyn std::error::Error>>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 22))
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(80)
            .build_cartesian_2d(x, y)?;
        let x_label = |value: &f64| label(*value, self.log_x);
        let y_label = |value: &f64| label(*value, self.log_y);
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_label_formatter(&x_label)
            .y_label_formatter(&y_label)
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 16))
            .light_line_style(WHITE)
            .draw()?;
        for (at, series) in self.series.iter().enumerate() {
            let color = COLORS[at % COLORS.len()];
            let shown =
                |&&(x, y): &&(f64, f64)| (!self.log_x || x > 0.0) && (!self.log_y || y > 0.0);
            let points = || series.points.iter().filter(shown).copied();
            if series.scattered {
                chart.draw_series(points().map(|point| Circle::new(point, 2, color.filled())))?
            } else {
                chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
                chart.draw_series(LineSeries::new(points(), color.stroke_width(2)))?
            }
            .label(&series.name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 3), (x + 14, y + 3)], color.filled()));
        }
        if self.series.len() > 1 {
            chart
                .configure_series_labels()
                .label_font(("sans-serif", 14))
                .background_style(WHITE.mix(0.9))
                .border_style(BLACK.mix(0.3))
                .position(self.legend.clone())
                .draw()?;
        }
        area.present()?;
        Ok(())
    }
}

/// Colours that differ also to the colour-blind (Okabe & Ito), then grey and brown; one for each line of a figure.
const COLORS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(120, 120, 120),
    RGBColor(128, 64, 0),
];

/// From the least to the largest value, with some room.
fn range(values: impl Iterator<Item = f64>, log: bool) -> Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match (low <= high, log) {
        (false, _) => 0.1..1.0,
        (true, true) => low / 1.3..high * 1.6,
        (true, false) => low.min(0.0)..if high > low { high * 1.08 } else { low + 1.0 },
    }
}

fn label(value: f64, log: bool) -> String {
    if log && !(0.01..10_000.0).contains(&value) {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A line of a figure through these points.
pub fn series(name: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
    Series {
        name: name.into(),
        points,
        scattered: false,
    }
}

/// Writes the rows of a figure or table as a file that other programs read.
pub fn write_tsv(
    out: &Path,
    name: &str,
    header: &str,
    rows: impl Iterator<Item = String>,
) -> anyhow::Result<()> {
    let text = format!("{header}\n{}", rows.collect::<String>());
    std::fs::write(out.join(name).with_extension("tsv"), text)?;
    Ok(())
}
