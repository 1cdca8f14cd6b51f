# Trouble is reported; everything else is written.
echo 'A document with one line that is long enough' > good.txt
# Lines that end in carriage returns alone are one line to all tools, which is said, but not of pages.
printf 'This line ends as those of an old Macintosh do,\rand so does this one, which is no line.\r' > mac.txt
printf '<p>This line ends as those of an old Macintosh do,\rand so does this one of a page.\r' > mac.html
linenorm --min-chars 5 -r mac.txt mac.html | wc -l
linenorm missing.txt good.txt
echo books | linenorm
