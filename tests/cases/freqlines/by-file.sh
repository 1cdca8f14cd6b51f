# Each document by itself, in input order, with its name; -k and --top are for a document.
printf '{"doc":"x","line":1,"text":"a"}\n{"doc":"x","line":2,"text":"b"}\n{"doc":"x","line":3,"text":"a"}\n{"doc":"y","line":1,"text":"c","count":3}\n{"text":"no name"}\n' > records
freqlines -k 0 --by-file records
freqlines -k 0 --by-file -j 2 records | freqlines -k 0 --format tsv
freqlines -k 0 --by-file records > counts; freqlines -k 0 --by-file counts | cmp - counts
freqlines -k 0 --by-file --top 1 --format csv --header records
freqlines -k 1 --by-file records
# With -R each FILE is a document: names with spaces, names that are not UTF-8, standard input, empty files.
printf 'a\nb\na\n' > 'the first'
printf 'b\n' > "$(printf 'caf\351')"
: > empty
printf 'c\n' | freqlines -R -k 0 --by-file 'the first' empty caf* -
freqlines -R --by-file empty --format tsv --header
# More lines than are read at once; a document that comes back; a count of no document; another back end.
(yes '{"doc":"x","text":"a line of x"}' | head -n 20000; yes '{"doc":"y","text":"a line of y"}' | head -n 20000) | freqlines --by-file -j 2
cat records records | freqlines -k 1 --by-file --format tsv
echo '{"count":3,"slot":1,"bits":4,"text":"a"}' | freqlines --by-file
freqlines --by-file --backend majority records
freqlines --by-file --per-doc records 2>&1 | head -n 1
