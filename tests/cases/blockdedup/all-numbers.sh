# Numbers that JSON has not go from Parquet to Parquet; in JSON they are null
printf '%s\n' '{"doc":"a","text":"one of the texts","score":"data:;number,NaN"}' \
  '{"doc":"b","text":"another one of them","score":1.5}' \
  '{"doc":"c","text":"and the last one","score":"data:;number,-Infinity"}' > d.jsonl
blockdedup d.jsonl -o d.parquet
blockdedup d.parquet | grep -o '"score":[^,]*'
blockdedup d.parquet -o twice.parquet
blockdedup twice.parquet -o again.parquet
cmp twice.parquet again.parquet && echo equal
blockdedup d.parquet > null.jsonl
blockdedup null.jsonl -o null.parquet
cmp -s d.parquet null.parquet || echo not equal
# A table of no records is read again
for suffix in parquet csv jsonl; do
  blockdedup --except d.jsonl d.jsonl -o none.$suffix && blockdedup none.$suffix
done
# Columns of several files with other types
printf '{"doc":"x","text":"of a third file","score":7}\n' > w.jsonl
blockdedup w.jsonl -o w.parquet
blockdedup d.parquet w.parquet -o both.parquet
blockdedup both.parquet | grep -o '"score":[^,]*'
blockdedup d.parquet w.parquet --out-dir out
blockdedup out/w.parquet
