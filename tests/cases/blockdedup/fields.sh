# --no-mark leaves out the field that a tool adds, and --hosts adds the host and the domain of the address.
cat > d.jsonl <<'TEXT'
{"id":"a","url":"https://www.mill.co.uk/oats","text":"The mill grinds oats on Monday."}
{"id":"https://ferry.example/","text":"The ferry waits for nobody; it leaves at ten.","domain":"own"}
{"id":"c","text":"Snow fell on the lower town all night."}
TEXT
blockdedup d.jsonl
blockdedup --no-mark d.jsonl | cmp - d.jsonl
blockdedup --hosts d.jsonl
blockdedup --no-mark --hosts d.jsonl | jq -c 'del(.host, .domain)' | head -n 1
echo "== data sets and tables"
blockdedup --no-mark --out-dir out d.jsonl && cmp out/d.jsonl d.jsonl
blockdedup --no-mark --hosts -o d.csv d.jsonl && head -n 2 d.csv
echo "== what is not a record"
blockdedup --no-mark -r d.jsonl
blockdedup --hosts --emit report --format tsv d.jsonl

# A field of the data with the tool's name stays. Documents without text stay, too.
printf '{"doc":"a","blockdedup":"mine","text":"Rye."}\n{"doc":"b","n":1,"text":" "}\n{"doc":"c","text":""}\n' > own.jsonl
blockdedup own.jsonl
blockdedup -q --no-mark own.jsonl
blockdedup -qr own.jsonl
# Names that cannot all be files.
printf '{"doc":"a/b","text":"Rye"}\n{"doc":"a/b/c","text":"Oats"}\n{"doc":"a","text":"Wheat"}\n' | blockdedup --exact --out-dir folder
cat folder/a/b
# The texts of several fields are written as the field text, which other text was in.
printf '{"doc":"a","text":"All of it","turns":[{"content":"Rye."},{"content":"Oats."}]}\n' > turns.jsonl
blockdedup --no-mark --text-field 'turns[].content' turns.jsonl | tee joined.jsonl
blockdedup --no-mark --text-field 'turns[].content' joined.jsonl
# What is left of each text is written back into its element.
cat > chat.jsonl <<'TEXT'
{"doc":"1","messages":[{"role":"user","content":"When does the mill open on Mondays in winter?"},{"role":"bot","content":"The mill opens at nine on every day but Sunday.\n\nBring oats."}]}
{"doc":"2","messages":[{"role":"system","content":""},{"role":"user","content":"When does the mill open on Mondays in winter?"},{"role":"bot","content":"At ten.\n\nThe mill opens at nine on every day but Sunday.\n\n  Bring a sack of rye from the upper town. "}]}
TEXT
blockdedup --no-mark --text-field 'messages[].content' --no-smoothing chat.jsonl | tee chat.out | jq -c '.messages, .text'
blockdedup --no-mark --text-field 'messages[].content' --no-smoothing chat.out | cmp - chat.out
