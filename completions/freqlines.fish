complete -c freqlines -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c freqlines -s k -l more-than -d 'Write lines that occur more than K times [default: 10, or 0 with --top or --max-count]' -r
complete -c freqlines -l min-count -d 'Write lines that occur at least N times: the same as -k N-1' -r
complete -c freqlines -l max-count -d 'Write lines that occur at most N times' -r
complete -c freqlines -l top -d 'Write only the N most frequent of them' -r
complete -c freqlines -l by -d 'Count each group of documents by itself: FIELD of the records, host, domain or folder' -r
complete -c freqlines -l min-share -d 'With --per-doc, write lines that more than this share of the documents of their group have' -r
complete -c freqlines -l backend -d 'The counting method; see BACK ENDS in the man page' -r -f -a "exact\t'a hash table of lines. Memory: B + 18 to 24 n bytes (up to 31 n below 2.6 million lines). Guarantee: exact. Choose it when the distinct lines fit into memory.'
external\t'a hash table of the buffer size; lines that do not fit go to temporary files. Memory: the buffer size, and some of the longest lines. Guarantee: exact, the same output as \'exact\'. Choose it when the distinct lines do not fit into memory, and every count must be exact.'
twopass\t'narrow counters first, then a hash table of the lines that may be frequent; reads FILEs twice. Memory: 2^bits counters of 2 bits (-k 1 or 2), 4 (to -k 14) or 8, and that of \'exact\' for the lines that pass them. Guarantee: exact. Choose it when the input is in files, and most lines are infrequent.'
fingerprint\t'a hash table of 64-bit fingerprints. Memory: 16 to 24 n bytes, and the frequent lines. Guarantee: never too low; too high only if two lines have the same 64 bits. Choose it when the number of distinct lines fits into memory, but not their text.'
counters\t'2^bits counters, each for all lines with the same short hash. Memory: 2^bits * counter-bits / 8 bytes (above 64 MiB only 2^bits / 8 until one counter in 20 is used), and the frequent lines. Guarantee: never too low, until a counter saturates (with morris: approximate). Choose it when memory is short, some false positives and missing lines do no harm, and there are more counters than distinct lines.'
majority\t'the Misra-Gries algorithm: a fixed number of lines is monitored. Memory: twice the bytes of the monitored lines, and 50 bytes for each. Guarantee: never too high. Every line with more than N/(C+1) of N occurrences is kept, and \'error\' bounds how much a count is too low. -k applies to the count, so only -k 0 writes all lines that are kept. Choose it when only the most frequent lines matter, and memory must not grow.'
countmin\t'a count-min sketch with conservative update: rows of 2^bits counters. Memory: rows * 2^bits * 4 bytes, and the frequent lines. Guarantee: never too low, up to 4294967295. Choose it when memory is too short for \'counters\' without many collisions, and time matters less.'
sample\t'a random sample of the lines; their counts are divided by the rate. Memory: that of \'exact\' for the sampled lines. Guarantee: unbiased; the standard deviation of a count n is sqrt(n (1 - rate) / rate), and at most sqrt(n rate) / 2 more if 1/rate is not an integer. Choose it when a quick look is enough, and the threshold is far above 1/rate.'"
complete -c freqlines -l hash -d 'fingerprint: the hash, xxh3 or crc64' -r -f -a "xxh3\t''
crc64\t''"
complete -c freqlines -l bits -d 'counters, countmin, twopass: 2^BITS counters (23); in countmin, in each row' -r
complete -c freqlines -l counter-bits -d 'counters: the width of a counter, 8, 16 or 32 bits (32)' -r
complete -c freqlines -l counters -d 'majority: monitor C lines at once (100000)' -r
complete -c freqlines -l rows -d 'countmin: the number of rows (4)' -r
complete -c freqlines -l rate -d 'sample: take each line with probability P (0.01)' -r
complete -c freqlines -l seed -d 'sample, --morris: the seed of the pseudo-random numbers (0)' -r
complete -c freqlines -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c freqlines -s S -l buffer-size -d 'Use at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine\'s memory' -r
complete -c freqlines -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c freqlines -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c freqlines -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c freqlines -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c freqlines -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c freqlines -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c freqlines -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c freqlines -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c freqlines -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c freqlines -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c freqlines -s R -l raw-input -d 'Read plain lines instead of records'
complete -c freqlines -l unsorted -d 'Write them in no particular order, which is faster if there are many'
complete -c freqlines -l per-doc -d 'Count a line once per document; a document\'s lines must be consecutive; with -R each FILE is a document'
complete -c freqlines -l by-file -d 'Count each document by itself; with -R each FILE is a document'
complete -c freqlines -l example -d 'Add one of the lines as it was before normalisation, to search for: after linenorm --original'
complete -c freqlines -l morris -d 'counters: count approximately, in 8 bits, up to 4 * 10^9 (Morris 1978)'
complete -c freqlines -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c freqlines -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c freqlines -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c freqlines -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c freqlines -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c freqlines -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c freqlines -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c freqlines -s V -l version -d 'Print the version'
