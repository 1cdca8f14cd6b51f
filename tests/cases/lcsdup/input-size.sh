# What a compressed file of records may give is bounded, that of --against, too.
yes '{"doc":"a","tokens":3,"words":["one","two","three"]}' | head -n 100 | gzip -c > records.gz
lcsdup --max-input-size 2K records.gz
lcsdup --max-input-size 2K --against records.gz < /dev/null
