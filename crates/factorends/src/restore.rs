//! Restores the documents of a site (`--restore`).

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use command::relative_path;
use command::{Error, Output, Process};
use intake::encoding::{self, Label};
use record::{Factored, Name, Slot};

use crate::group::checksum;
use crate::{MANIFEST, script};

/// The text of a shared file, or the reason why it cannot be read.
type Shared = Result<Arc<[u8]>, String>;

/// Writes the original of every document of a site into the directory of `out`. Reports documents
/// that cannot be restored, or not with their exact bytes. The size of a document is limited by the
/// manifest and by `limit` bytes.
///
/// # Errors
/// Fails if the site has no manifest.
pub fn restore(site: &Path, limit: u64, process: &Process, out: &mut Output) -> Result<(), Error> {
    // Shared files by checksum and name, because a manifest may be the concatenation of several.
    let mut shared: HashMap<String, Shared> = HashMap::new();
    let mut differ = 0u64;
    let manifest = site.join(MANIFEST);
    if !manifest.exists() {
        let message = "there is no such file; --restore takes the folder that --out-dir named when the site was made";
        return Err(Error::new(intake::display_path(&manifest), message));
    }
    intake::blocks::for_each_record(&manifest, process, |line| {
        let factored = Factored::read(line)?;
        differ += u64::from(factored.differs > 0);
        let restored = restored(site, limit, &factored, &mut shared, process).and_then(|bytes| {
            let name = factored.doc.as_bytes();
            // The file of the site has the permissions of the original.
            let source = site.join(platform::paths::from_bytes(name));
            out.write_file(platform::paths::to_bytes(&source), name, &bytes, None)
                .map(|_| bytes)
        });
        match restored {
            Ok(bytes) if process.has_stats() => process.wrote_document(words(&bytes)),
            Ok(_) => {}
            Err(error) => process.trouble_of(&error),
        }
        Ok(())
    })?;
    if differ > 0 {
        process.warn(
            site.display(),
            format_args!(
                "{differ} documents have the spelling of their shared files; only --group exact and wording keep every byte"
            ),
        );
    }
    Ok(())
}

fn restored(
    site: &Path,
    limit: u64,
    factored: &Factored,
    shared: &mut HashMap<String, Shared>,
    process: &Process,
) -> Result<Vec<u8>, Error> {
    let name = &factored.doc;
    let relative =
        relative_path(name.as_bytes()).map_err(|message| Error::new(show(name), message))?;
    let path = site.join(relative);
    let file = intake::folder::read_file(&path)?;
    process.advance(file.len() as u64);
    if process.has_stats() {
        process.read_document(words(&file));
    }
    if checksum(&file) != factored.factored_checksum {
        return Err(Error::new(
            path.display(),
            "has changed since the site was made, so its links cannot be found; not restored",
        ));
    }
    let mut bytes = Vec::new();
    let mut from = 0;
    for link in &factored.links {
        let text = shared
            .entry(format!("{} {}", link.checksum, link.shared))
            .or_insert_with(|| read_shared(site, &link.shared, &link.checksum, process))
            .as_ref()
            .map_err(|message| Error::new(show(name), format_args!("not restored: {message}")))?;
        // The record was checked against the size of its file, and the file against its checksum.
        let (start, end) = (link.start as usize, link.end as usize);
        let before = file.get(from..start).ok_or_else(|| {
            Error::new(show(name), "not restored: its links lie outside its file")
        })?;
        bytes.extend_from_slice(before);
        with_own_words(text, &file, &link.slots, &mut bytes).ok_or_else(|| {
            Error::new(
                show(name),
                "not restored: its slots lie outside its shared file",
            )
        })?;
        from = end;
        check_size(&bytes, factored, limit)?;
    }
    let rest = file
        .get(from..)
        .ok_or_else(|| Error::new(show(name), "not restored: its links lie outside its file"))?;
    bytes.extend_from_slice(rest);
    check_size(&bytes, factored, limit)?;
    if factored.differs == 0 && checksum(&bytes) != factored.checksum {
        return Err(Error::new(
            show(name),
            "not restored: the manifest contradicts itself, the document would have another checksum",
        ));
    }
    Ok(bytes)
}

/// Fails if a document becomes too large; otherwise a short manifest could fill a disk.
fn check_size(bytes: &[u8], factored: &Factored, limit: u64) -> Result<(), Error> {
    let size = bytes.len() as u64;
    let message = match factored.differs {
        0 if size > factored.bytes => "not restored: it would be larger than the manifest says",
        _ if size > limit => "not restored: it would be larger than --max-document-size",
        _ => return Ok(()),
    };
    Err(Error::new(show(&factored.doc), message))
}

/// Appends a shared text with a document's own words in its slots. Returns `None` if a slot is out
/// of range or overlaps the previous one.
fn with_own_words(shared: &[u8], file: &[u8], slots: &[Slot], bytes: &mut Vec<u8>) -> Option<()> {
    let (mut at, mut own_at) = (0, 0);
    for &(from, to, start, end) in slots {
        bytes.extend_from_slice(shared.get(at..from as usize)?);
        bytes.extend_from_slice(file.get(start as usize..end as usize)?);
        if to < from || start < own_at {
            return None;
        }
        (at, own_at) = (to as usize, end);
    }
    bytes.extend_from_slice(shared.get(at..)?);
    Some(())
}

fn read_shared(site: &Path, name: &str, expected: &str, process: &Process) -> Shared {
    let relative = relative_path(name.as_bytes()).map_err(str::to_owned)?;
    let path = site.join(relative);
    let bytes = intake::folder::read_file(&path).map_err(|error| error.to_string())?;
    process.advance(bytes.len() as u64);
    let written = match path
        .extension()
        .is_some_and(|ending| ending == script::ENDING)
    {
        true => std::str::from_utf8(&bytes).ok().and_then(script::text),
        false => None,
    };
    let bytes = written.unwrap_or(bytes);
    if checksum(&bytes) != expected {
        return Err(format!(
            "{} has changed since the site was made",
            path.display()
        ));
    }
    Ok(bytes.into())
}

/// Returns the number of words of a document.
fn words(bytes: &[u8]) -> usize {
    command::words(encoding::decode(bytes, Label::Auto, &mut String::new()).text)
}

fn show(name: &Name) -> String {
    intake::display(name.as_bytes())
}
