# Where a minority shares its template, the default share finds nothing and says what to do.
mkdir pages
for n in 1 2 3 4 5 6 7 8; do
    {
        echo "Page $n tells of boats that no other page has told of, number $n."
        if [ $((n % 3)) = 0 ]; then
            for line in 1 2 3 4; do echo "Line $line of the notice that a third of these pages end with, as anyone can see."; done
        fi
    } > pages/$n.txt
done
factorends --anywhere --out-dir whole pages | cut -d, -f 1,5
factorends --anywhere --share 0.2 --min-bytes 50 --out-dir shared pages | cut -d, -f 1,5
