# What a compressed file of records may give is bounded; the option that allows more is named.
yes '{"text":"One line of text."}' | head -n 1000 | gzip -c > lines.gz
freqlines --max-input-size 29K lines.gz | cut -c 1-60
freqlines --max-input-size 20K -k 0 lines.gz
yes 'One line of text.' | head -n 1000 | gzip -c | freqlines -R --max-input-size 10K -k 0
