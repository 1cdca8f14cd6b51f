# Where documents share a block, it stays in the one with the best rank; documents are written in the order in which they came.
ferry='The ferry leaves at six and at nine, and on Sundays only when the ferryman has slept well and the river is low.'
mill='Flour of the upper mill is sold on Tuesdays in the yard, in sacks that the buyers have to bring with them from home.'
inn='The inn has four rooms, a stable for eleven horses, and a cook who was once in the service of a bishop in the south.'
record() { printf '{"id":"%s","text":"%s","date":"%s","n":%s}\n' "$1" "$2" "$3" "$4"; }
{
    record a "$ferry\\n\\nOnly here: the bridge was sold to a man who came with a cart, paid in silver and took it away." 2021-04-01 3
    record b "$mill\\n\\n$ferry" 'Fri, 01 Mar 2024 08:00:00 +0000' 1
    record c "$inn\\n\\n$mill" 2023-04-01 '"many"'
    record d "$inn" soon 2
} > d.jsonl
for keep in first last longest shortest newest:date oldest:date max:n min:n order:id; do
    echo "$keep: $(blockdedup --keep $keep d.jsonl | jq -r '"\(.id) \(.text | gsub("\n"; " / "))"' | cut -c 1-30 | tr '\n' '|')"
done
# A document goes for a later one that is better.
blockdedup --unit document --keep newest:date d.jsonl | jq -c '[.id, .blockdedup]'
echo "{\"id\":\"e\",\"text\":\"$inn\",\"date\":\"2025\"}" | cat d.jsonl - > with-e.jsonl
blockdedup -q --unit document --keep newest:date with-e.jsonl | jq -c '[.id, .blockdedup]'
# The report names the place of both; the block that stays comes later here.
blockdedup --keep newest:date --emit report d.jsonl | jq -c '[.doc, .line, .block, .source, .source_line, .source_block]'
blockdedup --keep newest:date --unit span --min-span 8 --emit report d.jsonl | jq -c '[.doc, .line, .block, .source, .source_line]'
blockdedup -q --keep last --emit removed -r d.jsonl | cut -c 1-20
# As if the documents were sorted first and sorted back; in any number of threads, with little memory, and with n-grams that are known.
awk 'BEGIN {
    for (d = 0; d < 300; d++) {
        text = ""
        for (b = 0; b < 4; b++) {
            from = (d * 7 + b * 31) % 97; text = text (b ? "\\n\\n" : "")
            for (w = 0; w < 60; w++) text = text "w" (from * 40 + w) " "
        }
        text = text "\\n\\n"
        for (w = 0; w < 400; w++) text = text "own" d "x" w " "
        printf "{\"id\":%d,\"rank\":%d,\"text\":\"%s\"}\n", d, d * 37 % 101, text
    }
}' > many.jsonl
for options in '' '--unit document -n 3' '--unit line --exact' '--unit span' '--method paper' '--no-smoothing --emit removed'; do
    jq -c . many.jsonl | jq -sc 'sort_by(-.rank)[]' | blockdedup $options | jq -sc 'sort_by(.id)[]' > expected
    for more in -j1 -j3 -S1M; do
        blockdedup $options $more --keep max:rank many.jsonl | jq -c . | cmp - expected && echo "same: $options $more"
    done
done
blockdedup --emit grams many.jsonl > grams
blockdedup --keep max:rank many.jsonl | cksum
blockdedup --keep max:rank --grams grams many.jsonl | cksum
# What later additions are compared with.
blockdedup --keep longest --emit seen d.jsonl > seen
blockdedup -q --keep newest:date --seen seen d.jsonl | jq -r .id
# Files keep their names, and a table its columns.
printf '%s\n\n%s\n' "$ferry" "$mill" > one.txt; printf '%s\n' "$ferry" > two.txt
blockdedup --keep last --out-dir out one.txt two.txt; head -c 30 out/one.txt out/two.txt
printf 'id,date,text\n1,2020,"%s"\n2,2022,"%s\n\n%s"\n' "$ferry" "$mill" "$ferry" > t.csv
blockdedup --keep newest:date t.csv -o t.csv; cat t.csv
printf '' | blockdedup --keep last
jq -c '.id = "left"' d.jsonl | head -n 1 | cat - d.jsonl > named.jsonl
echo left > left.txt
blockdedup --keep last --except left.txt named.jsonl | jq -r .id | tr '\n' ' '; echo
blockdedup --keep last --stats=stats d.jsonl > out.jsonl; jq -c '[.documents, .counts]' stats
# Without a value, and without a meaning.
blockdedup --keep newest:day d.jsonl
blockdedup --keep none d.jsonl
blockdedup --keep all d.jsonl
blockdedup --keep newest d.jsonl
blockdedup --keep last --emit estimate d.jsonl
blockdedup --keep last --against d.jsonl --against-only d.jsonl
blockdedup --keep last --vertical d.jsonl
