//! CRC-64 with the parameters of the xz file format: the polynomial of ECMA-182, with reflected bits.

/// The polynomial. The lowest bit is the highest power.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// The number of bytes that are added at once, one table for each (slicing, Kounavis & Berry 2005).
const SLICE: usize = 16;

/// The remainders of each byte with 0 to 15 zero bytes after it.
static TABLES: [[u64; 256]; SLICE] = {
    let mut tables = [[0; 256]; SLICE];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (POLYNOMIAL * (crc & 1));
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < SLICE {
        byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = (before >> 8) ^ tables[0][before as usize & 0xff];
            byte += 1;
        }
        table += 1;
    }
    tables
};

/// Returns the checksum of `bytes`.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<SLICE>();
    let crc = chunks.iter().fold(!0, |crc: u64, chunk| {
        let mut chunk = *chunk;
        for (byte, of_crc) in chunk.iter_mut().zip(crc.to_le_bytes()) {
            *byte ^= of_crc;
        }
        let tables = TABLES.iter().rev().zip(chunk);
        tables.fold(0, |crc, (table, byte)| crc ^ table[usize::from(byte)])
    });
    !rest.iter().fold(crc, add)
}

/// Adds a byte to a remainder.
fn add(crc: u64, byte: &u8) -> u64 {
    (crc >> 8) ^ TABLES[0][usize::from(crc as u8 ^ byte)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn slices_give_the_remainder_of_all_bytes(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            prop_assert_eq!(checksum(&bytes), !bytes.iter().fold(!0, add));
        }
    }
}
