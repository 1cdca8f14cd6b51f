# --common reads what blockdedup --emit grams finds: n-grams that follow each other are common as often as the rarest of them.
common='It was the best of all the summers that anyone on the island could remember'
rare='The lame otter didn’t carry seven brass lanterns over the frozen weir at noon'
printf '{"id":"%s","text":"%s"}\n' common "$common." rare "$rare." both "$common, and so $rare." > items.jsonl
for n in 1 2 3; do printf '{"id":"%s","text":"Chapter %s. %s; we were young then and slept on the roof."}\n' $n $n "$common"; done > large.jsonl
printf '{"id":"d","text":"%s. %s."}\n' "$common" "$rare" > d.jsonl
overlap --items items.jsonl d.jsonl | jq -c '[.item, .item_words]'
for flags in '-n 5' '-n 7' '--method paper -n 7 --tokens word-fold' '-n 7 --tokens word' '-n 15'; do
    blockdedup --emit grams $flags large.jsonl > grams.jsonl
    echo "$flags: $(overlap --items items.jsonl --common grams.jsonl d.jsonl | jq -c '[.item, .item_words]' | tr '\n' ' ')"
done
blockdedup --emit grams large.jsonl | overlap --items items.jsonl --common - --expect 5 d.jsonl | jq -c '[.item, .expect]'
blockdedup --emit grams --fold accents large.jsonl > grams.jsonl
overlap --items items.jsonl --common grams.jsonl d.jsonl
echo '{"count":3}' | overlap --items items.jsonl --common - d.jsonl
