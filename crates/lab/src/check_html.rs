//! Compares the text that the crate `html` finds of pages with the text that html5ever finds, a parser of the whole
//! HTML standard.
//!
//! Inputs are the pages (`*.html`, `*.htm`) below a folder, and, where html5lib's tests are there, the inputs of those
//! (`*.test` for tokenizers, `*.dat` for trees). White space is left out of the comparison.
//!
//! Where the texts differ, the page is counted under the first of [`CLASSES`] that explains it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use html::elements::Set;
use html::tree::Parser;
use html::{Element, Walk, walk};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

use crate::corpora;

/// Why texts differ.
const CLASSES: [&str; 4] = [
    "other order: what stands in a table, or behind a wrongly nested end tag, is moved by the standard, and stays here",
    "frames: the standard has no text beside them, here it is kept",
    "text only here",
    "text only in html5ever's",
];

/// Elements whose text is not compared.
const HIDDEN: Set = Set::of(&[
    Element::SCRIPT,
    Element::STYLE,
    Element::TEMPLATE,
    Element::IFRAME,
    Element::NOEMBED,
    Element::NOFRAMES,
]);

/// Prints how many inputs differ, by class, with some of each.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let mut inputs: Vec<(String, String, String)> = Vec::new();
    for path in corpora::files(folder, &["html", "htm", "test", "dat"])? {
        let bytes = fs::read(&path)?;
        let text = String::from_utf8_lossy(&bytes);
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        let name = path.strip_prefix(folder)?.display().to_string();
        match &*kind {
            "test" => inputs.extend(tokenizer_inputs(&text)?.into_iter().enumerate().map(
                |(number, input)| ("tokenizer tests".into(), format!("{name}:{number}"), input),
            )),
            "dat" => inputs.extend(
                tree_inputs(&text)
                    .into_iter()
                    .enumerate()
                    .map(|(number, input)| {
                        ("tree tests".into(), format!("{name}:{number}"), input)
                    }),
            ),
            _ => {
                let set = name.split('/').next().unwrap_or_default().to_owned();
                inputs.push((set, name, text.into_owned()));
            }
        }
    }
    // For each set its inputs, and by class those that differ.
    let mut sets = BTreeMap::<String, (usize, [Vec<String>; CLASSES.len()])>::new();
    for (set, name, input) in inputs {
        // The steps of the standard before the tokenizer: a byte order mark goes, and line ends are line
        // feeds.
        let input = input.trim_start_matches('\u{FEFF}');
        let input = input.replace("\r\n", "\n").replace('\r', "\n");
        let (all, differing) = sets.entry(set).or_default();
        *all += 1;
        let (ours, theirs) = (ours(&input), theirs(&input));
        if let Some((class, excerpt)) = difference(&ours, &theirs) {
            differing[class].push(format!("{name}: {excerpt}"));
        }
    }
    for (set, (all, differing)) in &sets {
        let sum: usize = differing.iter().map(Vec::len).sum();
        println!("{set}: {all} inputs, {} with the same text", all - sum);
        for (class, names) in CLASSES
            .iter()
            .zip(differing)
            .filter(|(_, names)| !names.is_empty())
        {
            println!("  {} {class}", names.len());
            for name in names.iter().take(5) {
                println!("    {name}");
            }
        }
    }
    Ok(())
}

/// Which of [`CLASSES`] explains how two texts differ, and where they do.
fn difference(ours: &str, theirs: &str) -> Option<(usize, String)> {
    if ours == theirs {
        return None;
    }
    let count = |text: &str| {
        let mut counts = BTreeMap::<char, i64>::new();
        text.chars()
            .for_each(|character| *counts.entry(character).or_default() += 1);
        counts
    };
    let (here, there) = (count(ours), count(theirs));
    let more: i64 = here.values().sum::<i64>() - there.values().sum::<i64>();
    let class = match more {
        0 if here == there => 0,
        1.. if theirs.is_empty() => 1,
        1.. => 2,
        _ => 3,
    };
    let same = ours
        .chars()
        .zip(theirs.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let excerpt = |text: &str| text.chars().skip(same).take(40).collect::<String>();
    Some((
        class,
        format!("{more:+} {:?} {:?}", excerpt(ours), excerpt(theirs)),
    ))
}

/// The text of a page by the crate's walk, without white space.
fn ours(page: &str) -> String {
    #[derive(Default)]
    struct Text {
        hidden: usize,
        text: String,
    }
    impl Walk for Text {
        type Mark = bool;
        fn is_begun_by_end_tag(&self, _: Element) -> bool {
            true
        }
        fn start(&mut self, element: Element, _: &str, _: &str) -> bool {
            let hides = HIDDEN.has(element);
            self.hidden += usize::from(hides);
            hides
        }
        fn end(&mut self, _: Element, hides: bool) {
            self.hidden -= usize::from(hides);
        }
        fn text(&mut self, text: &str) {
            if self.hidden == 0 {
                self.text.extend(text.split_ascii_whitespace());
            }
        }
    }
    let mut found = Text::default();
    walk(page, Parser::Standard, &mut found);
    found.text
}

/// The text of a page by html5ever, without scripts and without white space.
fn theirs(page: &str) -> String {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let nodes = parse_document(Tree::default(), options).one(page);
    let mut text = String::new();
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        let node = &nodes[node];
        match &node.name {
            Some(name)
                if Element::known(name.local.as_bytes()).is_some_and(|name| HIDDEN.has(name)) => {}
            _ => {
                text.extend(node.text.split_ascii_whitespace());
                open.extend(node.children.iter().rev());
            }
        }
    }
    text
}

/// A node of html5ever's tree: an element, the document, or a text.
#[derive(Default)]
struct Node {
    name: Option<&'static QualName>,
    text: String,
    parent: Option<usize>,
    children: Vec<usize>,
    integration_point: bool,
}

/// The least that html5ever builds a tree in.
struct Tree {
    nodes: RefCell<Vec<Node>>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree {
            nodes: RefCell::new(vec![Node::default()]),
        }
    }
}

impl Tree {
    fn add(&self, node: Node) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() - 1
    }

    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(child) => child,
            NodeOrText::AppendText(text) => self.add(Node {
                text: text.to_string(),
                ..Node::default()
            }),
        };
        self.remove_from_parent(&child);
        let mut nodes = self.nodes.borrow_mut();
        let place = place.min(nodes[parent].children.len());
        nodes[parent].children.insert(place, child);
        nodes[child].parent = Some(parent);
    }

    fn place(&self, child: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[child].parent?;
        let place = nodes[parent]
            .children
            .iter()
            .position(|other| *other == child)?;
        Some((parent, place))
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = Vec<Node>;
    type ElemName<'a> = &'static QualName;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> &'static QualName {
        self.nodes.borrow()[*target].name.expect("an element")
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> usize {
        self.add(Node {
            // A recipe may keep the names: there are few, and it ends soon.
            name: Some(Box::leak(Box::new(name))),
            integration_point: flags.mathml_annotation_xml_integration_point,
            ..Node::default()
        })
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(*parent, usize::MAX, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        before: &usize,
        child: NodeOrText<usize>,
    ) {
        match self.place(*element) {
            Some((parent, place)) => self.insert(parent, place, child),
            None => self.append(before, child),
        }
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let Some((parent, place)) = self.place(*sibling) {
            self.insert(parent, place, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, place)) = self.place(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(place);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = std::mem::take(&mut self.nodes.borrow_mut()[*node].children);
        for child in children {
            self.nodes.borrow_mut()[child].parent = None;
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &usize) -> bool {
        self.nodes.borrow()[*target].integration_point
    }
}

/// The inputs of html5lib's tests of tokenizers.
fn tokenizer_inputs(text: &str) -> anyhow::Result<Vec<String>> {
    let file: serde_json::Value = serde_json::from_str(text)?;
    let tests = file["tests"].as_array().cloned().unwrap_or_default();
    Ok(tests
        .iter()
        .filter_map(|test| Some(test["input"].as_str()?.to_owned()))
        .collect())
}

/// The inputs of html5lib's tests of trees; those of parts of pages are left out.
fn tree_inputs(text: &str) -> Vec<String> {
    let tests = text.split("#data\n").skip(1);
    tests
        .filter(|test| !test.contains("\n#document-fragment") && !test.contains("\n#script-on"))
        .filter_map(|test| Some(test.split_once("\n#errors")?.0.to_owned()))
        .collect()
}
