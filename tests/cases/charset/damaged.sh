# A byte that is no character does not exclude an encoding: the answer says how many there are, and where the first is.
line='川の水は冷たく、誰も何も言わなかった。'
sentence() { echo "$line" | iconv -f utf-8 -t "$1"; }
for encoding in shift_jis euc-jp; do
    { sentence $encoding; printf '\377'; sentence $encoding; sentence $encoding; } > "$encoding"
done
{ printf 'Вечером мы шли домой и молчали.\n' | iconv -f utf-8 -t koi8-r; printf '\342\200\231\n'; } > quote
charset shift_jis euc-jp quote
charset --to-utf8 -r shift_jis
# Pages of EBCDIC differ in brackets.
printf 'The club meets [next week] in the small room: bring {all} the papers.\n' > brackets
for page in cp037 cp500 cp1047; do
    iconv -f utf-8 -t $page brackets > "brackets.$page"
done
charset -r brackets.*
charset --to-utf8 -r brackets.cp1047
# A line that has only a stray byte is not in a second encoding.
{ sentence shift_jis; printf '\377\n'; sentence shift_jis; } > stray
charset stray
