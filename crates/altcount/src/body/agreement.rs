//! Chooses the threshold of a group of pages: the one at which two divisions have the most mutual
//! information.

use platform::math;

use super::commonness::Body;
use crate::constants::THETAS;

/// Counts how two divisions of a group's positions agree. One separates positions outside the
/// template from the others, one separates the bodies from the rest.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Agreement {
    positions: u64,
    bodies: u64,
    inside: u64,
    all: u64,
}

impl Agreement {
    pub(super) fn add(&mut self, positions: usize, body: &Body) {
        self.positions += positions as u64;
        self.bodies += body.range.len() as u64;
        self.inside += body.inside;
        self.all += body.all;
    }

    /// Returns 2 I(r; s) / (H(r) + H(s)), or 0 if the bodies hold no position or all of them.
    fn normalised_mutual_information(&self) -> f64 {
        let outside = self.positions - self.bodies;
        if self.bodies == 0 || outside == 0 {
            return 0.0;
        }
        let share = |part: u64, whole: u64| part as f64 / whole as f64;
        let bodies = share(self.bodies, self.positions);
        let apart = entropy(share(self.all, self.positions));
        let information = apart
            - bodies * entropy(share(self.inside, self.bodies))
            - (1.0 - bodies) * entropy(share(self.all - self.inside, outside));
        2.0 * information / (apart + entropy(bodies) + 1e-9)
    }
}

pub(super) fn best_theta(agreements: &[Agreement; THETAS.len()]) -> f64 {
    let mut best = (f64::NEG_INFINITY, THETAS[0]);
    for (agreement, theta) in agreements.iter().zip(THETAS) {
        let information = agreement.normalised_mutual_information();
        if information > best.0 {
            best = (information, theta);
        }
    }
    best.1
}

fn entropy(p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return 0.0;
    }
    -(p * math::ln(p) + (1.0 - p) * math::ln(1.0 - p))
}
