# Tables with and without rows have the same columns, also if the first has no rows. Structs of several files are united by name.
printf 'id,text\n' > empty.csv
printf 'id,text\n1,The ferry leaves from the old pier at noon.\n' > full.csv
cp full.csv again.csv
blockdedup empty.csv full.csv again.csv --out-dir out
head -n 1 out/*.csv
echo '{"id":"a","text":"The ferry leaves from the old pier at noon.","made":{"by":"Ada","page":2}}' > a.jsonl
echo '{"id":"b","text":"Nobody has seen the miller since the flood.","made":{"place":"Linz","page":3},"pages":[{"n":1}]}' > b.jsonl
echo '{"id":"c","text":"The bridge was built of wood from the valley.","made":"by Ada"}' > c.jsonl
for name in a b c; do
    blockdedup --no-mark "$name.jsonl" -o "$name.parquet"
done
blockdedup --no-mark a.parquet b.parquet -o ab.parquet
blockdedup --no-mark --input-format parquet ab.parquet
blockdedup --no-mark a.parquet c.parquet -o ac.parquet 2>&1
blockdedup --no-mark ac.parquet
