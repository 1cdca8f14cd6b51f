# Documents without those that have an item, without its passage, without its sentences, and marked.
echo '{"id":"q1","text":"A miller pays three sacks of barley to the weir keeper at Michaelmas, and one less each month after it."}' > items.jsonl
cat > documents.jsonl <<'TEXT'
{"id":"leak","text":"It was late. He said that a miller pays three sacks of barley to the weir keeper at Michaelmas, and one less each month after it. They slept.","n":1.10}
{"id":"half","text":"A miller pays three sacks of barley to the weir keeper.","n":2}
{"id":"clean","text":"It was late, and they slept.","n":3}
{"id":"only","text":"a miller pays three sacks of barley to the weir keeper at Michaelmas and one less each month after it"}
TEXT
for emit in clean cut "cut --snap" mark; do
    echo "# $emit"
    overlap --items items.jsonl --emit $emit documents.jsonl
done
echo '# any hit'
overlap --items items.jsonl --emit clean --threshold 0 documents.jsonl
echo '# the counts of each set'
overlap --items items.jsonl --stats=log documents.jsonl > hits.jsonl
jq -c .counts log
echo '# the marks behind an item go if it has such marks; what is left without words is no document'
echo '{"id":"q2","text":"The lame otter of Hartsea counts its herrings twice every windy morning"}' >> items.jsonl
echo '{"id":"inside","text":"They say: the lame otter of Hartsea counts its herrings twice every windy morning."}' > more.jsonl
echo '{"id":"alone","text":"\"A miller pays three sacks of barley to the weir keeper at Michaelmas, and one less each month after it...\""}' >> more.jsonl
overlap --items items.jsonl --emit cut more.jsonl
echo '# a cut text is cut in its message, too, and a rule of pieces cuts there'
cat > chat.jsonl <<'TEXT'
{"id":"chat","messages":[{"role":"user","content":"Solve it: a miller pays three sacks of barley to the weir keeper at Michaelmas, and one less each month after it. How many?"},{"role":"bot","content":"..."},{"role":"bot","content":"Six, because three and two and one are six."}]}
TEXT
overlap --items items.jsonl --emit cut --text-field 'messages[].content' chat.jsonl
overlap --items items.jsonl --emit mark --text-field 'messages[].content' chat.jsonl | jq -c '.messages[0].content | length'
overlap --items items.jsonl --emit cut --rule gpt3 --text-field 'messages[].content' chat.jsonl | jq -c .messages
