# A notice with a title or a name in each line has no frequent line, but five documents are enough to know its phrases.
mkdir shelf
n=0
for title in 'Two boats' 'Of tin' 'A weir' 'Tar and oak' 'Night ferry'; do
  n=$((n + 1))
  {
    printf 'This is the text of %s, put on the shelf by reader %s\n\n%s\n\n' "$title" $n "$title"
    for line in 1 2 3 4 5 6; do echo "b$n$line c$line$n d$n$line of e$line$n, f$n$line and g$line$n in h$n$line." | tr 0-9 a-j; done
    printf '\nHere ends the text of %s. Thank reader %s for it.\n' "$title" $n
  } > shelf/$n.txt
done
linenorm --ends 300 shelf/* | freqlines > freq.jsonl
cutbounds --freq freq.jsonl --format tsv shelf/*
# The order does not matter, nor does the number of threads.
cutbounds --freq freq.jsonl -q shelf/* > all.jsonl
cutbounds --freq freq.jsonl -q -j 2 shelf/4.txt shelf/2.txt shelf/5.txt shelf/1.txt shelf/3.txt | sort | cmp - all.jsonl && echo same
# The same is true of records.
for file in shelf/*; do jq -Rsc --arg doc $file '{doc: $doc, text: .}' $file; done > records.jsonl
cutbounds --freq freq.jsonl -q records.jsonl | cmp - all.jsonl && echo same
# Three documents are too few.
cutbounds --freq freq.jsonl --format tsv -q shelf/1.txt shelf/2.txt shelf/3.txt
