# papers: records within a page (SCOOP)
# What a page has many of, with its fields: a row of results between a menu and advertisements.
result() { printf '<div class="hit n%s"><h3><a href="/%s?a&amp;b">Title %s</a></h3><p>What page %s has to say of rain.</p><i>Price:</i> <b>%s pence</b></div>\n' "$1" "$1" "$1" "$1" "$1"; }
{
    echo '<body><ul><li><a href=/>Home</a><li><a href=/a>About us all</a><li><a href=/c>Contact the mill</a></ul><h1>Results</h1><main>'
    result 1; result 2
    echo '<div class=advert>Buy this, and nothing else, at once, as all others do.</div>'
    result 3; result 4
    echo '</main><script>var rain = 1;</script>'
} > results.html
altcount --emit records results.html
(for number in 1 2 3 4; do echo "<dt>Word $number of them<dd>What it means, number $number."; done) > "odd name.html"
printf '<p>One paragraph.<p>Another \377 one.' > article.html
ls *.html | altcount --emit records -j 2 | jq -c '[.doc, .record, .fields]'
altcount --emit records missing.html | wc -l
altcount --emit records --method paper results.html
altcount --emit records -r results.html
python3 -c 'print("<div class=a><p>x" * 100000)' > deep.html
timeout 60 altcount --emit records deep.html | wc -l
# Products and jobs have few words, but a link each; three paragraphs are not records.
for number in 1 2 3 4; do echo "<div class=card><a href=/$number><img></a><h3><a href=/$number>Boat $number</a></h3><b>$number pence</b><button>Add</button></div>"; done > grid.html
for number in 1 2 3; do echo "<p>Paragraph $number says of the rain what no other paragraph says: it fell $number days."; done > prose.html
{ cat prose.html; echo '<table><tr><th>Boat<th>Price</tr>'; for number in 1 2 3 4; do echo "<tr><td><a href=/$number>Boat $number</a><td>$number p</tr>"; done; echo '</table>'; } > both.html
altcount --emit records grid.html prose.html both.html | jq -c '[.doc, .record, .fields, .links]'
# If no page has records, there is a reason for each.
printf 'Boat 1\nBoat 2\nBoat 3\n' > plain.html
echo '<div><h3>Boat 1</h3><p>It has two oars.</div><div><h3>Boat 2</h3><p>It has four oars.</div>' > pair.html
echo '<table><tr><td>Ann<td>4</tr><tr><td>Bob<td>5</tr><tr><td>Cid<td>6</tr></table>' > short.html
altcount --emit records plain.html pair.html short.html prose.html
altcount --emit records --stats stats.jsonl plain.html pair.html short.html grid.html | jq -c '[.doc, .record]'
jq -r '.. | objects | .["documents without records"]? // empty' stats.jsonl
