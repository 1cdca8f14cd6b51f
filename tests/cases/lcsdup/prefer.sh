# Of duplicates, the one with the highest number in a field; without one, the longest.
book=$(cat books/on-chalk.txt)
record() { jq -nc --arg id "$1" --arg text "$2" --argjson more "$3" '{id: $id, text: $text} + $more'; }
{
    record a "$book" '{"score": 0.5}'
    record b "$book A few more words that come after it." '{"score": -1e3}'
    record c "$book" '{"score": 0.75}'
    record d "$book" '{"score": "high"}'
    record e "$book" '{}'
} > documents.jsonl
uniqwords --numbers score,words_by_hand documents.jsonl > words.jsonl || echo "exit $?"
jq -c '[.doc, .score]' words.jsonl
for prefer in longest first score missing; do
    echo "$prefer: $(lcsdup --emit keep --prefer $prefer -r words.jsonl)"
done
sed 's/"score":0.75/"score":null/' words.jsonl | lcsdup --emit drop --prefer score -r
uniqwords --numbers tokens documents.jsonl
uniqwords -r documents.jsonl | lcsdup -R --emit keep --prefer score
