# The first and last lines; no line twice, and numbers are those of the source.
for n in 1 2 3 4 5 6 7; do printf '\nline number %s of a document with seven lines\n' $n; done > seven.txt
linenorm --ends 2 seven.txt
linenorm --head 1 --tail 9 --format csv seven.txt
linenorm --tail 1 seven.txt
linenorm --head 0 seven.txt
