# Count descending, then bytes ascending.
printf 'b\na\nb\nc\na\n\nb\nB\n' > lines
freqlines -R -k 0 lines
freqlines -R -k 1 --format tsv lines
freqlines -R -k 0 --top 2 -r lines
freqlines -R lines
