# Published rules, and text that is common at large.
echo '{"id":"q","text":"one fine day a lame otter and a blue heron sat on the ferry-house sign at Hartsea, and neither of them said a word"}' > items.jsonl
fill() { for word in $(seq $1); do printf 'word%s ' $word; done; }
{ fill 60; printf 'A lame otter and a blue heron sat on the ferry house sign at Hartsea and neither. '; fill 60; } > split.txt
{ fill 60; printf 'A lame otter and a blue heron sat on the ferry-house sign at Hartsea and neither. '; fill 60; } > joined.txt
for rule in gpt3 llama olmo deepseek; do
    overlap --items items.jsonl --rule $rule split.txt joined.txt | jq -c "[\"$rule\", .doc, .item_words, .share]"
done
echo '# what gpt3 leaves'
overlap --items items.jsonl --rule gpt3 --emit cut joined.txt | jq -c '[.overlap, (.text | split("\n\n") | map(length))]'
echo '# common text'
echo '{"count":30,"text":"And a blue heron sat on the ferry-house sign at Hartsea."}' > common.jsonl
echo 'and a blue heron sat on the ferry-house sign' > d.txt
overlap --items items.jsonl d.txt | jq .item
overlap --items items.jsonl --common common.jsonl d.txt
overlap --items items.jsonl --common common.jsonl --expect 50 d.txt | jq .expect
overlap --items items.jsonl --common items.jsonl d.txt
overlap --items items.jsonl --snap d.txt
overlap --items items.jsonl --max-edits 1 d.txt
