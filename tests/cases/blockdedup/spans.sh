# Spans that occurred before are cut out, wherever they stand.
notice='The tide table hangs beside the door of the harbour office, and nobody reads it but the cat, who cannot.'
printf 'One begins so. %s And so one ends.\n' "$notice" > one.txt
printf 'Two begins in another way.\n\n%s\n\nIts end is its own: %s\n' "$notice" "$notice" > two.txt
printf '%s\n' "$notice" > three.txt
blockdedup --unit span --min-span 10 one.txt two.txt three.txt
blockdedup --unit span --min-span 10 --keep-within two.txt
blockdedup --unit span --min-span 10 --emit removed -r one.txt two.txt three.txt
blockdedup --unit span --min-span 10 --emit report --format tsv --header one.txt two.txt three.txt
blockdedup --unit span --min-span 21 one.txt two.txt three.txt | wc -l
blockdedup --unit span --min-span 10 --against one.txt --against-only two.txt
blockdedup --unit span --min-span 10 --emit grams one.txt two.txt three.txt > grams.jsonl
blockdedup --unit span --min-span 10 one.txt two.txt three.txt > all.jsonl
blockdedup --unit span --min-span 10 --grams grams.jsonl one.txt two.txt three.txt | cmp - all.jsonl
blockdedup --unit span -j 3 --min-span 10 --out-dir out one.txt two.txt three.txt && cat out/*.txt
blockdedup --unit span --exact one.txt
blockdedup --unit span -n 5 one.txt
