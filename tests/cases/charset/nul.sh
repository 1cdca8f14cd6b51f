# Bytes with more than one NUL in 1000 are not text, for charset as for the tools that read text.
printf '\000\001\002ballast' > ballast
printf 'Ballast: \000\000 five tons of shingle, and the rest in iron pigs.\n' > record
{ seq 1 400; printf 'one \000 among many\n'; } > log
printf 'o\000n\000 \000t\000h\000e\000 \000q\000u\000a\000y\000' > wide
charset ballast record log wide | jq -c '[.doc, .encoding]'
charset --to-utf8 ballast
linenorm -r ballast record
charset --to-utf8 ballast log wide | jq -c .doc
# The text of a record is Unicode, whatever characters it has.
echo '{"id":1,"text":"The keeper of the weir\u0000 wrote the names of all boats into his book."}' > nul.jsonl
charset nul.jsonl | jq -c '[.doc, .encoding, .language]'
charset --to-utf8 nul.jsonl | jq -c '.text'
