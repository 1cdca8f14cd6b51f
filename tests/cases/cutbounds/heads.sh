# Lines above a licence that belong to the file stay in its body, and so does what follows the licence: #!, the title and the commentary
# of a library in Lisp, include guards, declarations of the language, comments without a word about rights.
rights() { printf '%s Copyright 2020 Ada North\n%s You may redistribute this file under the terms of the keepers.\n' "$1" "$1"; }
code() { for n in $(seq 9); do echo "tar(boat$n, tin=$n);"; done; }
{ printf ';;; tar.el --- Tar boats  -*- lexical-binding: t -*-\n\n'; rights ';;'; printf '\n;;; Commentary:\n\n;; Boats of tin are tarred here.\n\n;;; Code:\n\n(defun tar (boat) boat)\n'; code; } > tar.el
{ printf '#ifndef TAR_H\n#define TAR_H\n\n/*\n'; rights ' *'; printf ' */\n\n/* Tars a boat. */\nint tar(int boat, int tin);\n'; code; echo '#endif'; } > tar.h
{ printf '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n'; rights '#'; printf '\n"""Tar boats."""\n\nimport boats\n'; code; } > tar.py
{ printf '"""Tar boats."""\n\n'; rights '#'; printf '\nimport boats\n'; code; } > docstring.py
{ printf '<?php\n\n/**\n'; rights ' *'; printf ' */\n\nnamespace Boats;\n'; code; } > tar.php
{ printf '<?xml version="1.0"?>\n<!--\n'; rights '  '; printf -- '-->\n<boats>\n'; code; echo '</boats>'; } > tar.xml
{ printf "'\\\\\" t\n"; rights '.\"'; printf '.TH TAR 1\n.SH NAME\ntar \\- tar boats\n'; code; } > tar.1
{ printf '# frozen_string_literal: true\n\n'; rights '#'; printf '\nrequire "boats"\n'; code; } > tar.rb
{ printf '{-# LANGUAGE Boats #-}\n-- Tars boats.\n\n'; rights '--'; printf '\nmodule Tar where\n'; code; } > tar.hs
{ rights '//'; printf '\nimport "boats"\n'; code; } > tar.js
{ printf '/* -*- mode: c -*-\n'; rights ' *'; printf ' */\nint tar(int boat);\n'; code; } > open.c
for file in tar.el tar.h tar.py docstring.py tar.php tar.xml tar.1 tar.rb tar.hs tar.js open.c; do
    echo "== $(cutbounds -q --freq /dev/null "$file" | cut -d, -f 1-4)"
    cutbounds -q --freq /dev/null --emit body -r "$file" | grep -v '^tar(boat'
done
# A line of code stays above the licence if the licence is known by its frequent lines alone, and so does its own first comment.
mkdir many
for n in $(seq 12); do { printf '// Boat %s is tarred in this file, and by nobody else in harbour %s%s.\n\nint boat%s = %s;\n\n' $n $n $n $n $n; printf '// The keepers of the quay read all letters about mistakes in these files\n// and answer those that come with a stamp for the way back over the hill.\n\n'; for k in $(seq 9); do echo "int tar$k(int boat$n$k);"; done; } > many/$n.c; done
linenorm --ends 300 many/* | freqlines > many.jsonl
cutbounds --freq many.jsonl --emit body -r many/1.c | head -n 5
# The bytes of the parts are those of the file, in UTF-16, too; what belongs to the body is in the body alone.
iconv -f utf-8 -t utf-16le tar.h > wide.h
for part in preamble body; do cutbounds -q -E utf-16le --freq /dev/null --emit $part --out-dir $part wide.h; iconv -f utf-16le -t utf-8 $part/wide.h | head -n 3; done
cutbounds -q --freq /dev/null --anywhere=1 --emit body -r tar.h | head -n 2
# The paper's method cuts from the first line on.
cutbounds -q --method paper --freq many.jsonl --emit body -r many/1.c | head -n 2
# Metadata below a title, which belongs to the text, and metadata in other forms.
tale() { for n in $(seq 12); do echo "Nobody else has told tale $n of the boats in harbour $n$n before."; done; }
{ printf '= Boats\nAda North <ada@quay.example>\n:toc:\n:lang: en\n\n'; tale; } > boats.adoc
{ printf 'Boats\n=====\n\n:Author: Ada North\n:Date: May 2020\n\n'; tale; } > boats.rst
{ printf '%% Boats\n%% Ada North\n%% May 2020\n\n'; tale; } > boats.md
{ printf -- '---\ntitle: Boats\nauthor: Ada North\n\n'; tale; } > open.md
{ printf '{{Boat\n| name = Tar\n| born = 1901\n| sails = 2\n}}\n'; tale; } > boats.wiki
for file in boats.adoc boats.rst boats.md open.md boats.wiki; do
    cutbounds -q --freq /dev/null "$file" | cut -d, -f 1-4
    cutbounds -q --freq /dev/null --emit body -r "$file" | head -n 3
done
# What a file is stays, if one comment says that and its licence; so does the last line of a library in Lisp whose title stays.
{ printf '// Boats of tin are tarred in this file, once a year in May.\n//\n'; rights '//'; printf '//\n// The table says which boat lies where and when it is tarred.\n\n'; code; } > both.js
{ printf '/*\n'; rights ' *'; printf ' *\n * The table says which boat lies where and when it is tarred.\n */\n'; code; } > both.c
{ cat tar.el; echo ';;; tar.el ends here'; } > ends.el
for file in both.js both.c ends.el; do
    echo "== $(cutbounds -q --freq /dev/null "$file" | cut -d, -f 1-4)"
    cutbounds -q --freq /dev/null --emit body -r "$file" | grep -v '^tar(boat'
done
# A row of links closes a page, though only its form says so; categories of a wiki are metadata.
{ printf '# Boats\n\n'; tale; printf '\n[<< Tin](tin.md) | [Oak >>](oak.md)\n'; } > page.md
{ tale; printf '\n[[Category:Boats]]\n[[Category:Tin]]\n'; } > page.wiki
# Three apostrophes begin bold words there, and a comment in manual pages.
{ printf "'''Copyright''' is a right; permission is hereby granted to read on.\n\n"; cat page.wiki; } > bold.wiki
for file in page.md page.wiki bold.wiki; do cutbounds -q --freq /dev/null "$file" | cut -d, -f 1-8; done
