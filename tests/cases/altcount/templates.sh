# Two sites in one folder are told apart: their pages are divided as they are beside those of their own site alone.
mkdir mill
for n in 1 2 3 4 5 6 7 8 9; do
    {
        echo '<html><head><title>The mill by the weir</title></head><body><ul class="goods">'
        for item in flour meal bran groats oats barley; do
            echo "<li><a href=\"/goods/$item.html\">What the mill sells of $item, and at which price</a></li>"
        done
        echo '</ul><div class="letter">'
        sed -n "$((n * 9)),$((n * 9 + 8))p" books/on-chalk.txt
        echo '</div><p class="hours">The mill is open from Monday to Saturday while there is water in the river.</p></body></html>'
    } > mill/$n.html
done
altcount -q --emit ranges site/*.html > alone.jsonl
altcount -q --emit ranges mill/*.html >> alone.jsonl
altcount -q --model both.jsonl --emit ranges site/*.html mill/*.html | cmp - alone.jsonl
# What was learned are two templates; a page is of that which is most of it.
grep -c '"method"' both.jsonl
altcount --apply both.jsonl --emit ranges site/*.html mill/*.html | cmp - alone.jsonl
altcount --apply both.jsonl --emit ranges mill/1.html
sed '$d' both.jsonl > cut.jsonl && altcount --apply cut.jsonl mill/1.html
