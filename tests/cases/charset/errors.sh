echo 'text' > a.txt
charset --language xx a.txt
charset --encodings utf-8,no-such a.txt
charset --models . a.txt
echo 'no model' > x.charset
charset --models . a.txt
charset --top 2 --to-utf8 a.txt
charset --top 0 a.txt
charset train --language x --encodings utf-8,iso-2022-jp a.txt
charset train --language 'a b' --encodings utf-8 a.txt
charset missing.txt a.txt
