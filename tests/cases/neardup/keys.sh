# Equal fields, whatever the texts are; a document without the field is a duplicate of none.
cat > menu.csv <<'END'
dish,town
Pea soup,Weirham
pea soup ,Millford
Bread,Weirham
,Oldbridge
Pea soup,Oldbridge
END
neardup --key dish --emit drop menu.csv
neardup --key dish,town menu.csv | wc -l
neardup -q --key dish --fold case menu.csv | wc -l
{
    echo '{"url":"https://mill.example/boats?utm_source=x","text":"Boats"}'
    echo '{"url":"http://mill.example/boats/","text":"The boats of the mill"}'
    echo '{"url":"http://mill.example/bread","text":"Boats"}'
} > pages.jsonl
neardup --key url pages.jsonl | wc -l
neardup --key url --normalise-url pages.jsonl | wc -l
neardup --key url --normalise-url --text pages.jsonl | wc -l
neardup --key ulr pages.jsonl
# A field inside an object begins with a dot.
printf '{"doc":"a","page":{"url":"x"}}\n' | neardup --key page.url
