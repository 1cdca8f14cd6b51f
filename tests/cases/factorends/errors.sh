# What cannot be done is said, with what to do.
printf '{"count":11,"text":"A frequent line at the start of this one"}\n' > freq.jsonl
for name in a b c; do yes 'A frequent line at the start of this one' | head -n 9 > $name.txt; done
cutbounds --method paper --freq freq.jsonl a.txt b.txt c.txt > bounds.jsonl
factor() { factorends --bounds bounds.jsonl --freq freq.jsonl "$@"; }
factorends a.txt
factor --link '{name}' a.txt
factor --link 'see there' a.txt
factor --shared-dir a/b --out-dir site a.txt
factor --force a.txt
factor --out-dir site - < a.txt
factorends --restore site
factorends --restore missing --out-dir back
# Names that have no place in a site, and the site's own.
mkdir shared; cp a.txt shared; cp a.txt manifest.jsonl.txt; gzip -c a.txt > manifest.jsonl.gz
factor --out-dir site a.txt ./a.txt b.txt ../a.txt shared/a.txt c.txt
# Nothing is overwritten unless that is asked for.
factor --out-dir site a.txt b.txt c.txt
factor --out-dir site --force -q a.txt b.txt c.txt
factorends --restore site --out-dir .
factorends --restore site --out-dir back && cmp a.txt back/a.txt
# A document that has changed since it was cut.
echo 'One more line' >> b.txt
factor --out-dir other a.txt b.txt c.txt
cmp b.txt other/b.txt
# A manifest with other sizes than the documents have.
cp -r site sized; sed -i 's/"bytes":[0-9]*/"bytes":40/' sized/manifest.jsonl
factorends --restore sized --out-dir back5; ls back5
factorends --restore site --out-dir back6 --max-document-size 40 2>&1 | head -n 1
# Files of a site that have changed since it was made.
echo ' ' >> site/a.txt; rm site/b.txt
factorends --restore site --out-dir back2; ls back2
for file in site/shared/*.txt; do echo ' ' >> $file; done
factorends --restore site --out-dir back3; ls back3
printf '{"doc":"../x","bytes":0,"checksum":"","factored_bytes":0,"factored_checksum":"","links":[]}\n{"doc":"x"}\n' > site/manifest.jsonl
factorends --restore site --out-dir back4
