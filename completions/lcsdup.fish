complete -c lcsdup -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c lcsdup -l against -d 'Find only pairs of a document of the input (a) and one of FILE (b)' -r -F
complete -c lcsdup -l find -d 'The kinds of pairs to find (both; books with --score and for clusters)' -r -f -a "both\t'Books and passages'
books\t'Pairs whose score as whole documents reaches its threshold'
passages\t'Pairs that share a passage'"
complete -c lcsdup -l expect -d 'Find passages that are so strong that chance makes at most N of them in the whole run' -r
complete -c lcsdup -l of-pairs -d 'The number of pairs in the whole run, of which these are a part (for --expect)' -r
complete -c lcsdup -l spread -d 'The document frequency of shared words in the whole run: a word, a tab and a number in each line of FILE' -r -F
complete -c lcsdup -l score -d 'The score of whole documents that decides (excess)' -r -f -a "excess\t'The ratio of the longest common subsequence to its expectation by chance'
its\t'DUPNIQ-its of the paper'
cs\t'DUPNIQ-cs of the paper'
jaccard\t'The overlap of the sets of words'"
complete -c lcsdup -l threshold -d 'Find books with a score of at least T (excess 3.5, its 0.72, cs 0.12; jaccard has no default)' -r
complete -c lcsdup -l min-lcs -d 'Find only books with a longest common subsequence of at least N words (excess 60, others 0)' -r
complete -c lcsdup -l shard -d 'Do only the I-th of N equal shards of the work; the concatenated outputs of all shards are the whole' -r
complete -c lcsdup -l emit -d 'What to write' -r -f -a "pairs\t'A record for each pair'
passages\t'A record for each shared passage: its place in both documents and, with --texts, its text'
clusters\t'A record for each cluster: documents connected as duplicates, directly or through others'
keep\t'The documents to keep: all but those that are for the most part in one that is kept'
drop\t'The other documents, each with the kept document that stands for it'
html\t'A page with a sortable table of the pairs and their matches, longest first; with --texts the passages side by side'"
complete -c lcsdup -l keep -l prefer -d 'Of duplicates, the one to keep: first, last, longest, shortest, newest:FIELD, oldest:FIELD, max:FIELD, min:FIELD or order:FIELD' -r
complete -c lcsdup -l min-share -d 'keep, drop, clusters: at least this share of a duplicate is in the other (0.5; 0 with --score)' -r
complete -c lcsdup -l texts -d 'Add the texts of passages, from the documents in FILE; may be given several times' -r
complete -c lcsdup -l svg -d 'Draw the pairs into FILE as SVG, two bars each' -r -F
complete -c lcsdup -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c lcsdup -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c lcsdup -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c lcsdup -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c lcsdup -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c lcsdup -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c lcsdup -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c lcsdup -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c lcsdup -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c lcsdup -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c lcsdup -s R -l raw-input -d 'Read plain lines instead of records'
complete -c lcsdup -l exhaustive -d 'Compare all pairs of documents, however many there are'
complete -c lcsdup -l clusters -d 'The same as --emit clusters'
complete -c lcsdup -l align -d 'Add matched segments to each pair whose records both have positions'
complete -c lcsdup -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c lcsdup -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c lcsdup -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c lcsdup -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c lcsdup -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c lcsdup -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c lcsdup -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c lcsdup -s V -l version -d 'Print the version'
