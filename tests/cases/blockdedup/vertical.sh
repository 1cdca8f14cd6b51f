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
