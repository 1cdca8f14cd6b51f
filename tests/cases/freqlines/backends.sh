# Every back end on the same lines: a is there 12 times, b 11 times, c to h once.
for n in 1 2 3 4 5 6 7 8 9 10 11; do printf 'a\nb\n'; done > lines
printf 'a\nc\nd\ne\nf\ng\nh\n' >> lines
for backend in exact external twopass; do freqlines -R --backend $backend lines; done
freqlines -R --backend external -S 1K -T . lines
freqlines -R --backend fingerprint lines
freqlines -R --backend fingerprint --hash crc64 lines
freqlines -R --backend counters lines
freqlines -R --backend counters --bits 26 --counter-bits 8 --format tsv lines
freqlines -R --backend counters --morris -k 1 --top 1 -r lines
freqlines -R -k 5 --backend majority --counters 3 lines
freqlines -R --backend countmin --bits 10 --rows 2 lines
freqlines -R --backend sample --rate 1 lines
freqlines -R --backend sample --rate 0.5 --seed 1 -k 0 -r --top 1 lines
