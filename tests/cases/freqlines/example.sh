# A line that can be searched for: as it was where it first occurred.
printf '  Read  this\t-- it is free\n' > a.txt
printf 'Read this - it is free\r\nRead this ----- it is free\nnothing else\n' > b.txt
linenorm --min-chars 8 --original a.txt b.txt > lines
freqlines -k 0 --example lines
freqlines -k 0 --example --format tsv --header lines
freqlines -k 1 --example -r lines | grep -nFf - a.txt b.txt
freqlines -k 0 --by-file --example -j 2 lines
# It is kept when counts of parts are added, whatever the back end.
freqlines -k 0 --example lines > part; cat part part | freqlines -k 3 --example
freqlines -k 2 --example --backend fingerprint lines
# Without it the normalised line stands for itself; escapes, and a field of the wrong type.
linenorm --min-chars 8 b.txt | freqlines -k 0 --example --top 1
printf '{"text":"a","original":"\\ta \\"\\u00e9"}\n{"text":"a","original":7}\n{"text":"b"}\n' | freqlines -k 0 --example
freqlines -R --example a.txt 2>&1 | head -n 1
