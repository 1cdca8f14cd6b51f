# Libraries of several house styles, each with a notice at both ends: the notice of each style is cut, however rare the style is.
words() { awk -v seed="$1" -v lines="$2" 'BEGIN { srand(seed); for (l = 0; l < lines; l++) { s = "The"; for (w = 0; w < 10; w++) { s = s " "; for (c = 0; c < 3 + int(4 * rand()); c++) s = s substr("etaoinshrdlu", 1 + int(12 * rand()), 1) }; print s } }'; }
book() { # The number of the book, and the files of its notices.
    printf 'The Text Number %s of the Town\n\n' "$1"; cat "$2"; printf '\nTitle: Work %s\n\n\n' "$1"; words "6$1" 40; echo; cat "$3"
}
cut() { # The folder, and what the right bounds are: those around the notices.
    linenorm --ends 300 "$1"/*.txt | freqlines > freq.jsonl
    for method in best paper; do
        cutbounds --freq freq.jsonl --method $method --format tsv "$1"/*.txt |
            awk -v method=$method -v folder="$1" '{ while ((getline line < ("right/" $1)) > 0) split(line, right); close("right/" $1);
                preamble += $3 >= right[1] && $3 <= right[1] + 3; epilogue += $4 == right[2] || $4 == right[2] - 1 }
                END { print folder, method ": of " NR " preambles " preamble + 0 ", epilogues " epilogue + 0 }'
    done
}
add() { # The folder, the number of the book, the files of its notices.
    book "$2" "$3" "$4" > "$1/$2.txt"
    mkdir -p "right/$1"; echo "$((2 + $(wc -l < "$3"))) $(($(wc -l < "$1/$2.txt") - $(wc -l < "$4") + 1))" > "right/$1/$2.txt"
}
# Two, three and ten styles: each has fewer books than the one before it, but no fewer than twelve.
for styles in 2 3 10; do
    mkdir "of-$styles"; number=0
    for style in $(seq "$styles"); do
        words "7$style" 7 > head; words "8$style" 5 > tail
        for book in $(seq $((12 + 24 / (style * style)))); do number=$((number + 1)); add "of-$styles" "$styles$number" head tail; done
    done
    cut "of-$styles"
done
# A style that changes over the years: each year a line of the notices is another one, and few books are of a year.
mkdir years; words 90 7 > head; words 91 5 > tail; number=0
for year in $(seq 12); do
    line=$((1 + year % 5)); new=$(words "95$year" 1)
    sed -i "${line}s/.*/$new/" head tail
    for book in 1 2 3 4 5; do number=$((number + 1)); add years "9$number" head tail; done
done
cut years
