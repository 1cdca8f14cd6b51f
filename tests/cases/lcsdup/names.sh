# Several documents of one name: one warning, and the file and line of each.
text() { awk -v seed=$1 'BEGIN { s = seed; for (i = 0; i < 300; i++) { s = (s * 69069 + 12345) % 2147483648; n = int(s / 4096); w = ""; for (; n; n = int(n / 20)) w = w substr("aeioubcdfghklmnprstv", 1 + n % 20, 1); printf "%s ", w } }'; }
for n in 1 1 2; do printf '{"id":"x","text":"%s"}\n' "$(text $n)"; done > same.jsonl
uniqwords same.jsonl > words.jsonl
lcsdup --find books --emit drop words.jsonl
lcsdup --find books words.jsonl | cut -d, -f 1-8
# A name on either side of --against is no such case.
lcsdup -q --find books --emit drop --against words.jsonl words.jsonl | head -n 1
blockdedup --unit document --emit report same.jsonl
neardup --emit drop same.jsonl
# A block is where its record and its text say.
printf 'One block of seven words or so here.\n\n' > two.txt
cat two.txt two.txt > four.txt
blockdedup --emit report --stub 0 four.txt
tail -c +39 four.txt | head -c 36
