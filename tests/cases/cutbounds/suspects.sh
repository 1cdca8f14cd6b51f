# Body lines that look like boilerplate, at most ten.
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
cutbounds --method paper --freq freq.jsonl --suspect 'Library|shelf' books/day-book-of-the-saltry-tide-mill.txt books/on-teapots.txt
cutbounds --method paper --freq freq.jsonl --suspect '' books/day-book-of-the-saltry-tide-mill.txt
