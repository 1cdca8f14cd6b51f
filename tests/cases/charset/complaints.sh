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
