# One document, an empty one, one in a script without spaces, and one that repeats itself.
printf 'The miller has two boats. He said: "Take the blue one!" - and left...\n' > one.txt
: > empty.txt
printf '山田さんは船を二つ持っています。一つは青いです。\n' > ja.txt
yes 'Subscribe to our letter of news today' | head -n 12 > again.txt
textstats --measures words,sentences,mean_word_length,gopher_stop_words,ellipsis_lines one.txt empty.txt ja.txt
textstats --words space --measures words ja.txt
textstats --language en --measures duplicate_lines,top_2gram_characters,duplicate_5gram_characters,compressed again.txt
# A record keeps its name; what charset wrote about its language is believed.
echo '{"id":7,"text":"Ein Boot lag im Hafen.","charset":{"language":"de"}}' | textstats --measures words,stop_words
# A measure that does not exist.
textstats --measures wrods one.txt
