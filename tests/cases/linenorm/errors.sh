# Trouble is reported; everything else is written.
echo 'A document with one line that is long enough' > good.txt
# Lines that end in carriage returns alone are one line to all tools, which is said, but not of pages.
printf 'This line ends as those of an old Macintosh do,\rand so does this one, which is no line.\r' > mac.txt
printf '<p>This line ends as those of an old Macintosh do,\rand so does this one of a page.\r' > mac.html
linenorm --min-chars 5 -r mac.txt mac.html | wc -l
linenorm missing.txt good.txt
echo books | linenorm
# Rows and records in UTF-16, with a byte order mark and without one; records without a text.
printf '\377\376i\0d\0,\0t\0e\0x\0t\0\n\0' > wide.csv
printf '\0i\0d\0\t\0t\0e\0x\0t\0\n' > wide.tsv
printf '\377\376{\0"\0t\0"\0' > wide.jsonl
printf '{}\n{"text":["a"]}\n{"text":[{"b":"a"}]}\n{"text":null}\n' > empty.jsonl
linenorm wide.csv wide.tsv wide.jsonl empty.jsonl
