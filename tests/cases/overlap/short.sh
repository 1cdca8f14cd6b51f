# Questions of 8 to 12 words with one edit: a changed word, other case and marks, a number in words. Half of one is not found.
cat > items.jsonl <<'ITEMS'
{"id":"q8","text":"Who painted the harbour chapel ceiling near Dunmarrow?"}
{"id":"q10","text":"How many oars does the grey ferry of Hartsea carry?"}
{"id":"q12","text":"At 7 in the morning, which bell calls the salt workers home?"}
{"id":"ja","text":"灯台守は毎晩何時に油を足しますか"}
ITEMS
cat > a.txt <<'TEXT'
Who painted the old chapel ceiling near Dunmarrow? HOW MANY OARS; does the blue ferry of Hartsea carry...
At seven in the morning which bell calls the salt workers home, and why?
TEXT
echo '灯台守は毎朝何時に油を足しますか' > b.txt
echo 'How many oars does the boat have? Which bell calls the salt workers is not known. Who painted the harbour?' > c.txt
overlap --items items.jsonl a.txt b.txt c.txt | jq -c '[.doc, .item, .share, .equal, .edits]'
echo without edits
overlap --items items.jsonl --max-edits 0 a.txt b.txt c.txt
