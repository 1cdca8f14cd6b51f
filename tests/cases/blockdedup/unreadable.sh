# What a message says of a compressed file that is cut off, damaged, or has other bytes behind its end; of tags that are not <doc>; of a book with DRM.
echo 'The mill stood by the weir.' > mill.txt
zstd -q mill.txt -o whole.zst; head -c 20 whole.zst > cut.zst; cat whole.zst mill.txt > more.zst
bzip2 -k mill.txt; cat mill.txt.bz2 mill.txt > more.bz2
xz -k mill.txt; head -c 40 mill.txt.xz > cut.xz
for file in cut.zst more.zst more.bz2 cut.xz; do blockdedup $file > out.jsonl; done
printf '<text id="a">\nThe\nmill\n</text>\n<doc id=b year="1900">\nThe\n</doc>\n' > corpus.vert
blockdedup --input-format vertical corpus.vert
# A file of items has the limit of a document.
printf '{"id":"q","text":"%03000000d"}\n' 7 > items.jsonl
overlap --max-document-size 100K --items items.jsonl mill.txt
