# --max-input-size holds for the files that options name, too
printf '{"text":"the end of the book","count":12}\n%.0s' 1 2 3 4 5 6 7 8 9 | gzip > freq.jsonl.gz
printf 'the end of the book\nand its text\n' > book.txt
cutbounds --freq freq.jsonl.gz book.txt --max-input-size 100
echo "exit $?"
