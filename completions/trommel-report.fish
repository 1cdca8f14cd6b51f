complete -c trommel-report -l yield -d 'Write the yield of each host of a crawl as records: FINAL holds what remains of the documents in FILEs' -r
complete -c trommel-report -l title -d 'The title of the page' -r
complete -c trommel-report -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel-report -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel-report -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel-report -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel-report -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel-report -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel-report -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel-report -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel-report -l each -d 'Show each run as a step of its own'
complete -c trommel-report -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel-report -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel-report -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel-report -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel-report -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel-report -s V -l version -d 'Print the version'
