# Documents become vertical text, which is read back with the same words; --structure-fields chooses the attributes.
cat > d.jsonl <<'TEXT'
{"id":"a","text":"Mr. Hall won't pay $5.\nWho would? See https://tar.example/a?b=1&c.\n\n<g/> is glue; \"don't\" isn't.","lang":"en","year":1790,"tags":["x"],"meta":{"press":"Mill & \"Son\""}}
{"id":"b","text":"L'eau de l'île est à qui ? «Jusqu'ici» peut-être.\tA-t-il bu?","charset":{"encoding":"utf-8","language":"fr"}}
{"id":"c","text":""}
{"id":"d","text":"雨が降った。雪も。"}
TEXT
blockdedup d.jsonl --output-format vertical
blockdedup d.jsonl --output-format prevertical --structure-fields lang,.meta.press,.charset.language,none
blockdedup d.jsonl -o d.vert && blockdedup d.vert
blockdedup d.jsonl -o d.vert.gz --structure-language en && gzip -dc d.vert.gz | grep -c "^n't"
blockdedup d.jsonl -o d.prevert && blockdedup d.prevert --output-format jsonl | cut -c 1-60
blockdedup d.jsonl --output-format vertical -j 3 | cmp - d.vert

# Blocks of a page are its paragraphs.
printf '<title>Tar</title><h1>On tar</h1><p>Tar is black, and it is hot when the men of the yard pour it.</p>' > tar.html
htmlblocks --emit blocks --output-format prevertical tar.html

# Other programs write upper case, elements without content and character references.
cat > other.vert <<'TEXT'
<DOC ID="1" TITLE='caf&#233; &amp; "bar"'>
<P>
&#233;t&#xE9;
&quot;
<G/>
R&D
</P>
</DOC>
<doc id="2"/>
<doc id="4" url=http://a/b/>
&amp;amp;
</doc>
TEXT
printf '<doc/>\n<DOC>\nTar\n</DOC>\n' | blockdedup --no-mark
blockdedup --no-mark other.vert --output-format jsonl | tee other.jsonl
blockdedup --no-mark other.vert -o again.vert && blockdedup --no-mark again.vert --output-format jsonl | cmp - other.jsonl

# What is vertical text already is written as it is.
printf '<doc>\n<p>\nThe\tDT\nferry\tNN\n</p>\n</doc>\n' | blockdedup --vertical -o x.vert && cat x.vert

# What has no documents is refused.
uniqwords d.jsonl --output-format vertical
linenorm -r d.jsonl -o y.vert
blockdedup --emit report --format tsv d.jsonl -o y.vert
blockdedup --vertical x.vert -o y.prevert
blockdedup d.jsonl --out-dir y --output-format vertical
blockdedup d.jsonl --structure-fields lang
blockdedup d.jsonl --structure-language en -o y.csv
ls | grep '^y'
