# What cannot be done is said, with what to do.
cutbounds books/on-teapots.txt
cutbounds --freq missing.jsonl books/on-teapots.txt
printf '{"count":11,"text":"x"}\nnot json\n{"count":1}\n' > freq.jsonl
cutbounds --freq freq.jsonl books/on-teapots.txt
: > empty.jsonl
cutbounds --freq empty.jsonl books/on-teapots.txt
cutbounds --freq empty.jsonl --head-marker '(' books/on-teapots.txt
cutbounds --freq empty.jsonl --gap 0 books/on-teapots.txt
# In two-byte mode a line feed is none.
printf '\033$B$"\n$"\033(B end\nand more\n' > jis.txt
cutbounds -q -E iso-2022-jp --freq empty.jsonl --emit body --out-dir clean jis.txt; ls clean
# A file of something else than frequencies is not read to its end, and what was meant is said.
linenorm books/on-teapots.txt > lines.jsonl
cutbounds --freq lines.jsonl books/on-teapots.txt
cutbounds --freq books/on-chalk.txt books/on-teapots.txt
cutbounds --freq books/on-teapots.txt books/on-teapots.txt
# Lines and frequencies are not documents, unless the user says so.
cutbounds --freq empty.jsonl < lines.jsonl
printf '{"count":12,"text":"A notice of a library"}\n' | cutbounds --freq empty.jsonl
cutbounds -q --freq empty.jsonl --input-format jsonl lines.jsonl | wc -l
# The name of a built-in list without its prefix.
cutbounds --freq gutenberg books/on-teapots.txt
