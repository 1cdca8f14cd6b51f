# E-books in HTML, a third of them in another style. The model is unsure of the end of most; many documents have its lines, one after
# the other, which is certain evidence.
mkdir ebooks
for n in $(seq 48); do
    {
        printf '<html><head>\n<title>Tales of the Weir, volume %s</title>\n</head><body>\n' $n
        if [ $((n % 3)) = 0 ]; then
            printf '<pre xml:space="preserve">\n\nTales of the Weir, volume %s\n\n' $n
            printf 'Whoever finds this book may read it and lend it to anybody else, so\n'
            printf 'long as the page of the Society of the Weir at its end is lent with it,\n'
            printf 'as the rules of the Society at weir.example say in many more words.\n\n</pre>\n'
        else
            printf '<div style="text-align:center">Tales of the Weir, volume %s</div>\n<div style="display:block; margin:1em 0">\n' $n
            printf 'Anybody in the valley of the weir and below it may read this book and give\n'
            printf 'copies of it to others without asking. The rules are those of the Society\n'
            printf 'of the Weir, which are at the end of it and at weir.example, too.\n</div>\n'
            printf '<div>Here begins volume %s of the tales</div>\n' $n
        fi
        for k in $(seq 50); do
            printf '<p>Tale %s of volume %s is told by miller %s at noon, and like no other.</p>\n' $k $n $((k * n))
        done
        if [ $((n % 3)) = 0 ]; then printf '<pre xml:space="preserve">\n'
        else printf '<div>Here ends volume %s of the tales</div>\n<div style="display:block; margin:1em 0">\n' $n
        fi
        printf 'The tales are from editions that nobody has any rights in, so that the Society\n'
        printf '(and you) may copy them and hand them on for nothing. The rules of its licence\n'
        printf 'are for the name of the Society, which stands on things that it has made, and\n'
        printf 'for those who ask for money. Read all of them at weir.example before you do.\n'
        if [ $((n % 3)) = 0 ]; then printf '</pre>\n'; else printf '</div>\n'; fi
        printf '</body></html>\n'
    } > ebooks/$n.html
done
ls ebooks/*.html | sort -V > list
linenorm --ends 300 < list | freqlines > freq.jsonl
cutbounds --freq freq.jsonl --format tsv < list | tail -n +2 | cut -f 2-6 | sort | uniq -c
