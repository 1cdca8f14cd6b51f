# Options without effect and inputs of another kind are named, with what to do.
echo "== options"
printf '{"doc":"7","url":"https://mill.example/","text":"The mill grinds oats on every Monday at nine in the morning."}\n' > d.jsonl
cat d.jsonl d.jsonl > two.jsonl
neardup --mark --no-mark two.jsonl
overlap --items d.jsonl --emit hits --no-mark --hosts d.jsonl | jq -c .doc
textstats --hosts --id-field url --measures words d.jsonl
cutbounds --freq builtin:gutenberg --explain --format tsv d.jsonl
cutbounds --freq builtin:gutenberg --method paper --min-confidence .5 d.jsonl
cutbounds --freq builtin:gutenberg --method paper --max-loss .5 d.jsonl
charset --to-utf8 --keep-language fr,de two.jsonl
textstats --rules gopher --keep gopher d.jsonl
textstats --measures language_share d.jsonl
neardup two.jsonl --out-dir d
mkdir folder; cp two.jsonl folder; neardup folder -o folder
echo "== inputs"
printf 'id,body\n1,"Oats are ground\non Mondays"\n2,Rye\n' > t.csv
neardup --text-field body < t.csv
neardup --text-field body --input-format csv < t.csv | jq -c .body
printf '{"question":"Who grinds oats?","choices":["I","you"]}\n' > q.jsonl
neardup --text-field question,choices q.jsonl
printf '{"messages":[]}\n{"messages":[{"content":"Rye."}]}\n{"messages":[]}\n' > chat.jsonl
neardup --text-field 'messages[].content' chat.jsonl | jq -c .messages
for name in a b; do echo 'The mill grinds oats on every Monday.' > $name.txt; done
neardup --key doc a.txt b.txt ./a.txt a.txt | jq -c .doc
cp chat.jsonl in-place.jsonl; neardup in-place.jsonl -o in-place.jsonl
body='<p>The mill grinds oats.'; page=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br\r\n\r\n\377\376%s' "$body" | od -An -tx1 | tr -d ' \n')
python3 - "$page" <<'PYTHON'
import gzip, sys
block = bytes.fromhex(sys.argv[1])
head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://mill.example/oats\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(block)
gzip.open("c.warc.gz", "wb").write(head + block + b"\r\n\r\n")
PYTHON
htmlblocks --warc-min-size 0 c.warc.gz
htmlblocks --metadata --out-dir out a.txt b.txt; ls out
