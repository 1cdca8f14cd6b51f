complete -c linenorm -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c linenorm -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c linenorm -s E -l encoding -d 'The documents\' encoding, a WHATWG label, or auto' -r
complete -c linenorm -l input-format -d 'What the files are, whatever they look like' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
csv\t''
tsv\t''
text\t''"
complete -c linenorm -l text-field -d 'The field or column that holds the text, .a.b inside an object [default: text]' -r
complete -c linenorm -l id-field -d 'The field or column that names the document, .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c linenorm -l max-document-size -d 'Leave out documents of more bytes, decompressed: a number, or one with K, M, G' -r
complete -c linenorm -l warc-media-types -d 'Media types of the pages that are taken from web archives' -r
complete -c linenorm -l warc-min-size -d 'Leave out pages of web archives with fewer bytes: a number, or one with K, M, G' -r
complete -c linenorm -l warc-max-size -d 'Leave out pages of web archives with more bytes' -r
complete -c linenorm -l head -d 'Only the first N lines of each document, trivial ones not counted' -r
complete -c linenorm -l tail -d 'Only the last N lines of each document; a line that is in the head too is a head line' -r
complete -c linenorm -l ends -d 'Both: --head N --tail N' -r
complete -c linenorm -l unit -d 'What is counted later: lines, or the sentences that they are parts of' -r -f -a "line\t'A line'
sentence\t'A sentence'"
complete -c linenorm -l min-chars -d 'A line with fewer characters than N is trivial; wide ones, as those of Chinese and Japanese, count as two' -r
complete -c linenorm -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c linenorm -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c linenorm -l max-errors -d 'Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more' -r
complete -c linenorm -l rejects -d 'Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c linenorm -l stats -d 'Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c linenorm -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c linenorm -s j -l threads -d 'Work in N threads (0 = all cores); the output is the same for every N' -r
complete -c linenorm -s 0 -l null -d 'The list on standard input holds paths separated by NUL (find -print0)'
complete -c linenorm -l keep-trivial -d 'Keep trivial lines'
complete -c linenorm -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c linenorm -l header -d 'With --format tsv or csv, write the names of the columns first'
complete -c linenorm -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c linenorm -s q -l quiet -d 'No warnings; never changes standard output'
complete -c linenorm -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c linenorm -s V -l version -d 'Print the version'
