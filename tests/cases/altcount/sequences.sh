# papers: sequences of genomes
# Any alphabet: 40 sequences of A, C, G and T, each of its own between two parts that all share, of 300 and 400 letters (Ikeda et al. 2001, section 5).
# Letters are those of a linear congruential generator. A percentage of the distinct 2-grams is none of them: the paper's N and A have to begin
# further on.
awk 'function letters(n, all) { all = ""; while (n-- > 0) { state = (state * 69069 + 12345) % 4294967296; all = all substr("ACGT", 1 + int(state / 1073741824), 1) } return all }
    BEGIN { state = 7; left = letters(300); right = letters(400)
            for (number = 10; number < 50; number++) { size = 500 + number * 37 % 1000; print left letters(size) right > ("sequence-" number ".txt") } }'
measure() { # The share of the letters that are on the right side.
    ls sequence-*.txt | altcount --emit ranges "$@" | python3 -c '
import json, sys
right = all = 0
for record in map(json.loads, sys.stdin):
    size = record["chars"]
    useless = {at for begin, end in record["useless"] for at in range(begin, end)}
    right += sum((at in useless) == (at < 300 or at >= size - 401) for at in range(size))
    all += size
print(f"{right / all:.3f}")'
}
measure
measure --method paper --at 10,1
measure --method paper
