# An option that the chosen back end would not look at is refused, and so are values that fit no back end.
echo a > lines
freqlines -R --bits 20 lines
freqlines -R --backend majority -S 1M lines
freqlines -R --backend counters --counter-bits 8 -k 255 lines
freqlines -R --backend counters --morris -k 5000000000 lines
freqlines -R --backend countmin -k 5000000000 lines
freqlines -R --backend counters --counter-bits 7 lines
freqlines -R --backend counters --bits 99 lines
(ulimit -v 1000000; freqlines -R -k 20 --backend twopass --bits 36 lines)
(ulimit -v 1000000; freqlines -R --backend countmin --bits 36 --rows 16 lines)
(ulimit -v 1000000; freqlines -R --backend counters --bits 36 lines)
seq 2000000 | (ulimit -v 120000; freqlines -R -j 1 --backend counters --bits 25)
freqlines -R --backend sample --rate 0 lines
freqlines -R --backend majority --counters 0 lines
freqlines -R --backend twopass < lines
freqlines -R --unsorted --top 3 lines
freqlines -R --backend external -S 1b -T nowhere lines
yes 'a line to fill the memory' | awk '{ print NR, $0 }' | head -n 50000 | freqlines -R --backend external -S 1b -T nowhere
# Another way to say how often, and the infrequent lines.
printf '%s\n' a a a b b c > abc
freqlines -R --min-count 2 -r abc
freqlines -R --max-count 2 --format tsv --header abc
freqlines -R --max-count 2 --min-count 2 --format csv --header --backend fingerprint abc
freqlines -R --min-count 4 --format csv --header abc
freqlines -R --min-count 2 -k 1 abc 2>&1 | head -n 1
# The most frequent lines, whatever their counts are, unless -k says more.
freqlines -R --top 2 -r abc
freqlines -R --top 2 -k 2 -r abc
freqlines -R --header abc
