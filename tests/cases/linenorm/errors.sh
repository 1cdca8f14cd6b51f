# Trouble is reported; everything else is written.
echo 'A document with one line that is long enough' > good.txt
linenorm missing.txt good.txt
echo books | linenorm
