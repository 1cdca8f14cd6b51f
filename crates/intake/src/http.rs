//! HTTP messages, as records of web archives hold them.

use std::io::Read;

use encoding_rs::Encoding;

use crate::compression::decoders;
use crate::compression::gzip::Gunzip;
use crate::limits::media_type;
use crate::sniff;

/// Header names in lower case, and values.
pub type Headers = Vec<(String, String)>;

pub fn get<'h>(headers: &'h Headers, name: &str) -> Option<&'h str> {
    let found = headers.iter().find(|(other, _)| other == name);
    found.map(|(_, value)| &value[..])
}

/// Parses header lines. Lines that are not headers are skipped, as browsers do.
pub fn parse(bytes: &[u8]) -> Headers {
    let mut headers = Headers::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        // Non-UTF-8 bytes are Latin-1 in HTTP, and forbidden in WARC.
        let line = match std::str::from_utf8(line) {
            Ok(line) => line.to_owned(),
            Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
        };
        match (line.starts_with([' ', '\t']), headers.last_mut()) {
            // This is a folded header line.
            (true, Some((_, value))) => {
                value.push(' ');
                value.push_str(line.trim());
            }
            _ => {
                if let Some((name, value)) = line.split_once(':') {
                    headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
                }
            }
        }
    }
    headers
}

/// Whether no type was declared.
pub fn is_unnamed(content_type: &str) -> bool {
    media_type(content_type).is_empty()
}

pub fn is_http(content_type: &str) -> bool {
    media_type(content_type).eq_ignore_ascii_case("application/http")
}

pub fn charset(content_type: &str) -> Option<&'static Encoding> {
    let mut parameters = content_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        let label = value.trim().trim_matches(['"', '\'']);
        is_charset.then(|| Encoding::for_label(label.as_bytes()))?
    })
}

/// Returns the offset of the body, after the first empty line.
pub fn end_of_headers(block: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', block).find_map(|at| match &block[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    })
}

pub fn status(line: &[u8]) -> Option<u16> {
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_ascii_whitespace();
    let version = words.next()?;
    version
        .starts_with("HTTP/")
        .then(|| words.next()?.parse().ok())?
}

/// Decodes the encodings of a body that the headers declare, and gzip that none declares. Returns `None` if the result is longer
/// than `limit`.
///
/// Crawlers that store a decoded body often keep the headers. So a body that is not encoded as
/// declared is accepted unchanged.
pub fn decode_body(body: &[u8], headers: &Headers, limit: u64) -> Result<Option<Vec<u8>>, String> {
    let listed = |name| {
        let list = get(headers, name).unwrap_or_default().to_ascii_lowercase();
        let names = list.split(',').map(|name| name.trim().to_owned());
        names
            .filter(|name| !name.is_empty() && name != "identity")
            .collect::<Vec<_>>()
    };
    let mut body = match listed("transfer-encoding")
        .iter()
        .any(|name| name == "chunked")
    {
        // A body that does not begin with a chunk length was already joined by the crawler.
        true if chunk_size(body).is_some() => {
            unchunked(body).ok_or("a chunked body that is damaged or cut short")?
        }
        _ => body.to_vec(),
    };
    let mut encodings = listed("content-encoding");
    let is_undeclared = encodings.is_empty() && body.starts_with(&[0x1F, 0x8B, 8]);
    encodings.extend(is_undeclared.then(|| "gzip".into()));
    for name in encodings.iter().rev() {
        let decoder: Box<dyn Read + '_> = match &name[..] {
            "gzip" | "x-gzip" if body.starts_with(&[0x1F, 0x8B]) => Box::new(Gunzip::new(
                &body[..],
                usize::try_from(limit).unwrap_or(usize::MAX),
            )),
            // The standard says zlib format, but some servers send raw DEFLATE.
            "deflate" if body.first().is_some_and(|first| first & 0x0F == 8) => {
                Box::new(flate2::read::ZlibDecoder::new(&body[..]))
            }
            "deflate" if !body.is_ascii() => Box::new(flate2::read::DeflateDecoder::new(&body[..])),
            "zstd" if body.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) => {
                decoders::zstd_body(&body).map_err(|error| error.to_string())?
            }
            "br" if std::str::from_utf8(&body).is_err() => {
                decoders::brotli_body(&body).map_err(|error| error.to_string())?
            }
            "gzip" | "x-gzip" | "deflate" | "zstd" | "br" => continue,
            // Some servers name the encoding of the text here, and browsers show such pages.
            _ if sniff::media_type(&body).is_some() => continue,
            other => return Err(format!("the content encoding {other} is not known here")),
        };
        let mut decoded = Vec::new();
        let mut limited = decoder.take(limit.saturating_add(1));
        let result = limited.read_to_end(&mut decoded);
        if result.is_err() && is_undeclared {
            break;
        }
        if let Err(error) = result {
            return Err(format!("a body that is not in {name}: {error}"));
        }
        drop(limited);
        body = decoded;
        if body.len() as u64 > limit {
            return Ok(None);
        }
    }
    Ok(Some(body))
}

/// Returns the length of the chunk that begins here, and the bytes after its line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let line = memchr::memchr(b'\n', bytes)?;
    let size = std::str::from_utf8(&bytes[..line]).ok()?;
    let size = size.split(';').next()?.trim();
    // `from_str_radix` also accepts a sign.
    if size.starts_with('+') {
        return None;
    }
    Some((usize::from_str_radix(size, 16).ok()?, &bytes[line + 1..]))
}

/// Joins the chunks of a body; `None` if one is damaged or the last one is missing.
fn unchunked(body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(body.len());
    let mut rest = body;
    loop {
        let (size, bytes) = chunk_size(rest)?;
        if size == 0 {
            return Some(joined);
        }
        let (chunk, after) = bytes.split_at_checked(size)?;
        joined.extend_from_slice(chunk);
        rest = after
            .strip_prefix(b"\r\n")
            .or_else(|| after.strip_prefix(b"\n"))?;
    }
}
