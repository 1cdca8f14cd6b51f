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
echo '# numbers are names of items and of sets'
overlap --items quiz.jsonl --item-text question --item-id key --set-field year corpus.jsonl | jq -c '[.item, .set]'
