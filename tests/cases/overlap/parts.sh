# A question without its choices is a part of an item with both: a warning says so, and how to look for the question alone.
echo '{"id":"q1","question":"Which bird nests in the rudder post of the old ferry each spring?","choices":["the dipper","the grey wagtail","the wren"]}' > quiz.jsonl
echo '{"doc":"a","text":"He asked: which bird nests in the rudder post of the old ferry each spring? Nobody knew."}' > corpus.jsonl
overlap --items quiz.jsonl --item-text question,choices --emit clean corpus.jsonl
overlap --items quiz.jsonl --item-text question,choices --emit cut corpus.jsonl | jq -c .overlap
overlap --items quiz.jsonl --item-text question,choices --emit items corpus.jsonl | jq -c '[.item, .found, .share]'
echo '# the question alone'
overlap --items quiz.jsonl --item-text question --emit clean corpus.jsonl
overlap --items quiz.jsonl --item-text question,choices --threshold .5 --emit clean corpus.jsonl
