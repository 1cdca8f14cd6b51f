# What is said of a page as a whole, its markup as Markdown, and what is kept if one says so.
cat > page.html <<'END'
<!DOCTYPE html><html lang=en><head><title>Low water - Harbour Notes</title><meta property=og:site_name content="Harbour Notes">
<script type="application/ld+json">{"@type": "BlogPosting", "author": {"@type": "Person", "name": "Ann Lee"}, "datePublished": "2020-05-06T08:00:00Z"}</script>
</head><body><nav><a href=/>Home</a> <a href=/tides>Tides</a></nav><main><article><h1>Low water</h1>
<p>When the tide is out, the ferry <b>cannot</b> come up to the stairs, and those who want to cross have to
<a href="/walk?a=1&amp;b=2">walk out over the sand</a> to where it lies; nobody minds, except when it rains, and then everybody does.
<p>These are the hours at which it was low in the week that the stairs were measured, which was the first one of May:
<table><tr><th>Day<th>Hour<tr><td>Monday<td>8:10<tr><td>Tuesday<td>8:55</table>
<p>To know the hour of any other day, take fifty minutes for each one that has passed, as this program does with a few words:
<pre>
for day in week:
    hour += 50
</pre>
</article></main><div class=comments><h3>Comments</h3><p>It rained when I was there last, and I can say that everybody minded it very much.</div>
</body></html>
END
htmlblocks --emit text --metadata page.html | jq -c '.htmlblocks | {kind, sure: (.confidence > 0.5), metadata}'
htmlblocks --emit text -r page.html
htmlblocks --emit markdown --links -r page.html
htmlblocks --emit text --title drop --comments keep -r page.html | sed -n '1p;$!{h;d};x;p' | cut -c 1-40
htmlblocks --emit text --comments drop -r page.html | grep -c rained
htmlblocks --explain page.html | jq -r 'select(.block == 3) | .reasons | length, (.[0] | keys_unsorted | join(" "))'
# A page of which nothing is likely to be main content keeps something, unless one does not want that.
echo '<footer><a href=a>Terms</a> <a href=b>Privacy</a> <a href=c>Cookies</a></footer>' > links.html
htmlblocks --emit text links.html | jq -c '[.text != "", .htmlblocks.confidence < 0.5]'
htmlblocks --emit text --allow-empty links.html | jq -c .text
# What a declarative shadow root contains is shown; what other templates contain is not.
cat > shadow.html <<'E'
<!DOCTYPE html><title>Tides</title><body><nav><a href=/>Home</a></nav><x-article><template shadowrootmode="open"><style>p { margin: 0 }</style>
<p>Low water is at six in the morning today, and the sand bar can be walked until a quarter past seven, says the harbour master.</p>
<template><p>This is for a script, which would put it somewhere else.</p></template></template></x-article>
E
htmlblocks -r shadow.html
for options in '--explain --emit text' '--links --emit text' '--emit blocks --metadata' '--method paper --title drop'; do htmlblocks $options page.html; done
# A data set has room for metadata in a directory; a page has not.
mkdir of; printf '{"doc":"a","text":"<title>Tides</title><p>Low water is at six in the morning today."}\n' > set.jsonl
htmlblocks --metadata --out-dir of set.jsonl; jq -c .htmlblocks.metadata.title of/*
htmlblocks --metadata --out-dir of page.html
