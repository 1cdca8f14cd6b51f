# papers: Broder's shingling
# papers: its, cs, overlap of unique words and of vocabularies, 0-mod-p shingling
# Of a text: distinct words, and three-word shingles of which one in four is written.
printf 'One fish, two fish. Red fish, blue fish; one fish two.' > fish.txt
uniqwords --vocabulary -r fish.txt
seq 400 | awk '{ printf "%c%c%c ", 97 + $1 % 26, 97 + int($1 / 26) % 26, 97 + $1 % 7 }' > words.txt
uniqwords --shingles 3 --mod 1 -r words.txt | tr ' ' '\n' | wc -l
uniqwords --shingles 3 --mod 4 -r words.txt | tr ' ' '\n' | wc -l
head -c 1200 words.txt > some.txt
uniqwords --vocabulary words.txt some.txt | lcsdup --score jaccard --threshold .5
