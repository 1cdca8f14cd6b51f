# Published rules in other scripts. Bounds of the length of words do not hold where a character is a word, and lines of C4 may
# end with the sentence marks of any script, unless the published program is asked for.
jq -c --raw-input 'split("|") | .[1] as $one | range(12) as $n | {id: "\(.[0])\($n)", text: [range(6) | $one + " \($n * 7 + .)" + $one] | join("\n")}' > all.jsonl <<'END'
hi|नाव शाम को गाँव के पास पहुँची और सब लोग उतर गए।
ja|舟は夕方に村に着き、みんなが川岸に降りました。
th|เรือมาถึงหมู่บ้านในตอนเย็นและทุกคนก็ลงจากเรือ
END
printf 'mean_word_length 3..10\n' > lengths.txt
printf '@th c4_sentences >= 0\n' > thai.txt
passing() {
    echo "# $*"
    textstats "$@" all.jsonl | jq -r '.id[:2]' | uniq -c
}
passing --keep lengths.txt
passing --keep c4
passing --keep c4 --words space
# A rule for a language replaces that of another set.
passing --keep c4,thai.txt
