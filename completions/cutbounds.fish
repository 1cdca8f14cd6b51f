complete -c cutbounds -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c cutbounds -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c cutbounds -s E -l encoding -d 'The documents\' encoding, a WHATWG label, or auto' -r
complete -c cutbounds -l input-format -d 'What the files are, whatever they look like' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
csv\t''
tsv\t''
text\t''"
complete -c cutbounds -l text-field -d 'The field or column that holds the text, .a.b inside an object [default: text]' -r
complete -c cutbounds -l id-field -d 'The field or column that names the document, .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c cutbounds -l max-document-size -d 'Leave out documents of more bytes, decompressed: a number, or one with K, M, G' -r
complete -c cutbounds -l warc-media-types -d 'Media types of the pages that are taken from web archives' -r
complete -c cutbounds -l warc-min-size -d 'Leave out pages of web archives with fewer bytes: a number, or one with K, M, G' -r
complete -c cutbounds -l warc-max-size -d 'Leave out pages of web archives with more bytes' -r
complete -c cutbounds -l freq -d 'The frequent lines: output of freqlines' -r -F
complete -c cutbounds -s k -l more-than -d 'A line is frequent if FILE counts it more than K times' -r
complete -c cutbounds -l method -d 'How to find the bounds' -r -f -a "best\t'Weigh every place between two lines with a fitted model, and know infrequent lines by their likeness to frequent ones'
paper\t'Algorithm 1 and the markers of section 3.4, exactly'"
complete -c cutbounds -l head -d 'Look for the preamble in the first N lines, trivial ones not counted' -r
complete -c cutbounds -l tail -d 'Look for the epilogue in the last N lines, trivial ones not counted' -r
complete -c cutbounds -l gap -d 'With --method paper, a preamble or epilogue ends where N infrequent lines follow each other' -r
complete -c cutbounds -l head-marker -d 'A preamble also ends with a line that RE matches whole (may be given several times)' -r
complete -c cutbounds -l tail-marker -d 'An epilogue also starts with a line that RE matches whole (may be given several times)' -r
complete -c cutbounds -l min-confidence -d 'Cut nothing at an end where the boundary is less probably right than P, from 0 to 1; --method paper has no probabilities' -r
complete -c cutbounds -l suspect -d 'List up to 10 body lines that match RE in the field suspect, which like the confidences TSV and CSV lack; an empty RE lists none' -r
complete -c cutbounds -l min-chars -d 'A line with fewer characters than N is trivial; wide ones, as those of Chinese and Japanese, count as two' -r
complete -c cutbounds -l emit -d 'What to write: the bounds, or a part of each document as a document record' -r -f -a "bounds\t'A bounds record'
body\t'The lines between preamble and epilogue'
preamble\t'The lines up to the end of the preamble'
epilogue\t'The lines from the start of the epilogue on'
html\t'A page with the ends of all documents, their boilerplate grey, the reasons on hover'"
complete -c cutbounds -l out-dir -d 'Write each document to a file of its own under DIR instead' -r -F
complete -c cutbounds -l strip-prefix -d 'Leave the folder PREFIX out of the names of files under --out-dir: for lists of absolute paths' -r -F
complete -c cutbounds -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c cutbounds -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c cutbounds -l max-errors -d 'Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more' -r
complete -c cutbounds -l rejects -d 'Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c cutbounds -l stats -d 'Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c cutbounds -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c cutbounds -s j -l threads -d 'Work in N threads (0 = all cores); the output is the same for every N' -r
complete -c cutbounds -s 0 -l null -d 'The list on standard input holds paths separated by NUL (find -print0)'
complete -c cutbounds -l no-markers -d 'Look at frequencies only'
complete -c cutbounds -l keep-trivial -d 'Keep trivial lines'
complete -c cutbounds -l skip-existing -d 'Leave files that are under --out-dir already as they are: to go on after a run that was interrupted'
complete -c cutbounds -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c cutbounds -l header -d 'With --format tsv or csv, write the names of the columns first'
complete -c cutbounds -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c cutbounds -s q -l quiet -d 'No warnings; never changes standard output'
complete -c cutbounds -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c cutbounds -s V -l version -d 'Print the version'
