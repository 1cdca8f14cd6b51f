# Near-duplicates, an exact copy, a short text twice, two empty ones, and composed and decomposed characters.
river='The river rose in the night and took the two boats of the miller down to the weir, where the blue one sank and the green one was found by the children on the next morning with a heron on its bow'
{
    echo "{\"id\":\"a\",\"text\":\"$river\",\"date\":\"2024-05-01\"}"
    echo "{\"id\":\"b\",\"text\":\"$river.\",\"date\":\"2025-05-01\"}"
    echo "{\"id\":\"c\",\"text\":\"$river, they say\",\"date\":\"Mon, 01 Jan 2024 00:00:00 +0000\"}"
    echo '{"id":"d","text":"Read more"}'
    echo '{"id":"e","text":"read more!","date":"soon"}'
    echo '{"id":"f","text":""}'
    echo '{"id":"g","text":" "}'
    echo '{"id":"h","text":"Dòng sông"}'
    printf '{"id":"i","text":"Do\314\200ng so\314\202ng"}\n'
} > d.jsonl
neardup d.jsonl | jq -r .id | tr '\n' ' '; echo
neardup --emit drop d.jsonl
neardup --keep newest:date --emit drop d.jsonl | jq -c '[.doc, .duplicate_of]'
neardup --keep last d.jsonl | jq -r .id | tr '\n' ' '; echo
neardup --keep none d.jsonl
neardup --emit groups --keep longest d.jsonl
neardup --mark d.jsonl | jq -c '[.id, .neardup]'
neardup --emit report --keep max:size d.jsonl
neardup --keep order:id --emit report d.jsonl | tail -n 2
# The same whatever the number of threads; of no documents none.
for j in 1 2 4; do neardup -j $j --keep longest d.jsonl | cksum; done | uniq | wc -l
printf '' | neardup
# Files keep their bytes in a record.
printf 'One line.\n' > one.txt; cp one.txt two.txt
neardup --keep last one.txt two.txt
