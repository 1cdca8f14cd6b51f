# UTF-8 that was taken for windows-1252 or latin-1 and encoded again is named, and undone with --repair.
again() { iconv -f "$1" -t utf-8; }
printf 'A plain line.\nDer Bäcker öffnet früh – „schon um sechs“, für 2 €.\n' > clean
again cp1252 < clean > twice
again cp1252 < twice > thrice
echo 'Вечером мы шли домой и молчали.' | again iso-8859-1 > cyrillic
charset clean twice thrice cyrillic
charset --to-utf8 -r twice
charset --to-utf8 --repair -r clean twice thrice cyrillic
charset --to-utf8 --repair twice
echo '{"id":"7","text":"un cafÃ© noir"}' | charset --to-utf8 --repair
# Clean text stays: a capital letter before a sign is what it is, unless the document has more that is certain.
printf '„Spaß“ – IRMÃ” – 1.5 Å±0.1 – se fué—¿no?\n' > capitals
charset --to-utf8 --repair -r capitals
printf 'SÃ“ isso, nÃ£o.\n' | charset --to-utf8 --repair -r -
# The language is that of the text that is written.
charset --to-utf8 --repair --keep-language ru cyrillic clean
# Without text to write there is nothing to repair.
charset --repair twice
# Through other pages: the page is named.
echo 'Вечером мы шли домой и молчали.' > russian
echo 'L’été dernier nous avons déjà vu la forêt.' > french
for page in cp1251 cp866 koi8-r; do again $page < russian > "russian.$page"; done
for page in cp437 cp850 macintosh; do again $page < french > "french.$page"; done
again cp1250 < french > french.cp1250
again cp866 < russian.cp866 > russian.twice
charset --to-utf8 --repair russian.* french.* | cut -d '"' -f 4-8,26-
# Box drawings, other alphabets and dashes are clean.
printf '┌───┬───┐ │ prix │ ├───┤ ╔══╗ Рівне, Серёжа, «Є» — ČŽŘŠ, 2√π, —él dijo—\n' > boxes
charset boxes
