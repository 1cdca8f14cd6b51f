# With --places, the places are those of the corpus: --except leaves out one document of a name that two have.
words() { awk -v from="$1" 'BEGIN { for (i = from; i < from + 300; i++) printf "k%c%c%c ", 97 + i % 26, 97 + int(i / 26) % 26, 97 + int(i / 676) }'; }
{
  printf '{"doc":"other","text":"%s"}\n' "$(words 0)"
  printf '{"doc":"same","text":"%s"}\n' "$(words 400)" "$(words 400)"
} > corpus.jsonl
uniqwords --places corpus.jsonl | lcsdup --emit drop > drop.jsonl
cat drop.jsonl
linenorm --except drop.jsonl corpus.jsonl | cut -c1-20
# A list of names is text, and an empty list of what to read is a mistake.
printf 'PAR1\0\0' > list
linenorm --only list corpus.jsonl
: > list
linenorm --only list corpus.jsonl
