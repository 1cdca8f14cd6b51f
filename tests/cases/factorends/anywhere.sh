# What pages have in common, wherever it stands. These are text: a link takes the place of a run.
find books -name '*.txt' | LC_ALL=C sort > list
factorends --anywhere --share 0.1 --files-from list | head -n 3
factorends --anywhere --share 0.1 --out-dir site --files-from list
factorends --restore site --out-dir back
diff -r books back/books && ls back
# Not without a share of the documents, nor with what is only for the ends.
factorends --anywhere --share 1 books
factorends --anywhere --freq {case}/freq.jsonl books
