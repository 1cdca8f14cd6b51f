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
# The same at the beginning: three lines of the notice differ, and a title or a name follows without a blank line, then the text.
# Of the text nothing is cut. Half of the texts have no notice.
for kind in title name; do
    mkdir $kind; rm -f right
    for number in $(seq 40); do
        { [ $kind = title ] && echo "THE BOATS OF HARBOUR $number" && echo || echo "By Ada North $number"; for paragraph in 1 2 3 4 5; do words "$number$paragraph" $((3 + (number + paragraph) % 9)); echo; done; } > body
        if [ $((number % 2)) = 0 ]; then cat body; else { for line in 1 2 3; do echo "Line $line of this paper names harbour $number, boat $((number * line))"; done; cat notice body; }; fi > "$kind/$number.txt"
        echo $((number % 2 * 11)) >> right
    done
    linenorm --ends 300 $kind/*.txt | freqlines > freq.jsonl
    for number in $(seq 40); do cutbounds --freq freq.jsonl --format tsv "$kind/$number.txt" | cut -f 3; done | paste right - |
        awk -v kind=$kind '{ near += $2 >= $1 - 1 && $2 <= $1 + 2 } END { print kind ": " near " of " NR " preambles end within two lines of the notice" }'
done
