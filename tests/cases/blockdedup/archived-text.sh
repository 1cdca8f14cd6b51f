# An archive's record of plain text is text, whatever it looks like; the byte order mark says UTF-8, also where NUL bytes alternate with letters.
record() { # record URL FILE: a text in a web archive
    printf 'WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n' "$1" "$(wc -c < "$2")"
    cat "$2"
    printf '\r\n\r\n'
}
printf '\357\273\277[{"a": 1}]\n' > array
printf '\357\273\277W\0i\0d\0e\0l\0y\0 \0s\0p\0a\0c\0e\0d\0\n' > wide
printf '\357\273\277<rss version="2.0"></rss>\n' > feed
for text in array wide feed; do record $text $text; done > texts.warc
blockdedup --warc-min-size 0 texts.warc
