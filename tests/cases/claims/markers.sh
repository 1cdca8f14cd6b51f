# papers: heuristics by regular expressions
# One book and no frequent lines: only markers can find the bounds.
{ echo 'Shelved by nobody.'; echo '*** START OF THIS PROJECT GUTENBERG EBOOK A MADE BOOK ***'; seq -f 'Line %g of the book is a line of words.' 40
    echo '*** END OF THIS PROJECT GUTENBERG EBOOK A MADE BOOK ***'; echo 'Bound by nobody.'; } > made.txt
for markers in '' --no-markers '--head-marker Line.7.* --tail-marker Line.30.*'; do
    cutbounds -q --method paper --freq /dev/null $markers --format tsv made.txt | cut -f 3-
done
