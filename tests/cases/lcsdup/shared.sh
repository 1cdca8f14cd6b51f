# A passage that two documents of other words share: where it is, by words and by dense seeds.
write() { awk -v seed=$1 -v from=$2 -v to=$3 'BEGIN { s = seed; for (i = from; i < to; i++) { s = (s * 69069 + 12345) % 2147483648; n = int(s / 4096); w = ""; for (; n; n = int(n / 20)) w = w substr("aeioubcdfghklmnprstv", 1 + n % 20, 1); print w } }'; }
write 7 0 40 > passage
(write 1 0 700; cat passage; write 2 0 500) > a.txt
(write 3 0 200; cat passage; write 4 0 900) > b.txt
write 5 0 800 > c.txt
uniqwords a.txt b.txt c.txt > words.jsonl
lcsdup words.jsonl
lcsdup --exhaustive --format tsv words.jsonl
lcsdup --find passages -r words.jsonl
echo books; lcsdup --find books words.jsonl; lcsdup --score excess words.jsonl
echo clusters; lcsdup --clusters --find passages words.jsonl
echo against; uniqwords c.txt b.txt > old.jsonl; uniqwords a.txt | lcsdup --against old.jsonl -r
echo dense; uniqwords --dense a.txt b.txt c.txt | lcsdup
# Of records that lack what passages are found by.
uniqwords --dense a.txt > some.jsonl; uniqwords b.txt >> some.jsonl; lcsdup -r some.jsonl
uniqwords --no-positions a.txt b.txt | lcsdup
lcsdup --expect 0 words.jsonl
echo passages; lcsdup --emit passages words.jsonl
lcsdup --emit passages --texts a.txt --texts b.txt --format tsv --header words.jsonl
uniqwords a.txt | lcsdup --against old.jsonl --emit passages --texts a.txt
mkdir c; sed '3s/.*/other words here/' a.txt > c/a.txt
(cd c && lcsdup --texts a.txt ../words.jsonl)
sed 's/^ubeb$/changed/' a.txt > d.txt; uniqwords d.txt b.txt | lcsdup --emit html --texts d.txt --texts b.txt | grep -A 3 '<details'
echo wrong; lcsdup --clusters --texts a.txt words.jsonl; lcsdup --texts a.txt -r words.jsonl
lcsdup --emit passages --find books words.jsonl; lcsdup --emit passages --align words.jsonl
