//! Reads web archives: the pages of WARC files (ISO 28500) as documents.
//!
//! Other WARC crates hold whole records of any size in memory, and end at the first bad record.
//! This module skips a record unread if it is too large or not wanted. After a bad record it
//! resumes at the next one.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::arc;
use crate::compression::compression;
use crate::compression::decompressed_name;
use crate::compression::gzip::Damaged;
use crate::error::Failure as Unread;
use crate::http::{
    Headers, charset, decode_body, end_of_headers, get, is_http, is_unnamed, parse, status,
};
use crate::limits::{MAX_OVERHEAD, MIN_PAGE_SIZE, WarcLimits};
use crate::names::Candidate;
use crate::page::Page;
use crate::refused::{self, Refused};
use crate::tally::{NOT_TEXT, OTHER_SIZE, OTHER_STATUS, OTHER_TYPE, TOO_LARGE, Tally};
use crate::{BLOCK, Error, Label, Observer, STANDARD_INPUT, Sources, Stream, sniff};

/// The maximum size of the headers of a record, or of an HTTP message.
const MAX_HEADERS: u64 = 256 * 1024;

/// A record that may be a page.
#[derive(Debug, Clone)]
pub struct Capture {
    archive: Arc<Tally>,
    /// The record's offset in the decompressed archive.
    offset: u64,
    url: String,
    date: String,
    content_type: String,
    /// Whether the block is an HTTP message.
    http: bool,
    /// Whether the block is text extracted from a page, as in WET files.
    converted: bool,
    /// The block, or only its beginning if it is larger than the limit for pages.
    block: Vec<u8>,
    is_cut: bool,
}

/// Reads the records of an archive.
pub struct Archive {
    name: Arc<str>,
    tally: Arc<Tally>,
    /// Whether [`Archive::end`] has returned the counts.
    returned: bool,
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of bytes read so far.
    offset: u64,
    limits: WarcLimits,
    /// The first line of the next record, if it was found while resynchronising.
    ahead: Option<Vec<u8>>,
    /// Whether the next bytes may be the rest of a record with a damaged header.
    damaged_header: bool,
    ended: bool,
}

impl Archive {
    pub(crate) fn new(stream: Stream, limits: &WarcLimits) -> Self {
        Archive {
            tally: Arc::new(Tally::new(stream.name.clone())),
            returned: false,
            name: stream.name,
            reader: BufReader::with_capacity(BLOCK, stream.reader),
            offset: 0,
            limits: limits.clone(),
            ahead: None,
            damaged_header: false,
            ended: false,
        }
    }

    pub(crate) fn is_standard_input(&self) -> bool {
        *self.name == *STANDARD_INPUT
    }

    /// Returns the counts of the records, once, at the end.
    pub(crate) fn end(&mut self) -> Option<Arc<Tally>> {
        (!std::mem::replace(&mut self.returned, true)).then(|| self.tally.clone())
    }

    /// Returns the next record that may be a page, or an error; `None` at the end.
    pub(crate) fn next_capture(
        &mut self,
        observer: &dyn Observer,
    ) -> Option<Result<Capture, Error>> {
        while !self.ended {
            let start = self.offset;
            let result = self.read_record(observer);
            observer.advance(self.offset - start);
            match result {
                Ok(None) => {}
                Ok(Some(capture)) => return Some(Ok(capture)),
                Err(failure) => {
                    self.tally.damaged.fetch_add(1, Ordering::Relaxed);
                    return Some(Err(match failure {
                        Failure::Read(error) => self.cannot_read(&error),
                        Failure::Record(at, message) => error_at(&self.name, at, message),
                    }));
                }
            }
        }
        None
    }

    /// Handles a read error. It ends the archive, except for a damaged gzip member, after which
    /// reading may continue.
    fn cannot_read(&mut self, error: &io::Error) -> Error {
        let next = Damaged::of(error).and_then(|damaged| damaged.next);
        self.ended = next.is_none();
        self.damaged_header = true;
        let failure = Error::io(&self.name, error);
        match (next, Damaged::of(error)) {
            (Some(next), _) => {
                let message = format!("{}; reading goes on at {next}", failure.message);
                Error { message, ..failure }
            }
            (None, Some(_)) => {
                let message = format!("{}; no other begins behind it", failure.message);
                Error { message, ..failure }
            }
            (None, None) => failure,
        }
    }

    /// Reads one record. Returns `None` if it is not a page, or at the end.
    fn read_record(&mut self, observer: &dyn Observer) -> Result<Option<Capture>, Failure> {
        let Some((at, version)) = self.first_line()? else {
            self.ended = true;
            return Ok(None);
        };
        if let Some(header) = arc::Header::of(&version) {
            return self.read_arc_record(at, header, observer);
        }
        if !version.starts_with(b"WARC/") {
            self.find_next_record()?;
            if std::mem::replace(&mut self.damaged_header, false) {
                return Ok(None);
            }
            return Err(Failure::Record(
                at,
                "this is not a record of a web archive".into(),
            ));
        }
        self.damaged_header = false;
        let headers = match self.headers()? {
            Some(headers) => headers,
            None => {
                self.find_next_record()?;
                return Err(Failure::Record(
                    at,
                    format!("headers of more than {MAX_HEADERS} bytes"),
                ));
            }
        };
        let length = get(&headers, "content-length").and_then(|length| length.parse::<u64>().ok());
        let Some(length) = length else {
            self.find_next_record()?;
            return Err(Failure::Record(at, "no Content-Length".into()));
        };
        let kind = get(&headers, "warc-type")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let content_type = get(&headers, "content-type").unwrap_or_default();
        let http = kind == "response" && is_http(content_type);
        let url = get(&headers, "warc-target-uri").unwrap_or_default();
        // WARC 1.0 showed the URL in angle brackets, and some programs wrote them.
        let url = url
            .strip_prefix('<')
            .and_then(|url| url.strip_suffix('>'))
            .unwrap_or(url);
        // wget stores its log and its arguments as resources with such addresses.
        let is_note = has_scheme(url, "metadata:");
        let wanted = http
            || (matches!(&kind[..], "response" | "resource" | "conversion")
                && !is_note
                && (self.limits.takes(content_type) || is_unnamed(content_type)));
        if !wanted {
            let kind = if is_note { "metadata" } else { &kind };
            leave_out(&self.tally, passed_over(kind), observer);
            self.skip(at, length)?;
            return Ok(None);
        }
        let (block, is_cut) = self.block(at, length)?;
        if url.is_empty() {
            return Err(Failure::Record(at, "no WARC-Target-URI".into()));
        }
        Ok(Some(Capture {
            archive: self.tally.clone(),
            offset: at,
            url: url.to_owned(),
            date: get(&headers, "warc-date").unwrap_or_default().to_owned(),
            content_type: content_type.to_owned(),
            http,
            converted: kind == "conversion",
            block,
            is_cut,
        }))
    }

    /// Reads the block of a record. Returns only its beginning, and true, if it is larger than the limit for pages: it
    /// shows whether the record would be one.
    fn block(&mut self, at: u64, length: u64) -> Result<(Vec<u8>, bool), Failure> {
        let is_cut = length > self.limits.max_size.saturating_add(MAX_OVERHEAD);
        let wanted = if is_cut { MAX_HEADERS } else { length };
        let mut block = Vec::new();
        let read = self.reader.by_ref().take(wanted).read_to_end(&mut block);
        self.offset += block.len() as u64;
        let read = read? as u64;
        match read < wanted {
            true => return Err(truncated(at, read, length)),
            false if is_cut => self.skip(at, length - wanted)?,
            false => {}
        }
        Ok((block, is_cut))
    }

    /// Reads a record of an ARC file after its header.
    fn read_arc_record(
        &mut self,
        at: u64,
        header: arc::Header,
        observer: &dyn Observer,
    ) -> Result<Option<Capture>, Failure> {
        self.damaged_header = false;
        if !["http:", "https:"]
            .iter()
            .any(|scheme| has_scheme(&header.url, scheme))
        {
            leave_out(
                &self.tally,
                "WARC records left out: of other kinds",
                observer,
            );
            self.skip(at, header.length)?;
            return Ok(None);
        }
        let (block, is_cut) = self.block(at, header.length)?;
        Ok(Some(Capture {
            archive: self.tally.clone(),
            offset: at,
            url: header.url,
            date: header.date,
            content_type: header.content_type,
            http: true,
            converted: false,
            block,
            is_cut,
        }))
    }

    /// Returns the next non-empty line without its end, and its offset. Two empty lines end a
    /// record.
    fn first_line(&mut self) -> io::Result<Option<(u64, Vec<u8>)>> {
        loop {
            let at = self.offset;
            let line = match self.ahead.take() {
                Some(line) => return Ok(Some((at - line.len() as u64, line))),
                None => self.line(MAX_HEADERS)?,
            };
            match line {
                None => return Ok(None),
                Some(line) if line.trim_ascii().is_empty() => {}
                Some(line) => return Ok(Some((at, line))),
            }
        }
    }

    /// Reads a line with its end, or its first `limit` bytes.
    fn line(&mut self, limit: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self
            .reader
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut line)?;
        self.offset += read as u64;
        Ok((read > 0).then_some(line))
    }

    /// Reads the headers up to the empty line; returns `None` if they are too long.
    fn headers(&mut self) -> io::Result<Option<Headers>> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < MAX_HEADERS {
            match self.line(MAX_HEADERS)? {
                None => break,
                Some(line) if line.trim_ascii().is_empty() => break,
                Some(line) => bytes.extend_from_slice(&line),
            }
        }
        Ok(((bytes.len() as u64) < MAX_HEADERS).then(|| parse(&bytes)))
    }

    /// Skips to the next line that begins a record.
    fn find_next_record(&mut self) -> io::Result<()> {
        let mut at_line_start = true;
        while let Some(line) = self.line(MAX_HEADERS)? {
            let is_first = line.starts_with(b"WARC/1.")
                || line.starts_with(b"WARC/0.")
                || arc::Header::of(&line).is_some();
            if at_line_start && is_first {
                self.ahead = Some(line);
                return Ok(());
            }
            at_line_start = line.ends_with(b"\n");
        }
        self.ended = true;
        Ok(())
    }

    fn skip(&mut self, at: u64, length: u64) -> Result<(), Failure> {
        let skipped = io::copy(&mut self.reader.by_ref().take(length), &mut io::sink())?;
        self.offset += skipped;
        match skipped < length {
            true => Err(truncated(at, skipped, length)),
            false => Ok(()),
        }
    }
}

/// The media type and the body of a record; no body if it is too large.
type TypedBody = (String, Option<Vec<u8>>);

enum Failure {
    /// A read error, which ends the archive.
    Read(io::Error),
    /// An invalid record at this offset.
    Record(u64, String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Read(error)
    }
}

/// Whether a URL has a scheme, which ends in a colon.
fn has_scheme(url: &str, scheme: &str) -> bool {
    let begin = url.get(..scheme.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
}

fn truncated(at: u64, read: u64, length: u64) -> Failure {
    Failure::Record(
        at,
        format!(
            "the archive ends {} bytes before this record does",
            length - read
        ),
    )
}

/// Returns the name in `--stats` for a record that is not a page.
fn passed_over(kind: &str) -> &'static str {
    match kind {
        "warcinfo" => "WARC records left out: warcinfo",
        "request" => "WARC records left out: request",
        "metadata" => "WARC records left out: metadata",
        "revisit" => "WARC records left out: revisit",
        "response" | "resource" | "conversion" => "WARC records left out: of another media type",
        _ => "WARC records left out: of other kinds",
    }
}

/// Counts a record that is left out.
fn leave_out(tally: &Tally, reason: &'static str, observer: &dyn Observer) {
    observer.count(reason, 1);
    tally.leave_out(reason);
}

/// Returns an error about the record at this offset, which counts decompressed bytes.
fn error_at(archive: &str, offset: u64, message: impl std::fmt::Display) -> Error {
    let error = Error::new(archive, message).at_byte(offset);
    match decompressed_name(archive.as_bytes()).len() < archive.len() {
        true => error.hint("the number of the byte is that of the decompressed archive"),
        false => error,
    }
}

impl Capture {
    /// The size of the record, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.block.len() as u64
    }

    /// Returns the archive and the offset, for messages.
    pub fn origin(&self) -> String {
        self.error("").origin()
    }

    fn error(&self, message: impl std::fmt::Display) -> Error {
        error_at(self.archive.name(), self.offset, message)
    }

    /// Returns an error that names the page.
    fn error_of_page(&self, message: impl std::fmt::Display) -> Error {
        self.error(message).of_document(&self.url)
    }

    /// Counts a damaged record, and returns its error.
    fn damaged(&self, message: impl std::fmt::Display) -> Unread {
        self.archive.damaged.fetch_add(1, Ordering::Relaxed);
        self.error_of_page(message).into()
    }

    /// Returns the page, if the options select it.
    ///
    /// # Errors
    /// Fails if the body cannot be decoded, is not text or is too large.
    pub(crate) fn page(
        mut self,
        sources: &Sources,
        observer: &dyn Observer,
    ) -> Result<Option<Page>, Unread> {
        let limits = &sources.warc;
        let (content_type, body) = match self.http {
            true => match self.decoded(limits, observer)? {
                Some(decoded) => decoded,
                None => return Ok(None),
            },
            false => (
                std::mem::take(&mut self.content_type),
                Some(std::mem::take(&mut self.block)),
            ),
        };
        let least = match limits.min_size {
            Some(size) => size,
            None if self.converted => 0,
            None => MIN_PAGE_SIZE,
        };
        let is_large = self.is_cut
            || body
                .as_ref()
                .is_none_or(|body| body.len() as u64 > limits.max_size);
        let body = body.unwrap_or_default();
        if !is_large && (body.len() as u64) < least {
            if limits.min_size.is_none() {
                self.archive.small.fetch_add(1, Ordering::Relaxed);
            }
            leave_out(&self.archive, OTHER_SIZE, observer);
            return Ok(None);
        }
        let encoding = charset(&content_type);
        let label = encoding.map_or(sources.encoding, Label::Named);
        match not_a_page(&body, label, sources.reads_any_bytes) {
            None => {}
            Some(refused) if self.is_stored_as_text(&content_type, refused) => {}
            Some(refused) if refused.is_text() => {
                leave_out(&self.archive, OTHER_TYPE, observer);
                return Err(self.error_of_page(refused).into());
            }
            Some(refused) => {
                leave_out(&self.archive, NOT_TEXT, observer);
                return Err(Unread::NotText(self.error_of_page(refused)));
            }
        }
        let content_type = match is_unnamed(&content_type) {
            false => content_type,
            true => match sniff::media_type(&body).filter(|sniffed| limits.takes(sniffed)) {
                Some(sniffed) => sniffed.to_owned(),
                None => {
                    leave_out(&self.archive, OTHER_TYPE, observer);
                    return Ok(None);
                }
            },
        };
        if !is_large {
            self.archive.taken.fetch_add(1, Ordering::Relaxed);
        }
        let document = Candidate {
            name: self.url.as_bytes(),
            url: None,
            place: None,
        };
        if !sources.selects(document, observer) {
            return Ok(None);
        }
        if is_large {
            leave_out(&self.archive, TOO_LARGE, observer);
            let (url, limit) = (&self.url, limits.max_size);
            return Err(Unread::NotText(
                self.error(format!("the page {url} has more than {limit} bytes")),
            ));
        }
        Ok(Some(Page {
            encoding: encoding.or_else(|| charset(&content_type)),
            url: self.url,
            date: self.date,
            content_type,
            body,
        }))
    }
}

impl Capture {
    /// Returns the media type and the decoded body of an HTTP response, if the options select it.
    fn decoded(
        &self,
        limits: &WarcLimits,
        observer: &dyn Observer,
    ) -> Result<Option<TypedBody>, Unread> {
        let Some(end) = end_of_headers(&self.block) else {
            return Err(self.damaged("an HTTP message without a body"));
        };
        let (status, headers) = match self.block[..end].iter().position(|&byte| byte == b'\n') {
            Some(line) => (
                status(&self.block[..line]),
                parse(&self.block[line + 1..end]),
            ),
            None => (None, Vec::new()),
        };
        match status {
            Some(200) => {}
            Some(_) => {
                leave_out(&self.archive, OTHER_STATUS, observer);
                return Ok(None);
            }
            None => return Err(self.damaged("this is not an HTTP response")),
        }
        let content_type = get(&headers, "content-type").unwrap_or_default().to_owned();
        if !limits.takes(&content_type) && !is_unnamed(&content_type) {
            leave_out(&self.archive, OTHER_TYPE, observer);
            return Ok(None);
        }
        if self.is_cut {
            let is_encoded = ["transfer-encoding", "content-encoding"]
                .iter()
                .any(|name| get(&headers, name).is_some());
            return Ok(Some((
                content_type,
                (!is_encoded).then(|| self.block[end..].to_vec()),
            )));
        }
        match decode_body(&self.block[end..], &headers, limits.max_size) {
            Ok(body) => Ok(Some((content_type, body))),
            Err(message) => Err(self.damaged(message)),
        }
    }

    /// Whether a body that looks like another format is text because the archive, not a server,
    /// declares it so. Text extracted from a page always is. A body stored as plain text is, unless
    /// it is not text or may be UTF-16 without a mark.
    fn is_stored_as_text(&self, content_type: &str, looks_like: Refused) -> bool {
        self.converted || !self.http && is_plain(content_type) && looks_like.is_ascii()
    }
}

fn is_plain(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("text/plain")
}

/// Returns the format of a body that cannot be what the server declared. Images and archives are
/// often sent as pages.
fn not_a_page(body: &[u8], label: Label, any_bytes: bool) -> Option<Refused> {
    let head = &body[..body.len().min(HEAD)];
    let is_packed =
        || compression(head).is_some() || sniff::is_zip(head) || sniff::is_parquet(head);
    match refused::refused(head, label, any_bytes) {
        None if is_packed() => Some(refused::PACKED),
        refused => refused,
    }
}

/// The number of bytes of a body that are examined.
const HEAD: usize = 64 << 10;

/// Reads an archive in memory, for tests of the format. Returns the pages, and the errors after
/// which reading continued.
#[doc(hidden)]
pub fn pages(bytes: &[u8], limits: &WarcLimits) -> (Vec<Page>, Vec<Error>) {
    let stream = Stream {
        name: "archive".into(),
        reader: Box::new(io::Cursor::new(bytes.to_vec())),
    };
    let sources = Sources {
        warc: limits.clone(),
        ..Sources::default()
    };
    let mut archive = Archive::new(stream, limits);
    let (mut pages, mut errors) = (Vec::new(), Vec::new());
    while let Some(capture) = archive.next_capture(&()) {
        match capture.map(|capture| capture.page(&sources, &())) {
            Ok(Ok(page)) => pages.extend(page),
            Ok(Err(Unread::NotText(_))) => {}
            Ok(Err(Unread::Error(error))) | Err(error) => errors.push(error),
        }
    }
    (pages, errors)
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use std::io::Write;

    use super::*;
    use proptest::prelude::*;

    fn limits() -> WarcLimits {
        WarcLimits {
            media_types: vec!["text/html".into()],
            min_size: Some(5),
            max_size: 50,
        }
    }

    fn record(headers: &str, block: &[u8]) -> Vec<u8> {
        let length = block.len();
        let head = format!("WARC/1.0\r\n{headers}Content-Length: {length}\r\n\r\n");
        [head.as_bytes(), block, b"\r\n\r\n"].concat()
    }

    fn response(url: &str, head: &str, body: &[u8]) -> Vec<u8> {
        let headers = format!(
            "WARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-02-02T20:20:20Z\r\n\
             Content-Type: application/http; msgtype=response\r\n"
        );
        record(&headers, &[head.as_bytes(), b"\r\n", body].concat())
    }

    const HTML: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"ISO-8859-2\"\r\n";

    fn read(archive: &[u8]) -> (Vec<(String, String)>, Vec<String>) {
        let (pages, errors) = pages(archive, &limits());
        let pages = pages.into_iter().map(|page| {
            let body = String::from_utf8_lossy(&page.body).into_owned();
            (page.url, body)
        });
        let errors = errors.into_iter().map(|error| error.to_string());
        (pages.collect(), errors.collect())
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn the_texts_of_wet_files_may_be_short() {
        let text = |kind: &str| {
            let headers = format!(
                "WARC-Type: {kind}\r\nWARC-Target-URI: http://a/\r\nContent-Type: text/plain\r\n"
            );
            record(&headers, b"A few words.")
        };
        let taken = |kind, min_size| {
            let limits = WarcLimits {
                min_size,
                ..WarcLimits::default()
            };
            pages(&text(kind), &limits).0.len()
        };
        assert_eq!(taken("conversion", None), 1);
        assert_eq!(taken("resource", None), 0);
        assert_eq!(taken("conversion", Some(13)), 0);
    }

    #[test]
    fn a_conversion_is_text_whatever_it_looks_like() {
        let wide: Vec<u8> = "A few words.".bytes().flat_map(|byte| [byte, 0]).collect();
        let limits = WarcLimits {
            min_size: Some(0),
            ..WarcLimits::default()
        };
        // A resource with the type plain text may be any text, but not binary data.
        for (text, taken) in [(&b"[{\"a\": 1}]"[..], 1), (b"%PDF-1.7", 0), (&wide, 0)] {
            let archive = |kind: &str| {
                let headers = format!(
                    "WARC-Type: {kind}\r\nWARC-Target-URI: 1\r\nContent-Type: text/plain\r\n"
                );
                record(&headers, text)
            };
            let (found, errors) = pages(&archive("conversion"), &limits);
            assert_eq!(errors, []);
            assert_eq!(found[0].body, text);
            assert_eq!(pages(&archive("resource"), &limits).0.len(), taken);
        }
    }

    #[test]
    fn a_page_has_its_address_date_and_type() {
        let info = record(
            "WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n",
            b"software: x\r\n",
        );
        let archive = [info, response("<http://a/>", HTML, b"<p>Hello")].concat();
        let (pages, errors) = pages(&archive, &limits());
        assert_eq!(errors, []);
        let [page] = &pages[..] else {
            panic!("{pages:?}")
        };
        assert_eq!(
            (&page.url[..], &page.date[..]),
            ("http://a/", "2020-02-02T20:20:20Z")
        );
        assert_eq!(page.content_type, "text/html; charset=\"ISO-8859-2\"");
        assert_eq!(page.encoding, Some(encoding_rs::ISO_8859_2));
        assert_eq!(page.body, b"<p>Hello");
    }

    #[test]
    fn only_pages_of_the_type_size_and_status_are_taken() {
        let archive = [
            response("http://a/", HTML, b"tiny"),
            response("http://b/", HTML, &[b'x'; 51]),
            response(
                "http://c/",
                &HTML.replace("200 OK", "404 Not Found"),
                b"not here",
            ),
            response(
                "http://d/",
                &HTML.replace("text/html", "image/png"),
                b"not text",
            ),
            response(
                "http://i/",
                &HTML.replace("text/html", "application/json"),
                b"{\"of\": \"another type\"}",
            ),
            response(
                "http://e/",
                &HTML.replace("text/html", "TEXT/HTML"),
                b"taken, as case is nothing",
            ),
            record(
                "WARC-Type: request\r\nContent-Type: application/http\r\nWARC-Target-URI: http://f/\r\n",
                b"GET / HTTP/1.1\r\n\r\n",
            ),
            record(
                "WARC-Type: revisit\r\nContent-Type: application/http\r\nWARC-Target-URI: http://g/\r\n",
                HTML.as_bytes(),
            ),
            record(
                "WARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://h/\r\n",
                b"no HTTP",
            ),
            record(
                "WARC-Type: resource\r\nContent-Type: text/plain\r\nWARC-Target-URI: <metadata://j/wget.log>\r\n",
                b"FINISHED; downloaded 13 files",
            ),
        ];
        let (pages, errors) = read(&archive.concat());
        assert_eq!(errors, [""; 0]);
        let urls: Vec<_> = pages.iter().map(|(url, _)| &url[..]).collect();
        assert_eq!(urls, ["http://e/", "http://h/"]);
    }

    /// Sums the counts.
    #[derive(Default)]
    struct Tally(std::sync::Mutex<std::collections::BTreeMap<&'static str, u64>>);

    impl crate::Written for Tally {}

    impl Observer for Tally {
        fn count(&self, name: &'static str, more: u64) {
            *self.0.lock().unwrap().entry(name).or_default() += more;
        }
    }

    #[test]
    fn limits_are_the_smallest_and_the_largest_size_taken() {
        let sizes = [4, 5, 50, 51];
        let archive: Vec<u8> = (sizes.iter())
            .flat_map(|&size| response(&format!("http://{size}/"), HTML, &vec![b'x'; size]))
            .collect();
        let urls: Vec<_> = read(&archive).0.into_iter().map(|(url, _)| url).collect();
        assert_eq!(urls, ["http://5/", "http://50/"]);
    }

    /// Only the beginning of a large record is read, and shows whether it would be a page.
    #[test]
    fn a_page_that_is_too_large_is_named() {
        let of = |head: &str, from: &[u8], size: usize| {
            let body = [from, &vec![b'x'; size - from.len()]].concat();
            response("http://a/", head, &body)
        };
        let no_type = "HTTP/1.1 200 OK\r\n";
        let image = &b"\x89PNG\r\n\x1A\n\0"[..];
        let (long, longer) = (60, 51 + MAX_OVERHEAD as usize);
        let gzipped = format!("{HTML}Content-Encoding: gzip\r\n");
        let resource =
            "WARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://a/\r\n";
        for (archive, reason) in [
            (of(HTML, b"<p>", long), TOO_LARGE),
            (of(HTML, b"<p>", longer), TOO_LARGE),
            (of(&gzipped, b"\x1F\x8B", longer), TOO_LARGE),
            (of(no_type, b"<html>", longer), TOO_LARGE),
            (record(resource, &vec![b'x'; longer]), TOO_LARGE),
            (of(no_type, b"a text", longer), OTHER_TYPE),
            (of(HTML, image, longer), NOT_TEXT),
            (of(&HTML.replace("html", "css"), b"p", longer), OTHER_TYPE),
            (of(&HTML.replace("200", "404"), b"p", longer), OTHER_STATUS),
        ] {
            let tally = Tally::default();
            let stream = Stream {
                name: "archive".into(),
                reader: Box::new(io::Cursor::new(
                    [archive, response("http://b/", HTML, b"small")].concat(),
                )),
            };
            let mut archive = Archive::new(stream, &limits());
            let sources = Sources {
                warc: limits(),
                ..Sources::default()
            };
            let named = match archive
                .next_capture(&tally)
                .unwrap()
                .unwrap()
                .page(&sources, &tally)
            {
                Err(Unread::NotText(error)) => {
                    error.message.starts_with("the page http://a/ has more")
                }
                other => !other.is_ok_and(|page| page.is_none()),
            };
            assert_eq!(named, reason == TOO_LARGE, "{reason}");
            let counted: Vec<_> = tally.0.lock().unwrap().clone().into_iter().collect();
            assert_eq!(counted, [(reason, 1)]);
            // Reading goes on behind it.
            let next = archive.next_capture(&tally).unwrap().unwrap();
            assert!(next.page(&sources, &tally).is_ok_and(|page| page.is_some()));
        }
    }

    #[test]
    fn what_is_not_asked_for_is_counted_by_its_reason() {
        let archive = [
            response("http://a/", HTML, b"tiny"),
            response("http://b/", HTML, &[b'x'; 51]),
            response("http://c/", &HTML.replace("200", "301"), b"elsewhere"),
            response("http://d/", &HTML.replace("html", "css"), b"p { }"),
            record(
                "WARC-Type: resource\r\nContent-Type: text/css\r\n",
                b"p { }",
            ),
            record("WARC-Type: revisit\r\n", b""),
            record("WARC-Type: continuation\r\n", b""),
        ]
        .concat();
        let tally = Tally::default();
        let stream = Stream {
            name: "archive".into(),
            reader: Box::new(io::Cursor::new(archive)),
        };
        let mut archive = Archive::new(stream, &limits());
        while let Some(capture) = archive.next_capture(&tally) {
            let sources = Sources {
                warc: limits(),
                ..Sources::default()
            };
            assert!(!matches!(
                capture.unwrap().page(&sources, &tally),
                Ok(Some(_))
            ));
        }
        let counted: Vec<_> = tally.0.into_inner().unwrap().into_iter().collect();
        assert_eq!(
            counted,
            [
                ("WARC records left out: of another media type", 1),
                ("WARC records left out: of other kinds", 1),
                ("WARC records left out: revisit", 1),
                (OTHER_TYPE, 1),
                (OTHER_SIZE, 1),
                (TOO_LARGE, 1),
                (OTHER_STATUS, 1)
            ]
        );
    }

    #[test]
    fn what_has_no_media_type_is_recognised() {
        let no_type = "HTTP/1.1 200 OK\r\n";
        let empty = "HTTP/1.1 200 OK\r\nContent-Type: ; charset=utf-8\r\n";
        let archive = [
            response("http://a/", no_type, b"<!DOCTYPE html><p>Hello"),
            response("http://b/", empty, b"<html><p>Hello"),
            response("http://c/", no_type, b"text that is not asked for"),
            response("http://d/", no_type, b"\x89PNG\r\n\x1A\n"),
            record(
                "WARC-Type: resource\r\nWARC-Target-URI: http://e/\r\n",
                b"<p>no HTTP",
            ),
        ];
        let (pages, errors) = pages(&archive.concat(), &limits());
        assert_eq!(errors, []);
        let found: Vec<_> = (pages.iter())
            .map(|page| (&page.url[..], &page.content_type[..]))
            .collect();
        let html = "text/html";
        assert_eq!(
            found,
            ["http://a/", "http://b/", "http://e/"].map(|url| (url, html))
        );
    }

    #[test]
    fn every_content_encoding_is_undone() {
        let page = "<p>A caf\u{e9} that was compressed".as_bytes();
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        zlib.write_all(page).unwrap();
        let mut deflate =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        deflate.write_all(page).unwrap();
        for (name, body) in [
            ("gzip", gzip(page)),
            ("X-GZip", gzip(page)),
            ("", gzip(page)),
            ("identity", gzip(page)),
            ("deflate", zlib.finish().unwrap()),
            ("deflate", deflate.finish().unwrap()),
            ("zstd", zstd::encode_all(page, 1).unwrap()),
            ("zstd, gzip", gzip(&zstd::encode_all(page, 1).unwrap())),
        ] {
            let head = format!("{HTML}Content-Encoding: {name}\r\n");
            let (pages, errors) = pages(&response("http://a/", &head, &body), &limits());
            assert_eq!(errors, [], "{name}");
            assert_eq!(pages[0].body, page, "{name}");
        }
    }

    #[test]
    fn transfer_and_content_encodings_are_undone() {
        let zipped = gzip(b"<p>A compressed page");
        let (first, second) = zipped.split_at(7);
        let chunked = [
            b"7;x=y\r\n",
            first,
            format!("\r\n{:x}\r\n", second.len()).as_bytes(),
            second,
            b"\r\n0\r\n\r\n",
        ]
        .concat();
        let both = format!("{HTML}Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n");
        let archive = [
            response("http://a/", &both, &chunked),
            // The crawler decoded the body but kept the headers.
            response("http://b/", &both, b"<p>As it is"),
            response(
                "http://c/",
                &format!("{HTML}Content-Encoding: br\r\n"),
                "<p>As it is".as_bytes(),
            ),
            // No encoding of bytes.
            response(
                "http://h/",
                &format!("{HTML}Content-Encoding: UTF-8, none\r\n"),
                b"<p>As it is",
            ),
            // This body decompresses to more than the limit.
            response("http://d/", &both, &gzip(&[b' '; 100_000])),
            response(
                "http://e/",
                &format!("{HTML}Content-Encoding: gzip\r\n"),
                &zipped[..zipped.len() / 2],
            ),
            response(
                "http://f/",
                &format!("{HTML}Content-Encoding: rot13\r\n"),
                b"\x01\x02<p>",
            ),
            response(
                "http://g/",
                &format!("{HTML}Transfer-Encoding: chunked\r\n"),
                b"9\r\n<p>Part o\r\n9\r\nf",
            ),
        ];
        let (pages, errors) = read(&archive.concat());
        let expected = [
            ("http://a/", "<p>A compressed page"),
            ("http://b/", "<p>As it is"),
            ("http://c/", "<p>As it is"),
            ("http://h/", "<p>As it is"),
        ];
        assert_eq!(
            pages,
            expected.map(|(url, body)| (url.to_owned(), body.to_owned()))
        );
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert!(
            errors[2].contains("a chunked body that is damaged"),
            "{errors:?}"
        );
        assert!(
            errors[0].contains("a body that is not in gzip"),
            "{errors:?}"
        );
        assert!(
            errors[1].contains("the content encoding rot13 is not known here"),
            "{errors:?}"
        );
    }

    #[test]
    fn after_a_bad_record_reading_goes_on() {
        let good = response("http://a/", HTML, b"<p>Good");
        let archive = [
            b"rubbish\r\nmore of it\r\n".to_vec(),
            good.clone(),
            b"WARC/1.0\r\nWARC-Type: response\r\n\r\nno length\r\n".to_vec(),
            good.clone(),
            response(
                "http://b/",
                "220 mail.example ESMTP\r\n",
                b"another protocol",
            ),
            good.clone(),
            good[..good.len() - 8].to_vec(),
        ];
        let (pages, errors) = read(&archive.concat());
        assert_eq!(pages.len(), 3);
        let at = |index: usize| archive[..index].iter().map(Vec::len).sum::<usize>();
        assert_eq!(
            errors,
            [
                "archive: byte 0: this is not a record of a web archive".to_owned(),
                format!("archive: byte {}: no Content-Length", at(2)),
                format!(
                    "archive: byte {} (http://b/): this is not an HTTP response",
                    at(4)
                ),
                format!(
                    "archive: byte {}: the archive ends 4 bytes before this record does",
                    at(6)
                ),
            ]
        );
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_bad(
            pieces in prop::collection::vec(prop_oneof![
                Just(response("http://a/", HTML, b"<p>Good")),
                Just(response("http://a/", &format!("{HTML}Transfer-Encoding: chunked\r\n"), b"ffffffffffffffff\r\nx")),
                Just(b"WARC/1.1\r\nContent-Length: 18446744073709551615\r\n\r\n".to_vec()),
                prop::collection::vec(any::<u8>(), 0..40),
            ], 0..6),
        ) {
            let (read, errors) = pages(&pieces.concat(), &limits());
            prop_assert!(read.len() + errors.len() <= 2 * pieces.len() + 1);
        }
    }
}
