# A question inside a paragraph, in other case and punctuation, edited, wrapped, with HTML entities; a short one; and a part of one.
items=items.jsonl
cat > $items <<'ITEMS'
{"id":"q1","text":"A miller pays three sacks of barley to the weir keeper at Michaelmas, and one less each month after it; when does he owe nothing?"}
{"id":"q2","text":"Which of these four knots would hold a slippery rope to a wet rail: the clove hitch, the reef knot, the sheet bend or the bowline?"}
{"id":"q3","text":"What is the chief export of Dunmarrow?"}
{"id":"copy","text":"what is the chief export of Dunmarrow"}
ITEMS
cat > a.txt <<'TEXT'
Nobody spoke. Then he read it out: "A MILLER pays three sacks of barley to the weir keeper at
Michaelmas -- and one fewer each month after it. When does he owe nothing?" And the room was still.

They asked her: what's the chief export of Dunmarrow? Wool. What is the chief export of Dunmarrow? Wool, still.
TEXT
echo 'The answer to which of these four knots would hold a slippery rope to a wet rail &amp; why is not here.' > b.txt
echo 'Nothing of the kind is in this one, though it has knots, ropes and a miller.' > c.txt
overlap --items $items a.txt b.txt c.txt
echo with both texts
overlap --items $items --texts -n 10 --max-edits 0 a.txt b.txt | jq -c '[.item, .text, .item_text]'
echo what of each item was found
overlap --items $items --emit items a.txt b.txt c.txt
echo nothing to look for, and nothing to look in
: > none.jsonl
overlap --items none.jsonl a.txt
: | overlap --items $items
