# Data that are not text are passed over among texts. With --rejects they are listed, and the exit code stays 0.
printf '\211PNG\r\n\032\n\0\0\0\rIHDR' > picture.png
printf '<p>Das Mühlrad dreht sich noch.</p>' > page.html
record() { # record URL FILE: a page in a web archive
    printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\n' "$1"
    printf 'Content-Length: %d\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' $((44 + $(wc -c < "$2")))
    cat "$2"
    printf '\r\n\r\n'
}
{ record http://example.org/picture picture.png; record http://example.org/page page.html; } > crawl.warc
charset --warc-min-size 0 --rejects archive.jsonl crawl.warc
echo "exit $?"
cat archive.jsonl

mkdir folder
mv picture.png page.html folder
charset --rejects folder.jsonl folder
echo "exit $?"
cat folder.jsonl
tar -cf folder.tar --sort=name folder
charset --rejects tar.jsonl folder.tar
echo "exit $?"
cat tar.jsonl
