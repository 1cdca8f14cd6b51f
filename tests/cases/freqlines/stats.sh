# How crowded the counters are. The first line has the time it took, which no two runs share.
seq 1000 > lines
freqlines -R --backend counters --bits 10 --counter-bits 16 --stats -k 1 --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
freqlines -R --backend countmin --bits 10 --stats -k 1 --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
freqlines -R --backend majority --counters 10 --stats --top 0 lines 2> stats
sed 's/; [^;]* MiB$//' stats
seq 300 | awk '{ print "same" }' | freqlines -R --backend counters --counter-bits 8
