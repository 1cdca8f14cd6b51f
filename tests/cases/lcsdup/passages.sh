# papers: bars of pairs
# Which passages match: as token ranges, as a picture, as a page.
awk 'BEGIN { for (i = 1; i <= 400; i++) { w = ""; for (n = i; n; n = int(n / 26)) w = w sprintf("%c", 97 + n % 26); print "w" w } }' > words
(sed -n 1,100p words; sed -n 201,260p words) > a.txt
(sed -n 301,400p words; sed -n 30,95p words) > b.txt
uniqwords a.txt b.txt > w.jsonl
lcsdup --align --svg picture.svg w.jsonl
cat picture.svg
lcsdup --emit html w.jsonl | grep '<tr><td'
# Without positions words are counted, and there are no passages to write.
uniqwords --no-positions a.txt b.txt | lcsdup --find books --align --svg words.svg
cmp picture.svg words.svg
