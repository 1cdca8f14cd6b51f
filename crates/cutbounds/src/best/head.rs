//! Reads the head of a document, and finds the end of its preamble.

use super::bound::Bound;
use super::line::{Form, Line, Side};
use super::model::Model;
use super::region::{Extent, Library, Region, Request, Scratch};
use super::templates::Templates;
use super::{comments, headers};
use crate::Settings;
use crate::below_title;
use crate::constants::{CONFIDENCE_DOUBTFUL, CONFIDENCE_MARKER};
use crate::floor::{self, Floor};
use crate::metadata;
use linenorm::raw_lines;

/// Reads the head region of a document.
pub fn head<'a>(
    text: &'a str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    read_head(text, Extent::Whole, &mut library)
}

pub fn read_head<'a>(
    text: &'a str,
    extent: Extent,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Region<'a> {
    let raw = (1..).zip(raw_lines(text));
    let request = Request {
        side: Side::Head,
        extent,
        form: Form::Prose,
        readings: &[],
    };
    let mut region = Region::read(request, raw, library);
    region.form = headers::form(&region);
    if region.form == Form::Source && region.begin().is_code() {
        let is_text = region.begins_with_title()
            || metadata::is_of_text(text)
            || floor::licence_of_markup(text).is_some();
        region.form = if is_text { Form::Prose } else { Form::Source };
    }
    if extent == Extent::Whole || (region.form == Form::Prose && region.is_known()) {
        region.describe(Side::Head, library.scratch);
    }
    region
}

/// Returns the end of the preamble: the model's, unless certain evidence is further inside.
pub fn bound_of_head(
    text: &str,
    head: &Region,
    settings: &Settings,
    templates: &Templates,
) -> Bound {
    let found = Bound::predicted(head, &Model::built_in().predict(head, Side::Head));
    let found = found.without_weak_blocks(head);
    let found = found.without_paragraph(head, Side::Head);
    let found = found.without_text_behind_marker(head);
    let of_markup = || {
        let is_prose = head.form == Form::Prose;
        is_prose.then(|| floor::licence_of_markup(text)).flatten()
    };
    let metadata = floor::metadata(text, |key| templates.has_key(key))
        .or_else(of_markup)
        .or_else(|| floor::bracketed(head, templates.most()))
        .filter(|floor| found.line < Some(floor.line) || floor.is_surer(found.confidence));
    let is_text = head.form != Form::Source;
    let is_marker_beyond =
        |line: &Line| found.line < Some(line.number) && settings.is_marker(line.raw, Side::Head);
    let needs_marker =
        || found.confidence < CONFIDENCE_MARKER || head.lines.iter().any(is_marker_beyond);
    let certain = match found.is_sure(settings) {
        false => floor_of_head(text, head, settings, templates),
        true if is_text && needs_marker() => floor::head_marker(text, settings),
        true => None,
    };
    // A few words below a title may be metadata, short lines in a frame a notice, and a comment on rights a licence.
    let is_doubtful = || {
        let is_unseen = || !templates.has_short() && comments::has_short_frame(&head.lines);
        found.line.is_none()
            && match head.form {
                Form::Prose => is_unseen() || below_title::is_doubtful(text),
                Form::Source => comments::name_rights(&head.lines),
                Form::Fenced => false,
            }
    };
    match further(metadata, certain) {
        None if is_doubtful() => Bound {
            confidence: found.confidence.min(CONFIDENCE_DOUBTFUL),
            ..found
        },
        None => found,
        Some(floor) => Bound::on(floor, head, Side::Head),
    }
    .without_description(text, head)
    .without_opened_blocks(text)
}

/// Returns the certain evidence that counts if the model finds no preamble, or is unsure of it.
fn floor_of_head(
    text: &str,
    head: &Region,
    settings: &Settings,
    templates: &Templates,
) -> Option<Floor> {
    let of_run = || {
        let lines = floor::run(head, Side::Head, templates.most())?;
        Some(floor::of_run(head.lines[lines - 1].number))
    };
    let marker = || floor::head_marker(text, settings);
    match head.form {
        // Code has lines that look like markers.
        Form::Source => floor::licence(text),
        Form::Fenced => marker(),
        Form::Prose => further(further(of_run(), marker()), floor::licence_of_text(text)),
    }
}

/// Returns the floor of a head that is further inside.
fn further(first: Option<Floor>, second: Option<Floor>) -> Option<Floor> {
    let all = [first, second].into_iter().flatten();
    all.reduce(|first, second| match second.line > first.line {
        true => second,
        false => first,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use crate::best::cut;
    use crate::best::samples::*;

    #[test]
    fn a_credit_line_with_a_new_name_belongs_to_the_preamble() {
        let text = format!(
            "{}\n\n\nTyped by Fay Moor and Guy Hill\n\n\n\n\nTHE FERRYMAN\n\nA Tale\n\n\n{}\n\n\n{}\n\n{}\n",
            NOTICE.join("\n"),
            body(),
            FREQUENT[4],
            NOTICE.join("\n")
        );
        let cut = cut_of(&text);
        assert_eq!((cut.preamble_end, cut.preamble_rule), (7, Rule::Frequency));
        let line = text.lines().position(|line| line == FREQUENT[4]).unwrap() as u64 + 1;
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (line, Rule::Frequency)
        );
    }

    #[test]
    fn comments_in_the_first_column_are_those_of_fortran_and_abap() {
        let licence = [
            "Copyright 2020 Ada North",
            "",
            "Permission is granted to tar boats.",
        ];
        let fortran = "      REAL TAR\n   10 CONTINUE\n      CALL SAIL(TAR)\n".repeat(6);
        let abap = "REPORT ztar.\n\n  WRITE tar.\n".repeat(6);
        let end = |mark: &str, code: &str| {
            let lines = licence.map(|line| format!("{mark} {line}").trim_end().to_owned());
            cut_in(&format!("{}\n\n{code}", lines.join("\n")), NONE, |_| false).preamble_end
        };
        assert_eq!(
            [end("*", &fortran), end("C", &fortran), end("*", &abap)],
            [3; 3]
        );
        // The first statement may be far below, behind a directive or a tab, and of another part of a program.
        let far = format!(
            "{}#include \"tar.h\"\n{fortran}",
            "* Tar the boat\n".repeat(40)
        );
        let tab = "\tDOUBLE PRECISION FUNCTION TAR(X)\n\tTAR = X\n".repeat(6);
        let method = "METHOD tar.\n  WRITE tar.\n".repeat(6);
        assert_eq!([end("*", &far), end("*", &tab), end("*", &method)], [3; 3]);
        // Items that go on below a margin, a table, and words of statements in prose.
        for text in [
            "      and of oak, and\n      of hemp\n",
            "      oak   17\n      hemp  18\n",
            "        tar = oak(hemp)\n",
            "      Real boats are of oak\n      Data on tar\n",
            "Include the boats of tar.\n",
            " 1901 The ferryman tars.\n",
        ] {
            assert_eq!(end("*", &text.repeat(6)), 0, "{text}");
        }
        assert_eq!(
            end(
                "*",
                &format!("{}\n\nThe ferryman tars.\n", "* Tar\n".repeat(40))
            ),
            0
        );
        // Prose and a table below it, and a list.
        for text in ["The ferryman tars his boats.\n", "C  D\n 1  2\n"] {
            assert_eq!(end("*", &text.repeat(12)), 0, "{text}");
        }
        let list = format!(
            "* {}\n* {}\n{}",
            licence[0],
            licence[2],
            "* Tar the boat\n".repeat(12)
        );
        assert_eq!(cut_in(&list, NONE, |_| false).preamble_end, 0);
        let with_blank = list.replacen('\n', "\n*\n", 1);
        assert_eq!(cut_in(&with_blank, NONE, |_| false).preamble_end, 0);
    }

    #[test]
    fn what_a_file_is_stays_where_one_comment_says_that_and_its_licence() {
        let licence = "Copyright 2020 Ada North\nPermission is granted to tar boats.";
        let is = "The tables of this file say\nwhich boat is tarred by whom and when.";
        let cut = |text: &str| {
            let cut = cut_in(text, NONE, |_| false);
            assert_eq!(cut.epilogue_start, cut.lines + 1);
            (cut.preamble_start, cut.preamble_end)
        };
        let comment = |mark: &str, parts: &[&str]| {
            let lines = parts.join("\n\n");
            let lines = lines.lines().map(|line| format!("{mark} {line}"));
            lines.collect::<Vec<_>>().join("\n")
        };
        for mark in ["#", ";;", "//", "dnl", "%"] {
            let code = "tar(boats);\n".repeat(12);
            let file = |parts: &[&str]| format!("{}\n\n{code}", comment(mark, parts));
            assert_eq!(cut(&file(&[licence, is])), (1, 2), "{mark}");
            assert_eq!(cut(&file(&[is, licence])), (4, 5), "{mark}");
            assert_eq!(cut(&file(&[is, licence, is])), (4, 5), "{mark}");
            // A name, an address and a version describe nothing, and all of a notice goes.
            let log = "boats.tab of Ada North <ada@quay.example> and of nobody else";
            assert_eq!(cut(&file(&[licence, log])), (1, 4), "{mark}");
            assert_eq!(cut(&file(&[licence, is, licence])), (1, 8), "{mark}");
        }
        // The opening of a block stays with what it says, and so does its end.
        let block = comment(" *", &[licence, is]);
        let code = "int tar(int boat);\n".repeat(12);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (2, 3));
        assert_eq!(cut(&format!("/* Boats\n{block}\n */\n\n{code}")), (2, 3));
        // The same in each kind of block, with the description above the notice.
        for (open, mark, close, code) in [
            ("/**", " *", " */", "int tar(int boat);"),
            ("{-", " ", "-}", "tar :: Boat -> Boat"),
            ("(*", " *", " *)", "let tar boat = boat;"),
            ("{", " ", "}", "tar(boat);"),
            ("--[[", "", "]]", "local tar = boat()"),
            ("#|", "", "|#", "(tar boat)"),
            ("#!/bin/tar\n\"\"\"", "", "\"\"\"", "tar(boat)"),
        ] {
            let block = comment(mark, &[is, licence]);
            let first = open.lines().count() as u64;
            let text = format!(
                "{open}\n{block}\n{close}\n\n{}",
                format!("{code}\n").repeat(12)
            );
            assert_eq!(cut(&text), (first + 4, first + 5), "{text}");
            // Without a line between.
            let block = comment(mark, &[&format!("{is}\n{licence}")]);
            let text = format!(
                "{open}\n{block}\n{close}\n\n{}",
                format!("{code}\n").repeat(12)
            );
            assert_eq!(cut(&text), (first + 3, first + 4), "{text}");
        }
        // The notice has the end of the block, which stays.
        let above = format!("/* boats.c -- tars the boats of a yard.\n   {licence}  */\n\n{code}");
        assert_eq!(cut(&above), (2, 2));
        // A sentence that begins above the words on rights, and a list that has none in one of its items.
        let sentence = "You may tar and sail all of these boats,\nwithout any warranty.";
        let block = comment(" *", &["Copyright 2020 Ada North", sentence]);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (1, 6));
        let list = "1. Nobody says that the boats are his.\n2. This notice stays.";
        let block = comment(" *", &[licence, list]);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (1, 7));
        // Of two notices with a long description between them, the longer one goes.
        let long = format!("{is}\n{is}\n{is}");
        let between = [licence, &long, "Copyright 2021 Bob South"];
        assert_eq!(
            cut(&format!("{}\n\n{code}", comment("//", &between))),
            (1, 2)
        );
        // Code between a licence and a comment with one of its words stays.
        let tag = "// SPDX-License-Identifier: 0BSD";
        let guard = "#ifndef TAR\n#define TAR\n/* Nobody tars\n * without permission. */";
        assert_eq!(cut(&format!("{tag}\n{guard}\n{code}")), (1, 1));
        let named = format!(
            "#!/bin/tar\n{}\n# boats - tar them\n\n{code}",
            tag.replace("//", "#")
        );
        assert_eq!(cut(&named), (2, 2));
        let japanese = "# \u{3053}\u{306e}\u{8868}\u{306f}\u{821f}\u{306e}\u{540d}\u{3092}\u{793a}\u{3059}\u{3002}";
        let code = "tar(boats)\n".repeat(12);
        assert_eq!(
            cut(&format!(
                "{}\n#\n{japanese}\n\n{code}",
                comment("#", &[licence])
            )),
            (1, 2)
        );
    }

    #[test]
    fn a_notice_at_the_head_of_a_text_grants_rights() {
        let tale = body();
        let end = |head: &str| cut_in(&format!("{head}\n\n{tale}"), NONE, |_| false).preamble_end;
        assert_eq!(
            end("SPDX-FileCopyrightText: 2020 Ada North\nSPDX-License-Identifier: CC0-1.0"),
            2
        );
        let grant = "You may use it under the terms of the Quay License.\nIt has no warranty.";
        assert_eq!(end(&format!("Copyright 2020 Ada North\n\n{grant}")), 4);
        assert_eq!(
            end(&format!(
                "Copyright 2020 Ada North\n\n{grant}\n\nBOATS\n\nThis license"
            )),
            4
        );
        assert_eq!(end("Copyright 2020 Ada North"), 0, "nothing is granted");
        assert_eq!(end(&format!("Boats\n\n{grant}")), 0);
        // All of a licence stays.
        let licence = format!("Copyright 2020 Ada North\n\n{grant}\n\n").repeat(30);
        assert_eq!(cut_in(&licence, NONE, |_| false).preamble_end, 0);
    }

    #[test]
    fn what_opens_a_page_stays_above_its_licence() {
        let licence = "<!--\nCopyright 2020 Ada North\nAll rights reserved.\n-->\n";
        let bounds = |above: &str, comment: &str| {
            let page = format!("{above}{comment}<body>\n{}</body>\n", body());
            let cut = cut_in(&page, NONE, |_| false);
            (cut.preamble_start, cut.preamble_end)
        };
        assert_eq!(bounds("<!DOCTYPE html>\n", licence), (2, 5));
        assert_eq!(
            bounds("<!doctype html>\n\n<html lang=en>\n", licence),
            (4, 7)
        );
        assert_eq!(bounds("<html>\n<p>Boats</p>\n", licence), (1, 0));
        assert_eq!(bounds("<html>\n", "<!-- Copyright of nobody -->\n"), (1, 0));
    }

    #[test]
    fn a_notice_of_a_line_or_two_is_a_block_that_many_texts_have() {
        let known = [FREQUENT[4], "Of many other texts of that library"];
        let headings = [
            "## Of many other texts of that library",
            "［＃５字下げ］一［＃「一」は中見出し］",
        ];
        let few: Vec<&str> = known.into_iter().chain(headings).collect();
        let learned: Vec<&str> = NOTICE.into_iter().chain(few.clone()).collect();
        let end = |head: &str, count: u64| {
            let mut templates = Templates::default();
            NOTICE.iter().for_each(|line| templates.learn(line, 90));
            few.iter().for_each(|line| templates.learn(line, count));
            let text = format!("{head}\n{}", body());
            let is_frequent = |line: &str| learned.contains(&line);
            let mut scratch = Scratch::default();
            cut(
                &text,
                &Settings::default(),
                &templates,
                &mut scratch,
                is_frequent,
            )
            .preamble_end
        };
        let title = "The ninth of the tales of boats and tar\n\n";
        let both = known.join("\n");
        for head in [format!("{}\n", known[0]), format!("{both}\n")] {
            assert_eq!(
                end(&format!("{title}{head}"), 12),
                2 + head.lines().count() as u64
            );
        }
        for heading in headings {
            assert_eq!(end(&format!("{title}{heading}\n"), 12), 0, "{heading}");
        }
        assert_eq!(end(&format!("{title}{both}\n"), 4), 0, "too few texts");
        assert_eq!(
            end(&format!("{title}{both}\n{title}"), 12),
            0,
            "not a block of its own"
        );
        assert_eq!(
            end(&format!("{title}{title}{title}{both}\n"), 12),
            0,
            "far below"
        );
    }

    #[test]
    fn comments_that_end_a_source_file_are_its_epilogue() {
        let cut = cut_in(
            "int tar(int boat);\n\n/*\nCopyright 2020 Ada North\nPermission is granted to tar.\n*/\n",
            NONE,
            |_| false,
        );
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 3));
    }

    #[test]
    fn licences_are_known_in_many_languages() {
        let code = "int tar(int boat);\n".repeat(12);
        for line in [
            "Эта программа распространяется по лицензии GNU",
            "Dieses Boot steht unter einer freien Lizenz",
            "このプログラムは、次のライセンスで配布されます",
            "本软件按照自由许可证分发",
            "이 프로그램은 자유 라이선스로 배포됩니다",
            "Αυτό το πρόγραμμα διατίθεται με ελεύθερη άδεια",
        ] {
            let text = format!("/*\n * (C) 2020 Ada North\n * {line}\n */\n\n{code}");
            assert_eq!(cut_in(&text, NONE, |_| false).preamble_end, 4, "{line}");
        }
    }

    #[test]
    fn nothing_to_cut_is_doubtful_where_a_comment_names_rights() {
        let code = "int tar(int boat);\n".repeat(12);
        let confidence = |comment: &str| {
            let cut = cut_in(&format!("{comment}\n\n{code}"), NONE, |_| false);
            assert_eq!(cut.preamble_end, 0);
            cut.confidence.unwrap()[0]
        };
        assert_eq!(
            confidence("// Copyright 2020 Ada North"),
            CONFIDENCE_DOUBTFUL
        );
        assert!(confidence("// Boats of Ada North") > 0.9);
    }

    #[test]
    fn the_preamble_of_a_source_file_is_made_of_whole_comments() {
        let notice: String = NOTICE.iter().map(|line| format!(" * {line}\n")).collect();
        let is_frequent = |line: &str| NOTICE.iter().any(|notice| line.ends_with(notice));
        let mut templates = Templates::default();
        for line in NOTICE {
            templates.learn(&format!("*** {line}"), 20);
        }
        let bounds = |text: &str| {
            let mut scratch = Scratch::default();
            let settings = Settings::default();
            let mut cut = cut(text, &settings, &templates, &mut scratch, is_frequent);
            let found = cut.preamble_end;
            let confidence = cut.confidence.unwrap();
            assert!(confidence.iter().all(|share| (0.0..1.0).contains(share)));
            cut.keep_below(1.0);
            assert_eq!((cut.preamble_end, cut.preamble_rule), (0, Rule::None));
            assert_eq!(cut.epilogue_start, cut.lines + 1);
            found
        };
        let code = "\nfn ferry() {\n    tar(&boats);\n}\n".repeat(9);
        assert_eq!(bounds(&format!("/*\n{notice} */\n{code}")), 6);
        assert_eq!(bounds(&format!("/* Boats. */\n{code}")), 0);
        let more = format!("/*\n{notice} * Boats and what they cost.\n */\n\n// Boats.\n{code}");
        assert_eq!(bounds(&more), 7);
    }

    #[test]
    fn comments_of_a_script_of_vim_are_its_preamble_where_they_hold_a_notice() {
        let commented = |lines: &[&str]| {
            lines
                .iter()
                .map(|line| format!("\" {line}\n"))
                .collect::<String>()
        };
        let is_frequent = |line: &str| {
            let line = line.trim_start_matches('"').trim_start();
            NOTICE.contains(&line) || FREQUENT.contains(&line)
        };
        let learned = NOTICE.iter().chain(&FREQUENT);
        let learned: Vec<String> = learned.map(|line| format!("\" {line}")).collect();
        let end = |text: &str| cut_in(text, &learned, is_frequent).preamble_end;
        let code =
            "\nlet g:boats = tar(2)\nsyn match boat \"tar\"\nif exists(\"tar\")\n  finish\nendif\n"
                .repeat(4);
        let header = commented(&[
            "Vim syntax file of boats",
            FREQUENT[0],
            "Last change: in May",
        ]);
        assert_eq!(end(&(header.clone() + &code)), 0);
        assert_eq!(end(&(header + &commented(&NOTICE) + &code)), 7);
        // Prose may begin with a quotation.
        let quoted = format!("\"{}\n\n\n\n{}", NOTICE.join("\n"), body());
        assert_eq!(end(&quoted), 4);
    }

    #[test]
    fn the_frame_of_a_few_short_lines_like_others_is_the_preamble() {
        let rule = "-".repeat(40);
        let learned = ["｜：読み方がどこから始まるかを示す印です"];
        let paragraph = "　川の水が低かったので、渡し守は朝のうちに二つの舟を直した。\n";
        let body = format!("\n{}", paragraph.repeat(12));
        let end = |lines: &str| {
            let text = format!("二つの舟\n丘の人\n\n{rule}\n{lines}{rule}\n{body}");
            cut_in(&text, &learned, |line| learned.contains(&line)).preamble_end
        };
        assert_eq!(end("【印】\n《》：読み方\n（例）川《かわ》\n"), 8);
        assert_eq!(end("【印】\n｜：読み方がどこから始まるかを示す印です\n"), 7);
        assert_eq!(end("二つの舟\n丘の人\n"), 0);
    }

    #[test]
    fn the_explanation_is_of_the_answer() {
        let text = NOTICE.join("\n") + "\n\n\n\n\nTHE FERRYMAN\n\n" + &body();
        let templates = Templates::default();
        let region = head(
            &text,
            &Settings::default(),
            &templates,
            &mut Scratch::default(),
            |line| NOTICE.contains(&line),
        );
        let model = Model::built_in();
        let why = model.explain(&region, Side::Head);
        assert_eq!(why.kept, model.predict(&region, Side::Head).kept);
        assert!(why.probability > 0.0 && why.probability <= 1.0);
        assert!(why.runner_up.is_some_and(|other| other != why.kept));
        assert!(!why.reasons.is_empty() && why.reasons.iter().all(|(_, weight)| *weight > 0.0));
    }

    #[test]
    fn fields_and_underlines_tell_a_text_from_code_and_frames() {
        let fields = "Title: tar();\nAuthor: ada;\nDate: may();\nStatus: tar;\n";
        let code = "tar(boats);\nsail(boats);\n".repeat(9);
        assert_eq!(
            region_of(&format!("{fields}\n{code}"), Side::Head).form,
            Form::Prose
        );
        assert_eq!(region_of(&code, Side::Head).form, Form::Source);
        let rule = "=".repeat(20);
        let frame = |gap: &str| {
            format!(
                "The tarring of boats{gap}\n{rule}\n{}\n{rule}\n\nBoats\n",
                NOTICE[0]
            )
        };
        assert_eq!(region_of(&frame("\n"), Side::Head).form, Form::Fenced);
        assert_eq!(region_of(&frame(""), Side::Head).form, Form::Prose);
    }

    #[test]
    fn the_title_of_a_manual_page_stays_between_definitions() {
        let comment =
            ".\\\"    Author: Ada North\n.\\\" Generator: Quay 1.2 <http://quay.example/>\n";
        let definitions = ".\\\" * Define what the quay needs to print\n.ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.nh\n.ad l\n\
            .\\\" * The text of the quay begins here\n";
        let page = "Tars a boat, and paints it when it is dry.\n".repeat(20);
        let cut = |title: &str| {
            let text = format!("'\\\" t\n{comment}{title}{definitions}.SH NAME\n{page}");
            let learned: Vec<String> = format!("{comment}{definitions}")
                .lines()
                .map(str::to_owned)
                .collect();
            let cut = cut_in(&text, &learned, |line| {
                learned.iter().any(|known| known == line)
            });
            (cut.preamble_start, cut.preamble_end)
        };
        assert_eq!(cut(".TH \"TAR\" \"1\" \"May 2020\"\n"), (2, 3));
        assert_eq!(cut(""), (2, 9));
    }
}
