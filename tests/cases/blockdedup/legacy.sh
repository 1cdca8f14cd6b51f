# A document that is not UTF-8 is read in the encoding that charset finds, or the one that it declares.
printf '\316\322\303\307\322\273\306\360\327\337\265\275\272\323\261\337\310\245\260\311\243\254\314\354\306\370\272\334\272\303\241\243\n' > gbk.txt
printf '<meta charset=gb2312><p>\304\343\272\303</p>\n' > page.html
printf '\367\305\336\305\322\317\315 \315\331 \333\314\311 \304\317\315\317\312.\n' > koi.txt
printf '# -*- coding: latin-2 -*-\n# \276\273 \271\n' > code.py
for file in gbk.txt page.html koi.txt code.py; do
    blockdedup $file
done
htmlblocks --emit text page.html
altcount --emit text page.html
# DOS pages are read by charset only.
printf 'Gr\341\341e aus K\224ln, sch\224ne M\204dchen tr\204umen \201ber gro\341e H\204user. \332\304\304\304\277\n' > dos.txt
linenorm --unit sentence -r dos.txt
charset -r dos.txt
linenorm --unit sentence -r -E windows-1252 dos.txt
