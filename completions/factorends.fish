complete -c factorends -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c factorends -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c factorends -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c factorends -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c factorends -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c factorends -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c factorends -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c factorends -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c factorends -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c factorends -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c factorends -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c factorends -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c factorends -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c factorends -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c factorends -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c factorends -l bounds -d 'Where preambles end and epilogues start: output of cutbounds for the same documents (with --freq, or else --anywhere)' -r -F
complete -c factorends -l freq -d 'The frequent lines: output of freqlines' -r -F
complete -c factorends -s k -l more-than -d 'A line is frequent if FILE counts it more than K times' -r
complete -c factorends -l min-bytes -d 'Leave runs of less than N bytes in place; 200, with --anywhere 100' -r
complete -c factorends -l share -d 'With --anywhere, a line belongs to runs if more than this share of the documents have it, from 0 to 1' -r
complete -c factorends -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c factorends -l group -d 'Which texts share a file' -r -f -a "exact\t'Those with the same bytes; restored byte for byte'
space\t'Also those that differ in spaces, tabs and line ends only'
markup\t'Also those that differ in spaces, tabs, line ends and HTML tags only'
wording\t'Also those that differ in a few words, which follow the link; restored byte for byte'"
complete -c factorends -l link -d 'The text that replaces a run, with the slots {url} or {path}, and {lines} and {bytes}' -r
complete -c factorends -l shared-dir -d 'The folder of the shared files, below that of --out-dir' -r
complete -c factorends -l restore -d 'Write every document of SITE, an earlier --out-dir, as it was, below the new --out-dir' -r -F
complete -c factorends -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c factorends -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c factorends -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c factorends -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c factorends -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c factorends -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c factorends -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c factorends -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c factorends -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c factorends -l out-dir -d 'Write the documents with their links, the shared files and manifest.jsonl below DIR, or what --restore restores' -r -F
complete -c factorends -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c factorends -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c factorends -l anywhere -d 'Replace runs of lines that many documents share, anywhere in them; needs neither --bounds nor --freq'
complete -c factorends -l keep-trivial -d 'Keep trivial lines'
complete -c factorends -l force -d 'Replace files that are there already'
complete -c factorends -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c factorends -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c factorends -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c factorends -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c factorends -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c factorends -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c factorends -s V -l version -d 'Print the version'
