complete -c neardup -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c neardup -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c neardup -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c neardup -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c neardup -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c neardup -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c neardup -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c neardup -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c neardup -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c neardup -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c neardup -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c neardup -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c neardup -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c neardup -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c neardup -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c neardup -l similarity -d 'Documents of about this similarity (with --exact, at least of it) are near-duplicates; containment finds texts inside others [default: 0.8]' -r
complete -c neardup -l shingle -d 'The number of words of a shingle [default: 5, and 10 with --method paper]' -r
complete -c neardup -l method -d 'How documents are compared' -r -f -a "best\t'Sketches, and groups around their first documents'
paper\t'Broder, Glassman, Manasse and Zweig 1997: every 25th shingle of 10 words, similarity .5, groups joined'"
complete -c neardup -l fold -d 'Differences that do not count: case, width, accents, digits, ignorable [default: case,width,ignorable]' -r
complete -c neardup -l key -d 'Documents are duplicates if these fields are equal, whatever their texts are' -r
complete -c neardup -l keep -d 'Which document of a group stays: first, last, longest, shortest, newest:FIELD, max:FIELD, none ...' -r
complete -c neardup -l emit -d 'What to write' -r -f -a "documents\t'The documents that stay'
drop\t'A record for each document that goes: its name and place, and the document that stays instead'
pairs\t'A record for each document that is similar to one before'
groups\t'A record for each group of two or more: the names of its documents'
sketches\t'The sketch of each document, for --sketches'
report\t'A record for each document: its group, whether it stays, and what stays instead'"
complete -c neardup -l index -d 'Compare with the documents of an index as well' -r -F
complete -c neardup -l merge -d 'Merge several indexes into one, which is written to -o FILE; reads no documents' -r -F
complete -c neardup -l delete -d 'Leave the documents named in FILE out of the index that --merge writes: names, one a line, or records with doc or id' -r -F
complete -c neardup -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c neardup -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c neardup -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c neardup -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c neardup -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c neardup -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c neardup -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c neardup -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c neardup -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c neardup -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c neardup -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c neardup -l exact -d 'Compare the shingles of documents, and not only their sketches: similarities are exact'
complete -c neardup -l single -d 'Join groups that have similar documents, also where their first documents are not similar'
complete -c neardup -l complete -d 'Add a document to a group only if it is similar to all documents in it'
complete -c neardup -l text -d 'With --key: documents with similar texts are duplicates, too'
complete -c neardup -l normalise-url -d 'The fields of --key are addresses that need not be written alike'
complete -c neardup -l mark -d 'Keep all documents, and add the number and the size of its group to each'
complete -c neardup -l sketches -d 'Read records of --emit sketches, made from parts of a corpus, as its documents'
complete -c neardup -l add -d 'Add new documents to the index, and make the index if there is not one yet'
complete -c neardup -l only-against -d 'Compare with the index only, and not the documents with each other'
complete -c neardup -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c neardup -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c neardup -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c neardup -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c neardup -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c neardup -s V -l version -d 'Print the version'
