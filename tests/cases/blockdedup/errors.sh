# What cannot be done is said.
find books -name '*.txt' | sort > list
blockdedup --emit grams -n 5 < list > grams.jsonl
blockdedup --grams grams.jsonl < list
blockdedup --method paper -n 5 --grams grams.jsonl < list
blockdedup -n 5 --tokens word --grams grams.jsonl < list
blockdedup --grams missing.jsonl < list
printf '{"count":2}\nno record\n' > bad.jsonl
blockdedup --grams bad.jsonl books/on-chalk.txt | cut -c 1-60
blockdedup --emit report -S 1b < list
blockdedup --against missing.txt books/on-chalk.txt | cut -c 1-60
blockdedup -n 0 < list
blockdedup --threshold 1.5 < list
blockdedup -r --emit report < list
blockdedup --format tsv < list
blockdedup --exact --method paper < list
blockdedup --emit grams --exact < list
blockdedup --vertical --unit line < list
blockdedup --doc-tag text < list
blockdedup --vertical -r < list
# Without all of what --against names the output would be wrong: nothing is written.
blockdedup --against missing.txt -o new books/on-chalk.txt
blockdedup --vertical --against missing.txt -o new books/on-chalk.txt
find books -name '*.txt' | blockdedup | gzip | head -c 20000 > cut.gz
blockdedup --against cut.gz -o new books/on-chalk.txt
test -e new || echo nothing is there
# A document that would take more memory than -S allows is left out, and the others go on.
yes a b c d | head -n 6000 | tr '\n' ' ' > long.txt
blockdedup -S 1M long.txt books/on-chalk.txt | wc -l
blockdedup -S 1M --against long.txt -o new books/on-chalk.txt
tr ' ' '\n' < long.txt | blockdedup --vertical -S 1M
test -e new || echo nothing is there
# Options that would have no effect.
blockdedup --emit seen books/on-chalk.txt -o seen
blockdedup --seen seen --against-only < list
# Two results in one file.
blockdedup books/on-chalk.txt -o result.jsonl --rejects ./result.jsonl
