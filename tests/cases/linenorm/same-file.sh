# A file that is also standard output is not read: the shell has emptied it, or the tool would read its own lines.
printf 'The mill grinds oats.\nRye on Mondays.\n' > a.txt
printf '{"doc":"a","text":"The mill grinds oats on every Monday."}\n' > a.jsonl
cp a.txt b.txt
linenorm --keep-trivial b.txt > b.txt; wc -c < b.txt
linenorm --keep-trivial a.txt b.txt >> b.txt
mkdir d; cp a.txt d; linenorm --keep-trivial d > d/out.jsonl; jq -c .doc d/out.jsonl
printf 'a.txt\nlisted.jsonl\n' > list; linenorm --keep-trivial --files-from list > listed.jsonl; jq -c .doc listed.jsonl
ln a.jsonl link.jsonl
neardup link.jsonl >> a.jsonl
linenorm --keep-trivial - < a.txt >> a.txt
linenorm --keep-trivial a.txt > lines; freqlines -k 0 lines >> lines
cmp a.txt d/a.txt
echo "== no regular file, and -o FILE"
linenorm --keep-trivial a.txt a.txt > /dev/null
neardup -q a.jsonl -o a.jsonl; jq -c .doc a.jsonl
linenorm --keep-trivial a.jsonl -o other.jsonl >> a.jsonl
