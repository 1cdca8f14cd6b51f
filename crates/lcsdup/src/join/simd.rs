//! The kernel on the widest vectors that the processor has, selected at run time.
//!
//! On one core of a processor with AVX-512, `staircase` takes 15 ns for a word of one book against 512 others, 17 ns
//! with AVX2 and 75 ns with 64-bit words. That justifies the three `unsafe` calls of this module. Each enters a
//! function compiled for a processor feature right after the feature was detected, which is all that the language
//! requires; everything inside those functions is safe code.

use crate::join::kernel::kernel;
use crate::join::rows::{Counts, Demand, LANES, Placed, Present};

/// The vectors to count with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bits, on any processor.
    Portable,
}

impl Simd {
    /// All that this processor supports, widest first.
    #[must_use]
    pub fn available() -> Vec<Simd> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                all.push(Simd::Avx512);
            }
            if is_x86_feature_detected!("avx2") {
                all.push(Simd::Avx2);
            }
        }
        all.push(Simd::Portable);
        all
    }

    /// The widest that this processor supports.
    #[must_use]
    pub fn widest() -> Simd {
        Simd::available()[0]
    }
}

/// The kernel's functions, called with the features that [`Simd::available`] detected. Values of [`Simd`] can be
/// constructed without it, so the features are tested again here; the answer is cached.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident ( $($argument:ident : $type:ty),* )) => {
        $(#[$doc])*
        #[allow(unsafe_code)]
        pub fn $name(self, $($argument: $type),*) {
            match self {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the processor has the feature for which the function is compiled.
                Simd::Avx512 if is_x86_feature_detected!("avx512f") => unsafe {
                    on_avx512::$name($($argument),*);
                },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: as above.
                Simd::Avx2 if is_x86_feature_detected!("avx2") => unsafe {
                    on_avx2::$name($($argument),*);
                },
                _ => on_words::$name($($argument),*),
            }
        }
    };
}

impl Simd {
    dispatch!(
        /// Counts the words of one book (ranks that have rows, in document order) in each book of the group, and bounds
        /// the longest common subsequences.
        staircase(rows: &[Placed], words: &[u32], counts: &mut Counts)
    );
    dispatch!(
        /// Counts the words of one book (ranks that have rows, in any order) in each book of the group.
        count(rows: &[Present], words: &[u16], counts: &mut Counts)
    );
    dispatch!(
        /// Marks the lanes whose counts, plus one for each of the `rest` of their common words, satisfy the demand for
        /// a pair with book `other`.
        sift(counts: &Counts, rest: &[u16; LANES], demand: &Demand, other: u32, marks: &mut [u8; LANES])
    );
}

#[cfg(target_arch = "x86_64")]
kernel!(on_avx512, avx512, #[target_feature(enable = "avx512f")]);
#[cfg(target_arch = "x86_64")]
kernel!(on_avx2, avx2, #[target_feature(enable = "avx2")]);
kernel!(on_words, words);

/// Each vector module names the vector `V`, how many `SLICES` of it make a row, and these operations.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use crate::join::rows::Row;
    use std::arch::x86_64::*;

    pub type V = __m512i;
    pub const SLICES: usize = 1;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn load(row: &Row, _slice: usize) -> V {
        let [a, b, c, d, e, f, g, h] = row.0.map(u64::cast_signed);
        _mm512_set_epi64(h, g, f, e, d, c, b, a)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn store(v: V, row: &mut Row, _slice: usize) {
        let halves = [
            _mm512_extracti64x4_epi64::<0>(v),
            _mm512_extracti64x4_epi64::<1>(v),
        ];
        for (half, row) in halves.into_iter().zip(row.0.as_chunks_mut::<4>().0) {
            *row = super::avx2::words(half);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn zero() -> V {
        _mm512_setzero_si512()
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn and(a: V, b: V) -> V {
        _mm512_and_si512(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn xor(a: V, b: V) -> V {
        _mm512_xor_si512(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn not(a: V) -> V {
        _mm512_ternarylogic_epi64::<0x0f>(a, a, a)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn xor3(a: V, b: V, c: V) -> V {
        _mm512_ternarylogic_epi64::<0x96>(a, b, c)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn majority(a: V, b: V, c: V) -> V {
        _mm512_ternarylogic_epi64::<0xe8>(a, b, c)
    }

    /// `a` where `mask` is set, else `b`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn select(mask: V, a: V, b: V) -> V {
        _mm512_ternarylogic_epi64::<0xca>(mask, a, b)
    }

    /// Set where the three bits spell `N`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn decode<const N: usize>(low: V, middle: V, high: V) -> V {
        match N {
            1 => _mm512_ternarylogic_epi64::<0x10>(low, middle, high),
            2 => _mm512_ternarylogic_epi64::<0x04>(low, middle, high),
            3 => _mm512_ternarylogic_epi64::<0x40>(low, middle, high),
            4 => _mm512_ternarylogic_epi64::<0x02>(low, middle, high),
            5 => _mm512_ternarylogic_epi64::<0x20>(low, middle, high),
            6 => _mm512_ternarylogic_epi64::<0x08>(low, middle, high),
            _ => _mm512_ternarylogic_epi64::<0x80>(low, middle, high),
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use crate::join::rows::Row;
    use std::arch::x86_64::*;

    pub type V = __m256i;
    pub const SLICES: usize = 2;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn load(row: &Row, slice: usize) -> V {
        let [a, b, c, d] = row.0.as_chunks::<4>().0[slice].map(u64::cast_signed);
        _mm256_set_epi64x(d, c, b, a)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn store(v: V, row: &mut Row, slice: usize) {
        row.0.as_chunks_mut::<4>().0[slice] = words(v);
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn words(v: V) -> [u64; 4] {
        [
            _mm256_extract_epi64::<0>(v),
            _mm256_extract_epi64::<1>(v),
            _mm256_extract_epi64::<2>(v),
            _mm256_extract_epi64::<3>(v),
        ]
        .map(i64::cast_unsigned)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn zero() -> V {
        _mm256_setzero_si256()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn and(a: V, b: V) -> V {
        _mm256_and_si256(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn xor(a: V, b: V) -> V {
        _mm256_xor_si256(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn not(a: V) -> V {
        xor(a, _mm256_set1_epi64x(-1))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn xor3(a: V, b: V, c: V) -> V {
        xor(a, xor(b, c))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn majority(a: V, b: V, c: V) -> V {
        _mm256_or_si256(and(a, b), and(c, _mm256_or_si256(a, b)))
    }

    /// `a` where `mask` is set, else `b`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn select(mask: V, a: V, b: V) -> V {
        xor(b, and(mask, xor(a, b)))
    }

    /// Set where the three bits spell `N`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn decode<const N: usize>(low: V, middle: V, high: V) -> V {
        match N {
            1 => _mm256_andnot_si256(_mm256_or_si256(middle, high), low),
            2 => _mm256_andnot_si256(_mm256_or_si256(low, high), middle),
            3 => _mm256_andnot_si256(high, and(low, middle)),
            4 => _mm256_andnot_si256(_mm256_or_si256(low, middle), high),
            5 => _mm256_andnot_si256(middle, and(low, high)),
            6 => _mm256_andnot_si256(low, and(middle, high)),
            _ => and(low, and(middle, high)),
        }
    }
}

mod words {
    use crate::join::rows::{LANES, Row};

    pub type V = u64;
    pub const SLICES: usize = LANES / 64;

    pub fn load(row: &Row, slice: usize) -> V {
        row.0[slice]
    }

    pub fn store(v: V, row: &mut Row, slice: usize) {
        row.0[slice] = v;
    }

    pub fn zero() -> V {
        0
    }

    pub fn and(a: V, b: V) -> V {
        a & b
    }

    pub fn xor(a: V, b: V) -> V {
        a ^ b
    }

    pub fn not(a: V) -> V {
        !a
    }

    pub fn xor3(a: V, b: V, c: V) -> V {
        a ^ b ^ c
    }

    pub fn majority(a: V, b: V, c: V) -> V {
        (a & b) | (c & (a | b))
    }

    /// `a` where `mask` is set, else `b`.
    pub fn select(mask: V, a: V, b: V) -> V {
        b ^ (mask & (a ^ b))
    }

    /// Set where the three bits spell `N`.
    pub fn decode<const N: usize>(low: V, middle: V, high: V) -> V {
        let bit = |v: V, place: usize| if N >> place & 1 == 1 { v } else { !v };
        bit(low, 0) & bit(middle, 1) & bit(high, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::rows::{PARTS, Row, fill};
    use proptest::prelude::*;

    /// The longest common subsequence of runs and parts: the largest number of common words whose runs and parts do not
    /// decrease.
    fn reach(one: &[u32], other: &[u32]) -> u32 {
        let mut best = [0u32; PARTS];
        for run in one.chunks(crate::join::kernel::RUN) {
            let mut cell = [0u32; PARTS];
            for (index, word) in other.iter().enumerate() {
                cell[index * PARTS / other.len()] += u32::from(run.contains(word));
            }
            for part in 0..PARTS {
                if part > 0 {
                    best[part] = best[part].max(best[part - 1]);
                }
                best[part] += cell[part];
            }
        }
        best[PARTS - 1]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn every_kernel_counts_like_plain_code(
            books in prop::collection::vec(Just((0u32..400).collect::<Vec<_>>()).prop_shuffle().prop_flat_map(
                |words| (0..words.len()).prop_map(move |n| words[..n].to_vec())), 1..20),
            one in Just((0u32..350).collect::<Vec<_>>()).prop_shuffle(),
            keep in 0usize..350,
            stride in 1usize..40,
        ) {
            let one = &one[..keep];
            let mut placed: Vec<Placed> = Vec::new();
            let mut present: Vec<Present> = Vec::new();
            let lanes: Vec<&[u32]> =
                (0..LANES).map(|lane| &books[lane * stride % books.len()][..]).collect();
            fill(&mut placed, 350, lanes.iter().copied());
            fill(&mut present, 350, lanes.iter().copied());
            prop_assert!(placed.iter().all(|word| word.iter().any(|row| *row != Row::ZERO)
                || word == &[Row::ZERO; 3]));
            let short: Vec<u16> = one.iter().map(|&word| word as u16).collect();
            for simd in Simd::available() {
                let mut counts = Counts::default();
                simd.staircase(&placed, one, &mut counts);
                let mut plain = Counts::default();
                simd.count(&present, &short, &mut plain);
                prop_assert_eq!(plain.common, counts.common);
                prop_assert_eq!(plain.common, plain.reach);
                for lane in [0, 1, 63, 64, 257, LANES - 1] {
                    let common = lanes[lane].iter().filter(|word| one.contains(word)).count();
                    prop_assert_eq!(counts.common[lane] as usize, common, "{:?}", simd);
                    prop_assert_eq!(counts.reach[lane], reach(one, lanes[lane]), "{:?}", simd);
                }
            }
        }

        #[test]
        fn every_sieve_keeps_the_same_lanes(
            common in prop::collection::vec(0u32..1000, LANES),
            rest in prop::collection::vec(prop_oneof![0u16..30, Just(u16::MAX)], LANES),
            floor in prop::collection::vec(0u32..600, LANES),
            square_factor in 0f64..60.0,
            other in 0u32..600,
        ) {
            let mut counts = Counts::default();
            counts.common.copy_from_slice(&common);
            for (reach, common) in counts.reach.iter_mut().zip(&common) {
                *reach = common / 3;
            }
            let demand = Demand {
                before: std::array::from_fn(|lane| lane as u32),
                floor: floor.try_into().unwrap(),
                square_factor,
            };
            let rest: [u16; LANES] = rest.try_into().unwrap();
            for simd in Simd::available() {
                let mut marks = [9; LANES];
                simd.sift(&counts, &rest, &demand, other, &mut marks);
                for lane in 0..LANES {
                    let more = u32::from(rest[lane]);
                    let reach = counts.reach[lane] + more;
                    let enough = reach >= demand.floor[lane]
                        && f64::from(reach).powi(2) >= square_factor * f64::from(counts.common[lane] + more);
                    let may = (lane as u32) < other && (enough || rest[lane] == u16::MAX);
                    prop_assert_eq!(marks[lane], u8::from(may));
                }
            }
        }
    }
}
