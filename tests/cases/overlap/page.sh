# A page with passages side by side; it loads nothing, and what documents say is text.
echo '{"id":"<b>q</b>","text":"one fine day a lame otter and a blue heron <sat> on the ferry-house sign at Hartsea"}' > items.jsonl
echo 'So: one fine day a lame otter and a blue heron <sat> on the ferry-house sign at Hartsea <script>alert(1)</script>' > a.txt
overlap --items items.jsonl --emit html a.txt | sed '/<style>/,/<\/style>/d'
