# papers: exact counts in memory and in external memory, checksums, counters, hot items
# Three back ends count as sort and uniq do; counters count at least as much; hot items miss no line over n/(c + 1).
export LC_ALL=C
find books -name '*.txt' | sort | linenorm -r --ends 300 > lines
sort lines | uniq -c | awk '$1 > 10 { n = $1; sub(/^ *[0-9]+ /, ""); print n "\t" $0 }' | sort > reference
wc -l < reference
for backend in exact 'external -S 64K' fingerprint; do
    freqlines -R --backend $backend --format tsv lines | awk -F "\t" '{ print $1 "\t" $NF }' | sort | cmp - reference && echo $backend
done
freqlines -R --backend counters --bits 16 --format tsv lines | awk -F "\t" '
    FNR == NR { count[$2] = $1; next } $4 in count { found++; if ($1 < count[$4]) low++ } END { print found + 0, low + 0 }' reference -
freqlines -R --backend majority --counters 400 -k 0 --format tsv lines | cut -f 3 | sort > hot
awk -F '\t' -v least=$(($(wc -l < lines) / 401)) '$1 > least { print $2 }' reference | sort > over
wc -l < over
comm -23 over hot | wc -l
