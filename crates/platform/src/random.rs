//! Pseudo-random numbers that are the same in every run.

/// The increment of SplitMix64: odd, with well-mixed bits.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014): a bijection that turns consecutive
/// numbers into well-mixed ones. So a pseudo-random choice can depend on the position only.
#[inline]
pub const fn mix(position: u64) -> u64 {
    let mut z = position.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Another odd constant with well-mixed bits.
pub const OTHER_STEP: u64 = 0xd1b5_4a32_d192_ed03;

/// Folded multiplication: the exclusive or of the halves of a product. All its bits depend on
/// nearly all bits of both numbers.
#[inline(always)]
pub const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

/// Returns a hash of 16 bytes, for tables in memory.
#[inline(always)]
pub const fn hash_16(bytes: u128) -> u64 {
    fold(bytes as u64 ^ STEP, (bytes >> 64) as u64 ^ OTHER_STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_product_count() {
        assert_eq!(fold(3, 5), 15);
        assert_eq!(fold(1 << 63, 6), 3);
        assert_eq!(hash_16(1 << 64 | 2), fold(2 ^ STEP, 1 ^ OTHER_STEP));
    }

    #[test]
    fn mix_is_splitmix64() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(STEP), 0x6e78_9e6a_a1b9_65f4);
    }
}
