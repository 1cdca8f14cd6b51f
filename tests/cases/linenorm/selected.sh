# Documents are read or left out by their names, in whatever container they are.
say() { printf 'This is the only line of the document %s\n' "$1"; }
for name in a b c; do say $name > $name.txt; done
tar cf all.tar a.txt b.txt c.txt
for name in p q p; do printf '{"doc":"%s","text":"%s"}\n' $name "$(say $name)"; done > rows.jsonl
printf 'text\n%s\n%s\n' "$(say 1)" "$(say 2)" > table.csv
printf 'b.txt\nall.tar:c.txt\n{"doc":"q","duplicate_of":"p"}\ntable.csv:2\n' > list
linenorm -r --except list ?.txt all.tar rows.jsonl table.csv
echo only
linenorm -r --only list ?.txt all.tar rows.jsonl table.csv
ls ?.txt | linenorm -r --only list -j 2 2>&1 | head -n 1
# A name of two documents, and one of no document, are told.
printf 'p\nnobody\n' | linenorm -r --except - rows.jsonl
: | linenorm -r --only - rows.jsonl --stats 2>&1 | grep -o 'documents left out.*'
# A list that is not one is an error.
echo '{"text":"a"}' | linenorm --only - rows.jsonl
linenorm --except missing rows.jsonl
