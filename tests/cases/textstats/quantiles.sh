# Quantiles over the documents in each language; of none there are none.
for n in 1 2 3 4 5 6 7 8 9 10; do head -n $n books/on-chalk.txt > $n.txt; done
textstats --emit quantiles --language en --measures words,digits [0-9]*.txt | jq -c '[.language, .measure, .documents, .min, .max, .q50 > .min]'
textstats --emit quantiles --measures words /dev/null
printf '' | textstats --emit quantiles
