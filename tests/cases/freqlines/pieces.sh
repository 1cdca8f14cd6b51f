# Counts made in pieces add up to those of the whole, whatever the back end, also after sort.
seq 100 | awk '{ print "line", $1 % 7 }' > part1
seq 90 | awk '{ print "line", $1 % 5 }' > part2
for backend in exact external twopass fingerprint 'counters --bits 12'; do
    freqlines -R -k 0 --backend $backend part1 part2 > whole
    for part in part1 part2; do freqlines -R -k 0 --unsorted --backend $backend $part > $part.jsonl; done
    cat part1.jsonl part2.jsonl > pieces
    freqlines -k 0 --backend $backend pieces | cmp - whole && echo "$backend adds up"
    sort pieces > sorted
    freqlines -k 0 --backend $backend sorted | cmp - whole && echo "$backend adds up after sort"
    # Records of any kind are input to the default back end.
    freqlines -k 0 sorted | cmp - whole && echo "$backend adds up beside exact"
done
# The errors of majority add up, and so bound the sums, also where no line is in both pieces.
for part in part1 part2; do
    awk '{ print; print "often"; if (NR % 2) print "sometimes" }' $part | freqlines -R -k 0 --backend majority --counters 4 > $part.jsonl
done
cat part1.jsonl part2.jsonl | freqlines -k 0
printf 'x\nx\nx\np0\np1\np2\na\na\na\na\na\n' > part1
(yes x | head -n 9; seq 4) > part2
for part in part1 part2; do freqlines -R -k 0 --backend majority --counters 1 $part; done | freqlines -k 0
