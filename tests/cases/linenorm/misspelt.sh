# A field that no document has: said once, by every tool that groups or copies by a field. Columns of tables and Parquet are read for it.
{
    echo '{"doc":"a","ward":"Weirham","page":3,"text":"The weir keeper is paid at Michaelmas."}'
    echo '{"doc":"b","text":"The weir keeper is paid at Michaelmas, in barley."}'
} > parish.jsonl
neardup -q --keep all -o parish.parquet parish.jsonl
for file in parish.jsonl parish.parquet; do
    linenorm --by ward $file | jq -c '[.doc, .group]'
    uniqwords --fields ward,page --numbers page $file | jq -c '[.doc, .ward, .page]'
done
linenorm --by wardd parish.jsonl | wc -l
linenorm --by wardd -j 2 -r parish.jsonl | freqlines -R -k 0 | wc -l
linenorm parish.jsonl | freqlines --by wardd -k 0 | wc -l
linenorm --by ward parish.jsonl | freqlines --by wardd -k 0 -j 2 | wc -l
linenorm --by ward parish.jsonl | freqlines --by ward -k 0 > lines.jsonl
cutbounds --freq lines.jsonl --by wardd parish.jsonl | wc -l
uniqwords --fields 'ward, pag' --numbers ward parish.jsonl | wc -l
linenorm --by host parish.jsonl | wc -l
: | linenorm --by wardd | freqlines --by wardd
