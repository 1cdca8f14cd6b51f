# papers: bounds by frequent lines, gaps of ten
# Algorithm 1 in awk: the preamble ends at the last frequent line before ten infrequent ones, which count from the first frequent line. No markers, only books in ASCII.
find books -name '*.txt' | sort | while read -r book; do LC_ALL=C grep -q '[^ -~[:cntrl:]]' "$book" || echo "$book"; done > list
linenorm --ends 300 < list | freqlines --more-than 5 --format tsv > freq.tsv
linenorm --ends 300 < list | freqlines --more-than 5 > freq.jsonl
cutbounds --method paper --no-markers --freq freq.jsonl --format tsv < list | cut -f 1,3 > bounds
cut -f 2 freq.tsv > frequent
while read -r book; do
    awk -v book="$book" '
        FNR == NR { frequent[$0]; next }
        { line = $0; gsub(/[ \t\r\f\v]+/, " ", line); gsub(/^ | $/, "", line); gsub(/\*+/, "***", line); gsub(/-+/, "---", line) }
        length(line) < 30 || line !~ /[A-Za-z]/ { next }
        line in frequent { end = FNR; gap = 0; next }
        end && ++gap >= 10 { exit }
        END { print book "\t" end + 0 }' frequent "$book"
done < list > reference
diff bounds reference | grep -c '^<'
awk '$2 > 0' bounds | wc -l
