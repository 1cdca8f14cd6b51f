# Parts whose sketches are made apart give what one run over them gives, however many parts there are: groups are chains, so that the
# first document of a part is often not the first of its group.
awk 'BEGIN { for (i = 1; i <= 90; i++) { text = "";
    for (w = 1; w <= 60; w++) text = text " w" (i % 6) "x" w (w == 4 * int(i / 6) + 1 ? "e" i : "");
    printf "{\"doc\":\"d%d\",\"text\":\"%s\"}\n", i, text } }' > all.jsonl
for parts in 1 2 5; do
    rm -f part.* sketches.*
    split -n l/$parts all.jsonl part.
    for part in part.??; do neardup --emit sketches $part > sketches.$part; done
    for emit in drop pairs groups report; do
        neardup --emit $emit part.?? > one.$emit
        neardup --emit $emit --sketches -j 3 sketches.part.* | cmp - one.$emit && echo $parts $emit $(wc -l < one.$emit)
    done
    neardup part.?? > one
    for part in part.??; do neardup --keep all --except one.drop $part; done | cmp - one && echo $parts documents $(wc -l < one)
    rm -f one.idx sketches.idx
    neardup --index one.idx --add -o /dev/null part.??
    : > sketches.part.none    # a part without documents
    neardup --sketches --emit drop --index sketches.idx --add -o /dev/null sketches.part.*
    cmp one.idx sketches.idx
done
neardup --keep last --emit drop all.jsonl > one
neardup --emit sketches all.jsonl > sketches
neardup --keep last --emit drop --sketches sketches | cmp - one
head -n 1 sketches
# Keys count as well, and are made in the same way in both steps.
awk '{ sub(/"text"/, "\"url\":\"http" (NR % 2 ? "" : "s") "://mill.example/" NR % 40 "\",\"text\""); print }' all.jsonl > keyed.jsonl
keys='--key url --normalise-url --text'
neardup $keys --emit drop keyed.jsonl > one
neardup $keys --emit sketches keyed.jsonl > sketches
neardup $keys --sketches --emit drop sketches | cmp - one && wc -l < one
tail -n 1 sketches
neardup --sketches --emit drop sketches
neardup --key url --text --sketches --emit drop sketches
neardup --key url --emit sketches keyed.jsonl
neardup --emit sketches all.jsonl > sketches
# What sketches cannot give is said.
neardup --sketches sketches
neardup --sketches --emit drop --similarity 0.7 sketches
neardup --sketches --emit drop --keep longest sketches
neardup --sketches --emit drop all.jsonl
neardup --emit sketches --keep last all.jsonl
neardup --emit sketches --index one.idx all.jsonl
neardup --emit sketches --similarity containment all.jsonl
