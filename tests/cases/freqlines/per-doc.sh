# Once per document: by the records' doc, or by file with -R. A document that comes back counts again, with a warning.
printf '{"doc":"x","line":1,"text":"a"}\n{"doc":"x","line":2,"text":"a"}\n{"doc":"y","line":1,"text":"a"}\n{"doc":"y","line":2,"text":"b"}\n{"doc":"y","line":3,"text":"b"}\n{"text":"b"}\n{"text":"b"}\n' > records
freqlines -k 0 --per-doc records
freqlines -k 0 --per-doc -j 2 records
printf 'a\na\nb\n' > one
printf 'a\nc\nc\n' > two
freqlines -R -k 0 --per-doc one two
freqlines -R -k 0 --per-doc one one
cat records records | freqlines -k 0 --per-doc
# Blank lines inside a document, more than are read at once, do not end it.
(head -n 1 records; yes '' | head -n 700000; head -n 1 records) | freqlines -k 0 --per-doc
