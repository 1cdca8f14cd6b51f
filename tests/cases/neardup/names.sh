# Two equal documents with one name: the list of those that go names the place of the second, so that --except leaves the first.
text='The ferryman had tarred both of his boats before the sun came up, and then he sat down on the bank to wait.'
printf '{"doc":"x","text":"%s"}\n{"doc":"y","text":"Another text."}\n{"doc":"x","text":"%s"}\n' "$text" "$text" > notes.jsonl
neardup --emit drop notes.jsonl | tee drop.jsonl
blockdedup --except drop.jsonl notes.jsonl | cut -c 1-30
# In another file the place does not say which: both stay, and a warning says so.
cp notes.jsonl copy.jsonl
linenorm --except drop.jsonl copy.jsonl | cut -c 1-30
# A list without places is refused.
echo '{"doc":"x","duplicate_of":"x"}' > unclear.jsonl
linenorm --except unclear.jsonl notes.jsonl
