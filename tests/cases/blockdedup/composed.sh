# Letters with separate marks (NFD) equal composed ones (NFC), and kana with sound marks: in whole documents, words and keys. Published methods
# compare tokens as they are; linenorm and uniqwords have an option for it.
composed='Phở bò và cà phê sữa đá ở Đà Nẵng'
apart=$(printf 'Pho\314\233\314\211 bo\314\200 va\314\200 ca\314\200 phe\314\202 su\314\233\314\203a \304\221a\314\201 o\314\233\314\211 \304\220a\314\200 Na\314\206\314\203ng')
printf '{"doc":"%s","text":"%s","dish":"%s"}\n' composed "$composed" "$composed" apart "$apart" "$apart" > dishes.jsonl
blockdedup --exact dishes.jsonl | jq -r .doc
blockdedup --tokens space dishes.jsonl | jq -r .doc
neardup -q --key dish dishes.jsonl | jq -r .doc
uniqwords --fold none -r dishes.jsonl | cut -f 2 | uniq
linenorm --fold none -r dishes.jsonl | uniq -c | sed 's/^ *//'
echo apart:
blockdedup --method paper --threshold 0 -n 3 --no-smoothing dishes.jsonl | jq -r .doc
printf '%s\n' "$composed" "$apart" | freqlines -R -k 0 | jq .count
echo kana:
printf '{"id":"q","text":"ガラスはどのように作られるか"}\n' > question.jsonl
printf '{"doc":"apart","text":"さて、カ\343\202\231ラスはと\343\202\231のように作られるか、と彼は言った。"}\n' > kana.jsonl
overlap --items question.jsonl kana.jsonl | jq -c '[.doc, .share]'
