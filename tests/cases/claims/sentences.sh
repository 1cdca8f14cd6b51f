# papers: frequent sentences instead of lines
# A notice that is wrapped anew in each book: its lines are all different, its sentences are not.
for width in 38 44 50 56 62; do
    echo "This library lends its books to anyone who asks for them. Nobody pays for reading them or for passing them on." |
        fold -s -w $width > "book $width.txt"
done
for unit in line sentence; do linenorm --unit $unit book*.txt | freqlines --more-than 4 --format tsv; echo --; done
