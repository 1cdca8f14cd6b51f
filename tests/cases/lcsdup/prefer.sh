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
for prefer in longest shortest first last score min:score missing; do
    echo "$prefer: $(lcsdup --emit keep --prefer $prefer -r words.jsonl)"
done
sed 's/"score":0.75/"score":null/' words.jsonl | lcsdup --emit drop --prefer score -r
uniqwords --numbers tokens documents.jsonl
uniqwords -r documents.jsonl | lcsdup -R --emit keep --prefer score
# Dates decide as dates, and not as numbers; of like names there is a warning.
{
    record x "$book" '{"date": "2020-02-03T10:00:00Z"}'
    record x "$book" '{"date": "Tue, 04 Feb 2020 09:00:00 +0000"}'
    record y "$book" '{"date": "2019"}'
} > dated.jsonl
uniqwords --fields date dated.jsonl > dated-words.jsonl
for keep in newest:date oldest:date date; do
    echo "$keep: $(lcsdup --emit drop --keep $keep -r dated-words.jsonl | tr '\t\n' ' ;')"
done
lcsdup --emit keep --keep newest dated-words.jsonl

# Words without the field, and with a field of texts that is copied as a number.
printf '{"doc":"%s","text":"the tide mill turns at noon","day":"2 May 2001"}\n' a b > days.jsonl
uniqwords days.jsonl | lcsdup --find books --emit keep -r --keep newest:day || echo "exit $?"
uniqwords --numbers day days.jsonl | wc -l
uniqwords --fields day days.jsonl | lcsdup --find books --emit keep -r --keep newest:day
