# What an earlier document has goes, with what is left between; the blocks that stay keep their bytes.
old='The tide table hangs beside the door, and nobody reads it but the cat.'
new='A second table, for the winter, was promised in March and came in June.'
own='Nothing that stands here was ever printed on any other sheet of this heap, not even by mistake or for a wager.'
printf '%s\n\n%s\n' "$old" "$new" > a.txt
printf '\n  %s\r\n\r\n%s\n\n\n%s\n\nToo short to stay.\n\n%s\n' "$own" "$old" "$own, indeed" "$new" > b.txt
printf '%s\n\n%s\n' "$new" "$old" > c.txt
printf 'Short, but new.\n' > d.txt
blockdedup a.txt b.txt c.txt d.txt
blockdedup -r a.txt b.txt c.txt d.txt | cat -A
blockdedup --no-smoothing a.txt b.txt
blockdedup --emit removed a.txt b.txt c.txt d.txt
blockdedup --emit report a.txt b.txt c.txt d.txt
blockdedup --emit report --format tsv a.txt b.txt
# onion takes no account of where a repetition stood, and drops what is short.
blockdedup --method paper a.txt b.txt c.txt d.txt
# Records keep their other fields; a set that was filtered before can be there.
printf '{"id":7,"text":"%s\\n\\n%s","price":1.10}\n' "$own" "$old" > new.jsonl
blockdedup new.jsonl
blockdedup --against a.txt new.jsonl
blockdedup --against a.txt --against b.txt --emit report new.jsonl
# Repeated n-grams take no room that they do not need.
yes x | head -n 200000 | sed G | split -l 4000 - many-
blockdedup -S 1M --emit report many-* | wc -l
# What a removed block repeats is a block that stays.
for letter in a b c; do seq -s ' ' 30 | sed "s/[0-9]*/$letter&/g" > $letter; done
(cat a; echo; echo p q r s t; echo; cat b; echo; echo p q r x u; echo; cat c) > d
blockdedup -n 3 --emit report a b c d
