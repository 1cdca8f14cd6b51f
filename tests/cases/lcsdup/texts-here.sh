# Texts are found whether or not the paths of their files begin with ./ .
find books -name 'on-*.txt' | sort | uniqwords > words.jsonl
lcsdup --emit passages --texts books words.jsonl > with
lcsdup --emit passages --texts ./books words.jsonl | cmp - with
find ./books -name 'on-*.txt' | sort | uniqwords | lcsdup --emit passages --texts books | sed 's/"\.\//"/g' | cmp - with
grep -c '"a_text"' with
