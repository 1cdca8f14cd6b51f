complete -c altcount -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c altcount -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c altcount -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c altcount -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c altcount -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c altcount -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c altcount -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c altcount -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c altcount -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c altcount -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c altcount -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c altcount -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c altcount -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c altcount -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c altcount -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c altcount -l method -d 'How to distinguish useful parts from useless ones' -r -f -a "best\t'Count the pages that share each n-gram, and find one body in each page (the default)'
paper\t'Find the cut point with the fewest alternations, exactly as in the paper'"
complete -c altcount -l unit -d 'What n-grams are made of' -r -f -a "char\t'Characters (Unicode scalar values)'
byte\t'Bytes, as they stand in the files'"
complete -c altcount -l at -d 'Use the paper\'s method at the cut point N,A, without a search' -r
complete -c altcount -l fit-on -d 'Learn from N sampled documents if an index cannot hold all; with --model or --emit cut' -r
complete -c altcount -l model -d 'Save what was learned to FILE' -r -F
complete -c altcount -l apply -d 'Use what --model saved to FILE on new documents, one by one' -r -F
complete -c altcount -l emit -d 'What to write [default: text, and nothing more with --model or --score]' -r -f -a "text\t'The main text of each document: its useful parts, as a browser shows them'
cut\t'The cut point'
ranges\t'The useless ranges of each document'
useful\t'The documents without their useless parts'
useless\t'The useless parts of the documents'
records\t'A record for each result of a list or product of a grid, found in each document alone: at least three elements with like markup'
html\t'The documents\' source with useless parts in grey, long ones folded, as a page to look at'"
complete -c altcount -l score -d 'Write accuracy, recall, precision and F1; the truly useful text is between LEFT and RIGHT' -r
complete -c altcount -l offsets -d 'What offsets in ranges count' -r -f -a "text\t'Characters of the text (bytes with --unit byte), runs of white space being one'
source\t'Bytes of the source, as they stand in the file or in the record\'s text'"
complete -c altcount -l color -d 'With --emit ranges, write the documents themselves, useless parts in grey, instead of records' -r -f -a "auto\t'If standard output is a terminal'
always\t'Always'
never\t'Never'"
complete -c altcount -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c altcount -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c altcount -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c altcount -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c altcount -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c altcount -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c altcount -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c altcount -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c altcount -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c altcount -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c altcount -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c altcount -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c altcount -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c altcount -l align -d 'With the paper\'s method, count only n-grams in which <, >, . and ? are first or last, or nowhere'
complete -c altcount -l trace -d 'Write every cut point that the search visits, in order; the last one is the result'
complete -c altcount -l strip-tags -d 'Remove markup from useful or useless parts, so that text is left as a browser shows it'
complete -c altcount -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c altcount -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c altcount -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c altcount -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c altcount -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c altcount -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c altcount -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c altcount -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c altcount -s V -l version -d 'Print the version'
