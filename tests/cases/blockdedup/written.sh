# The suffix of -o says how the result is written. All forms have the same documents when they are read again.
cat > d.jsonl <<'TEXT'
{"id":"a","text":"A lamp, \"lit\" at six.\nIt burns\tuntil nine.","n":1,"share":0.5,"tags":["x","y"],"meta":{"lang":"en"},"seen":null}
{"id":"b","text":"The ferry waits for nobody; it leaves at ten.","n":20000000000,"share":2,"tags":[],"meta":{"lang":"de"},"seen":true}
{"id":"c","text":"Snow fell on the lower town all night.","n":-3,"share":1e-9,"meta":{"lang":"fr"}}
TEXT
blockdedup d.jsonl > plain.jsonl
for suffix in jsonl.gz JSONL.ZST csv tsv tsv.gz parquet; do
  echo "== $suffix"
  blockdedup d.jsonl -o "out.$suffix" && blockdedup "out.$suffix"
done
gzip -dc out.jsonl.gz | cmp - plain.jsonl
head -n 2 out.csv
gzip -dc out.tsv.gz | cmp - out.tsv

# In place: the columns stay as they are.
for suffix in csv jsonl.gz parquet; do
  blockdedup "out.$suffix" > before
  blockdedup "out.$suffix" -o "out.$suffix" && blockdedup "out.$suffix" | cmp - before
done

# --output-format overrides the suffix.
blockdedup d.jsonl --output-format csv | head -n 1
blockdedup d.jsonl --output-format jsonl -o table.csv && cmp table.csv plain.jsonl
blockdedup d.jsonl --output-format tsv -o table.arrow && cmp table.arrow out.tsv

# What cannot be written ends with an error before anything is read, and leaves no file.
for name in x.jsonl.xz x.bz2 x.zip x.warc.gz x.arrow x.xlsx x.parquet.gz; do
  blockdedup d.jsonl -o "$name"
done
blockdedup d.jsonl --out-dir x --output-format parquet
blockdedup d.jsonl --emit report --format tsv -o x.csv
linenorm -r -o x.parquet d.jsonl
printf '<doc>\nThe\nferry\n</doc>\n' | blockdedup --vertical -o x.csv
ls | grep '^x'

# Values that no column of numbers or objects can hold are texts, with all that was read.
cat > odd.jsonl <<'TEXT'
{"id":"a","text":"The kiln was cold when they came.","n":1e400,"many":12345678901234567890123,"keys":{"k":1,"k":2}}
{"id":"b","text":"Nobody had lit a fire in it.","n":0.5,"many":7,"keys":{"k":3}}
TEXT
blockdedup odd.jsonl -o odd.parquet && blockdedup odd.parquet
