# Items that cannot be used: nothing is written, since a corpus that was not searched is not clean.
{
    echo '{"key":1,"question":"Who winds the clock on the quay when the harbour master is ill?","year":1874}'
    echo '{"key":2,"question":"Which of the three locks is the last to freeze in a hard winter?","year":1875}'
} > quiz.jsonl
echo '{"doc":"a","text":"Who winds the clock on the quay when the harbour master is ill?"}' > corpus.jsonl
: > empty.jsonl
mkdir folder
cp quiz.jsonl folder
echo '{"prompt":"Where is the spare key to the lock house kept?"}' > folder/other.jsonl
try() {
    echo "# $*"
    overlap "$@" --emit clean -o clean.jsonl corpus.jsonl || echo "exit $?"
    ls clean.jsonl 2>/dev/null && rm clean.jsonl
}
try --items quiz.jsonl 2>&1
try --items quiz.jsonl --item-text quest 2>&1
try --items quiz.jsonl --item-text question,choises 2>&1
try --items quiz.jsonl --item-text question --item-id ky 2>&1
try --items quiz.jsonl --item-text question --set-field years 2>&1
try --items empty.jsonl 2>&1
try --items folder --item-text question 2>&1
try --items folder --item-text question,prompt --items empty.jsonl 2>&1
try --items folder --item-text 'question, prompt' 2>&1
cat quiz.jsonl folder/other.jsonl > mixed.jsonl
echo 'not json' >> mixed.jsonl
try --items mixed.jsonl --item-text question 2>&1
try --items mixed.jsonl --item-text question --max-errors 1 2>&1
try --items mixed.jsonl --item-text question --max-errors 2 2>&1
printf '\xff\n' | cat - quiz.jsonl > bytes.jsonl
try --items bytes.jsonl --item-text question 2>&1
printf '"key","question"\n5,"Who winds the clock on the quay when the harbour master is ill?"\n6,"Which lock\n' > cut.csv
try --items cut.csv --item-text question 2>&1
echo '{"key":3,"question":"London"}' > words.jsonl
try --items words.jsonl --item-text question 2>&1
overlap --items words.jsonl --item-text question --item-id key --emit items corpus.jsonl 2>&1
printf '\n' > blank.txt
for emit in hits items; do
    for items in words.jsonl blank.txt; do
        echo "# --items $items --emit $emit"
        overlap --items $items --item-text question --emit $emit corpus.jsonl 2>&1 || echo "exit $?"
    done
done
try --items words.jsonl --items quiz.jsonl --item-text question 2>&1
jq -r .question quiz.jsonl > lines.txt
try --items lines.txt 2>&1
jq -Rc '{text: .}' lines.txt > lines.jsonl
try --items lines.jsonl 2>&1
for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
    echo "{\"text\":\"Item $number is at the back of the old chalk pit\"}" > "pit-$number.jsonl"
done
try --items pit-1.jsonl --items pit-2.jsonl --items pit-3.jsonl --items pit-4.jsonl --items pit-5.jsonl --items pit-6.jsonl --items pit-7.jsonl --items pit-8.jsonl --items pit-9.jsonl --items pit-10.jsonl --items pit-11.jsonl --items pit-12.jsonl 2>&1
try --items quiz.jsonl --item-text question -q 2>&1
echo '# numbers are names of items and of sets'
overlap --items quiz.jsonl --item-text question --item-id key --set-field year corpus.jsonl | jq -c '[.item, .set]'
