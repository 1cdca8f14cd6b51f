# A file whose lines are in several encodings: a changelog that three people wrote, each with another editor.
{
    printf 'Wersja 3, Wrzesień\n\n'
    printf '  * Józef: poprawił błędy w łączeniu się z bazą\n' | iconv -f utf-8 -t iso-8859-2
    printf '  * Jędrzej: źle liczył żółte kartki, już naprawione\n'
    printf '  plain\n'
    printf '  * Stanisław: też usunął kilka błędów, więcej jeszcze zostało\n' | iconv -f utf-8 -t iso-8859-2
} > changelog
charset changelog
charset --unit line changelog
charset --unit line --to-utf8 -r changelog
charset --unit line --to-utf8 changelog
# Mail in two encodings of Russian, by blocks. Without --unit a warning names the first line of the second one.
{
    printf 'Добрый день, посылаю тебе письмо о нашей поездке.\nДо встречи в субботу на вокзале!\n\n' | iconv -f utf-8 -t koi8-r
    printf 'Спасибо, письмо дошло, приеду вечером вместе с братом.\nПривет всем твоим.\n' | iconv -f utf-8 -t cp1251
} > mail
charset -r mail
charset --unit block --to-utf8 -r mail
charset --unit line --format tsv mail
# UTF-8 with one line of an old log, and legacy text with a line of UTF-8.
{ for n in 1 2 3; do printf 'Die Tür war geöffnet, die Gäste gingen früh.\n'; done; printf 'Der Bäcker hörte nichts.\n' | iconv -f utf-8 -t cp1252; } > log
charset --to-utf8 --unit line -r log
{ printf 'Am Abend saßen wir am Fluß und hörten zu.\nDie Vögel schliefen längst.\n' | iconv -f utf-8 -t cp1252; printf '“Größe – für die Gäste”\n'; } > subtitle
charset -r subtitle
charset --to-utf8 --unit line -r subtitle
# A uniform file has no parts, and its text is the same.
printf 'Příliš žluťoučký kůň úpěl ďábelské ódy.\n\nVečer jsme seděli u řeky.\n' | iconv -f utf-8 -t cp1250 > uniform
charset --unit line uniform
for unit in document block line; do charset --unit $unit --to-utf8 -r uniform; done
# What is left out is left out of text in parts, too.
charset --unit block --to-utf8 --keep-language ru mail | cut -c 1-60
charset --unit line --keep-language ru mail
charset --unit block --keep-language ru mail
# A folder for the results.
charset --unit line --to-utf8 --out-dir out changelog && sed -n 3,4p out/changelog
# Every tool that reads text warns of the second encoding, and document records carry it.
linenorm --keep-trivial subtitle | cut -c 1-60
htmlblocks --emit text log > /dev/null
charset --to-utf8 log | cut -d '"' -f 8-
