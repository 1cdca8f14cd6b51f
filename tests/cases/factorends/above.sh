# Lines above a licence stay in their documents, not in the shared file.
for tool in saw plane rasp; do
    cat <<END
#!/bin/sh
# Copyright 2031 The carpenters of Quaymouth
#
# Permission is granted to cut, to glue and to paint this program, with or without a hammer,
# as long as the carpenters are named and nobody says that it was made by the tailors. There
# is no warranty that what it cuts will fit, or that what it has glued can be taken apart.

echo $tool
END
done > all.txt
split -l 8 all.txt tool. && find . -name 'tool.*' | LC_ALL=C sort > tools.list
linenorm --ends 300 < tools.list | freqlines -k 0 > freq.jsonl
cutbounds --freq freq.jsonl < tools.list | tee bounds.jsonl
factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site < tools.list
cat site/tool.aa
factorends --restore site --out-dir back
for tool in tool.*; do cmp $tool back/$tool && echo $tool; done
