# A notice that was wrapped anew has other lines and the same sentences.
cat > one.txt <<'TEXT'
This text was typed by Mr. A. Miller of the mill.  It may be
copied by anyone who
leaves this notice as it stands.

Rain fell.
TEXT
fmt -w 40 one.txt > two.txt
linenorm -r one.txt two.txt | sort | uniq -d | wc -l
linenorm --unit sentence -r one.txt two.txt | sort | uniq -c | sed 's/^ *//'
linenorm --unit sentence one.txt
linenorm --unit sentence --ends 1 --format tsv --keep-trivial one.txt
linenorm --unit sentence --head 1 --min-chars 5 one.txt two.txt
printf 'a\377b is not UTF-8. But it goes on here, as it has to.\r\n' > bad.txt
linenorm --unit sentence -r bad.txt
find books -name '*.txt' | sort | linenorm --unit sentence -j 3 > three
find books -name '*.txt' | sort | linenorm --unit sentence | cmp - three
freqlines --top 2 -r three
