# Bounds of the small corpus, by frequencies and by markers of its own.
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
ls books/a-*.txt | cutbounds --method paper --freq freq.jsonl
ls books/a-*.txt | cutbounds --method paper --freq freq.jsonl --format csv --head-marker '[\s*]*HERE\s+BEGINS\s+THE\s+LANTERN\b.*' --tail-marker '[\s*]*HERE\s+ENDS\b.*'
