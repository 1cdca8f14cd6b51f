# Ten letters on different matters with one long notice. Sketches take some for similar at a low --similarity; --exact does not.
words() { awk -v seed="$1" -v n="$2" 'BEGIN { for (at = 0; at < n; at++) { seed = (seed * 75 + 74) % 65537; printf "w%d ", seed } }'; }
notice=$(words 7 70)
for letter in 1 2 3 4 5 6 7 8 9 10; do
    printf '{"doc":"letter%d","text":"%s%s"}\n' $letter "$(words $((letter * 6143)) 110)" "$notice"
done > letters.jsonl
# A copy with an additional line.
sed -n '3s/letter3/copy/; 3s/"text":"/"text":"For your files, the letter of May once more: /p' letters.jsonl >> letters.jsonl.new
cat letters.jsonl.new >> letters.jsonl
neardup --exact --similarity .3 --emit drop letters.jsonl
echo groups
neardup --exact --similarity .3 --emit groups letters.jsonl
neardup --exact --similarity .3 --keep last letters.jsonl | jq -r .doc | tr '\n' ' '
echo
for wrong in '--similarity containment' '--emit sketches' '--key doc'; do
    neardup --exact $wrong letters.jsonl
done
neardup --exact --single letters.jsonl 2>&1 | head -1
