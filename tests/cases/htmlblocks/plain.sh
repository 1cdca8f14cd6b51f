# Documents without a tag: one warning. A page among them is enough, and so is a comment.
printf 'Tide tables of 1874.\n\nHigh water at noon, 3 < 4.\n' > tides.txt
printf 'The quay<br>is dry.\n' > quay.html
htmlblocks --emit text -r tides.txt tides.txt > /dev/null
htmlblocks --emit text -r tides.txt quay.html > /dev/null
: | htmlblocks
