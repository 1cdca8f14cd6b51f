//! EPUB 2 and 3: a zip archive of XHTML. Each chapter is a document, in the order of the book.
//!
//! `META-INF/container.xml` names the package document. Its manifest lists the files, and its spine
//! their order (EPUB 3.3, sections 4.2.6.3, 5.6 and 5.7).

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;

use super::markup::{Tag, tags};
use super::zip_directory::Entry;
use crate::encoding::{Label, decode};

/// The maximum size in bytes of the metadata files.
const MAX_METADATA: u64 = 16 << 20;

/// What the file `mimetype` of an e-book says.
const MEDIA_TYPE: &str = "application/epub+zip";

/// The chapters of a book.
pub(super) struct Chapters {
    /// The chapters in their order; each is there once.
    pub entries: Vec<Entry>,
    /// The paths of the chapters that the book names and does not contain.
    pub missing: Vec<String>,
}

/// Returns the chapters of a book; `None` if the archive is not a book.
///
/// # Errors
/// Fails if the order cannot be read.
pub(super) fn chapters(file: &mut File, entries: &[Entry]) -> io::Result<Option<Chapters>> {
    let by_name: HashMap<&[u8], &Entry> = (entries.iter())
        .map(|entry| (&entry.name[..], entry))
        .collect();
    let mut named = |name: &str| match by_name.get(name.as_bytes()) {
        Some(entry) => read(file, entry).map(Some),
        None => Ok(None),
    };
    let package = match named("META-INF/container.xml")? {
        Some(container) => tags(&container).find_map(|tag| match tag.name {
            "rootfile" => tag.attribute("full-path"),
            _ => None,
        }),
        // An e-book that was packed again without it has the package document still.
        None if named("mimetype")?.is_some_and(|kind| kind.trim() == MEDIA_TYPE) => {
            let names = entries
                .iter()
                .filter_map(|entry| str::from_utf8(&entry.name).ok());
            names
                .filter(|name| name.ends_with(".opf"))
                .min()
                .map(str::to_owned)
        }
        None => None,
    };
    let Some(package) = package else {
        return Ok(None);
    };
    // Fonts may be encrypted as well, and are not read.
    let encryption = named("META-INF/encryption.xml")?.unwrap_or_default();
    let encrypted: HashSet<String> = tags(&encryption)
        .filter(|tag| tag.name == "CipherReference")
        .filter_map(|tag| tag.attribute("URI"))
        .map(|path| resolve("", &path))
        .collect();
    let Some(entry) = by_name.get(package.as_bytes()) else {
        return Err(io::Error::other(format!(
            "this looks like an e-book, but it has no {package}"
        )));
    };
    let document = read(file, entry)?;
    let folder = package.rfind('/').map_or("", |at| &package[..=at]);
    let (mut entries, mut missing) = (Vec::new(), Vec::new());
    let mut known = HashSet::new();
    for chapter in spine(&document) {
        let path = match chapter {
            Ok(href) => resolve(folder, &href),
            Err(id) => format!("a file with the id {id}"),
        };
        if encrypted.contains(&path) {
            return Err(io::Error::other(
                "this e-book is encrypted (DRM), so that its text cannot be read",
            ));
        }
        if !known.insert(path.clone()) {
            continue;
        }
        match by_name.get(path.as_bytes()) {
            Some(&entry) => entries.push(entry.clone()),
            None => missing.push(path),
        }
    }
    match known.is_empty() {
        true => Err(io::Error::other(
            "this looks like an e-book, but it names no chapters",
        )),
        false => Ok(Some(Chapters { entries, missing })),
    }
}

fn read(file: &mut File, entry: &Entry) -> io::Result<String> {
    if entry.size > MAX_METADATA {
        return Err(io::Error::other("the files about the e-book are too large"));
    }
    let bytes = entry.read(file)?;
    let mut scratch = String::new();
    Ok(decode(&bytes, Label::Auto, &mut scratch).text.to_owned())
}

/// Returns the references of the spine, in order. For a reference to a file that the manifest does not list, the error is
/// its id. Files that are not pages, such as a cover, are left out.
fn spine(package: &str) -> Vec<Result<String, String>> {
    let (mut items, mut order) = (HashMap::new(), Vec::new());
    let attributes = |tag: &Tag, name| tag.attribute(name);
    for tag in tags(package) {
        match tag.name {
            "item" => {
                let is_page =
                    attributes(&tag, "media-type").is_none_or(|kind| kind.contains("html"));
                if let (Some(id), Some(href)) = (attributes(&tag, "id"), attributes(&tag, "href")) {
                    items.insert(id, is_page.then_some(href));
                }
            }
            "itemref" => order.extend(attributes(&tag, "idref")),
            _ => {}
        }
    }
    let reference = |id: String| match items.get(&id) {
        Some(href) => href.clone().map(Ok),
        None => Some(Err(id)),
    };
    order.into_iter().filter_map(reference).collect()
}

/// Returns the path of a reference, with percent signs decoded and `..` resolved.
fn resolve(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default();
    let mut bytes = Vec::new();
    let mut rest = href.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    let whole = format!("{folder}{}", String::from_utf8_lossy(&bytes));
    let mut parts = Vec::new();
    for part in whole.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_in_the_order_of_the_spine() {
        let package = "<package><manifest>\n<!-- <item id='x' href='x.xhtml'/> -->\
            <item id=\"two\" href=\"b%20c.xhtml\" media-type=\"application/xhtml+xml\"/>\
            <opf:item href='a&amp;b.xhtml' id='one' media-type='application/xhtml+xml' />\
            <item id='cover' href='cover.png' media-type='image/png'/></manifest>\
            <spine toc='n'><itemref idref='one'/><itemref idref=\"two\" linear='no'/><itemref idref='cover'/></spine>";
        let pages = ["a&b.xhtml", "b%20c.xhtml"].map(|href| Ok(href.to_owned()));
        assert_eq!(spine(package), pages);
        let package = "<spine><itemref idref='none'/></spine>";
        assert_eq!(spine(package), [Err("none".to_owned())]);
        assert_eq!(resolve("OEBPS/", "b%20c.xhtml#part"), "OEBPS/b c.xhtml");
        assert_eq!(resolve("OEBPS/", "../text/./d%zz.xhtml"), "text/d%zz.xhtml");
    }
}
