complete -c blockdedup -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c blockdedup -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c blockdedup -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c blockdedup -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c blockdedup -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c blockdedup -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c blockdedup -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c blockdedup -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c blockdedup -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c blockdedup -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c blockdedup -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c blockdedup -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c blockdedup -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c blockdedup -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c blockdedup -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c blockdedup -l method -d 'The method of detecting duplicates' -r -f -a "best\t'onion\'s, extended by the positions of the repeated text'
paper\t'The algorithm of onion 1.2: with its defaults, block by block'"
complete -c blockdedup -l tokens -d 'The kind of tokens [default: word-fold; space with --method paper, --exact and --vertical]' -r -f -a "space\t'Runs without white space'
word\t'Runs of letters and digits'
word-fold\t'Runs of letters and digits in lower case; composed and decomposed letters are equal'"
complete -c blockdedup -l fold -d 'Further differences that do not count: case, width, accents, digits, ignorable; none is NFC and NFD alone, with any tokens' -r
complete -c blockdedup -s n -d 'The length of an n-gram in words: from 1 to 1000' -r
complete -c blockdedup -l threshold -d 'Remove a block if more than this fraction of its tokens is in seen n-grams: from 0 to 1' -r
complete -c blockdedup -l stub -d 'Also remove new text of at most this many tokens between removed blocks, or between them and the document\'s edge (stubs)' -r
complete -c blockdedup -l unit -d 'The unit that is kept or removed as a whole' -r -f -a "block\t'Paragraphs, separated by blank lines'
line\t'A line'
document\t'A document: most of it was seen before, and more than two fifths of that in one document'
span\t'Sequences of tokens that occurred before'"
complete -c blockdedup -l min-span -d 'With --unit span, cut out every sequence of at least N tokens that occurred before: from 1 to 1000 [default: 50]' -r
complete -c blockdedup -l keep -d 'Of documents with the same text, the one that keeps it: first, last, longest, shortest, newest:FIELD, max:FIELD ...' -r
complete -c blockdedup -l against -d 'Treat the text of FILE as seen (may be given several times)' -r
complete -c blockdedup -l seen -d 'n-grams of earlier runs: files of --emit seen, in their order' -r -F
complete -c blockdedup -l grams -d 'Store only the n-grams in FILE, made with --emit grams from the same documents' -r -F
complete -c blockdedup -l doc-tag -d 'The tag of documents in vertical text' -r
complete -c blockdedup -l block-tag -d 'The tag of blocks in vertical text' -r
complete -c blockdedup -l emit -d 'The kind of output' -r -f -a "documents\t'The documents without the removed blocks'
removed\t'The removed blocks of the documents'
report\t'A record for each removed block: the reason, and the block that it repeats'
grams\t'The n-grams that occur more than once'
estimate\t'Estimates of the number of distinct n-grams, and of those that occur more than once'
seen\t'The n-grams of kept text, in binary, for --seen of later additions'"
complete -c blockdedup -l part -d 'With a step of a divided corpus: the number of this part, in corpus order' -r
complete -c blockdedup -l ranges -d 'With --emit keys, outline and kept: divide n-grams into N ranges of hashes' -r
complete -c blockdedup -l round -d 'With --emit outline, kept and before: the number of the round, from 1' -r
complete -c blockdedup -l frames -d 'With --emit repeated, before and kept: read only the frames of this range or part' -r
complete -c blockdedup -l blocks-before -d 'With --emit outline: the number of blocks in the parts before this one' -r
complete -c blockdedup -l repeated -d 'With --emit outline: the output of --emit repeated for this part' -r -F
complete -c blockdedup -l counts -d 'With --emit outline and kept: the text of the part that counts as seen' -r -f -a "kept\t'The kept text'
all\t'All text; nothing is removed'
nothing\t'No text'"
complete -c blockdedup -l verdicts -d 'Apply the verdicts on this part, written by --emit outline and kept' -r -F
complete -c blockdedup -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c blockdedup -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c blockdedup -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c blockdedup -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c blockdedup -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c blockdedup -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c blockdedup -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c blockdedup -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c blockdedup -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c blockdedup -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c blockdedup -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c blockdedup -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c blockdedup -s S -l buffer-size -d 'Use at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine\'s memory' -r
complete -c blockdedup -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp' -r -F
complete -c blockdedup -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c blockdedup -l no-smoothing -d 'Remove only duplicates, no stubs'
complete -c blockdedup -l exact -d 'Remove only blocks with the same tokens as an earlier one, by a checksum; there are no stubs'
complete -c blockdedup -l keep-within -d 'Keep repetitions within a document'
complete -c blockdedup -l against-only -d 'Compare only with the FILEs of --against, not documents with each other'
complete -c blockdedup -l vertical -d 'Read and write vertical text: one token or tag a line'
complete -c blockdedup -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c blockdedup -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c blockdedup -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c blockdedup -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c blockdedup -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c blockdedup -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c blockdedup -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c blockdedup -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c blockdedup -s V -l version -d 'Print the version'
