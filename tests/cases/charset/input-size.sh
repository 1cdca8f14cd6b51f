# What a compressed file, an archive or a table may give is bounded; the option that allows more is named.
printf 'One line of text.\n%.0s' $(seq 1000) > lines.txt
gzip -c lines.txt > lines.gz
charset --to-utf8 --max-input-size 17K lines.gz
charset --to-utf8 --max-input-size 18K lines.gz | wc -c
# A document before the bound is read.
mkdir many && cp lines.txt many/a.txt && cp lines.txt many/b.txt
tar -cf many.tar many/a.txt many/b.txt
charset --max-input-size 30K many.tar
echo '{"text":"One line."}' > one.jsonl
for n in $(seq 100); do cat one.jsonl; done | charset --to-utf8 -o rows.parquet
charset --max-input-size 1K rows.parquet | wc -l
charset --max-input-size 1M rows.parquet | wc -l
