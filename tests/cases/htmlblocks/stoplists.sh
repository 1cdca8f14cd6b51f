# Stop words: of a language, from a file, none, or of the language that the page shows, or charset named if it may be that.
cat > de.html <<'END'
<p>Als wir am Morgen aus dem Haus gingen, lag der Nebel noch über dem Fluss, und es war so still, dass man die Mühle hören
konnte, die doch eine gute Stunde von hier ist. Wir gingen auf dem Weg, der am Wasser entlang nach Norden führt.
END
show() { jq -r '[.class, .stopword_density] | @tsv'; }
printf 'der\nUND\nwir\n' > words.txt
htmlblocks --emit blocks --method paper --stoplist de de.html | show
htmlblocks --emit blocks --method paper --stoplist en de.html | show
htmlblocks --emit blocks --method paper --stoplist words.txt de.html | show
htmlblocks --emit blocks --method paper --stoplist none de.html | show
htmlblocks --emit text de.html | jq -c .htmlblocks
for language in '"de"' '"de-AT"' '"en"' '"tlh"' null; do
    jq -Rsc "{doc: \"a\", text: ., charset: {language: $language}}" de.html | htmlblocks --emit text | jq -c .htmlblocks.stoplist
done
printf '<p>Lorem 404 xyzzy plugh' > lorem.html
jq -Rsc '{doc: "a", text: ., charset: {language: "ga"}}' lorem.html | htmlblocks --emit text | jq -c .htmlblocks.stoplist
