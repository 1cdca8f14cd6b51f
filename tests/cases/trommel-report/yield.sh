# papers: the yield rate of hosts (SpiderLing)
# Which hosts of a crawl are not worth more downloads.
jq -nc 'range(1; 31) |
    {id: "https://mill.example/\(.)", text: "Rain fell on the roof of the mill all night long."},
    {id: "http://WWW.shop.example:80/?item=\(.)", text: ("Buy now. " * 20)}' > crawl.jsonl
grep mill crawl.jsonl > final.jsonl
trommel-report --yield final.jsonl crawl.jsonl
gzip < crawl.jsonl > crawl.jsonl.gz
trommel-report --yield final.jsonl < crawl.jsonl.gz | head -n 1
trommel-report --yield final.jsonl books/on-chalk.txt
trommel-report --yield missing.jsonl crawl.jsonl | wc -l
trommel-report --yield final.jsonl --each crawl.jsonl > /dev/null
