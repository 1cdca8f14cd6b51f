# Documents are not lines: a warning says how to count theirs. A text of one line, and one without a name, are lines.
{
    printf '%s\n' '{"doc":"a","text":"The tide is in.\nThe tide is out."}'
    printf '%s\n' '{"id":2,"text":"The tide is in.\nThe boats are out."}'
} > two.jsonl
freqlines -k 0 two.jsonl
freqlines two.jsonl -j 2
freqlines --by-file -k 0 two.jsonl | wc -l
linenorm --keep-trivial two.jsonl | freqlines -k 1 -r
printf '%s\n' '{"doc":"a","text":"The tide is in.\n"}' | freqlines -k 0 -r
printf '%s\n' '{"text":"The tide is in.\nIt is in.","count":7}' | freqlines -k 0 -r
