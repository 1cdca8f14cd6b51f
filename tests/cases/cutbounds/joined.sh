# A notice that follows the last paragraph without a blank line, behind a rule or none, or behind two lines that each document has of its own.
# Of the paragraph nothing is cut.
words() { awk -v seed="$1" -v lines="$2" 'BEGIN { srand(seed); for (l = 0; l < lines; l++) { s = l ? "and" : "Then"; for (w = 0; w < 10; w++) { s = s " "; for (c = 0; c < 3 + int(4 * rand()); c++) s = s substr("etaoinshrdlu", 1 + int(12 * rand()), 1) }; print s } print "and so on." }'; }
words 900 7 > notice
for kind in bare ruled named; do
    mkdir $kind
    for number in $(seq 40); do
        {
            for paragraph in 1 2 3 4; do words "$number$paragraph" $((3 + (number + paragraph) % 9)); echo; done
            words "9$number" 6
            [ $kind != ruled ] || echo ----------------
            [ $kind != named ] || printf 'Title: Work %s\nNumber: 80%s\n' "$number" "$number"
            cat notice
        } > "$kind/$number.txt"
    done
    linenorm --ends 300 $kind/*.txt | freqlines > freq.jsonl
    for number in $(seq 40); do
        lines=$(wc -l < "$kind/$number.txt")
        echo "$((lines - 8)) $(cutbounds --freq freq.jsonl --format tsv "$kind/$number.txt" | cut -f 4)"
    done | awk -v kind=$kind '{ near += $2 >= $1 - 2 && $2 <= $1 + 1 } END { print kind ": " near " of " NR " epilogues begin within two lines of the notice" }'
done
