# Texts in a markup: fields below a title, a licence in a comment, a notice above the title, directives, and lines that documents end with.
tale() { for n in $(seq 12); do echo "Nobody else has told tale $1 of boat $n in harbour $1$n before."; done; }
{ printf '# Tarring of boats\n\nAda North\n\nLast updated: May 2020\n\nDiscussion at https://quay.example/1.\n\n## Abstract\n\n'; tale 1; } > fields.md
{ printf '..\n You may copy this page. It is licensed under the Rules of the Lantern.\n\n=====\nBoats\n=====\n\ntar(boat_of_tin)\nsail(boat_of_tin)\n'; tale 2; } > licence.rst
{ printf -- '---\ntitle: Boats\n---\n\n<!--\n  This page is subject to the Rules of the Lantern, a licence.\n-->\n\n<!--\n  Copyright 2020 Ada North\n-->\n\n# Boats\n\n'; tale 3; } > comments.md
{ printf 'Boats\n#####\n\n$boat->tar();\n$boat->sail();\n\n'; tale 4; printf '\n.. meta::\n    :title lang=en: Boats\n    :keywords: tin, tar\n'; } > meta.rst
cutbounds -q --freq /dev/null --format tsv fields.md licence.rst comments.md meta.rst
# A title ends a notice, however the text goes on. A section on rights does not begin before its heading.
mkdir pages
for n in $(seq 30); do { printf '> The keepers of the quay have moved these pages to the harbour,\n> and read letters about mistakes in them at the harbour alone.\n\n# Boat %s\n\n## In short\n\n' $n; tale $n; printf '\n## Yards\n\n- [x] Yard %s has tarred it\n\n## Licence\n\nThe keepers of the quay let everyone copy these pages.\n' $n; } > pages/$n.md; done
linenorm --ends 300 pages/* | freqlines > pages.jsonl
cutbounds --freq pages.jsonl --format tsv pages/1.md pages/2.md
# A directive stands for text, though many documents have it.
mkdir manual
for n in $(seq 30); do { printf 'Boat %s\n=======\n\n' $n; tale $n; printf '\n.. include:: /boats/options/of-tin-and-of-wood.inc\n\n.. include:: /boats/options/tarred-by-the-keepers.inc\n\n.. include:: /boats/options/sailed-by-the-keepers.inc\n'; } > manual/$n.rst; done
linenorm --ends 300 manual/* | freqlines | cutbounds --freq - --format tsv manual/1.rst
# A first block in brackets is metadata if many documents have one of its lines. A title between two rules is none.
mkdir record
for n in $(seq 30); do { printf '[Record of the Quay, Volume %s (May %s, 1901)]\n[Rules and Boats]\n[Page %s]\nFrom the Record of the Quay as the keepers of the quay have printed it\n\n[[Page %s]]\n\n' $n $n $n $n; tale $n; } > record/$n.txt; done
linenorm --ends 300 record/* | freqlines | cutbounds --freq - --format tsv record/1.txt
mkdir titled
for n in $(seq 30); do { printf '##############################\nTarring of boats %s, as of May\n##############################\n\nPlease look at the rules of the quay for the yard that you have.\n\n' $n; tale $n; } > titled/$n.rst; done
linenorm --ends 300 titled/* | freqlines | cutbounds --freq - --format tsv titled/1.rst
# Links that more than ten documents before end with; the number of threads does not matter.
mkdir links
for n in $(seq -w 30); do { tale $n; printf '\n## Links\n\n- [Quay](quay.md)\n- Before: [boat %s](%s.md)\n' $n $n; } > links/$n.md; done
linenorm --ends 300 links/* | freqlines > links.jsonl
cutbounds --freq links.jsonl --format tsv links/*.md | cut -f 3- | uniq -c | awk '{$1=$1; print}'
cutbounds --freq links.jsonl links/*.md > one
cutbounds -j 4 --freq links.jsonl links/*.md | cmp - one
