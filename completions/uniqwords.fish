complete -c uniqwords -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c uniqwords -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c uniqwords -s E -l encoding -d 'The documents\' encoding, a WHATWG label, or auto' -r
complete -c uniqwords -l input-format -d 'What the files are, whatever they look like' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
csv\t''
tsv\t''
text\t''"
complete -c uniqwords -l text-field -d 'The field or column that holds the text, .a.b inside an object [default: text]' -r
complete -c uniqwords -l id-field -d 'The field or column that names the document, .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c uniqwords -l max-document-size -d 'Leave out documents of more bytes, decompressed: a number, or one with K, M, G' -r
complete -c uniqwords -l warc-media-types -d 'Media types of the pages that are taken from web archives' -r
complete -c uniqwords -l warc-min-size -d 'Leave out pages of web archives with fewer bytes: a number, or one with K, M, G' -r
complete -c uniqwords -l warc-max-size -d 'Leave out pages of web archives with more bytes' -r
complete -c uniqwords -l shingles -d 'Write the runs of N words whose hash is 0 mod P, each once, as hexadecimal numbers' -r
complete -c uniqwords -l mod -d 'The P of --shingles: one shingle in P is written' -r
complete -c uniqwords -l numbers -d 'Copy the numbers in these fields of documents that come as records, for lcsdup --prefer FIELD' -r
complete -c uniqwords -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c uniqwords -l max-errors -d 'Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more' -r
complete -c uniqwords -l rejects -d 'Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c uniqwords -l stats -d 'Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c uniqwords -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c uniqwords -s j -l threads -d 'Work in N threads (0 = all cores); the output is the same for every N' -r
complete -c uniqwords -s 0 -l null -d 'The list on standard input holds paths separated by NUL (find -print0)'
complete -c uniqwords -l vocabulary -d 'Write all distinct words, by first occurrence'
complete -c uniqwords -l dense -d 'Add the seeds by which lcsdup finds short passages in damaged text'
complete -c uniqwords -l no-positions -d 'Leave out the index of the token of each word; lcsdup finds no passages then'
complete -c uniqwords -l positions -d 'Add the index of the token of each, from 0, to --vocabulary and --shingles too; unique words have it'
complete -c uniqwords -s r -l raw-output -d 'Write plain text: the document\'s name, a tab, and the words, separated by spaces'
complete -c uniqwords -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c uniqwords -s q -l quiet -d 'No warnings; never changes standard output'
complete -c uniqwords -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c uniqwords -s V -l version -d 'Print the version'
