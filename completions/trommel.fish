# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_trommel_global_optspecs
    string join \n install= h/help V/version
end

function __fish_trommel_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_trommel_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_trommel_using_subcommand
    set -l cmd (__fish_trommel_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c trommel -n "__fish_trommel_needs_command" -l install -d 'Copy this program to DIR, and make a link to it for each tool; without DIR, make the links in its own folder. In a folder named bin, also write manual pages and completions to ../share' -r -F
complete -c trommel -n "__fish_trommel_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trommel -n "__fish_trommel_needs_command" -s V -l version -d 'Print version'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "help" -d 'Print the options and methods of a tool, or a guide: recipes, papers, scaling, figures, faults'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "man" -d 'Print a manual page for man(1), as in `trommel man linenorm | man -l -`, or list all pages'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "completions" -d 'Print a script that completes options in a shell'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "linenorm" -d 'Normalise the lines of documents, so that retyped boilerplate counts as equal'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "freqlines" -d 'Count lines and write the frequent ones, most frequent first'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "cutbounds" -d 'Find where documents\' preambles end and their epilogues start'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "factorends" -d 'Replace the boilerplate at the ends of documents by links to shared files'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "uniqwords" -d 'Write the words that occur exactly once in a document, in order, with their positions'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "lcsdup" -d 'Find partial duplicates among documents, and the passages that they share, by their unique words'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "charset" -d 'Find out which encoding and language documents are in, decode them, and keep those in some languages'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "htmlblocks" -d 'Extract the main content of web pages, block by block'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "altcount" -d 'Find the template that pages of a site share, without knowing their language or their markup'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "blockdedup" -d 'Remove near-duplicate blocks of text: those that repeat earlier text'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "neardup" -d 'Remove documents that are nearly the same as another one'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "overlap" -d 'Find which of many short texts are in a corpus: test questions, quotations, licences'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "textstats" -d 'Measure texts, and filter them by published rules or your own'
complete -c trommel -n "__fish_trommel_needs_command" -f -a "trommel-report" -d 'Make a page about a pipeline from the stats of its tools'
complete -c trommel -n "__fish_trommel_using_subcommand help" -s h -l help -d 'Print help'
complete -c trommel -n "__fish_trommel_using_subcommand man" -s h -l help -d 'Print help'
complete -c trommel -n "__fish_trommel_using_subcommand completions" -s h -l help -d 'Print help'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l head -d 'Only the first N lines of each document, not counting trivial ones' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l tail -d 'Only the last N lines of each document; a line that belongs to both ends is written as a head line' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l ends -d 'Both: --head N --tail N' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l unit -d 'The unit of the records: lines or sentences' -r -f -a "line\t'A line'
sentence\t'A sentence'"
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l fold -d 'Fold the lines that are written: case, width, accents, digits, ignorable; none is NFC alone' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l by -d 'Add the group of the document, for freqlines --by: a field of its record, host, domain or folder' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l original -d 'Add the line as it is in the document, as original: for freqlines --example'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l shape -d 'Write the shape of each line: values, numbers and names are masked'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l keep-trivial -d 'Keep trivial lines'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand linenorm" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s k -l more-than -d 'Write lines that occur more than K times [default: 10, or 0 with --top or --max-count]' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l min-count -d 'Write lines that occur at least N times: the same as -k N-1' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l max-count -d 'Write lines that occur at most N times' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l top -d 'Write only the N most frequent of them' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l by -d 'Count each group of documents by itself: FIELD of the records, host, domain or folder' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l min-share -d 'With --per-doc, write lines that more than this share of the documents of their group have' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l backend -d 'The counting method; see BACK ENDS in the man page' -r -f -a "exact\t'a hash table of lines. Memory: B + 18 to 24 n bytes (up to 31 n below 2.6 million lines). Guarantee: exact. Choose it when the distinct lines fit into memory.'
external\t'a hash table of the buffer size; lines that do not fit go to temporary files. Memory: the buffer size, and some of the longest lines. Guarantee: exact, the same output as \'exact\'. Choose it when the distinct lines do not fit into memory, and every count must be exact.'
twopass\t'narrow counters first, then a hash table of the lines that may be frequent; reads FILEs twice. Memory: 2^bits counters of 2 bits (-k 1 or 2), 4 (to -k 14) or 8, and that of \'exact\' for the lines that pass them. Guarantee: exact. Choose it when the input is in files, and most lines are infrequent.'
fingerprint\t'a hash table of 64-bit fingerprints. Memory: 16 to 24 n bytes, and the frequent lines. Guarantee: never too low; too high only if two lines have the same 64 bits. Choose it when the number of distinct lines fits into memory, but not their text.'
counters\t'2^bits counters, each for all lines with the same short hash. Memory: 2^bits * counter-bits / 8 bytes (above 64 MiB only 2^bits / 8 until one counter in 20 is used), and the frequent lines. Guarantee: never too low, until a counter saturates (with morris: approximate). Choose it when memory is short, some false positives and missing lines do no harm, and there are more counters than distinct lines.'
majority\t'the Misra-Gries algorithm: a fixed number of lines is monitored. Memory: twice the bytes of the monitored lines, and 50 bytes for each. Guarantee: never too high. Every line with more than N/(C+1) of N occurrences is kept, and \'error\' bounds how much a count is too low. -k applies to the count, so only -k 0 writes all lines that are kept. Choose it when only the most frequent lines matter, and memory must not grow.'
countmin\t'a count-min sketch with conservative update: rows of 2^bits counters. Memory: rows * 2^bits * 4 bytes, and the frequent lines. Guarantee: never too low, up to 4294967295. Choose it when memory is too short for \'counters\' without many collisions, and time matters less.'
sample\t'a random sample of the lines; their counts are divided by the rate. Memory: that of \'exact\' for the sampled lines. Guarantee: unbiased; the standard deviation of a count n is sqrt(n (1 - rate) / rate), and at most sqrt(n rate) / 2 more if 1/rate is not an integer. Choose it when a quick look is enough, and the threshold is far above 1/rate.'"
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l hash -d 'fingerprint: the hash, xxh3 or crc64' -r -f -a "xxh3\t''
crc64\t''"
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l bits -d 'counters, countmin, twopass: 2^BITS counters (23); in countmin, in each row' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l counter-bits -d 'counters: the width of a counter, 8, 16 or 32 bits (32)' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l counters -d 'majority: monitor C lines at once (100000)' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l rows -d 'countmin: the number of rows (4)' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l rate -d 'sample: take each line with probability P (0.01)' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l seed -d 'sample, --morris: the seed of the pseudo-random numbers (0)' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s S -l buffer-size -d 'Use at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine\'s memory' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s R -l raw-input -d 'Read plain lines instead of records'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l unsorted -d 'Write them in no particular order, which is faster if there are many'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l per-doc -d 'Count a line once per document; a document\'s lines must be consecutive; with -R each FILE is a document'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l by-file -d 'Count each document by itself; with -R each FILE is a document'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l example -d 'Add one of the lines as it was before normalisation, to search for: after linenorm --original'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l morris -d 'counters: count approximately, in 8 bits, up to 4 * 10^9 (Morris 1978)'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand freqlines" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l freq -d 'The frequent lines: output of linenorm --ends 300 FILE... | freqlines; or builtin:gutenberg, the notices of Project Gutenberg' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l shapes -d 'The keys that headers of documents have in common: output of linenorm --shape FILE... | freqlines' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s k -l more-than -d 'A line is frequent if FILE counts it more than K times' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l by -d 'Use the lines of its group for a document, after freqlines --by FIELD' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l method -d 'How to find the bounds' -r -f -a "best\t'Score every place between two lines with a fitted model, and compare infrequent lines with frequent ones'
paper\t'Algorithm 1 and the markers of section 3.4, exactly'"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l head -d 'Look for the preamble in the first N lines, trivial ones not counted' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l tail -d 'Look for the epilogue in the last N lines, trivial ones not counted' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l gap -d 'With --method paper, a preamble or epilogue ends where N infrequent lines follow each other [default: 10]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l head-marker -d 'A preamble also ends with a line that RE matches whole (may be given several times)' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l tail-marker -d 'An epilogue also starts with a line that RE matches whole (may be given several times)' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l min-confidence -d 'Cut nothing at an end with a confidence under P [default: 0.3]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l max-loss -d 'Leave a document alone that would lose more than P of its own words [default: 0.5]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l anywhere -d 'Also remove runs of at least N [3] frequent lines from the body' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l suspect -d 'List up to 10 body lines that match RE in the field suspect; an empty RE lists none' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l emit -d 'What to write: the bounds, or a part of each document as a document record' -r -f -a "bounds\t'A bounds record'
body\t'The lines between preamble and epilogue, and lines of a source file above its licence, such as #!'
preamble\t'The lines of the preamble'
epilogue\t'The lines from the start of the epilogue on'
anywhere\t'The lines that --anywhere removes from the body'
html\t'An HTML page of the ends of all documents, their boilerplate grey, with the features that decided'"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l no-markers -d 'Use frequencies only, no markers'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l keep-trivial -d 'Keep trivial lines'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l explain -d 'Add the fields preamble_reason and epilogue_reason: a sentence that says why the boundary is there'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand cutbounds" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l bounds -d 'Where preambles end and epilogues start: output of cutbounds for the same documents (with --freq, or else --anywhere)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l freq -d 'The frequent lines: output of freqlines' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s k -l more-than -d 'A line is frequent if FILE counts it more than K times' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l min-bytes -d 'Leave runs of less than N bytes in place; 200, with --anywhere 100' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l share -d 'With --anywhere, a line belongs to runs if more than this share of the documents have it, from 0 to 1' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l min-chars -d 'Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l group -d 'Which texts share a file' -r -f -a "exact\t'Those with the same bytes; restored byte for byte'
space\t'Also those that differ in spaces, tabs and line ends only'
markup\t'Also those that differ in spaces, tabs, line ends and HTML tags only'
wording\t'Also those that differ in a few words, which follow the link; restored byte for byte'"
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l link -d 'The text that replaces a run, with the slots {url} or {path}, and {lines} and {bytes}' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l shared-dir -d 'The folder of the shared files, below that of --out-dir' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l restore -d 'Write every document of SITE, an earlier --out-dir, as it was, below the new --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l out-dir -d 'Write the documents with their links, the shared files and manifest.jsonl below DIR, or what --restore restores' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l anywhere -d 'Replace runs of lines that many documents share, anywhere in them; needs neither --bounds nor --freq'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l keep-trivial -d 'Keep trivial lines'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l force -d 'Replace files that are there already'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand factorends" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l shingles -d 'Write the distinct word N-grams (shingles) whose hash is 0 mod P, as hexadecimal numbers' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l mod -d 'The P of --shingles: one shingle in P is written' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l fold -d 'Further differences that do not count: width, accents, digits, ignorable; none is NFC and NFD alone' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l fields -d 'Copy these fields of documents that are records, numbers and texts, for lcsdup --keep newest:FIELD' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l numbers -d 'Copy the numbers in these fields of documents that are records, for lcsdup --keep max:FIELD' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l vocabulary -d 'Write all distinct words, by first occurrence'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l dense -d 'Add seeds by which lcsdup finds short passages in damaged text'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l no-positions -d 'Leave out the positions of the words; lcsdup then finds no passages'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l positions -d 'Write positions with --vocabulary and --shingles too: the index of the token, from 0; unique words always have them'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l places -d 'Write the file and the line of documents that are records'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s r -l raw-output -d 'Write plain text: the document\'s name, a tab, and the words, separated by spaces'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand uniqwords" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l against -d 'Find only pairs of a document of the input (a) and one of FILE (b)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l find -d 'The kinds of pairs to find (both; books with --score and for clusters)' -r -f -a "both\t'Books and passages'
books\t'Pairs whose score as whole documents reaches its threshold'
passages\t'Pairs that share a passage'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l expect -d 'Find passages that are so strong that chance makes at most N of them in the whole run' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l of-pairs -d 'The number of pairs in the whole run, of which these are a part (for --expect)' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l spread -d 'The document frequency of shared words in the whole run: a word, a tab and a number in each line of FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l score -d 'The score of whole documents that decides (excess)' -r -f -a "excess\t'The ratio of the longest common subsequence to its expectation by chance'
its\t'DUPNIQ-its of the paper'
cs\t'DUPNIQ-cs of the paper'
jaccard\t'The overlap of the sets of words'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l threshold -d 'Find books with a score of at least T (excess 3.5, its 0.72, cs 0.12; jaccard has no default)' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l min-lcs -d 'Find only books with a longest common subsequence of at least N words (excess 60, others 0)' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l shard -d 'Do only the I-th of N equal shards of the work; the concatenated outputs of all shards are the whole' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l emit -d 'What to write' -r -f -a "pairs\t'A record for each pair'
passages\t'A record for each shared passage: its place in both documents and, with --texts, its text'
clusters\t'A record for each cluster: documents connected as duplicates, directly or through others'
keep\t'The documents to keep: all but those that are for the most part in one that is kept'
drop\t'The other documents, each with the kept document that stands for it'
html\t'A page with a sortable table of the pairs and their matches, longest first; with --texts the passages side by side'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l keep -l prefer -d 'Of duplicates, the one to keep: first, last, longest, shortest, newest:FIELD, oldest:FIELD, max:FIELD, min:FIELD or order:FIELD' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l min-share -d 'keep, drop, clusters: at least this share of a duplicate is in the other (0.5; 0 with --score)' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l texts -d 'Add the texts of passages, from the documents in FILE; may be given several times' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l svg -d 'Draw the pairs into FILE as SVG, two bars each' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s R -l raw-input -d 'Read plain lines instead of records'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l exhaustive -d 'Compare all pairs of documents, however many there are'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l clusters -d 'The same as --emit clusters'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l align -d 'Add matched segments to each pair whose records both have positions'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand lcsdup" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l language -d 'The documents\' languages: codes as in charset list, or any; a hint for the encoding' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l encodings -d 'Answer one of these encodings only' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l method -d 'How to detect' -r -f -a "best\t'Rules first, then the trigrams with a byte from 0x80 under all models'
paper\t'Scalar products of byte-trigram vectors, and nothing else'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l declared -d 'What a document\'s own declaration is worth (meta, XML, @charset, Content-Type)' -r -f -a "trust\t'It decides, if the document is text in that encoding'
hint\t'It counts where the bytes leave a doubt'
ignore\t'It is not read'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l min-margin -d 'Answer null where the margin is less than X' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l models -d 'Use the models in DIR (*.charset) in addition to the built-in ones' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l top -d 'List the N best answers' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp: what is compressed or on standard input, of more than 8 MB' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l keep-language -d 'Leave out documents that are in none of these languages: codes or names, such as en, french or zh-TW, or und' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l min-share -d 'The share of a document\'s letters that must be in the languages to keep (0 to 1) [default: 0.5]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l unit -d 'The unit that is decoded by itself, and that --keep-language keeps or leaves out: documents, their blocks, or lines' -r -f -a "document\t'Documents'
block\t'Blocks of documents: --keep-language needs --to-utf8, too'
line\t'Lines: not with --keep-language'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l left-out -d 'Write what is said of documents that are left out to FILE: with --to-utf8 the documents themselves' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l to-utf8 -d 'Write the documents, decoded: as document records, or as plain text with -r'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l repair -d 'Undo double-encoded UTF-8 ("Ã©" for "é") where it is certain'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -a "train" -d 'Learn a language from documents, and write its model'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and not __fish_seen_subcommand_from train list" -a "list" -d 'List the languages that have a model, or the encodings'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l language -d 'What to call the language' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l encodings -d 'The language\'s encodings, the most frequent first' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l plain -d 'Take the text as it is, without typographic quotes and signs added'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from train" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l models -d 'List the models in DIR too' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l encodings -d 'List encodings and their other names instead'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l languages -d 'List the languages that text can be found to be in, and by what, instead'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand charset; and __fish_seen_subcommand_from list" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s s -l stoplist -d 'The stop list: a language, a FILE with one word per line, none, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l method -d 'How to classify blocks' -r -f -a "best\t'Gradient-boosted trees over features of text, position, markup and repetition'
paper\t'jusText; the default if one of its options is given'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l length-low -d 'A block with fewer characters is short, or bad if it has a link [default: 70]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l length-high -d 'A block with more characters and many stop words is good, not just neargood [default: 200]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l stopwords-low -d 'Least density of stop words of a neargood block [default: 0.3]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l stopwords-high -d 'Least density of stop words of a good block [default: 0.32]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l max-link-density -d 'A block with a higher density of links is bad [default: 0.2]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l max-heading-distance -d 'A heading is good if a good block follows within N characters [default: 200]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l title -d 'Whether the headline stays in the text: always (keep), never (drop), or as its score says (auto)' -r -f -a "auto\t'By the score'
keep\t'Always'
drop\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l comments -d 'Whether readers\' comments are kept; drop does not apply to forums' -r -f -a "auto\t'By the score'
keep\t'Always'
drop\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l emit -d 'What to write [default: text, or blocks with --explain]' -r -f -a "blocks\t'A record for each block'
text\t'A document record with the kept blocks, separated by empty lines; table cells are separated by tabs, code keeps its lines and loses their numbers'
markdown\t'The same in Markdown'
html\t'An HTML page of all blocks, with their classes in colour'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l no-headings -d 'Treat headings like other blocks'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l compat -d 'Give each block the class that jusText 3.0.2 gives it'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l allow-empty -d 'Leave a page empty if probably nothing is main content'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l explain -d 'With --emit blocks, add the features with the largest contribution to each score'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l links -d 'With --emit markdown, write the addresses of links'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l metadata -d 'Add metadata: title, author, date, site_name, description, language, address'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s r -l raw-output -d 'With --emit text or markdown, write plain text instead of JSON, with an empty line after each page'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand htmlblocks" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l method -d 'How to distinguish useful parts from useless ones' -r -f -a "best\t'Count the pages that share each n-gram, and find one body in each page (the default)'
paper\t'Find the cut point with the fewest alternations, exactly as in the paper'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l unit -d 'What n-grams are made of' -r -f -a "char\t'Characters (Unicode scalar values)'
byte\t'Bytes, as they stand in the files'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l at -d 'Use the paper\'s method at the cut point N,A, without a search' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l fit-on -d 'Learn from N sampled documents if an index cannot hold all; with --model or --emit cut' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l model -d 'Save what was learned to FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l apply -d 'Use what --model saved to FILE on new documents, one by one' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l emit -d 'What to write [default: text, and nothing more with --model or --score]' -r -f -a "text\t'The main text of each document: its useful parts, as a browser shows them'
cut\t'The cut point'
ranges\t'The useless ranges of each document'
useful\t'The documents without their useless parts'
useless\t'The useless parts of the documents'
records\t'A record for each result of a list or product of a grid, found in each document alone: at least three elements with like markup'
html\t'The documents\' source with useless parts in grey, long ones folded, as a page to look at'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l score -d 'Write accuracy, recall, precision and F1; the truly useful text is between LEFT and RIGHT' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l offsets -d 'What offsets in ranges count' -r -f -a "text\t'Characters of the text (bytes with --unit byte), runs of white space being one'
source\t'Bytes of the source, as they stand in the file or in the record\'s text'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l color -d 'With --emit ranges, write the documents themselves, useless parts in grey, instead of records' -r -f -a "auto\t'If standard output is a terminal'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l align -d 'With the paper\'s method, count only n-grams in which <, >, . and ? are first or last, or nowhere'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l trace -d 'Write every cut point that the search visits, in order; the last one is the result'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l strip-tags -d 'Remove markup from useful or useless parts, so that text is left as a browser shows it'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand altcount" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l method -d 'The method of detecting duplicates' -r -f -a "best\t'onion\'s, extended by the positions of the repeated text'
paper\t'The algorithm of onion 1.2: with its defaults, block by block'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l tokens -d 'The kind of tokens [default: word-fold; space with --method paper, --exact and --vertical]' -r -f -a "space\t'Runs without white space'
word\t'Runs of letters and digits'
word-fold\t'Runs of letters and digits in lower case; composed and decomposed letters are equal'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l fold -d 'Further differences that do not count: case, width, accents, digits, ignorable; none is NFC and NFD alone, with any tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s n -d 'The length of an n-gram in words: from 1 to 1000' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l threshold -d 'Remove a block if more than this fraction of its tokens is in seen n-grams: from 0 to 1' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l stub -d 'Also remove new text of at most this many tokens between removed blocks, or between them and the document\'s edge (stubs)' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l unit -d 'The unit that is kept or removed as a whole' -r -f -a "block\t'Paragraphs, separated by blank lines'
line\t'A line'
document\t'A document: most of it was seen before, and more than two fifths of that in one document'
span\t'Sequences of tokens that occurred before'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l min-span -d 'With --unit span, cut out every sequence of at least N tokens that occurred before: from 1 to 1000 [default: 50]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l keep -d 'Of documents with the same text, the one that keeps it: first, last, longest, shortest, newest:FIELD, max:FIELD ...' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l against -d 'Treat the text of FILE as seen (may be given several times)' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l seen -d 'n-grams of earlier runs: files of --emit seen, in their order' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l grams -d 'Store only the n-grams in FILE, made with --emit grams from the same documents' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l doc-tag -d 'The tag of documents in vertical text' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l block-tag -d 'The tag of blocks in vertical text' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l emit -d 'The kind of output' -r -f -a "documents\t'The documents without the removed blocks'
removed\t'The removed blocks of the documents'
report\t'A record for each removed block: the reason, and the block that it repeats'
grams\t'The n-grams that occur more than once'
estimate\t'Estimates of the number of distinct n-grams, and of those that occur more than once'
seen\t'The n-grams of kept text, in binary, for --seen of later additions'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l part -d 'With a step of a divided corpus: the number of this part, in corpus order' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l ranges -d 'With --emit keys, outline and kept: divide n-grams into N ranges of hashes' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l round -d 'With --emit outline, kept and before: the number of the round, from 1' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l frames -d 'With --emit repeated, before and kept: read only the frames of this range or part' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l blocks-before -d 'With --emit outline: the number of blocks in the parts before this one' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l repeated -d 'With --emit outline: the output of --emit repeated for this part' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l counts -d 'With --emit outline and kept: the text of the part that counts as seen' -r -f -a "kept\t'The kept text'
all\t'All text; nothing is removed'
nothing\t'No text'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l verdicts -d 'Apply the verdicts on this part, written by --emit outline and kept' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s S -l buffer-size -d 'Use at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine\'s memory' -r
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l no-smoothing -d 'Remove only duplicates, no stubs'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l exact -d 'Remove only blocks with the same tokens as an earlier one, by a checksum; there are no stubs'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l keep-within -d 'Keep repetitions within a document'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l against-only -d 'Compare only with the FILEs of --against, not documents with each other'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l vertical -d 'Read and write vertical text: one token or tag a line'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand blockdedup" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l similarity -d 'Documents of about this similarity (with --exact, at least of it) are near-duplicates; containment finds texts inside others [default: 0.8]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l shingle -d 'The number of words of a shingle [default: 5, and 10 with --method paper]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l method -d 'How documents are compared' -r -f -a "best\t'Sketches, and groups around their first documents'
paper\t'Broder, Glassman, Manasse and Zweig 1997: every 25th shingle of 10 words, similarity .5, groups joined'"
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l fold -d 'Differences that do not count: case, width, accents, digits, ignorable [default: case,width,ignorable]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l key -d 'Documents are duplicates if these fields are equal, whatever their texts are' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l keep -d 'Which document of a group stays: first, last, longest, shortest, newest:FIELD, max:FIELD, none ...' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l emit -d 'What to write' -r -f -a "documents\t'The documents that stay'
drop\t'A record for each document that goes: its name and place, and the document that stays instead'
pairs\t'A record for each document that is similar to one before'
groups\t'A record for each group of two or more: the names of its documents'
sketches\t'The sketch of each document, for --sketches'
report\t'A record for each document: its group, whether it stays, and what stays instead'"
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l index -d 'Compare with the documents of an index as well' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l merge -d 'Merge several indexes into one, which is written to -o FILE; reads no documents' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l delete -d 'Leave the documents named in FILE out of the index that --merge writes: names, one a line, or records with doc or id' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l exact -d 'Compare the shingles of documents, and not only their sketches: similarities are exact'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l single -d 'Join groups that have similar documents, also where their first documents are not similar'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l complete -d 'Add a document to a group only if it is similar to all documents in it'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l text -d 'With --key: documents with similar texts are duplicates, too'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l normalise-url -d 'The fields of --key are addresses that need not be written alike'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l mark -d 'Keep all documents, and add the number and the size of its group to each'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l sketches -d 'Read records of --emit sketches, made from parts of a corpus, as its documents'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l add -d 'Add new documents to the index, and make the index if there is not one yet'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l only-against -d 'Compare with the index only, and not the documents with each other'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand neardup" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l items -d 'Look for the texts in FILE: records, tables, folders, or one text a file (may be given several times)' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l item-text -d 'The fields of an item\'s text, joined by a blank line: question, .meta.title, messages[].content [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l item-id -d 'The field of an item\'s name [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l set-field -d 'The field of the set that an item belongs to [default, also without a value: the name of its file]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s n -d 'The number of words in a row that begin a hit, from 2 to 64; shorter items are matched whole [default: 8]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l threshold -d 'An item counts as found in a document that has at least this share of its words [default: 0.8]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l rule -d 'Follow a published rule: RULES in the man page says what each does, and where it is published' -r -f -a "gpt3\t'13 words in a row, and 200 characters on either side of them'
llama\t'The share of an item\'s words in runs of 8 or more'
olmo\t'More than half of an item\'s words in runs of 8 or more'
deepseek\t'10 words in a row, or all of an item of 3 to 9'"
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l max-edits -d 'The share of words in a hit that may be changed, inserted or left out [default: 0.25]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l expect -d 'Leave out hits that a billion words of other text would have more than E times [default: 1]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l common -d 'Text that is common at large: records of freqlines, or of blockdedup --emit grams' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l emit -d 'What to write' -r -f -a "hits\t'A record for each passage of a document that is in an item'
items\t'A record for each item: its share that was found, and where'
clean\t'The documents in which no item was found'
cut\t'The documents without the passages of the items found in them, if anything is left'
mark\t'All documents, with the items that each has parts of'
html\t'A page with the passages side by side'"
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l texts -d 'With --emit hits, add the text of both sides'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l snap -d 'With --emit cut, cut whole sentences'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand overlap" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l rules -d 'Add the rules that the document fails, as fails: gopher, c4, fineweb, or a file with a rule a line' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l keep -d 'Write the documents that fail none of these rules, and leave out the others' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l measures -d 'Only these measures, in the order given [default: all]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l words -d 'What counts as a word' -r -f -a "auto\t'A run without white space; a character in scripts without spaces, such as Chinese, Japanese and Thai'
space\t'A run without white space in all scripts, and C4\'s sentence ends of English, as published'"
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l language -d 'The language of all documents, a code or a name such as en or english [default: what charset wrote, or else identified]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l emit -d 'What to write' -r -f -a "stats\t'A record a document'
quantiles\t'A record for each language and measure, with quantiles over all documents in it'"
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l language-share -d 'Add the share of the letters in the language of the document, as language_share'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand textstats" -s V -l version -d 'Print the version'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l yield -d 'Write the yield of each host of a crawl as records: FINAL holds what remains of the documents in FILEs' -r
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l title -d 'The title of the page' -r
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l each -d 'Show each run as a step of its own'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c trommel -n "__fish_trommel_using_subcommand trommel-report" -s V -l version -d 'Print the version'
