# A site, its links, and the way back.
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
find books -name '*.txt' | cutbounds --method paper --freq freq.jsonl > bounds.jsonl
find books -name '*.txt' | LC_ALL=C sort | factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site
grep -c '"links":\[{' site/manifest.jsonl
grep '"doc":"books/on-teapots.txt"' site/manifest.jsonl
head -n 8 site/books/the-stubborn-flame.txt
factorends --restore site --out-dir back
diff -r books back/books && ls back
# Without a folder: which lines are boilerplate.
factorends --bounds bounds.jsonl --freq freq.jsonl books/on-teapots.txt books/the-stubborn-flame.txt
factorends --bounds bounds.jsonl --freq freq.jsonl --min-bytes 1000 books/on-teapots.txt
