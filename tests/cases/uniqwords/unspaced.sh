# Scripts without spaces: n-grams of characters with their marks, over punctuation and ends of lines, beside words.
printf '港の灯は、\n夜も消えない。Harbour 港の灯\n' > ja.txt
printf 'แมวนอนอยู่ที่ท่าเรือ\n' > th.txt
printf 'ឆ្មា​ដេក\n' > km.txt
uniqwords -r ja.txt th.txt km.txt
uniqwords --vocabulary ja.txt
