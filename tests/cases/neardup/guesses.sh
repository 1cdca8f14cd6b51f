# Options of other programs: the message names the option that does the same.
neardup --in-place x.jsonl 2>&1 | sed -n 1,3p
blockdedup --in-place x.jsonl 2>&1 | sed -n 1,3p
neardup --threshold 0.8 x.jsonl 2>&1 | sed -n 1,3p
neardup --against old.jsonl x.jsonl 2>&1 | sed -n 1,3p
overlap --benchmark b.jsonl x.jsonl 2>&1 | sed -n 1,3p
blockdedup --delimiter ';' x.csv 2>&1 | sed -n 1,3p
# A value that is not a date is cut short, and many are counted.
for i in 1 2 3 4 5; do echo "{\"id\":\"$i\",\"text\":\"the tin boat sank in the weir of mill $i\",\"day\":\"the day on which the boat sank in the weir: the $i. of June\"}"; done > days.jsonl
neardup --keep newest:day --emit drop days.jsonl
neardup --index days.jsonl days.jsonl
factorends --restore . --out-dir back
uniqwords --bogus 2>&1 | sed -n 1p
lcsdup days.jsonl
trommel-report days.jsonl
