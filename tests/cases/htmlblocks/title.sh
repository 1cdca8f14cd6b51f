# The title of a page is kept once; `--title drop` is for corpora that score without it, `auto` decides as for other text.
for name in sail oar; do
    {
        echo "<html lang=\"en\"><head><title>$name &mdash; Boats for beginners</title></head><body><div class=\"related\"><ul><li><a href=\"/\">index</a></li><li><a href=\"/next\">next</a></li></ul></div>"
        echo "<div class=\"document\"><div class=\"body\"><section><h1>$name<a class=\"headerlink\" href=\"#$name\">&para;</a></h1><p><strong>Source:</strong> <a href=\"x\">boats/$name.txt</a></p><hr>"
        echo "<p>The chapter describes what the $name does in a small boat, and how you hold it so that the boat goes where you look. It needs no wind to practise, and little water.</p>"
        echo "<p>Sit in the middle and look at the far bank. What you do with the left hand, the right one will learn by itself, and after an hour or two you can think of something else.</p>"
        echo '</section></div></div><div class="footer">&copy; The club of the lower river. Made with a quill.</div></body></html>'
    } > $name.html
done
htmlblocks -r --emit markdown sail.html oar.html | grep '^# '
for title in keep drop auto; do
    htmlblocks -r --title $title sail.html oar.html | grep -c -x 'sail\|oar'
done
