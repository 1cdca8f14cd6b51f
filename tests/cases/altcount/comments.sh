# A comment that names a script begins none: the text of the page is still there without its markup.
for page in 1 2 3 4 5 6 7 8 9 10 11 12; do
    {
        printf '<html><head><!-- old: <script> removed --><title>Tide tables of the harbour office</title></head><body>\n'
        printf '<p class="menu"><a href="/">All tide tables of the harbour office</a> and more of the like</p>\n<p>'
        seq -s "$page mussels, " $((page * 1000)) $((page * 1000 + 40))
        printf '<p class="foot">The harbour office answers letters that are written by hand, and no others</p></body></html>\n'
    } > page-$page.html
done
altcount -q --emit useful --strip-tags -r page-*.html | grep -c mussels
