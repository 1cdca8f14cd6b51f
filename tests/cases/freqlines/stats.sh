# How crowded the counters are. The first line has the time it took, which no two runs share.
seq 1000 > lines
freqlines -R --backend counters --bits 10 --counter-bits 16 --stats -k 1 --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
freqlines -R --backend countmin --bits 10 --stats -k 1 --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
freqlines -R --backend majority --counters 10 --stats -k 10 --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
seq 300 | awk '{ print "same" }' | freqlines -R --backend counters --counter-bits 8
# Errors of earlier counts are those of any count that they went into.
(yes often | head -n 900; cat lines) | freqlines -R -k 0 --backend majority --counters 2 > piece
freqlines -k 0 --backend fingerprint piece --stats 2> stats
sed 's/; [^;]* MiB$//' stats
# What is read twice was read once.
freqlines -R --backend twopass --bits 16 --stats -k 1 lines 2> stats
sed 's/; [^;]* MiB$//' stats
