//! How many bands of how many hashes find a similarity.

/// The number of hashes of a sketch.
pub const SLOTS: usize = 128;

/// The most bands for similarities of .5 and more: memory grows with their number.
const MOST_BANDS: usize = 6;

/// The part of the pairs with just the wanted similarity that may be missed.
const MISSED: f64 = 0.02;

/// The longest bands that are of use: they exclude similarities that are far below.
const MOST_ROWS: usize = 12;

/// Bands of hashes: two documents are candidates if all hashes of one band are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// The number of bands.
    pub number: usize,
    /// The number of hashes in each.
    pub rows: usize,
}

impl Bands {
    /// The longest bands, of at most six, that find at least 98 of 100 pairs with a similarity. Below .5 there are more than six
    /// bands, of one hash each; below .03, 128 bands are all there are, and find fewer pairs.
    ///
    /// ```
    /// use neardup::Bands;
    /// assert_eq!(Bands::for_similarity(0.8), Bands { number: 6, rows: 3 });
    /// assert!(Bands::for_similarity(0.8).recall(0.8) > 0.98);
    /// ```
    ///
    /// # Panics
    /// If the similarity is not above 0 and at most 1.
    #[must_use]
    pub fn for_similarity(similarity: f64) -> Self {
        assert!(
            similarity > 0.0 && similarity <= 1.0,
            "a similarity from 0 to 1"
        );
        let enough = |rows: usize| {
            let agree = similarity.powi(rows as i32);
            match agree {
                1.0.. => 1,
                // Near 0, 1 - agree would be 1.
                _ => (MISSED.ln() / (-agree).ln_1p()).ceil() as usize,
            }
        };
        let rows = (1..=MOST_ROWS)
            .rev()
            .find(|&rows| enough(rows) <= MOST_BANDS);
        let rows = rows.unwrap_or(1);
        Bands {
            number: enough(rows).min(SLOTS),
            rows,
        }
    }

    /// The probability that a pair with a similarity agrees in a band.
    #[must_use]
    pub fn recall(&self, similarity: f64) -> f64 {
        1.0 - (1.0 - similarity.powi(self.rows as i32)).powi(self.number as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_is_kept_at_every_similarity() {
        for millionth in [1, 10, 100]
            .into_iter()
            .chain((1..=1000).map(|thousandth| thousandth * 1000))
        {
            let similarity = f64::from(millionth) / 1e6;
            let bands = Bands::for_similarity(similarity);
            assert!(
                bands.recall(similarity) >= 1.0 - MISSED - 1e-9 || bands.number == SLOTS,
                "{similarity}: {bands:?}"
            );
            assert!((1..=SLOTS).contains(&(bands.number * bands.rows)));
        }
    }
}
