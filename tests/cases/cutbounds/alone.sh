# One document without a library: what its form says.
tale() { for n in $(seq "$2"); do echo "Tale $1, line $n: nobody else has told of the boats in harbour $1$n before."; done; }
code() { for n in $(seq 20); do echo "boat$n = tar($n);"; done; }
bounds() { cutbounds -q --freq /dev/null --format tsv "$@"; }
# Comments of more languages. The holder of rights may stand in a comment of its own.
{ printf '@echo off\nREM Copyright 2020 Ada. All rights reserved.\n'; code; } > tar.bat
{ printf '<#\n Copyright 2020 Ada. Licensed under the MIT licence.\n#>\n'; code; } > tar.ps1
{ printf "' Copyright 2020 Ada\n' All rights reserved.\n"; code; } > tar.bas
{ printf '\\input texinfo\n@c Copyright 2020 Ada. You may redistribute it.\n@settitle Boats\n'; tale 1 20; } > tar.texi
{ printf '#=\nCopyright 2020 Ada. Licensed under the MIT licence.\n=#\n'; code; } > tar.jl
{ printf ';;; tar.el --- Tar boats\n\n;; Copyright 2020 Ada\n\n;; Keywords: boats\n\n;; Tar is free software.\n\n;;; Commentary:\n\n;; Licensed boats are tarred.\n\n;;; Code:\n\n'; for n in $(seq 20); do echo "(tar $n)"; done; } > tar.el
bounds tar.bat tar.ps1 tar.bas tar.texi tar.jl tar.el
# The end of a mail, the last paragraph about rights, the last section of a wrapped text in Markdown.
{ printf 'From: Ada\nTo: Bob\nSubject: Boats\nDate: today\n\n'; tale 2 20; printf -- '\n-- \nAda\n'; printf '%048d\n' 0 | tr 0 _; printf 'Boats mailing list\nboats@quay.example\n'; } > mail.txt
{ tale 3 20; printf '\nCopyright 2020 Ada. No part of it may be copied without\na licence of the keepers.\n'; } > rights.txt
{ tale 4 20; printf '\nCopyright was unknown in the harbour, and so were licences.\n'; } > history.txt
{ printf '# Boats\n\nthe boats in the harbour of the north are all of\ntin and of wood and have been tarred by the ferryman in\n'; tale 5 20; printf '\n## Licence\n\nMIT, see LICENCE.\n'; } > boats.md
bounds mail.txt rights.txt history.txt boats.md
# Keywords of Org mode, and a Japanese e-book.
{ printf '#+TITLE: Boats\n#+AUTHOR: Ada\n\n* Tar\n\n'; tale 6 20; } > boats.org
rule() { printf '%055d\n' 0 | tr 0 -; }
{ printf '舟\n北\n\n'; rule; printf '【テキスト中に現れる記号について】\n\n《》：ルビ\n'; rule; printf '\n'; for n in $(seq 20); do echo "　$n 番目の舟がタールを塗られて、日が昇る前に港から静かに出ていった。"; done; printf '\n\n底本：「舟」港書房\n　　　1950（昭和25）年1月1日発行\n入力：北\n校正：東\n'; } > fune.txt
bounds boats.org fune.txt
# A text that begins right behind a marker keeps its first paragraph.
{ printf '*** START OF THE PROJECT GUTENBERG EBOOK BOATS ***\n\n'; for n in $(seq 9); do printf 'In the harbour of the north the boats are all of tin,\nand the ferryman tars them in the morning of the fair,\nbefore the sun comes up over the hill behind the mill,\nwhere nobody has ever seen boats of wood or of stone,\nthough one was told of.\n\n'; done; } > near.txt
bounds near.txt
