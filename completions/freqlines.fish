complete -c freqlines -s k -l more-than -d 'Write lines that occur more than K times' -r
complete -c freqlines -l top -d 'Write only the N most frequent of them' -r
complete -c freqlines -l backend -d 'How to count' -r -f -a "exact\t''
external\t''
twopass\t''
fingerprint\t''
counters\t''
majority\t''
countmin\t''
sample\t''"
complete -c freqlines -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c freqlines -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c freqlines -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c freqlines -s R -l raw-input -d 'Read plain lines instead of records'
complete -c freqlines -l per-doc -d 'Count a line once per document; the lines of a document must follow each other, with -R each FILE is one'
complete -c freqlines -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c freqlines -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c freqlines -s q -l quiet -d 'No warnings; never changes standard output'
complete -c freqlines -s h -l help -d 'Print help (see more with \'--help\')'
complete -c freqlines -s V -l version -d 'Print version'
