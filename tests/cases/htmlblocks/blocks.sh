# papers: jusText
# A page as blocks: what each is by itself, and what its neighbours make of it.
cat > page.html <<'END'
<!DOCTYPE html><html><head><title>Not a block</title><style>p { color: red }</style></head><body>
<ul><li><a href=/>Home</a> <li><a href=/walks>All walks</a></ul>
<h1>Along the river</h1>
<p>By a walker
<p>We left the inn at eight, when the mist was still on the water, and took the path that goes along the river to the mill.
It is not a long walk, but it was wet, and the path was so narrow that we had to go one behind the other for most of it.
<p>At the mill we had some bread and looked at the wheel, which has not turned for as long as anyone can say.
<h2>The way back</h2>
<p>The way back is over the hill. There is a gate at the top, and from it you can see the river, the inn and all of the
way that you have been, and on a clear day, they say, the sea; we have been there four times and have not seen it yet.
<div><a href=/next>Next walk: over the moor to the old signal box and back by the canal, nine miles with one hill</a></div>
<p>&copy; The walkers of the river, who keep all of the rights that there are to be kept in a page such as this one is.
</body></html>
END
htmlblocks --emit blocks --method paper --stoplist en page.html
htmlblocks --emit blocks --stoplist en page.html | jq -r '[.class, .score, .tag, .text[:20]] | @tsv'
htmlblocks --emit blocks --method paper --compat --stoplist en page.html | jq -r '[.class, .context_free_class, .tag] | @tsv'
htmlblocks --emit blocks --method paper --no-headings --stoplist en page.html | jq -r 'select(.tag == "h1" or .tag == "h2") | [.class, .text] | @tsv'
htmlblocks --emit blocks --method paper --length-low 10 --max-link-density 2 --stopwords-high 0.1 --stoplist en page.html | jq -r .class | sort | uniq -c
htmlblocks --emit blocks --method paper --stats --stoplist en page.html 2>&1 > blocks.jsonl | grep -E 'htmlblocks: (good |bad )?blocks:'
