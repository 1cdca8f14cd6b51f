# A run with --add that cannot write all of the index, wherever it ends, leaves the index as it was, and later runs go on from it.
awk 'BEGIN { for (i = 1; i <= 600; i++) { text = ""; for (w = 1; w <= 9; w++) text = text " w" i "x" w; printf "{\"doc\":\"d%d\",\"text\":\"%s\"}\n", i, text } }' > all.jsonl
head -n 300 all.jsonl | neardup --index seen.idx --add -o /dev/null
cp seen.idx before.idx
for kibibytes in 0 1 2 5 10 20 30 40 50 55; do
    { (ulimit -f $kibibytes; neardup --index seen.idx --add -o /dev/null all.jsonl) && echo "written in $kibibytes KiB"; } 2> /dev/null
    cmp seen.idx before.idx
done
neardup --index seen.idx --add all.jsonl | wc -l
neardup --index once.idx --add -o /dev/null all.jsonl
cmp seen.idx once.idx
# Two processes read one index at once, and a third one adds to it.
head -n 450 all.jsonl > some.jsonl
neardup --index before.idx all.jsonl > 1.jsonl &
neardup --index before.idx --add some.jsonl > 2.jsonl &
neardup --index seen.idx all.jsonl > 3.jsonl &
wait
wc -l < 2.jsonl
wc -l < 3.jsonl
# Twenty runs that begin an index at the same time: no document is lost.
split -l 30 all.jsonl part-
for round in 1 2 3; do
    rm -f new.idx
    for part in part-*; do
        neardup --index new.idx --add -q -o /dev/null "$part" &
    done
    wait
    neardup --index new.idx --only-against all.jsonl | wc -l
done
