# What cannot be done is said.
htmlblocks --emit blocks --stoplist tlh site/on-chalk.html
htmlblocks --emit blocks --stoplist ./missing.txt site/on-chalk.html
: > none.txt; htmlblocks --emit blocks --stoplist none.txt site/on-chalk.html
printf '\377\n' > bytes.txt; htmlblocks --emit blocks --stoplist bytes.txt site/on-chalk.html
htmlblocks --emit blocks -r site/on-chalk.html
htmlblocks --emit blocks --method best --compat site/on-chalk.html
htmlblocks --emit blocks --method best --length-low 50 site/on-chalk.html
htmlblocks --emit blocks --stopwords-low 1.5 site/on-chalk.html
htmlblocks --emit text missing.html
