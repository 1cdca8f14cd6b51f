# Headers whose keys repeat and whose values vary: no line of them is frequent, their shapes are.
tale() { for line in $(seq 24); do echo "Tale $1, line $line: nobody else has told of the boats in harbour $1$line before."; done; }
mkdir quay wiki org one
for n in $(seq 14); do
    { printf 'Quay: harbour %s\nTin-Number: %s\nLamp: lit by keeper %s\n  and by his son %s\n' $n $n $n $n; [ $((n % 2)) = 0 ] && echo "Tar: of kind $n"; echo; tale $n; } > quay/$n.txt
    { printf '{{Boat\n| wood = kind %s\n| built = 17%s\n| owner = Keeper %s\n}}\n' $n $n $n; tale $n; } > wiki/$n.txt
    { printf '#+TITLE: Boats %s\n#+AUTHOR: Keeper %s\n\n#+DATE: 17%s\n\n' $n $n $n; tale $n; } > org/$n.txt
done
{ printf 'Quay: harbour 15\nTin-Number: 15\n'; tale 15; } > one/two-fields.txt
{ printf 'A letter of the keeper\nQuay: harbour 16\nTin-Number: 16\nLamp: lit\n'; tale 16; } > one/later.txt
printf 'Quay: harbour 17\nTin-Number: 17\nLamp: lit\n' > one/no-body.txt
: > one/empty.txt
for kind in quay wiki org; do
    linenorm --shape --head 100 $kind/*.txt | freqlines --per-doc > shapes.jsonl
    linenorm --ends 300 $kind/*.txt | freqlines > freq.jsonl
    cutbounds -q --freq freq.jsonl --format tsv $kind/*.txt | cut -f 3- | sort | uniq -c
    cutbounds -q --freq freq.jsonl --shapes shapes.jsonl --format tsv $kind/*.txt | cut -f 3- | sort | uniq -c
done
# Too few fields, other lines before them, nothing but fields, nothing at all.
linenorm --shape --head 100 quay/*.txt | freqlines --per-doc > shapes.jsonl
cutbounds -q --freq /dev/null --shapes shapes.jsonl --format tsv one/*.txt
cutbounds -q --freq /dev/null --shapes /dev/null --format tsv quay/1.txt
cutbounds -q --freq /dev/null --shapes missing.jsonl quay/1.txt
