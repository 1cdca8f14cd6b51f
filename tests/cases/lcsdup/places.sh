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
# Where a passage is: the document among those of one name, and its bytes there.
{
  printf '{"doc":"same","text":"First, %s"}\n' "$(words 0)"
  printf '{"doc":"same","text":"Other: %s"}\n' "$(words 0)"
} > twice.jsonl
uniqwords --places twice.jsonl | lcsdup --emit passages --texts twice.jsonl > passages.jsonl
jq -c '[.a, .a_file, .a_line, .a_offset, .b_line, .b_offset, .a_text[:6], .b_text[:6]]' passages.jsonl
jq -r .a_text passages.jsonl > passage
jq -r '.a_offset | @tsv' passages.jsonl | while read -r start end; do
  jq -r .text twice.jsonl | head -n 1 | cut -b $((start + 1))-$end | cmp - passage && echo equal
done
uniqwords --places twice.jsonl | lcsdup -q --emit passages --texts twice.jsonl --format tsv | cut -f 12-
# A list of what is kept has places, too, where a name is not enough: --only reads one document of a name that two have.
uniqwords --places corpus.jsonl | lcsdup -q --emit keep > keep.jsonl
cat keep.jsonl
linenorm --only keep.jsonl --format tsv corpus.jsonl | cut -f 1-2
