# Books against others, shares of the work, and what belongs together.
find books -name '*.txt' | LC_ALL=C sort | uniqwords > all.jsonl
head -n 20 all.jsonl > one.jsonl
tail -n +21 all.jsonl > two.jsonl
lcsdup --find books --threshold 6 -r all.jsonl
echo against
lcsdup --find books --threshold 6 -r --against two.jsonl one.jsonl
echo shares
for i in 1 2 3 4 5 6 7; do lcsdup --find books --threshold 6 -r --shard $i/7 all.jsonl; done > shares
lcsdup --find books --threshold 6 -r all.jsonl | cmp - shares && echo the whole
echo clusters
lcsdup --threshold 6.5 --clusters all.jsonl
lcsdup --threshold 6.5 --clusters -r all.jsonl | tr '\t' ' '
echo keep
lcsdup --threshold 6.5 --emit keep all.jsonl | wc -l
lcsdup --threshold 6.5 --emit drop all.jsonl
lcsdup --threshold 6.5 --emit drop --prefer first -r all.jsonl | tr '\t' ' '
echo what is there already stays
lcsdup --threshold 6.5 --emit drop --against two.jsonl one.jsonl
lcsdup --emit keep --shard 1/2 all.jsonl
lcsdup --emit drop --format csv all.jsonl
echo documents to keep, by the share of a duplicate that is in another one
for share in 0 0.5 0.7 0.9 1; do echo "$share: $(lcsdup --emit keep --min-share $share -r all.jsonl | wc -l)"; done
lcsdup --emit drop --min-share 0.9 -r all.jsonl | tr '\t' ' '
lcsdup --clusters --min-share 0.9 -r all.jsonl | tr '\t' ' '
lcsdup --emit keep -r all.jsonl | wc -l
lcsdup --emit keep --score excess -r all.jsonl | wc -l
# A text that is in its file twice has no unique word, and two equal files are one group.
printf 'The boats lay ashore.\n%.0s' 1 2 > ashore.txt
cp ashore.txt again.txt
printf 'The nets lay ashore.\n%.0s' 1 2 > nets.txt
uniqwords ashore.txt nets.txt again.txt | lcsdup --emit drop -r | tr '\t' ' '
uniqwords ashore.txt nets.txt again.txt | lcsdup --find books --emit keep -r
uniqwords --dense ashore.txt nets.txt again.txt | lcsdup --clusters -r | tr '\t' ' '
lcsdup --emit pairs --min-share 0.5 all.jsonl
lcsdup --emit keep --min-share 50 all.jsonl
