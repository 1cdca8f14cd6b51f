# papers: words that occur once, in their order
# Section 4.1 in awk: words between white space, their letters only, in small letters.
mkdir ascii; for book in books/*.txt; do LC_ALL=C grep -q '[^ -~[:cntrl:]]' "$book" || cp "$book" ascii/; done
for book in ascii/*.txt; do
    printf '%s' "$book"
    awk '{ for (i = 1; i <= NF; i++) { w = tolower($i); gsub(/[^a-z]/, "", w); if (w != "") { word[++n] = w; count[w]++ } } }
        END { for (i = 1; i <= n; i++) if (count[word[i]] == 1) printf "\t%s", word[i]; print "" }' "$book"
done > reference
uniqwords --no-positions -r ascii/*.txt | tr ' ' '\t' > unique
diff unique reference | grep -c '^<'
tr '\t' '\n' < unique | wc -l
