# Documents that are not written are counted: empty ones, and those of which nothing is kept.
line='The lamplighter of the lower town counts his lamps every evening before he goes home.'
for name in a b; do printf '{"doc":"%s","text":"%s"}\n' $name "$line"; done > d.jsonl
printf '{"doc":"c","text":""}\n{"doc":"d","text":" \\n"}\n' >> d.jsonl
blockdedup --stats s.jsonl d.jsonl
grep -o '"documents[a-z_ :]*":[0-9]*' s.jsonl
