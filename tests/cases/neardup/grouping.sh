# A text inside a longer one, chains of small steps, and the method of the paper.
words() { seq "$1" "$2" | sed 's/^/w/' | tr '\n' ' '; }
{
    echo "{\"id\":\"inside\",\"text\":\"$(words 100 130)\"}"
    echo "{\"id\":\"long\",\"text\":\"$(words 1 300)\"}"
    echo "{\"id\":\"half\",\"text\":\"$(words 285 315)\"}"
    echo "{\"id\":\"again\",\"text\":\"$(words 100 130)\"}"
    echo '{"id":"empty","text":""}'
} > inside.jsonl
neardup inside.jsonl | jq -r .id | tr '\n' ' '; echo
neardup --similarity containment inside.jsonl | jq -r .id | tr '\n' ' '; echo
neardup --similarity containment --emit drop inside.jsonl
neardup --similarity containment:.3 --emit groups inside.jsonl
neardup --similarity containment --keep none inside.jsonl | jq -r .id | tr '\n' ' '; echo
for j in 1 2 4; do neardup -j $j --similarity containment --mark inside.jsonl | cksum; done | uniq | wc -l
printf '' | neardup --similarity containment
# Each text has 20 words of 400 that the one before has not.
for step in 0 1 2 3 4 5 6; do
    echo "{\"id\":\"s$step\",\"text\":\"$(words $((1 + 20 * step)) $((400 + 20 * step)))\"}"
done > chain.jsonl
neardup --emit groups chain.jsonl | jq -c .docs
neardup --single --emit groups chain.jsonl | jq -c .docs
neardup --complete --emit groups chain.jsonl | jq -c .docs
neardup --single --keep longest chain.jsonl | jq -r .id
neardup --method paper --emit groups chain.jsonl | jq -c .docs
neardup --method paper --emit drop chain.jsonl | jq -c '[.doc, .duplicate_of]'
# Two texts that are similar to a third one, and not to each other.
{
    echo "{\"id\":\"middle\",\"text\":\"$(words 41 440)\"}"
    echo "{\"id\":\"left\",\"text\":\"$(words 1 400)\"}"
    echo "{\"id\":\"right\",\"text\":\"$(words 81 480)\"}"
} > middle.jsonl
neardup --emit groups middle.jsonl | jq -c .docs
neardup --complete --emit groups middle.jsonl | jq -c .docs
# Forms of 100 words with three words of their own: --single drops at least what goes without it.
awk 'BEGIN { seed = 5; for (form = 0; form < 300; form++) {
    printf "{\"id\":\"f%d\",\"text\":\"", form
    for (at = 0; at < 100; at++) {
        seed = (seed * 75 + 74) % 65537
        printf at == 12 || at == 15 || at == 16 ? "own" seed " " : "w" at " "
    }
    print "\"}" } }' > forms.jsonl
neardup --emit drop forms.jsonl | jq -r .doc | sort > first
neardup --single --emit drop forms.jsonl | jq -r .doc | sort > single
comm -23 first single | wc -l
test -s first && echo some
# What does not go together.
neardup --similarity containment --index new.idx --add inside.jsonl
neardup --similarity containment --keep first --emit pairs inside.jsonl
neardup --similarity containment --keep max:size inside.jsonl
neardup --method paper --similarity containment inside.jsonl
neardup --similarity 80 inside.jsonl
