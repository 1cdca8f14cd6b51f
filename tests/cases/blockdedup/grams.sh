# Two passes give what one pass gives, for any method.
find books -name '*.txt' | sort > list
for method in paper best; do
    blockdedup --method $method < list > one.jsonl
    blockdedup --method $method --emit grams -S 1b < list > grams.jsonl
    head -n 2 grams.jsonl
    blockdedup --method $method --grams grams.jsonl < list | cmp - one.jsonl
    blockdedup --method $method --emit report < list > report.jsonl
    blockdedup --method $method --emit report --grams grams.jsonl < list | cmp - report.jsonl
done
# So does a table that is full before the books come: numbers never repeat, and books do.
seq 40000 | split -l 2000 - number.
ls number.* | cat - list > more
for options in '--method paper' '--method best' '--exact --unit line'; do
    blockdedup $options < more > all.jsonl
    for threads in 1 3; do
        blockdedup $options -S 300 -j $threads < more | cmp - all.jsonl
    done
    blockdedup $options -S 300 --emit report < more 2>&1 > /dev/null | cut -c 1-37
done
blockdedup --emit grams --format tsv -j 2 < list | sort -t '	' -k 1,1nr -k 2 | head -n 3
# Their order is of no importance.
sort -r grams.jsonl > other.jsonl
blockdedup --grams other.jsonl < list | cmp - one.jsonl
# An old set is read by both passes.
sort -R list --random-source=grams.jsonl | head -n 30 > old.list
xargs cat < old.list > old.txt
blockdedup --against old.txt < list > one.jsonl
blockdedup --against old.txt --emit grams < list > grams.jsonl
blockdedup --against old.txt --grams grams.jsonl < list | cmp - one.jsonl
# How many there are, before memory is given to them: few are counted.
for n in 1 7; do blockdedup --emit estimate -n $n < list; done
blockdedup --emit grams < list | wc -l
blockdedup --emit estimate --format tsv < list || echo "exit $?"
blockdedup --emit estimate --against old.txt < list || echo "exit $?"
blockdedup --emit estimate --vertical -n 2 < /dev/null
printf 'to\nbe\nor\nnot\nto\nbe\n' | blockdedup --emit estimate --vertical -n 2
