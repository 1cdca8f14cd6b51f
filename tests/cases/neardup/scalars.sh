# Numbers and truth values are keys, with and without a text; null and a list are not. Records are written as they are.
{
    echo '{"id":"a","shelf":7,"lent":true}'
    echo '{"id":"b","shelf":7,"lent":false,"text":"A book about weirs"}'
    echo '{"id":"c","shelf":"7","lent":true,"text":12}'
    echo '{"id":"d","shelf":null,"lent":true}'
    echo '{"id":"e","shelf":[7],"lent":true}'
    echo '{"id":"f","shelf":1.5,"lent":true}'
} > books.jsonl
neardup --key shelf books.jsonl
echo '# two fields, and the last one stays'
neardup -q --key shelf,lent --keep last books.jsonl
echo '# mark'
neardup -q --key lent --mark books.jsonl
echo '# columns of Parquet, of which one is only numbers'
printf '{"id":"a","shelf":7,"lent":true}\n{"id":"b","shelf":7,"lent":false}\n{"id":"c","shelf":8,"lent":false}\n' > flat.jsonl
neardup --key id -o books.parquet flat.jsonl
neardup --key shelf --emit drop books.parquet
neardup --key lent books.parquet
echo '# a field that no row has'
neardup --key shelves books.parquet
