complete -c textstats -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c textstats -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c textstats -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c textstats -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c textstats -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c textstats -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c textstats -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c textstats -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c textstats -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c textstats -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c textstats -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c textstats -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c textstats -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c textstats -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c textstats -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c textstats -l rules -d 'Add the rules that the document fails, as fails: gopher, c4, fineweb, or a file with a rule a line' -r
complete -c textstats -l keep -d 'Write the documents that fail none of these rules, and leave out the others' -r
complete -c textstats -l measures -d 'Only these measures, in the order given [default: all]' -r
complete -c textstats -l words -d 'What counts as a word' -r -f -a "auto\t'A run without white space; a character in scripts without spaces, such as Chinese, Japanese and Thai'
space\t'A run without white space in all scripts, and C4\'s sentence ends of English, as published'"
complete -c textstats -l language -d 'The language of all documents, a code or a name such as en or english [default: what charset wrote, or else identified]' -r
complete -c textstats -l emit -d 'What to write' -r -f -a "stats\t'A record a document'
quantiles\t'A record for each language and measure, with quantiles over all documents in it'"
complete -c textstats -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c textstats -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c textstats -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c textstats -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c textstats -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c textstats -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c textstats -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c textstats -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c textstats -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c textstats -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c textstats -l language-share -d 'Add the share of the letters in the language of the document, as language_share'
complete -c textstats -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c textstats -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c textstats -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c textstats -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c textstats -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c textstats -s V -l version -d 'Print the version'
