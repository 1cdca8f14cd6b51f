# papers: duplicate n-grams; removal of blocks (onion)
# papers: SPEX; a suffix array
# N-grams that occur twice, by sort and uniq; and onion's rule in awk: a paragraph goes if more than half of its words are in
# seen n-grams that end in it. Words are split at white space here. Stubs are kept.
awk 'BEGIN { for (d = 1; d <= 30; d++) { t = ""; for (p = 1; p <= 6; p++) { k = (d * 7 + p * p) % 23; for (w = 1; w <= 12 + k; w++) t = t (w % 11 == d % 11 ? "new" d "a" w : "w" k "a" w) " "; t = t "\\n\\n" }
    print "{\"doc\":\"" d "\",\"text\":\"" t "\"}" } }' > notes.jsonl
blockdedup --method paper --tokens space --no-smoothing --keep-within --emit report --format tsv notes.jsonl | cut -f 1,2 > removed
sed 's/^{"doc":"//; s/","text":"/\t/; s/"}$//' notes.jsonl | awk -F '\t' '{
    n = 0; blocks = split($2, block, /\\n\\n/)
    for (b = 1; b <= blocks; b++) { words = split(block[b], word, " "); if (words == 0) continue
        first[b] = n + 1; for (w = 1; w <= words; w++) all[++n] = word[w]; last[b] = n }
    for (i = 7; i <= n; i++) { gram[i] = all[i]; for (j = 1; j < 7; j++) gram[i] = all[i - j] " " gram[i] }
    for (b = 1; b < blocks; b++) { covered = 0
        for (w = first[b]; w <= last[b]; w++) { is = 0; for (i = w; i < w + 7 && i <= last[b]; i++) if (i >= 7 && gram[i] in seen) is = 1; covered += is }
        if (covered / (last[b] - first[b] + 1) > .5) { print $1 "\t" b; gone[b] } }
    for (b = 1; b < blocks; b++) if (!(b in gone)) for (i = (first[b] < 7 ? 7 : first[b]); i <= last[b]; i++) seen[gram[i]]
    split("", gone) }' > reference
diff removed reference | wc -l
wc -l < removed
sed 's/^{"doc":"//; s/","text":"/\t/; s/"}$//; s/\\n\\n//g' notes.jsonl | cut -f 2 | awk '{ for (i = 7; i <= NF; i++) { g = $i; for (j = 1; j < 7; j++) g = $(i - j) " " g; print g } }' | LC_ALL=C sort | uniq -cd | awk '{ print $1 }' | sort -n > often
blockdedup --tokens space --emit grams --format tsv notes.jsonl | cut -f 1 | sort -n > grams
wc -l < often
cmp often grams
