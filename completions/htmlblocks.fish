complete -c htmlblocks -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c htmlblocks -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c htmlblocks -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c htmlblocks -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c htmlblocks -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c htmlblocks -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c htmlblocks -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c htmlblocks -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c htmlblocks -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c htmlblocks -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c htmlblocks -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c htmlblocks -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c htmlblocks -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c htmlblocks -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c htmlblocks -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c htmlblocks -s s -l stoplist -d 'The stop list: a language, a FILE with one word per line, none, or auto' -r
complete -c htmlblocks -l method -d 'How to classify blocks' -r -f -a "best\t'Gradient-boosted trees over features of text, position, markup and repetition'
paper\t'jusText; the default if one of its options is given'"
complete -c htmlblocks -l length-low -d 'A block with fewer characters is short, or bad if it has a link [default: 70]' -r
complete -c htmlblocks -l length-high -d 'A block with more characters and many stop words is good, not just neargood [default: 200]' -r
complete -c htmlblocks -l stopwords-low -d 'Least density of stop words of a neargood block [default: 0.3]' -r
complete -c htmlblocks -l stopwords-high -d 'Least density of stop words of a good block [default: 0.32]' -r
complete -c htmlblocks -l max-link-density -d 'A block with a higher density of links is bad [default: 0.2]' -r
complete -c htmlblocks -l max-heading-distance -d 'A heading is good if a good block follows within N characters [default: 200]' -r
complete -c htmlblocks -l title -d 'Whether the headline stays in the text: always (keep), never (drop), or as its score says (auto)' -r -f -a "auto\t'By the score'
keep\t'Always'
drop\t'Never'"
complete -c htmlblocks -l comments -d 'Whether readers\' comments are kept; drop does not apply to forums' -r -f -a "auto\t'By the score'
keep\t'Always'
drop\t'Never'"
complete -c htmlblocks -l emit -d 'What to write [default: text, or blocks with --explain]' -r -f -a "blocks\t'A record for each block'
text\t'A document record with the kept blocks, separated by empty lines; table cells are separated by tabs, code keeps its lines and loses their numbers'
markdown\t'The same in Markdown'
html\t'An HTML page of all blocks, with their classes in colour'"
complete -c htmlblocks -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c htmlblocks -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c htmlblocks -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c htmlblocks -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c htmlblocks -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c htmlblocks -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c htmlblocks -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c htmlblocks -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c htmlblocks -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c htmlblocks -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c htmlblocks -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c htmlblocks -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c htmlblocks -l no-headings -d 'Treat headings like other blocks'
complete -c htmlblocks -l compat -d 'Give each block the class that jusText 3.0.2 gives it'
complete -c htmlblocks -l allow-empty -d 'Leave a page empty if probably nothing is main content'
complete -c htmlblocks -l explain -d 'With --emit blocks, add the features with the largest contribution to each score'
complete -c htmlblocks -l links -d 'With --emit markdown, write the addresses of links'
complete -c htmlblocks -l metadata -d 'Add metadata: title, author, date, site_name, description, language, address'
complete -c htmlblocks -s r -l raw-output -d 'With --emit text or markdown, write plain text instead of JSON, with an empty line after each page'
complete -c htmlblocks -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c htmlblocks -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c htmlblocks -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c htmlblocks -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c htmlblocks -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c htmlblocks -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c htmlblocks -s V -l version -d 'Print the version'
