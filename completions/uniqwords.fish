complete -c uniqwords -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c uniqwords -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c uniqwords -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c uniqwords -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c uniqwords -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c uniqwords -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c uniqwords -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c uniqwords -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c uniqwords -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c uniqwords -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c uniqwords -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c uniqwords -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c uniqwords -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c uniqwords -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c uniqwords -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c uniqwords -l shingles -d 'Write the distinct word N-grams (shingles) whose hash is 0 mod P, as hexadecimal numbers' -r
complete -c uniqwords -l mod -d 'The P of --shingles: one shingle in P is written' -r
complete -c uniqwords -l fold -d 'Further differences that do not count: width, accents, digits, ignorable; none is NFC and NFD alone' -r
complete -c uniqwords -l fields -d 'Copy these fields of documents that are records, numbers and texts, for lcsdup --keep newest:FIELD' -r
complete -c uniqwords -l numbers -d 'Copy the numbers in these fields of documents that are records, for lcsdup --keep max:FIELD' -r
complete -c uniqwords -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c uniqwords -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c uniqwords -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c uniqwords -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c uniqwords -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c uniqwords -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c uniqwords -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c uniqwords -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c uniqwords -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c uniqwords -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c uniqwords -l vocabulary -d 'Write all distinct words, by first occurrence'
complete -c uniqwords -l dense -d 'Add seeds by which lcsdup finds short passages in damaged text'
complete -c uniqwords -l no-positions -d 'Leave out the positions of the words; lcsdup then finds no passages'
complete -c uniqwords -l positions -d 'Write positions with --vocabulary and --shingles too: the index of the token, from 0; unique words always have them'
complete -c uniqwords -l places -d 'Write the file and the line of documents that are records'
complete -c uniqwords -s r -l raw-output -d 'Write plain text: the document\'s name, a tab, and the words, separated by spaces'
complete -c uniqwords -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c uniqwords -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c uniqwords -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c uniqwords -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c uniqwords -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c uniqwords -s V -l version -d 'Print the version'
