complete -c lcsdup -l against -d 'Only pairs of a document of the input (a) and one of FILE (b)' -r -F
complete -c lcsdup -l find -d 'Which pairs to find (both; books with --score and for clusters)' -r -f -a "both\t'Books and passages'
books\t'Pairs whose score as whole documents reaches its threshold'
passages\t'Pairs that share a passage'"
complete -c lcsdup -l expect -d 'Find passages of which this number or fewer are expected by chance in the whole run' -r
complete -c lcsdup -l score -d 'The score of whole documents that decides (excess)' -r -f -a "excess\t'How many times longer than chance the common subsequence is'
its\t'DUPNIQ-its of the paper'
cs\t'DUPNIQ-cs of the paper'
jaccard\t'The overlap of the words, whatever their order'"
complete -c lcsdup -l threshold -d 'Find books whose score is T or more (excess 3.5, its 0.72, cs 0.12; jaccard has no default)' -r
complete -c lcsdup -l min-lcs -d 'Find only books whose longest common subsequence has N words or more (excess 60, others 0)' -r
complete -c lcsdup -l shard -d 'Do the I-th of N equal shares of the work; the outputs of all shares in a row are the whole' -r
complete -c lcsdup -l emit -d 'What to write' -r -f -a "pairs\t'A record for each pair'
passages\t'A record for each passage that two documents share: where it is in both, and with --texts what it says'
clusters\t'A record for each group of documents that pairs connect, directly or through others'
keep\t'The documents of the input that are kept, so that no two of them are a pair'
drop\t'The other documents, each with one that is kept and that it is paired with'
html\t'A page that lists the pairs with their matches, longest first, to be sorted by any column; with --texts the passages side by side'"
complete -c lcsdup -l prefer -d 'Of duplicates, keep the longest, the first, or that with the highest number in FIELD' -r
complete -c lcsdup -l texts -d 'Add the texts of passages, from the documents in FILE, which may be given several times' -r
complete -c lcsdup -l svg -d 'Draw the pairs into FILE: two bars each, green where at least half of the tokens lie in matched passages' -r -F
complete -c lcsdup -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c lcsdup -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c lcsdup -l max-errors -d 'Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more' -r
complete -c lcsdup -l rejects -d 'Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c lcsdup -l stats -d 'Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c lcsdup -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c lcsdup -s j -l threads -d 'Work in N threads (0 = all cores); the output is the same for every N' -r
complete -c lcsdup -s R -l raw-input -d 'Read plain lines instead of records'
complete -c lcsdup -l exhaustive -d 'Compare all pairs of documents, however many they are'
complete -c lcsdup -l clusters -d 'The same as --emit clusters'
complete -c lcsdup -l align -d 'Add the parts that match to each pair, where both records have positions'
complete -c lcsdup -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c lcsdup -l header -d 'With --format tsv or csv, write the names of the columns first'
complete -c lcsdup -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c lcsdup -s q -l quiet -d 'No warnings; never changes standard output'
complete -c lcsdup -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c lcsdup -s V -l version -d 'Print the version'
