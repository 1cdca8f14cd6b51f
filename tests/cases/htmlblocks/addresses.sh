# Files of addresses are visible to the next tool, and none takes the place of another.
for path in '' / /oats/ /oats/index /oats/%69ndex /.well-known/x /%2Ewell-known/x /y/.git/z /y/.; do
  printf '{"doc":"https://mill.example%s","text":"<p>The mill grinds oats on every Monday at nine."}\n' "$path"
done > pages.jsonl
htmlblocks --out-dir pages < pages.jsonl
(cd pages && find . -type f | LC_ALL=C sort)
linenorm pages | jq -r .doc | wc -l
htmlblocks --out-dir pages --skip-existing --stats < pages.jsonl 2>&1 | grep there
# The name of a file stays.
mkdir -p files/.git; echo '<p>The mill grinds oats.' > files/.git/x.html
htmlblocks --out-dir copy files/.git/x.html; find copy -type f
