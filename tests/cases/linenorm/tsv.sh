# A value that begins with a quote is quoted, also in TSV; a file whose quotes are plain characters is rewritten first.
printf 'text\tn\n"Two weirs\tand a mill\n"Three" weirs\t2\n' > plain.tsv
linenorm --keep-trivial plain.tsv
sed 's/"/""/g; s/[^\t]*/"&"/g' plain.tsv > quoted.tsv
linenorm --keep-trivial quoted.tsv
printf 'text\tn\nA weir of 12" beams\t2\n' > inside.tsv
linenorm --keep-trivial inside.tsv
# Blanks after the closing quote are part of the value, and no error.
printf 'text,n\n"A weir" ,1\n"A mill"\t,2\n' > blanks.csv
linenorm --keep-trivial blanks.csv
