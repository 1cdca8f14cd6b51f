complete -c overlap -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c overlap -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c overlap -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c overlap -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c overlap -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c overlap -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c overlap -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c overlap -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c overlap -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c overlap -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c overlap -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c overlap -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c overlap -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c overlap -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c overlap -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c overlap -l items -d 'Look for the texts in FILE: records, tables, folders, or one text a file (may be given several times)' -r
complete -c overlap -l item-text -d 'The fields of an item\'s text, joined by a blank line: question, .meta.title, messages[].content [default: text]' -r
complete -c overlap -l item-id -d 'The field of an item\'s name [default: doc, else id, else FILE:N]' -r
complete -c overlap -l set-field -d 'The field of the set that an item belongs to [default, also without a value: the name of its file]' -r
complete -c overlap -s n -d 'The number of words in a row that begin a hit, from 2 to 64; shorter items are matched whole [default: 8]' -r
complete -c overlap -l threshold -d 'An item counts as found in a document that has at least this share of its words [default: 0.8]' -r
complete -c overlap -l rule -d 'Follow a published rule: RULES in the man page says what each does, and where it is published' -r -f -a "gpt3\t'13 words in a row, and 200 characters on either side of them'
llama\t'The share of an item\'s words in runs of 8 or more'
olmo\t'More than half of an item\'s words in runs of 8 or more'
deepseek\t'10 words in a row, or all of an item of 3 to 9'"
complete -c overlap -l max-edits -d 'The share of words in a hit that may be changed, inserted or left out [default: 0.25]' -r
complete -c overlap -l expect -d 'Leave out hits that a billion words of other text would have more than E times [default: 1]' -r
complete -c overlap -l common -d 'Text that is common at large: records of freqlines, or of blockdedup --emit grams' -r -F
complete -c overlap -l emit -d 'What to write' -r -f -a "hits\t'A record for each passage of a document that is in an item'
items\t'A record for each item: its share that was found, and where'
clean\t'The documents in which no item was found'
cut\t'The documents without the passages of the items found in them, if anything is left'
mark\t'All documents, with the items that each has parts of'
html\t'A page with the passages side by side'"
complete -c overlap -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c overlap -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c overlap -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c overlap -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c overlap -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c overlap -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c overlap -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c overlap -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c overlap -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c overlap -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c overlap -l texts -d 'With --emit hits, add the text of both sides'
complete -c overlap -l snap -d 'With --emit cut, cut whole sentences'
complete -c overlap -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c overlap -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c overlap -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c overlap -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c overlap -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c overlap -s V -l version -d 'Print the version'
