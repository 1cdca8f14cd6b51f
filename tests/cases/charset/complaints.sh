# What users of detectors complain of.
to() { iconv -f utf-8 -t "$1" > "$2"; }
# UTF-8 that is called windows-1254.
echo 'Şimdi çay içiyoruz; ığdır çok güzel.' > turkish.utf-8
echo 'naïve' > short.utf-8
# One quotation mark that turns UTF-8 into windows-1250.
echo 'She said "it’s only text".' > quote.utf-8
# A UTF-8 file that was cut within a character.
printf 'caf\303\251 caf\303' > cut.utf-8
# Capital Cyrillic, and capitals elsewhere.
echo 'ВНИМАНИЕ! ДВЕРИ ЗАКРЫВАЮТСЯ, СЛЕДУЮЩАЯ СТАНЦИЯ — ПАРК КУЛЬТУРЫ.' | to cp1251 capitals.cp1251
echo 'ВНИМАНИЕ! ДВЕРИ ЗАКРЫВАЮТСЯ, СЛЕДУЮЩАЯ СТАНЦИЯ - ПАРК КУЛЬТУРЫ.' | to koi8-r capitals.koi8-r
echo 'POZOR! DVEŘE SE ZAVÍRAJÍ, PŘÍŠTÍ STANICE ŽIŽKOV, VÝSTUP VLEVO.' | to cp1250 capitals.cp1250
echo 'POZOR! DVEŘE SE ZAVÍRAJÍ, PŘÍŠTÍ STANICE ŽIŽKOV, VÝSTUP VLEVO.' | to iso-8859-2 capitals.iso-8859-2
charset -r *.utf-8 capitals.*
# Answers that do not decode: these bytes are nothing in the multi-byte encodings, nor in windows-1253 (0xD2).
printf 'x \322 y \377 z\n' > odd
charset --to-utf8 -r "$(echo odd)"
charset --encodings utf-8,euc-jp,windows-1253 odd
# Evidence at the end of a long document counts: a look at its beginning would see ASCII, or one letter.
{ yes 'a line of plain words' | head -n 20000; echo 'žluťoučký kůň, příliš'; } | to iso-8859-2 late
charset -r late
# Programs and logs with tildes, braces and shifts, which are no HZ and no ISO-2022-KR.
printf 'perl: $x =~{abc}\n and more text\n' > tildes
printf 'if (x) ~{y}' > brace
printf 'regex: a~{2,3}b' > regex
printf 'VT100 log\n\016lqqqqk\017 menu\n' > terminal
charset -r tildes brace regex terminal
# Korean with its designator, if it may be Korean.
printf '\033$)C\nx \016GQ19\017 y\n' > korean
charset -r korean; charset -r --language en korean
# A byte order mark, and one damaged byte.
{ printf '\357\273\277'; yes 'plain words' | head -n 9; printf '\377 and more\n'; } > damaged
charset --to-utf8 -r damaged | tail -n 1
