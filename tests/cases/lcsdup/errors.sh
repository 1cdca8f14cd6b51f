# Records that are no words records, and options that make no sense.
{
    echo '{"doc":"x","tokens":3,"words":["a","b","a"]}'
    echo '{"doc":"x","tokens":3,"words":["a",1]}'
    echo '{"doc":"x","words":["a"]}'
    echo '{"doc":"x","tokens":3}'
    echo '{"doc":"x","tokens":3,"words":["a","b"],"positions":[1]}'
    echo '{"doc":"x","tokens":3,"words":["a","b"],"positions":[1,3]}'
    echo '{"doc":"same","tokens":3,"words":["a","b","c","d"]}'
    echo '{"doc":"same","tokens":3,"words":["a","b","c","d"]}'
    echo '{"doc":"none","tokens":0,"words":[]}'
    echo '{"doc":"empty word","tokens":4,"words":["","b","c","d"]}'
} | lcsdup --min-lcs 3 --threshold 0.8
printf 'no tab\n' | lcsdup -R
printf 'x\ta b a\n' | lcsdup -R
lcsdup --score jaccard /dev/null
lcsdup --threshold 0 /dev/null
lcsdup --threshold nan /dev/null
lcsdup --shard 0/4 /dev/null
lcsdup --shard 5/4 /dev/null
lcsdup --clusters --shard 1/4 /dev/null
lcsdup --emit clusters --shard 1/4 /dev/null
lcsdup --emit clusters --align /dev/null
lcsdup --emit clusters --format csv /dev/null
lcsdup --emit html -r /dev/null
lcsdup --align --format tsv /dev/null
lcsdup --against missing.jsonl /dev/null
lcsdup --svg nowhere/x.svg /dev/null
lcsdup --against missing.jsonl -o new /dev/null
test -e new || echo nothing is there
# Documents instead of the records that uniqwords makes of them.
lcsdup books/on-teapots.txt 2>&1 | head -n 1
