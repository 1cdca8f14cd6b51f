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
