# Documents that are shorter than an n-gram are compared whole, with any number of threads.
for text in 'Closed today' 'closed, today!' 'Today closed' 'Closed' 'Closed' 'We are closed today' 'Open from nine o’clock on every day but Monday'; do
    n=$((n + 1))
    printf '{"doc":"%s","text":"%s"}\n' $n "$text"
done > notes.jsonl
blockdedup --unit document --emit report --format tsv notes.jsonl | cut -f 1-7
blockdedup -j 4 notes.jsonl | wc -l
blockdedup --emit seen notes.jsonl > notes.seen
blockdedup --seen notes.seen notes.jsonl | wc -l
# Without letters and digits, a document is compared by its characters.
printf '{"doc":"%s","text":"%s"}\n' 1 '---' 2 ' --- ' 3 '- - -' 4 '🙂' 5 '🙂' 6 '🙃' 7 '🙂\n\n🙂' | blockdedup -j 2 | jq -r .doc | tr '\n' ' '
echo
