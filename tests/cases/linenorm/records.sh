# Runs of white space, stars and dashes; what is short or has no letter goes.
printf 'A  line\twith white space of all kinds \r\n*** short ***\n**The end** of a well-known -- notice, retyped\n1234567890 1234567890 1234567890\n\nThe last line has no line feed at its end' > a.txt
linenorm a.txt
linenorm --min-chars 5 -r a.txt
linenorm --keep-trivial --format tsv a.txt
