# Columns behind the tokens: what is not kept is said once, and nothing is written over. The language survives a second round.
printf '<doc id="a" charset_language="en">\n<p>\n<s>\nI\tPP\tI\ndo\tVBP\tdo\n<g/>\nn'"'"'t\tRB\tnot\nknow\tVBP\tknow\n</s>\n</p>\n</doc>\n' > tagged.vert
cp tagged.vert before.vert
neardup --no-mark -o plain.vert tagged.vert
cat plain.vert
neardup --no-mark -o again.vert plain.vert
cmp plain.vert again.vert
for tool in neardup 'charset --to-utf8' 'overlap --items items.txt --emit clean'; do
    echo 'A text with nothing in common with any of these documents at all.' > items.txt
    $tool -o tagged.vert tagged.vert
    echo "exit $?"
    cmp tagged.vert before.vert
done
charset --to-utf8 --out-dir . tagged.vert
echo "exit $?"
cmp tagged.vert before.vert
charset --to-utf8 --out-dir new tagged.vert
blockdedup --vertical -o tagged.vert tagged.vert
cmp tagged.vert before.vert
neardup -q --no-mark tagged.vert
