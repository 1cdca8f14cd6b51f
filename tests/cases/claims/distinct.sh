# papers: distinct n-grams, estimated in one pass (Lemire & Kaser 2006)
# The number of distinct n-grams by sort -u, and the share that the estimate is off: at most five standard errors.
for n in 1 2 5; do
    exact=$(for book in books/a*.txt; do
        tr '[:upper:]' '[:lower:]' < "$book" | grep -Eo "[a-z0-9]+" | awk -v n=$n '
            { word[NR] = $0 } NR >= n { line = word[NR]; for (i = 1; i < n; i++) line = word[NR - i] " " line; print line }'
    done | sort -u | wc -l)
    blockdedup -n $n --emit estimate books/a*.txt | head -n 1
    echo "$exact"
done
