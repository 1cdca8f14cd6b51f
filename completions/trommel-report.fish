complete -c trommel-report -l yield -d 'Write what each host of a crawl yields, as records: FINAL is what is left of the documents in FILEs' -r
complete -c trommel-report -l title -d 'The title of the page' -r
complete -c trommel-report -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel-report -l max-errors -d 'Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more' -r
complete -c trommel-report -l rejects -d 'Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel-report -l stats -d 'Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel-report -l progress -d 'Show a bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is none'
always\t'Always'
never\t'Never'"
complete -c trommel-report -l each -d 'Show each run as a step of its own'
complete -c trommel-report -l line-buffered -d 'Write every record at once (the default on a terminal)'
complete -c trommel-report -s q -l quiet -d 'No warnings; never changes standard output'
complete -c trommel-report -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel-report -s V -l version -d 'Print the version'
