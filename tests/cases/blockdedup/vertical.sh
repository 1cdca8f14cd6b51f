# onion's vertical text: tags are lines, and so are tokens.
cat > a.vert <<'END'
<doc id="1">
<p>
the	DT
tide	NN
comes	VBZ
in	RP
</p>
</doc>
<doc id="2">
<head/>
<p type="new">
and	CC
goes	VBZ
out	RP
</p>
<gap/>
<p>
the	DT
tide	NN
comes	VBZ
in	RP
</p>
</doc>
<doc id="3">
<p>
The	DT
tide	NN
comes	NN
in	RP
</p>
</doc>
outside
of
documents
END
blockdedup --vertical --method paper -n 2 --stub 2 a.vert
blockdedup --vertical --method paper -n 2 --no-smoothing --emit removed < a.vert
blockdedup --vertical --tokens word-fold -n 2 --no-smoothing --emit report a.vert a.vert
blockdedup --vertical --emit grams -n 2 a.vert
blockdedup --vertical --emit grams -n 2 a.vert | blockdedup --vertical --grams /dev/stdin -n 2 a.vert | cksum
blockdedup --vertical -n 2 a.vert | cksum
sed 's/<doc/<text/; s/doc>/text>/; s/<p/<s/; s/p>/s>/' a.vert | blockdedup --vertical --doc-tag text --block-tag s -n 2 --no-smoothing | head -n 20
blockdedup --vertical -S 1b books/*.txt | head -n 2
# What an older vertical text has, with its columns and tags.
tail -n 12 a.vert > new.vert
blockdedup --vertical -n 2 --no-smoothing --against a.vert new.vert | wc -l
blockdedup --vertical -n 2 --no-smoothing --against a.vert --emit report new.vert
# A file without a last line feed is not joined to the next one.
printf 'one\ntwo' > one.vert
printf 'three\nfour\n' > three.vert
blockdedup --vertical one.vert three.vert
# In onion the end of a block counts behind the end of its document.
printf '<doc>\n<p>\na\nb\nc\nd\n</p>\n</doc>\na\nb\nc\nd\n' > behind.vert
blockdedup --vertical --method paper --no-smoothing -n 2 behind.vert | tail -n 2
# n-grams are read as they are written by default only.
blockdedup --vertical --emit grams --format tsv -n 2 a.vert > grams.tsv
blockdedup --vertical --grams grams.tsv -n 2 a.vert
blockdedup --vertical --stats=s.jsonl -n 2 --no-smoothing a.vert > out.vert
jq -c '[.documents, .words, .documents_out, .words_out, .counts]' s.jsonl
# What only begins like the tag of a document is a line as any other, and goes with its block.
printf '<document>\n<doc>\n<p>\na\n</p>\n</doc>\n' | blockdedup --vertical
