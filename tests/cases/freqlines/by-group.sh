# Lines are counted by host: a notice of one host, a line that both have, and a host with one page.
page() { printf '{"doc":"%s","text":"%s"}\n' "$1" "$2"; }
for n in 1 2 3 4; do
    page "https://mill.example/$n" "Read the rules of the mill before you grind\\nPage $n of the mill and its wheels\\nAll rights are with the miller of the weir"
    page "https://Quay.example:80/$n" "Boats leave the quay at noon, and at no other time\\nPage $n of the quay and its boats\\nAll rights are with the miller of the weir"
done > pages.jsonl
page "https://one.example/" "All rights are with the miller of the weir\\nThis is the only page that there is here" >> pages.jsonl
linenorm pages.jsonl | freqlines --by host -k 1
# More than half of the documents of a group, and at least three documents: nothing of a group of one.
linenorm pages.jsonl | freqlines --by host --per-doc --min-share .5 --format tsv --header
# Without groups all documents are one: five of nine have no line in common but one.
linenorm pages.jsonl | freqlines --per-doc --min-share .5
# Records with the field that linenorm adds; a nested field, a number, an empty group, no group.
printf '%s\n' '{"doc":"a","meta":{"year":1790},"text":"The ferryman had tarred both of his boats"}' '{"doc":"b","meta":{"year":"1790"},"text":"The ferryman had tarred both of his boats"}' '{"doc":"c","meta":{"year":""},"text":"The ferryman had tarred both of his boats"}' '{"doc":"d","text":"The \"ferryman\" had tarred both of his boats"}' > years.jsonl
linenorm --by .meta.year years.jsonl
linenorm --by .meta.year years.jsonl | freqlines --by .meta.year -k 0
# Counts made in pieces add up; any number of threads; disk for memory.
linenorm pages.jsonl | freqlines --by host -k 0 > all
for part in 1 2; do linenorm pages.jsonl | sed -n "$part~2p" | freqlines --by host -k 0; done | freqlines --by host -k 0 | cmp - all
linenorm pages.jsonl | freqlines --by host -k 0 -j 3 | cmp - all
linenorm pages.jsonl | freqlines --by host -k 0 --backend external -S 64K | cmp - all
# As many groups as documents.
for n in $(seq 3000); do printf '{"doc":"d%s/x","line":1,"text":"a"}\n{"doc":"d%s/x","line":2,"text":"a"}\n' $n $n; done | freqlines --by folder -k 1 | wc -l
# What has no groups.
echo '{"count":3,"slot":1,"bits":4,"text":"a"}' | freqlines --by host
freqlines --by host --backend countmin pages.jsonl
freqlines -R --by host pages.jsonl 2>&1 | head -n 1
freqlines --min-share .5 pages.jsonl 2>&1 | head -n 2
# Without any host, there is one group of all lines; a folder may be missing.
printf '{"doc":"7","url":"https://mill.example/","text":"All the boats of the mill are blue today"}\n' > named.jsonl
linenorm named.jsonl | freqlines --by host -k 0
linenorm named.jsonl | freqlines --by folder -k 0
linenorm --by host named.jsonl | freqlines --by host -k 0
