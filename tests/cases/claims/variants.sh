# papers: shared files, and links to them
# papers: the variants of one notice, and where they differ
# papers: the file as it was
# papers: differences in wording
# One notice in three forms: other white space, other markup, another year. How many shared files there are, and which books come back
# byte for byte.
mkdir plain
for n in 1 2 3 4 5 6 7 8 9; do
    space=' '; open='<p>'; [ $((n % 3)) = 1 ] && space='  '; [ $((n % 3)) = 2 ] && open='<p class="end">'
    { echo "Chapter $n of a book that no other book is like, number $n."
      echo "${open}This library lends its books${space}to anyone who asks for them, and takes them back.</p>"
      echo "${open}Nobody pays for reading them,${space}and nobody is paid for lending them to a reader.</p>"
      echo "${open}It was founded on a Monday${space}in the year 190$((n % 2)) by people who had too many books.</p>"; } > plain/$n.html
done
find plain -type f | LC_ALL=C sort > list
linenorm --ends 300 < list | freqlines -k 0 > freq
printf '{"doc":"%s","lines":4,"preamble_end":0,"epilogue_start":2,"preamble_rule":"none","epilogue_rule":"frequency"}\n' $(cat list) > bounds
for group in exact space markup wording; do
    factorends -q --bounds bounds --freq freq --group $group --out-dir $group < list > /dev/null
    factorends -q --restore $group --out-dir back-$group > /dev/null
    echo "$group: $(ls $group/shared | wc -l) shared, $(for book in plain/*; do cmp -s $book back-$group/$book && echo $book; done | wc -l) of 9 the same"
done
