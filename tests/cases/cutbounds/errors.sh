# What cannot be done is said, with what to do.
cutbounds books/on-teapots.txt
cutbounds --freq missing.jsonl books/on-teapots.txt
printf '{"count":11,"text":"x"}\nnot json\n{"count":1}\n' > freq.jsonl
cutbounds --freq freq.jsonl books/on-teapots.txt
: > empty.jsonl
cutbounds --freq empty.jsonl books/on-teapots.txt
cutbounds --freq empty.jsonl --head-marker '(' books/on-teapots.txt
cutbounds --freq empty.jsonl --gap 0 books/on-teapots.txt
