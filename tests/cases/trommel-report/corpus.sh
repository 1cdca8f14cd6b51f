# papers: documents and words after each step
# The numbers of a corpus by language and host, as in PRESEMT's Table 2. Pages of two hosts in two languages. One page of each host is there twice; another takes a paragraph from its neighbour.
cat > pages.jq <<'JQ'
def page($id; $title; $paragraphs): {id: $id, text: ("<html><head><title>" + $title + "</title></head><body><ul>"
    + ("home news boats shop contact" | split(" ") | map("<li><a href=\"/" + . + "\">" + . + "</a></li>") | add) + "</ul><h1>" + $title + "</h1>"
    + ($paragraphs | map("<p>" + . + "</p>") | add) + "</body></html>")};
"The miller of the lower mill had a boat that was made of tin, and with it he went down the river every morning to look at the nets that his brother had set out in the night before." as $tin
| "There were more fish in the nets than the two of them could carry, so they sold what they had at the bridge and kept only as much as they would eat with their mother on that day." as $fish
| "When the water was high in the spring it came up to the door of the house, and all of the chairs had to be carried up the stairs until it went back to where it should have been." as $water
| "Der Müller an der unteren Mühle hatte ein Boot, das aus Blech gemacht war, und damit fuhr er an jedem Morgen den Fluss hinunter, um nach den Netzen zu sehen, die sein Bruder am Abend gelegt hatte." as $blech
| "In den Netzen waren so viele Fische, dass die beiden sie nicht tragen konnten, und so verkauften sie an der Brücke, was sie hatten, und behielten nur, was sie an diesem Tag mit ihrer Mutter essen wollten." as $fische
| page("http://mill.example/tin"; "Tin"; [$tin, $fish]), page("http://mill.example/tin?print"; "Tin"; [$tin, $fish]),
  page("http://mill.example/water"; "Water"; [$water, $tin]),
  page("http://muehle.example/blech"; "Blech"; [$blech, $fische]), page("http://muehle.example/kopie"; "Blech"; [$blech, $fische])
JQ
jq -nc -f pages.jq > crawl.jsonl
charset --to-utf8 --stats log.jsonl crawl.jsonl | htmlblocks --stats log.jsonl |
    blockdedup --exact --unit document --stats log.jsonl | blockdedup -n 10 --stats log.jsonl > corpus.jsonl
jq -c '{tool, step, words_out, counts, groups}' log.jsonl
# The table on the page; markup is left out.
trommel-report log.jsonl | sed -n '/<h2>The corpus/,/<h2>What each/p' | sed 's/<[^>]*>/|/g; s/||*/|/g' | grep -v '^|*$'
# The runs of two parts add up, step by step.
cat log.jsonl log.jsonl | trommel-report | sed -n '/<h2>The corpus/,/<h2>What each/p' | sed 's/<[^>]*>/|/g; s/||*/|/g' | grep 'muehle\|final'
