# A page of more than 5 MB is of no use in a browser: what has no room is counted.
words=$(yes 'Rain fell on the roof of the mill all night long, and in the morning the pond was full.' | head -n 15000)
for number in 1 2 3 4; do
    echo "<h1>Page $number</h1><p>$words" > "page $number.html"
done
ls page\ *.html | htmlblocks --emit html > page.html
tail -n 3 page.html
[ "$(wc -c < page.html)" -lt 5000000 ] && echo 'under 5 MB'
ls page\ *.html | htmlblocks --emit html -j 3 | cmp - page.html
ls page\ *.html | head -n 1 | htmlblocks --emit html | grep -c 'left out' || true
