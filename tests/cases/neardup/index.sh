# An index that grows from day to day gives what one run gives; a run without --add leaves it as it is.
find books -name '*.txt' | LC_ALL=C sort > list
split -n l/10 list day.
for day in day.*; do neardup --index seen.idx --add < $day; done > days.jsonl
neardup < list | cmp - days.jsonl && wc -l < days.jsonl
neardup --index once.idx --add -o /dev/null < list; cmp once.idx seen.idx
cksum < seen.idx > before
neardup --index seen.idx < list | wc -l
neardup --index seen.idx --only-against --emit drop < list | head -n 1
cksum < seen.idx | cmp - before
# The same run again finds nothing new, and says so.
neardup --index seen.idx --add < list; cksum < seen.idx | cmp - before
# Two indexes are one, without a document.
neardup --index 1.idx --add -o /dev/null < day.aa; neardup --index 2.idx --add -o /dev/null < day.ab
head -n 1 day.aa > gone
neardup --merge 1.idx 2.idx --delete gone -o 3.idx
cat day.aa day.ab | neardup --index 3.idx --only-against | jq -r .doc
# --merge reads no documents.
neardup --merge 1.idx -o 4.idx list
# A list of names may have a byte order mark and CRLF, and a name that no index has is said.
{ printf '\357\273\277'; sed 's/$/\r/' gone; printf 'nobody\r\n'; } > windows
neardup --merge 1.idx 2.idx --delete windows -o 4.idx && cmp 3.idx 4.idx
# What another process adds while one runs stays in the index.
mkfifo slow
neardup --index 1.idx --add -o slow.jsonl slow &
exec 3> slow
neardup --index 1.idx --add < day.ab > /dev/null
echo '{"doc":"late","text":"The ferryman tarred both of his boats before the sun came up."}' >&3
exec 3>&-
wait
jq -r .doc slow.jsonl
{ cat day.aa day.ab; echo slow.jsonl; } | neardup --index 1.idx --only-against | wc -l
# What does not fit is refused.
neardup --index seen.idx --add -o ./seen.idx < list
cksum < seen.idx | cmp - before
neardup --index seen.idx --similarity 0.7 < list
neardup --index none.idx < list
head -c 1000 seen.idx > cut.idx; neardup --index cut.idx < list
neardup --index list < list
neardup --keep newest --emit drop list
neardup --index any.idx --delete names.txt a.jsonl
