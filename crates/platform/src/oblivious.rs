//! Sums over oblivious decision trees of depth 4, for one row or for eight rows at a time.
//!
//! All nodes at one level of an oblivious tree have the same split, so a tree consists of four
//! splits and 16 leaves (CatBoost: Prokhorenkova et al. 2018). For one row, the four values are
//! compared with their thresholds at once, and the mask of the comparison is the index of the leaf.
//! This takes half the time of four single comparisons. For eight rows, AVX2 looks up the leaves in
//! registers instead of memory. Leaves are 16-bit integers, so a tree takes less than a cache line,
//! and sums do not depend on the order.

use wide::f32x4;

/// The depth of a tree.
pub const DEPTH: usize = 4;

/// The number of leaves of a tree.
pub const LEAVES: usize = 1 << DEPTH;

/// The number of rows that are summed at once.
pub const ROWS: usize = 8;

/// A tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tree {
    /// The feature of each split.
    pub features: [u16; DEPTH],
    /// The threshold of each split: the branch is taken if the value is above it. A tree with fewer
    /// splits has infinite thresholds.
    pub above: [f32; DEPTH],
    /// The values of the leaves, indexed by the bits of the branches; the first split is the lowest
    /// bit.
    pub leaves: [i16; LEAVES],
}

impl Tree {
    /// Returns the leaf of a row, given as a function from feature to value.
    #[inline(always)]
    pub fn leaf(&self, value: impl Fn(usize) -> f32) -> i32 {
        let [first, second, third, fourth] = self.features;
        let of = |feature| value(usize::from(feature));
        // `map` would not be inlined.
        let values = f32x4::new([of(first), of(second), of(third), of(fourth)]);
        let taken = values.simd_gt(f32x4::new(self.above));
        self.leaves[taken.to_bitmask() as usize % LEAVES].into()
    }
}

/// Returns the sums of the leaves for eight rows. `columns` has the rows' values of each feature.
pub fn sums(trees: &[Tree], columns: &[[f32; ROWS]]) -> [i32; ROWS] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        #[allow(unsafe_code)]
        return unsafe { sums_avx2(trees, columns) };
    }
    sums_by_row(trees, columns)
}

fn sums_by_row(trees: &[Tree], columns: &[[f32; ROWS]]) -> [i32; ROWS] {
    std::array::from_fn(|row| {
        let leaves = trees.iter().map(|tree| tree.leaf(|at| columns[at][row]));
        leaves.sum()
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sums_avx2(trees: &[Tree], columns: &[[f32; ROWS]]) -> [i32; ROWS] {
    use std::arch::x86_64::*;
    let mut sums = _mm256_setzero_si256();
    for tree in trees {
        // All bits are set in the rows that take the branch.
        let taken = |split: usize| {
            let values = bytemuck::cast(columns[usize::from(tree.features[split])]);
            let above = _mm256_set1_ps(tree.above[split]);
            _mm256_castps_si256(_mm256_cmp_ps::<_CMP_GT_OQ>(values, above))
        };
        let bit = |split: usize| _mm256_and_si256(taken(split), _mm256_set1_epi32(1 << split));
        let number = _mm256_or_si256(_mm256_or_si256(bit(0), bit(1)), bit(2));
        // One instruction selects among eight leaves; the last split selects between two of these.
        let [low, high]: [__m128i; 2] = bytemuck::cast(tree.leaves);
        let of = |leaves| _mm256_permutevar8x32_epi32(_mm256_cvtepi16_epi32(leaves), number);
        sums = _mm256_add_epi32(sums, _mm256_blendv_epi8(of(low), of(high), taken(3)));
    }
    bytemuck::cast(sums)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = f32> {
        prop_oneof![
            (-3i8..3).prop_map(f32::from),
            Just(f32::INFINITY),
            Just(f32::NAN)
        ]
    }

    fn tree() -> impl Strategy<Value = Tree> {
        let features = prop::array::uniform4(0u16..3);
        let leaves = prop::array::uniform16(any::<i16>());
        (features, prop::array::uniform4(value()), leaves).prop_map(|(features, above, leaves)| {
            Tree {
                features,
                above,
                leaves,
            }
        })
    }

    proptest! {
        #[test]
        fn eight_rows_have_the_sums_of_each(
            trees in prop::collection::vec(tree(), 0..5),
            columns in prop::array::uniform3(prop::array::uniform8(value())),
        ) {
            let one = |row: usize| -> i32 {
                let leaf = |tree: &Tree| {
                    let bits = (0..DEPTH).map(|split| {
                        usize::from(columns[usize::from(tree.features[split])][row] > tree.above[split]) << split
                    });
                    i32::from(tree.leaves[bits.sum::<usize>()])
                };
                trees.iter().map(leaf).sum()
            };
            let expected: [i32; ROWS] = std::array::from_fn(one);
            prop_assert_eq!(sums(&trees, &columns), expected);
            prop_assert_eq!(sums_by_row(&trees, &columns), expected);
        }
    }
}
