# papers: documents and blocks in other languages
# Documents and blocks in several languages, of our own.
cs='Večer jsme seděli u řeky a poslouchali ptáky, dokud nebyla tma.'
sk='Večer sme sedeli pri rieke a počúvali vtáky, kým nebola tma.'
en='In the evening we sat by the river and listened to the birds until it was dark.'
printf '%s\n' "$cs" > cs.utf-8
printf '%s\n' "$cs" | iconv -f utf-8 -t iso-8859-2 > cs.iso-8859-2
printf '%s\n' "$cs" | iconv -f utf-8 -t utf-16le > cs.utf-16
printf '%s\n' "$sk" > sk.txt
printf '%s\n' "$en" > en.txt
printf '<html><head><script>var the = of + and;</script></head><body class="the and of"><p>%s</p></body></html>\n' "$cs" > cs.html
printf '%s\n\n%s\n\n%s\n\n12\n\n%s\n' "$cs" "$en" "$cs" "$sk" > mixed.txt
printf '12 + 34 = 46\n' > none.txt
printf 'ok\n' > short.txt
all=$(ls *.* | LC_ALL=C sort)
charset --format tsv $all | cut -f 1-3
charset mixed.txt | sed 's/,"score.*languages/ ... languages/'
# A hint for the encoding changes nothing of the language.
charset --language ru --format tsv en.txt | cut -f 1-3
charset --method paper --language cs --format tsv en.txt cs.utf-8 | cut -f 1-3
# The filter.
charset --keep-language cs -r $all
charset --keep-language cs --min-share 0.2 -r $all
charset --keep-language sk,en,und --left-out left -r $all
cut -d , -f 1-3 left
charset --keep-language cs --min-margin 1000 -r $all
charset --keep-language cs --stats=stats -r $all > kept
grep -o '"left out by language":[0-9]*' stats
# The words of a document that is left out were read.
for option in '' --to-utf8 '--to-utf8 --left-out out'; do
    charset --keep-language cs $option --stats=words en.txt > kept
done
grep -o '"words\(_out\)*":[0-9]*' words
charset --keep-language cs --unit block --to-utf8 -r mixed.txt
charset --keep-language en --unit block --to-utf8 $all | sed 's/,"charset.*//'
# What is left out is there, decoded.
charset --keep-language sk --to-utf8 --left-out left $all | cut -c 1-60
cut -c 1-60 left
# The mark has the languages of the text that is left.
charset --keep-language cs --unit block --to-utf8 mixed.txt | jq -c '.charset | [.language, .languages]'
charset --keep-language cs,en --unit block --to-utf8 mixed.txt | jq -c '.charset | [.language, (.languages | map(.language))]'
# Two results in one file, and a result in place of what is read.
charset --keep-language sk --to-utf8 --left-out out -o out $all
set -- $all
charset --keep-language sk --to-utf8 --left-out "$1" $all
# What cannot be.
charset --keep-language xx en.txt
charset --min-share 0.3 en.txt
charset --keep-language en --min-share 2 en.txt
charset --keep-language en --unit block en.txt
