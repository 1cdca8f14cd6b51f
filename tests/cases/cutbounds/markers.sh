# What stands behind a marker, markers that a text quotes, and two texts in one file.
tale() { for n in $(seq ${2:-12}); do echo "Nobody else has told tale $1 of boat $n in harbour $1$n before."; done; }
start='*** START OF THE PROJECT GUTENBERG EBOOK BOATS ***'
end='*** END OF THE PROJECT GUTENBERG EBOOK BOATS ***'
book() { printf 'The Project Gutenberg eBook of Boats\n\nThis eBook is for anyone who reads it.\n\n%s\n\n\n%s\n\n' "$start" "$1"; tale 1 60; printf '\n%s\n\nThis eBook of Project Gutenberg may be copied.\n' "$end"; }
book 'The ferryman tarred both of his boats before the sun came up,
and nobody saw him do it.' > prose.txt
book 'The boat went out in the early light,
    the boat came in at the end of the night.' > stanza.txt
for file in prose.txt stanza.txt; do
    cutbounds -q --freq /dev/null --emit body -r $file | grep -v '^$' | head -n 2
done
# A text on such books quotes both lines. A file may hold two books.
{ tale 2 8; printf '\nThe book begins below this line:\n\n%s\n\nand it ends above this one:\n\n%s\n\n' "$start" "$end"; tale 3 8; } > quotes.txt
{ book 'ONE'; echo; book 'TWO'; } > two.txt
cutbounds --freq /dev/null --format tsv quotes.txt two.txt
# A last section on rights is short, or speaks of rights. A chapter of a tale may have that title.
{ printf '# Boats\n\n'; tale 4 30; printf '\n## Copyright\n\n'; tale 5 40; } > chapter.md
{ printf '# Boats\n\n'; tale 4 30; printf '\n## Licence\n\nAsk the keepers of the quay.\n'; } > short.md
cutbounds -q --freq /dev/null --format tsv chapter.md short.md
