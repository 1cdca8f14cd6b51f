complete -c cutbounds -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c cutbounds -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c cutbounds -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c cutbounds -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c cutbounds -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c cutbounds -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c cutbounds -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c cutbounds -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c cutbounds -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c cutbounds -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c cutbounds -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c cutbounds -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c cutbounds -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c cutbounds -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c cutbounds -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c cutbounds -l freq -d 'The frequent lines: output of linenorm --ends 300 FILE... | freqlines; or builtin:gutenberg, the notices of Project Gutenberg' -r -F
complete -c cutbounds -l shapes -d 'The keys that headers of documents have in common: output of linenorm --shape FILE... | freqlines' -r -F
complete -c cutbounds -s k -l more-than -d 'A line is frequent if FILE counts it more than K times' -r
complete -c cutbounds -l by -d 'Use the lines of its group for a document, after freqlines --by FIELD' -r
complete -c cutbounds -l method -d 'How to find the bounds' -r -f -a "best\t'Score every place between two lines with a fitted model, and compare infrequent lines with frequent ones'
paper\t'Algorithm 1 and the markers of section 3.4, exactly'"
complete -c cutbounds -l head -d 'Look for the preamble in the first N lines, trivial ones not counted' -r
complete -c cutbounds -l tail -d 'Look for the epilogue in the last N lines, trivial ones not counted' -r
complete -c cutbounds -l gap -d 'With --method paper, a preamble or epilogue ends where N infrequent lines follow each other [default: 10]' -r
complete -c cutbounds -l head-marker -d 'A preamble also ends with a line that RE matches whole (may be given several times)' -r
complete -c cutbounds -l tail-marker -d 'An epilogue also starts with a line that RE matches whole (may be given several times)' -r
complete -c cutbounds -l min-confidence -d 'Cut nothing at an end with a confidence under P [default: 0.3]' -r
complete -c cutbounds -l max-loss -d 'Leave a document alone that would lose more than P of its own words [default: 0.5]' -r
complete -c cutbounds -l anywhere -d 'Also remove runs of at least N [3] frequent lines from the body' -r
complete -c cutbounds -l suspect -d 'List up to 10 body lines that match RE in the field suspect; an empty RE lists none' -r
complete -c cutbounds -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c cutbounds -l emit -d 'What to write: the bounds, or a part of each document as a document record' -r -f -a "bounds\t'A bounds record'
body\t'The lines between preamble and epilogue, and lines of a source file above its licence, such as #!'
preamble\t'The lines of the preamble'
epilogue\t'The lines from the start of the epilogue on'
anywhere\t'The lines that --anywhere removes from the body'
html\t'An HTML page of the ends of all documents, their boilerplate grey, with the features that decided'"
complete -c cutbounds -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c cutbounds -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c cutbounds -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c cutbounds -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c cutbounds -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c cutbounds -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c cutbounds -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c cutbounds -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c cutbounds -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c cutbounds -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c cutbounds -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c cutbounds -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c cutbounds -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c cutbounds -l no-markers -d 'Use frequencies only, no markers'
complete -c cutbounds -l keep-trivial -d 'Keep trivial lines'
complete -c cutbounds -l explain -d 'Add the fields preamble_reason and epilogue_reason: a sentence that says why the boundary is there'
complete -c cutbounds -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c cutbounds -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c cutbounds -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c cutbounds -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c cutbounds -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c cutbounds -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c cutbounds -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c cutbounds -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c cutbounds -s V -l version -d 'Print the version'
