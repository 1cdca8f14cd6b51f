# The line as it is in the document, without its line end.
printf '  A  line of the \tdocument, and more of it\r\nshort\n-- The last line, without a line feed --' > a.txt
linenorm --original a.txt
linenorm --original --tail 1 a.txt
linenorm --original --keep-trivial --format tsv --header a.txt
linenorm --original --ends 1 -j 2 a.txt a.txt
linenorm --original --unit sentence a.txt
linenorm --original -r a.txt 2>&1 | head -n 1
