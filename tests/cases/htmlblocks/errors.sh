# What cannot be done is said.
htmlblocks --stoplist tlh site/on-chalk.html
htmlblocks --stoplist ./missing.txt site/on-chalk.html
: > none.txt; htmlblocks --stoplist none.txt site/on-chalk.html
printf '\377\n' > bytes.txt; htmlblocks --stoplist bytes.txt site/on-chalk.html
htmlblocks -r site/on-chalk.html
htmlblocks --method best --compat site/on-chalk.html
htmlblocks --method best --length-low 50 site/on-chalk.html
htmlblocks --stopwords-low 1.5 site/on-chalk.html
htmlblocks --emit text missing.html
