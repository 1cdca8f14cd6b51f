# The default method on the small corpus: bounds, and a page to look at.
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
ls books/a-*.txt | cutbounds --freq freq.jsonl
cutbounds --freq freq.jsonl --emit html books/on-teapots.txt | grep -c 'class=off'
cutbounds --freq freq.jsonl --emit html --out-dir pages books/on-teapots.txt
