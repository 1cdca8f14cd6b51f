# Two documents, and two items, of one name: a hit names the file and the line of its document, so that --except leaves out that one alone.
question='At the weir the keeper counts nine boats on Monday and eleven on Tuesday; how many has he counted in all?'
printf '{"id":"q","text":"%s"}\n' "$question" 'Which of the three ferries of Dunmarrow takes carts and horses over the river in winter?' > questions.jsonl
printf '{"id":"x","text":"%s"}\n' 'It rained.' "Read this: $question Well?" > a.jsonl
printf '{"id":"x","text":"%s"}\n' 'It snowed, and nobody came.' > b.jsonl
overlap --items questions.jsonl a.jsonl b.jsonl > hits.jsonl
jq -c '[.doc, .file, .line, .text_line]' hits.jsonl
overlap -q --items questions.jsonl --emit items a.jsonl b.jsonl | jq -c .sources
blockdedup --except hits.jsonl a.jsonl b.jsonl | jq -r .text
# The corpus was renamed: the name is enough, and a warning says that it is that of several documents.
cat a.jsonl b.jsonl > all.jsonl
blockdedup --except hits.jsonl all.jsonl | wc -l
