# --fold: full width, accents, digits and invisible characters make no difference, in blocks, spans and vertical text.
sentence='the café at number 31 was closed for the whole winter'
other='the cafe at number 57 was closed for the whole ｗｉｎｔｅｒ'
printf '{"doc":"%s","text":"%s"}\n' 1 "$sentence" 2 "$other" 3 "Why? $other. Nobody knows." > winter.jsonl
blockdedup winter.jsonl | jq -r .doc | tr '\n' ' '
blockdedup --fold width,accents,digits -j 2 winter.jsonl | jq -r .doc | tr '\n' ' '
blockdedup --unit span --min-span 8 --fold width,accents,digits winter.jsonl | jq -c .text
printf '%s\n' '<p>' Ａ b '</p>' '<p>' a b '</p>' | blockdedup --vertical --method paper --no-smoothing -n 2 --fold case,width
blockdedup --emit grams --fold case winter.jsonl | jq -r .gram | head -n 1
blockdedup --emit seen --fold width winter.jsonl > winter.seen
blockdedup --seen winter.seen --fold width winter.jsonl | wc -l
blockdedup --seen winter.seen winter.jsonl
blockdedup --fold wide winter.jsonl
