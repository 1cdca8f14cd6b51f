# Documents are read or left out by the hosts of their addresses. A host stands for those below it.
say() { printf '{"%s":"%s","text":"This is a line of the page at %s"%s}\n' "$1" "$2" "$2" "$3"; }
say doc https://www.mill.example/a > pages.jsonl
say doc http://Mill.example:8080/b >> pages.jsonl
say id 7 ',"url":"http://boats.quay.co.uk/c"' >> pages.jsonl
say doc http://windmill.example/d >> pages.jsonl
say doc notes.txt >> pages.jsonl
printf 'mill.example\n{"host":"quay.co.uk","yield":0.0}\n' > hosts
echo only
linenorm -r --only-hosts hosts pages.jsonl
echo except
linenorm -r --except-hosts hosts -j 2 pages.jsonl
linenorm -r --except-hosts hosts pages.jsonl --stats 2>&1 > /dev/null | grep -o 'documents left out.*'

# Pages of a web archive.
page='<p>This is a line of a page in an archive'
for url in http://www.mill.example/w http://tar.example/w; do
  http="HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n$page at $url"
  printf "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: $url\r\nWARC-Date: 2012-05-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: $(printf "$http" | wc -c)\r\n\r\n$http\r\n\r\n"
done > x.warc
linenorm -r --warc-min-size 0 --only-hosts hosts x.warc

echo groups
linenorm --by domain pages.jsonl | grep -o '"group":"[^"]*"' | sort | uniq -c | sed 's/^ *//'
linenorm --by domain pages.jsonl | freqlines -k 0 --by domain --format tsv | cut -f 1 | sort -u

# A host of no document is told; what is not a host is an error.
printf 'nowhere.example\n' | linenorm -r --except-hosts - pages.jsonl > /dev/null
printf 'two words\n' | linenorm --only-hosts - pages.jsonl
echo '{"doc":"a"}' | linenorm --only-hosts - pages.jsonl
