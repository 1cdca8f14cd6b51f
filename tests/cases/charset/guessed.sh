# Letters in the places of an encoding that is not known here: the answer is a guess, has no margin, and a warning says so.
echo 'Утром мы пошли на рынок за рыбой, но лодки ещё не вернулись с моря, и пришлось долго ждать.' | iconv -f utf-8 -t koi8-r > known
LC_ALL=C tr '\300-\377' '\360-\377\300-\317\320-\357' < known > moved.txt
charset known moved.txt
charset -q --to-utf8 moved.txt | grep -o '"guessed":true'
# The file itself stays as it is.
cp moved.txt before.txt
charset --to-utf8 --out-dir . moved.txt
cmp before.txt moved.txt && echo 'as before'
# Other tools warn, too.
linenorm -q --ends 1 moved.txt > /dev/null
linenorm --ends 1 moved.txt > /dev/null
charset --min-margin 1 moved.txt 2> /dev/null
