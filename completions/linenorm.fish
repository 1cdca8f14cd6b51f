complete -c linenorm -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c linenorm -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c linenorm -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c linenorm -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c linenorm -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c linenorm -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c linenorm -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c linenorm -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c linenorm -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c linenorm -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c linenorm -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c linenorm -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c linenorm -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c linenorm -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c linenorm -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c linenorm -l head -d 'Only the first N lines of each document, not counting trivial ones' -r
complete -c linenorm -l tail -d 'Only the last N lines of each document; a line that belongs to both ends is written as a head line' -r
complete -c linenorm -l ends -d 'Both: --head N --tail N' -r
complete -c linenorm -l unit -d 'The unit of the records: lines or sentences' -r -f -a "line\t'A line'
sentence\t'A sentence'"
complete -c linenorm -l fold -d 'Fold the lines that are written: case, width, accents, digits, ignorable; none is NFC alone' -r
complete -c linenorm -l by -d 'Add the group of the document, for freqlines --by: a field of its record, host, domain or folder' -r
complete -c linenorm -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c linenorm -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c linenorm -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c linenorm -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c linenorm -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c linenorm -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c linenorm -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c linenorm -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c linenorm -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c linenorm -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c linenorm -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c linenorm -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c linenorm -l original -d 'Add the line as it is in the document, as original: for freqlines --example'
complete -c linenorm -l shape -d 'Write the shape of each line: values, numbers and names are masked'
complete -c linenorm -l keep-trivial -d 'Keep trivial lines'
complete -c linenorm -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c linenorm -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c linenorm -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c linenorm -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c linenorm -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c linenorm -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c linenorm -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c linenorm -s V -l version -d 'Print the version'
