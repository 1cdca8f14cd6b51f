# By count, then by text, or in no particular order: for exact, that in which they came.
printf 'c\nb\na\na\n' | freqlines -R -k 0 --format tsv
printf 'c\nb\na\na\n' | freqlines -R -k 0 --unsorted --format tsv
# Fields that hold what separates fields; lines that are not UTF-8.
printf 'tab\there\nback\\slash\n"quoted", comma\ncaf\351\n' > lines
freqlines -R -k 0 lines
freqlines -R -k 0 --format tsv lines | od -c | head -n 5
freqlines -R -k 0 --format csv lines | head -n 3
