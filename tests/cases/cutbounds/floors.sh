# Certain evidence counts whatever the statistics say, and no document loses its body.
notice() { printf 'You may copy this work of the %s as often as you like to, provided\nthat this page stays with it and that nobody has to pay for a copy\nof it. The keepers of the %s read all letters about mistakes in it.\n' "$1" "$1"; }
tale() { for n in $(seq "$2"); do echo "Tale $1, line $n: nobody else has told of the boats in harbour $1$n before."; done; }
# One book in a library of its own: its markers count.
{ echo '*** START OF THE PROJECT GUTENBERG EBOOK BOATS OF TIN AND OF'; echo 'WOOD ***'; printf '\n\n\nBOATS\n\n\n'; tale 1 20; echo; echo '*** END OF THE PROJECT GUTENBERG EBOOK BOATS ***'; notice quay; } > book.txt
cutbounds --freq /dev/null --explain book.txt
# The rarer of two notices is a notice, too.
mkdir two
for n in $(seq 60); do { notice quay; echo; tale $n 40; echo; } > two/$n.txt; done
for n in $(seq 61 72); do { notice lamp; echo; tale $n 40; echo; notice lamp; } > two/$n.txt; done
linenorm --ends 300 two/*.txt | freqlines > two.jsonl
cutbounds --freq two.jsonl --format tsv two/*.txt | cut -f 3- | sort | uniq -c | awk '{$1=$1; print}'
# Metadata in YAML and TOML, the fields of a letter, the header of TEI; but a stream of YAML is data.
{ printf -- '---\ntitle: Boats\ntags:\n  - tin\n---\n\n'; tale 2 20; } > yaml.md
{ printf -- '+++\ntitle = "Boats"\n+++\n'; tale 3 20; } > toml.md
{ printf 'From: Ada\nTo: Bob\nSubject: Boats\nDate: today\n\n'; tale 4 20; } > letter.txt
{ printf '<TEI>\n<teiHeader>\n<title>Boats</title>\n</teiHeader>\n<text>\n'; tale 5 20; } > tei.xml
{ for n in $(seq 9); do printf -- '---\nboat: %s\ntar: yes\n' $n; done; } > stream.yaml
{ printf 'Ada: I have a boat.\nBob: I see it.\nAda: It is of tin.\nBob: So it is.\n\n'; tale 6 20; } > play.txt
cutbounds -q --freq /dev/null --format tsv yaml.md toml.md letter.txt tei.xml stream.yaml play.txt
# A comment that grants rights is boilerplate, and one that does not is not.
{ printf '%%%% boats.sty\n%%%% Copyright 2020 Ada. You may redistribute it.\n\n\\tar{boats}\n'; tale 7 12; } > boats.sty
{ printf '.\\" SPDX-License-Identifier: MIT\n.TH BOATS 1\n.SH NAME\nboats\n'; tale 8 12; } > boats.1
{ printf '// Boats are tarred here.\nint tar(int boats);\n'; tale 9 12; } > boats.c
cutbounds -q --freq /dev/null --format tsv boats.sty boats.1 boats.c
# A notice that is shown at the end of manual pages that begin with comments.
mkdir pages
for n in $(seq 12); do { printf '.\\" A program wrote this page. Change its source, and not the page.\n.TH BOAT%s 1\n.SH NAME\n' $n; tale $n 30; echo .SH TRANSLATION; notice page; } > pages/$n.1; done
linenorm --ends 300 pages/* | freqlines | cutbounds --freq - --format tsv pages/1.1
# A paragraph a line, and a foot: what is left is the text, not the foot.
mkdir short
for n in $(seq 12); do { printf 'Boats and sails, lamps and oars, harbours of the north\n\n'; tale $n 3; printf '\nAll rights in these boats are with the keepers\nImprint Contact\n'; } > short/$n.txt; done
linenorm short/* | freqlines | cutbounds --freq - --format tsv short/1.txt
# A text that consists of frequent lines is left alone, unless all are cut.
{ notice lamp; notice quay; notice lamp | tac; notice quay | tac; } > all.txt
cutbounds --freq two.jsonl --format tsv all.txt
cutbounds --freq two.jsonl --format tsv --max-loss 1 all.txt
# Several files of frequencies.
cutbounds --freq /dev/null --freq two.jsonl --format tsv two/1.txt
# The notices of Project Gutenberg are built in; others are not.
cutbounds --freq builtin:lamps book.txt
cutbounds -q --freq builtin:gutenberg --format tsv book.txt
# At the end of a page, requests and short lines may follow the notice.
for n in $(seq 12); do { echo .MT; echo keepers@quay; echo .ME .; echo .br; echo later; } >> pages/$n.1; done
linenorm --ends 300 pages/* | freqlines | cutbounds --freq - --format tsv pages/1.1
# A manual in AsciiDoc begins like code and is a text: one frequent line at its end with a heading is boilerplate.
mkdir suite
for n in $(seq 24); do { printf 'boat-tar%s(1)\n=============\n\nNAME\n----\nboat-tar%s - Tar boats\n\nSYNOPSIS\n--------\n[verse]\n' $n $n; echo "'boat tar' run [--in=$n] <boat> [-- <tins>]"; printf '\nDESCRIPTION\n-----------\nTar boats (see link:tar%s[5]),\nalso others (see link:boat%s[7]).\n\n' $n $n; tale $n 20; printf '\nBOATS\n-----\nPart of the link:boats[1] suite\n'; } > suite/$n.txt; done
linenorm --ends 300 suite/* | freqlines > suite.jsonl
cutbounds --freq suite.jsonl --format tsv suite/1.txt
# Where a text ends with frequent lines and nothing is cut, this is unsure.
{ printf 'boat25(1)\n=========\n\n'; tale 25 20; echo 'Part of the link:boats[1] suite'; } > suite/25.txt
cutbounds --freq suite.jsonl suite/25.txt
# Nor is this sure where a text looks like code at its beginning.
mkdir help
for n in $(seq 24); do { printf '*tar_%s.txt*  For tar 9.0.  Of 2%s.5\n\n' $n $n; for k in $(seq 11); do printf '|tar.%s|  tar(%s) and boat_%s.txt\n' $k $n $k$n; done; tale $n 20; printf '\nRights: see |tar.rights|  tar:boat=7:tin=8:\n'; } > help/$n.txt; done
linenorm --ends 300 help/* | freqlines | cutbounds --freq - help/1.txt
# A comment that says that nobody has rights is boilerplate.
{ printf '.\\" This page is in the public domain\n.\\"\n.TH TAR 1\n.SH NAME\ntar\n'; tale 26 12; } > tar.1
cutbounds -q --freq /dev/null --format tsv tar.1
# Without frequent lines and without a marker nothing is known of a book, and the confidence says so.
seq -f 'Line %g of a book that no library has is a line of words.' 60 > alone.txt
cutbounds -q --freq /dev/null alone.txt
# Lines that say in another language that a book begins and ends, and in small letters.
for begin in '*** Alku: Veneet:*** Loppu: Veneet' '*** start of the boats:*** end of the boats'; do { notice quay; echo "${begin%%:\**} ***"; tale 27 20; echo "***${begin#*:\*\*\*} ***"; notice quay; } > pair.txt; cutbounds -q --freq /dev/null --format tsv pair.txt; done
# Front matter in JSON, three fields of a header, and a licence for machines behind any sign.
{ printf '{\n  "title": "Boats",\n  "tags": ["tin"]\n}\n\n'; tale 28 20; } > json.md
{ printf 'Title: Boats\nAuthor: Ada\nDate: today\n\n'; tale 29 20; } > fields.md
{ printf 'REM SPDX-License-Identifier: MIT\nREM\n\n'; for n in $(seq 20); do echo "set boat$n=tar($n);"; done; } > boats.bat
cutbounds -q --freq /dev/null --format tsv json.md fields.md boats.bat
# A line of prose that begins like the end of a book is none, a marker in a tag or between escaped stars is one, and stays as sure as one.
{ tale 30 8; echo; echo 'All that he had read of was not near the'; echo 'end of the Project Gutenberg at all, he said.'; echo 'He tarred his boats.'; echo; tale 31 8; } > prose.txt
{ echo '<html><body>'; echo '<p>*** START OF THE PROJECT GUTENBERG EBOOK BOATS ***</p>'; tale 32 20 | sed 's/.*/<p>&<\/p>/'; echo '<div><span>*** END OF THE PROJECT GUTENBERG EBOOK BOATS ***</span></div>'; echo '</body></html>'; } > tags.html
{ echo '\*\*\* START OF THE PROJECT GUTENBERG EBOOK BOATS \*\*\*'; echo; tale 33 20; } > stars.md
cutbounds -q --freq /dev/null --format tsv prose.txt tags.html stars.md
# A heading of LaTeX goes with its notice.
printf '\\section{Boats}\nThey are tarred.\n\\section*{Copyright}\nPublic domain, says Ada North.\n' > boats.tex
cutbounds -q --freq /dev/null --format tsv boats.tex
