# How crowded the counters are.
seq 1000 > lines
freqlines -R --backend counters --bits 10 --counter-bits 16 --stats -k 1 --top 0 lines
freqlines -R --backend majority --counters 10 --stats --top 0 lines
seq 300 | awk '{ print "same" }' | freqlines -R --backend counters --counter-bits 8
