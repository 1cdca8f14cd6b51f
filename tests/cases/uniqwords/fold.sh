# --fold folds the text before its words are taken.
printf '{"doc":"%s","text":"%s"}\n' composed 'Café crème ｗｉｄｅ' decomposed 'Café crème wide' kana 'ｶﾞｯｺｳ' > words.jsonl
uniqwords -r words.jsonl
uniqwords -r --fold width,accents words.jsonl
uniqwords --vocabulary -r --fold none words.jsonl
uniqwords --shingles 2 --mod 1 -r --fold width,accents words.jsonl | cut -f 2 | uniq | wc -l
# Letters and the marks behind them are one letter also without it, and those that NFC takes apart stay.
printf '{"doc":"apart","text":"chie\\u0302\\u0300u \\u1112\\u1161\\u11ab \\u09dc"}\n' | uniqwords -r
