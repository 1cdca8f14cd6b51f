//! Writes rows of flat records as TSV and CSV.

/// Appends a flat record as a TSV row. Writes no header; see `--format`.
pub fn write_tsv(out: &mut Vec<u8>, cells: &[&[u8]]) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push(b'\t');
        }
        let from = out.len();
        // Cells with special bytes are rare.
        if copy_with_special(out, cell) {
            out.truncate(from);
            write_escaped(out, cell);
        }
    }
    out.push(b'\n');
}

fn write_escaped(out: &mut Vec<u8>, cell: &[u8]) {
    let mut rest = cell;
    while let Some(at) = rest.iter().position(|&byte| is_special(byte)) {
        out.extend_from_slice(&rest[..at]);
        out.push(b'\\');
        out.push(match rest[at] {
            b'\t' => b't',
            b'\n' => b'n',
            b'\r' => b'r',
            other => other,
        });
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Whether this byte is escaped in TSV.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b'\\')
}

/// Appends `bytes`, and returns whether any of them may be special. Works on sixteen bytes at a
/// time; the last sixteen may overlap with the previous ones. Testing all of them without a branch
/// is faster than stopping at the first.
fn copy_with_special(out: &mut Vec<u8>, bytes: &[u8]) -> bool {
    const CHUNK: usize = 16;
    // One comparison covers the white space and its neighbours, and the sum uses integers instead
    // of booleans, so that the compiler vectorises the loop.
    let any = |bytes: &[u8; CHUNK]| {
        let special = bytes.iter().fold(0, |any, &byte| {
            any | u8::from((byte.wrapping_sub(b'\t') <= b'\r' - b'\t') | (byte == b'\\'))
        });
        special != 0
    };
    let Some(last) = bytes.last_chunk() else {
        out.extend(bytes);
        return bytes.iter().any(|&byte| is_special(byte));
    };
    let end = out.len() + bytes.len();
    let mut special = any(last);
    for piece in bytes.as_chunks().0 {
        out.extend_from_slice(piece);
        special |= any(piece);
    }
    out.truncate(end - CHUNK);
    out.extend_from_slice(last);
    special
}

/// Appends a flat record as a CSV row (RFC 4180, but lines end with LF). Writes no header; see
/// `--format`.
pub fn write_csv(out: &mut Vec<u8>, cells: &[&[u8]]) {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    writer
        .write_record(cells)
        .and_then(|()| writer.flush().map_err(csv::Error::from))
        .expect("a write to memory");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        let mut out = Vec::new();
        write_tsv(&mut out, &[b"3", b"a\tb\\"]);
        write_csv(&mut out, &[b"3", b"a,\"b\""]);
        assert_eq!(out, b"3\ta\\tb\\\\\n3,\"a,\"\"b\"\"\"\n");
    }

    #[test]
    fn every_special_byte_is_escaped_wherever_it_is() {
        for len in 1..50 {
            for at in 0..len {
                for byte in 0..=u8::MAX {
                    let mut cell = vec![b'x'; len];
                    cell[at] = byte;
                    let instead: &[u8] = match byte {
                        b'\t' => br"\t",
                        b'\n' => br"\n",
                        b'\r' => br"\r",
                        b'\\' => br"\\",
                        _ => &[byte],
                    };
                    let expected = [&cell[..at], instead, &cell[at + 1..], b"\n"].concat();
                    let mut out = Vec::new();
                    write_tsv(&mut out, &[&cell]);
                    assert_eq!(out, expected);
                }
            }
        }
    }
}
