# Items of several fields, lists of messages, several sets; names, and what says too little.
mkdir sets
cat > sets/choice.jsonl <<'ITEMS'
{"question":"Which beast is on the sign of the ferry house at Hartsea?","choices":{"text":["a lame otter","a blue heron"]},"task":"signs"}
{"question":"How many bells are rung there on the night before the fair?","choices":{"text":["seven","nine"]},"task":"bells"}
ITEMS
cat > sets/chat.jsonl <<'ITEMS'
{"key":7,"messages":[{"role":"user","content":"Who mends the tide mill when the old keeper is away at sea?"},{"role":"assistant","content":"Nobody does, and it shows."}]}
ITEMS
printf 'name,question\nr1,"To hang a heavy mirror on a plaster wall, which fixing should be used?"\nr2,42\nr3,it is so\n' > sets/table.csv
echo 'Which beast is on the sign of the ferry house at Hartsea? (A) a lame otter (B) a blue heron' > a.txt
echo 'User: who mends the tide mill when the old keeper is away at sea? Answer: nobody does, and it shows.' > b.txt
echo 'Hang a heavy mirror on a plaster wall, which fixing should be used' > c.txt
fields='question,choices.text,messages[].content'
overlap --items sets --item-text $fields --emit items a.txt b.txt c.txt | jq -c '[.set, .item, .words, .refused, .found, .share]'
echo '# sets and names by field'
overlap --items sets/choice.jsonl --item-text question --set-field task --item-id question a.txt
overlap --items sets/chat.jsonl --item-text 'messages[].content' --item-id key b.txt
echo '# a set is named by its file where the field has no value'
printf '{"question":"Who mends the tide mill when the old keeper is away at sea?","task":""}\n' >> sets/choice.jsonl
overlap --items sets/choice.jsonl --item-text question --set-field task --emit items a.txt | jq -r .set
echo '# a field that is not there'
overlap --items sets/chat.jsonl --items sets/choice.jsonl a.txt
echo '# the items are not written over'
overlap --items sets/chat.jsonl -o sets/chat.jsonl a.txt
echo '# a file that is not there'
overlap --items sets/missing.jsonl a.txt
overlap --items sets --item-text 'messages[0]' a.txt

# A document of which nothing is left is counted.
printf '{"id":1,"text":"The miller of the weir grinds at noon and at no other time"}\n' > whole.items
cp whole.items whole.jsonl
overlap --items whole.items --emit cut --stats whole.stats whole.jsonl
jq -c '.counts["documents left out: nothing is left of them"]' whole.stats
# Without full stops a cut does not go to the ends of the text.
{ printf '{"id":2,"text":"'; yes 'tar boats' | head -60 | tr '\n' ' '; printf 'the miller of the weir grinds at noon and at no other time '; yes 'of tin' | head -60 | tr '\n' ' '; printf '"}\n'; } > long.jsonl
overlap --items whole.items --emit cut --snap long.jsonl | jq -r '.text | length, (contains("miller") | not)'
