# Headers of fields in other languages, fields that only this library has, and records, which are text.
tale() { for n in $(seq 12); do echo "Nobody else has told tale $1 of boat $n in harbour $1$n before."; done; }
{ printf 'Titel: Boote aus Zinn\nAutor: Ada Nord\nDatum: 3. Mai 2020\n\n'; tale 1; } > german.txt
{ printf '題名：舟\n著者：北\n日付：五月\n\n'; tale 2; } > japanese.txt
{ printf '# Barche\n\nAutore: Ada Nord\nData: 3 maggio 2020\n\n## Catrame\n\n'; tale 3; } > italian.md
for n in 1 2 3; do printf 'Title: Boats %s\nAuthor: Ada North\nDate: 190%s\n\n' $n $n; done > records.txt
cutbounds -q --freq /dev/null --format tsv german.txt japanese.txt italian.md records.txt
# The first ten documents with these fields are left whole, and the answer is unsure.
mkdir own
for n in $(seq -w 14); do { printf 'Boat: %s\nTarred: 1901-05-%s\nYard: Quay\nKeeper: keeper%s@quay.example\n\n# Boat %s\n\n' $n $n $n $n; tale $n; } > own/$n.txt; done
cutbounds -q --freq /dev/null --format tsv own/* | cut -f 2- | uniq -c | awk '{$1=$1; print}'
cutbounds -q --freq /dev/null own/* > one
cutbounds -q -j 4 --freq /dev/null own/* | cmp - one
# What each document says about its boat is text, in fields too.
mkdir said
for n in $(seq -w 14); do { printf 'Good: it sails well\nBad: it leaks at the bow\nAll in all: %s of 20\n\n' $n; tale $n; } > said/$n.txt; done
cutbounds -q --freq /dev/null --format tsv said/* | cut -f 2-4 | uniq -c | awk '{$1=$1; print}'
