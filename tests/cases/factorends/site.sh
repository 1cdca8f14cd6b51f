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
# Notices that differ in a few words share a file; a document has its own words behind its link, and they come back.
mkdir notes
for year in 2001 2002 2003 2004 2005; do
    {
        echo "Notes of the year $year"
        echo
        sed "s/thirty/$year/; s/reader/member/" <<'END'
This is one of thirty notebooks that the society lends to any reader who
asks for it in person. Nobody may copy it by machine, nor leave it in the
rain, nor write in it with anything but a soft pencil, unless the keeper of
the notebooks, who lives above the bakery, has said so on paper and has put
the seal of the society under it. Whoever returns it late pays with a cake.
END
    } > notes/$year.txt
done
sed -i 's/member/reader/' notes/2003.txt
find notes -type f | LC_ALL=C sort > notes.list
linenorm --ends 300 < notes.list | freqlines -k 0 > notes.freq
printf '{"doc":"%s","lines":7,"preamble_end":7,"epilogue_start":8,"preamble_rule":"frequency","epilogue_rule":"none"}\n' $(cat notes.list) > notes.bounds
factorends --bounds notes.bounds --freq notes.freq --group wording --out-dir notes.site < notes.list
cat notes.site/notes/2003.txt notes.site/notes/2004.txt notes.site/shared/*
factorends --restore notes.site --out-dir notes.back && diff -r notes notes.back/notes && ls notes.back
sed -i 's/2004/1904/' notes.site/notes/2004.txt
factorends --restore notes.site --out-dir notes.again
