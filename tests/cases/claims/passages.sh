# papers: passages, damaged text
# A paragraph of one book stands in another one, with every ninth word misread: the tokens where it is in both.
sed -n '60,95p' books/the-silent-whistle.txt | awk '{ for (i = 1; i <= NF; i++) if (++n % 9 == 0) $i = "q" $i; print }' > passage
wc -w < passage
cat books/on-chalk.txt passage > chalk.txt
uniqwords --dense chalk.txt books/the-silent-whistle.txt | lcsdup --find passages --emit passages --format tsv | head -n 1
