# The parts of a document, as plain text and as a record.
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
cutbounds --method paper --freq freq.jsonl --emit body -r books/on-teapots.txt | head -n 12
cutbounds --method paper --freq freq.jsonl --emit preamble books/on-teapots.txt
