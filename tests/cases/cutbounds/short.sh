# Pages that begin and end with short lines. With frequencies of short lines the library counts them where that makes it surer: here at
# the ends of pages, after the first ones. -j changes nothing.
mkdir pages; n=10
for book in $(ls books/*.txt | head -40); do
    n=$((n + 1))
    {
        printf 'The pages of the Fenland guide, which anyone who lives there may change\n\n'
        printf 'Rivers\nMills and locks\nThe fair in May\nJump to the text\n\n'
        sed -n "40,$((n + 50))p" "$book"
        printf '\nChange this page\nAbout the guide\n'
        printf 'What you may do with these pages, and who answers for what they say\n'
    } > pages/$n.txt
done
ls pages/*.txt > list
linenorm --ends 300 < list | freqlines > long.jsonl
linenorm --ends 500 --keep-trivial < list | freqlines --per-doc > all.jsonl
for freq in long all; do
    cutbounds --freq $freq.jsonl --format tsv < list > $freq.tsv
    head -n 8 $freq.tsv
    tail -n 4 $freq.tsv
    cutbounds --freq $freq.jsonl --emit epilogue -r < list | grep -c 'Change this page'
done
cutbounds --freq all.jsonl --format tsv -j 4 < list | cmp - all.tsv
cutbounds --freq all.jsonl --emit html < list | grep -c 'frequent short line'
