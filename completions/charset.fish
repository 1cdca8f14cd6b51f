# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_charset_global_optspecs
    string join \n 0/null files-from= files0-from= E/encoding= input-format= text-field= id-field= only= except= only-hosts= except-hosts= max-document-size= max-input-size= warc-media-types= warc-min-size= warc-max-size= language= encodings= method= declared= min-margin= models= top= to-utf8 repair out-dir= strip-prefix= skip-existing T/temporary-directory= keep-language= min-share= unit= left-out= r/raw-output format= header o/output= output-format= structure-fields= structure-language= no-mark hosts line-buffered q/quiet max-errors= rejects= stats= progress= j/threads= h/help V/version
end

function __fish_charset_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_charset_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_charset_using_subcommand
    set -l cmd (__fish_charset_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c charset -n "__fish_charset_needs_command" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c charset -n "__fish_charset_needs_command" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c charset -n "__fish_charset_needs_command" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c charset -n "__fish_charset_needs_command" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c charset -n "__fish_charset_needs_command" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c charset -n "__fish_charset_needs_command" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c charset -n "__fish_charset_needs_command" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c charset -n "__fish_charset_needs_command" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c charset -n "__fish_charset_needs_command" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c charset -n "__fish_charset_needs_command" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c charset -n "__fish_charset_needs_command" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c charset -n "__fish_charset_needs_command" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c charset -n "__fish_charset_needs_command" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c charset -n "__fish_charset_needs_command" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c charset -n "__fish_charset_needs_command" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c charset -n "__fish_charset_needs_command" -l language -d 'The documents\' languages: codes as in charset list, or any; a hint for the encoding' -r
complete -c charset -n "__fish_charset_needs_command" -l encodings -d 'Answer one of these encodings only' -r
complete -c charset -n "__fish_charset_needs_command" -l method -d 'How to detect' -r -f -a "best\t'Rules first, then the trigrams with a byte from 0x80 under all models'
paper\t'Scalar products of byte-trigram vectors, and nothing else'"
complete -c charset -n "__fish_charset_needs_command" -l declared -d 'What a document\'s own declaration is worth (meta, XML, @charset, Content-Type)' -r -f -a "trust\t'It decides, if the document is text in that encoding'
hint\t'It counts where the bytes leave a doubt'
ignore\t'It is not read'"
complete -c charset -n "__fish_charset_needs_command" -l min-margin -d 'Answer null where the margin is less than X' -r
complete -c charset -n "__fish_charset_needs_command" -l models -d 'Use the models in DIR (*.charset) in addition to the built-in ones' -r -F
complete -c charset -n "__fish_charset_needs_command" -l top -d 'List the N best answers' -r
complete -c charset -n "__fish_charset_needs_command" -l out-dir -d 'Write each document to a file of its own under DIR instead, and each data set to a file of records' -r -F
complete -c charset -n "__fish_charset_needs_command" -l strip-prefix -d 'Strip the folder PREFIX from the names of files under --out-dir' -r -F
complete -c charset -n "__fish_charset_needs_command" -s T -l temporary-directory -d 'Put temporary files into DIR instead of $TMPDIR or /tmp: what is compressed or on standard input, of more than 8 MB' -r -F
complete -c charset -n "__fish_charset_needs_command" -l keep-language -d 'Leave out documents that are in none of these languages: codes or names, such as en, french or zh-TW, or und' -r
complete -c charset -n "__fish_charset_needs_command" -l min-share -d 'The share of a document\'s letters that must be in the languages to keep (0 to 1) [default: 0.5]' -r
complete -c charset -n "__fish_charset_needs_command" -l unit -d 'The unit that is decoded by itself, and that --keep-language keeps or leaves out: documents, their blocks, or lines' -r -f -a "document\t'Documents'
block\t'Blocks of documents: --keep-language needs --to-utf8, too'
line\t'Lines: not with --keep-language'"
complete -c charset -n "__fish_charset_needs_command" -l left-out -d 'Write what is said of documents that are left out to FILE: with --to-utf8 the documents themselves' -r -F
complete -c charset -n "__fish_charset_needs_command" -l format -d 'Write records as JSON Lines, TSV or CSV' -r -f -a "jsonl\t'JSON Lines'
tsv\t'Tab-separated values'
csv\t'Comma-separated values'"
complete -c charset -n "__fish_charset_needs_command" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c charset -n "__fish_charset_needs_command" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c charset -n "__fish_charset_needs_command" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c charset -n "__fish_charset_needs_command" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c charset -n "__fish_charset_needs_command" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c charset -n "__fish_charset_needs_command" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c charset -n "__fish_charset_needs_command" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c charset -n "__fish_charset_needs_command" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c charset -n "__fish_charset_needs_command" -s j -l threads -d 'Use N threads (0 = all cores); the output is the same for every N' -r
complete -c charset -n "__fish_charset_needs_command" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c charset -n "__fish_charset_needs_command" -l to-utf8 -d 'Write the documents, decoded: as document records, or as plain text with -r'
complete -c charset -n "__fish_charset_needs_command" -l repair -d 'Undo double-encoded UTF-8 ("Ã©" for "é") where it is certain'
complete -c charset -n "__fish_charset_needs_command" -l skip-existing -d 'Skip documents whose file under --out-dir exists: to resume an interrupted run'
complete -c charset -n "__fish_charset_needs_command" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c charset -n "__fish_charset_needs_command" -l header -d 'With --format tsv or csv, begin with a line of column names'
complete -c charset -n "__fish_charset_needs_command" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c charset -n "__fish_charset_needs_command" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c charset -n "__fish_charset_needs_command" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c charset -n "__fish_charset_needs_command" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c charset -n "__fish_charset_needs_command" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c charset -n "__fish_charset_needs_command" -s V -l version -d 'Print the version'
complete -c charset -n "__fish_charset_needs_command" -a "train" -d 'Learn a language from documents, and write its model'
complete -c charset -n "__fish_charset_needs_command" -a "list" -d 'List the languages that have a model, or the encodings'
complete -c charset -n "__fish_charset_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c charset -n "__fish_charset_using_subcommand train" -l files-from -d 'Read the list from F (- is standard input)' -r -F
complete -c charset -n "__fish_charset_using_subcommand train" -l files0-from -d 'Read a list of paths separated by NUL from F (- is standard input)' -r -F
complete -c charset -n "__fish_charset_using_subcommand train" -s E -l encoding -d 'The encoding of the documents: a WHATWG label, or auto' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l input-format -d 'The format of the files, instead of detecting it' -r -f -a "auto\t''
warc\t''
parquet\t''
zip\t''
tar\t''
jsonl\t''
vertical\t''
csv\t''
tsv\t''
text\t''"
complete -c charset -n "__fish_charset_using_subcommand train" -l text-field -d 'The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l id-field -d 'The field or column with the document\'s name; .a.b inside an object [default: doc, else id, else FILE:N]' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l only -d 'Read only the documents named in FILE: a name a line, or records with doc' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l except -d 'Leave out the documents named in FILE, such as the output of lcsdup --emit drop' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l only-hosts -d 'Read only the documents at the hosts in FILE: a host a line, or records with host' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l except-hosts -d 'Leave out the documents at the hosts in FILE' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l max-document-size -d 'Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l max-input-size -d 'Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and 1000 times the size of the file if that is more]' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l warc-media-types -d 'Media types of the pages to read from web archives' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l warc-min-size -d 'Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for the texts of WET files]' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l warc-max-size -d 'Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l language -d 'What to call the language' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l encodings -d 'The language\'s encodings, the most frequent first' -r
complete -c charset -n "__fish_charset_using_subcommand train" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c charset -n "__fish_charset_using_subcommand train" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c charset -n "__fish_charset_using_subcommand train" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c charset -n "__fish_charset_using_subcommand train" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c charset -n "__fish_charset_using_subcommand train" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c charset -n "__fish_charset_using_subcommand train" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c charset -n "__fish_charset_using_subcommand train" -s 0 -l null -d 'The list on standard input contains paths separated by NUL (find -print0)'
complete -c charset -n "__fish_charset_using_subcommand train" -l plain -d 'Take the text as it is, without typographic quotes and signs added'
complete -c charset -n "__fish_charset_using_subcommand train" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c charset -n "__fish_charset_using_subcommand train" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c charset -n "__fish_charset_using_subcommand train" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c charset -n "__fish_charset_using_subcommand train" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c charset -n "__fish_charset_using_subcommand train" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c charset -n "__fish_charset_using_subcommand list" -l models -d 'List the models in DIR too' -r -F
complete -c charset -n "__fish_charset_using_subcommand list" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c charset -n "__fish_charset_using_subcommand list" -l output-format -d 'Write records in this format, whatever the suffix of the file' -r -f -a "auto\t'As the suffix of the file of -o says'
jsonl\t'JSON Lines'
csv\t'Comma-separated values, with a line of column names'
tsv\t'Tab-separated values, with a line of column names'
parquet\t'Parquet'
vertical\t'Vertical text: documents with a token a line, as corpus managers read it'
prevertical\t'Prevertical text: the same with lines of text, for a tokeniser'"
complete -c charset -n "__fish_charset_using_subcommand list" -l structure-fields -d 'Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]' -r
complete -c charset -n "__fish_charset_using_subcommand list" -l structure-language -d 'The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides which clitics and abbreviations are tokens' -r
complete -c charset -n "__fish_charset_using_subcommand list" -l max-errors -d 'Tolerate up to N unreadable files and records, or P% of all: exit with 0 then' -r
complete -c charset -n "__fish_charset_using_subcommand list" -l rejects -d 'Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself' -r -F
complete -c charset -n "__fish_charset_using_subcommand list" -l stats -d 'Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE' -r -F
complete -c charset -n "__fish_charset_using_subcommand list" -l progress -d 'Show a progress bar with rate and remaining time on standard error' -r -f -a "auto\t'If standard error is a terminal and standard output is not'
always\t'Always'
never\t'Never'"
complete -c charset -n "__fish_charset_using_subcommand list" -l encodings -d 'List encodings and their other names instead'
complete -c charset -n "__fish_charset_using_subcommand list" -l languages -d 'List the languages that text can be found to be in, and by what, instead'
complete -c charset -n "__fish_charset_using_subcommand list" -s r -l raw-output -d 'Write plain text instead of JSON'
complete -c charset -n "__fish_charset_using_subcommand list" -l no-mark -d 'Do not add the field that is called like the tool to each document'
complete -c charset -n "__fish_charset_using_subcommand list" -l hosts -d 'Add the host of the document\'s address as host, and its registered domain as domain'
complete -c charset -n "__fish_charset_using_subcommand list" -l line-buffered -d 'Write every record immediately (the default on a terminal)'
complete -c charset -n "__fish_charset_using_subcommand list" -s q -l quiet -d 'Print no warnings; standard output is the same'
complete -c charset -n "__fish_charset_using_subcommand list" -s h -l help -d 'Print the options of the tool (-h) or all of them and what they do (--help)'
complete -c charset -n "__fish_charset_using_subcommand help; and not __fish_seen_subcommand_from train list help" -f -a "train" -d 'Learn a language from documents, and write its model'
complete -c charset -n "__fish_charset_using_subcommand help; and not __fish_seen_subcommand_from train list help" -f -a "list" -d 'List the languages that have a model, or the encodings'
complete -c charset -n "__fish_charset_using_subcommand help; and not __fish_seen_subcommand_from train list help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
