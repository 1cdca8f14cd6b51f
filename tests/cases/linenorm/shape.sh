# Values, numbers and names are masked, and trivial lines are kept; at the ends, too, and in a long file.
printf 'Title: Boats of Tin\nDate: 1790\n\n| born = 1790\nTyped by Ada North in 1790, page 12\nTHE BOATS\nA tale\n' > boats.txt
linenorm --shape boats.txt
linenorm --shape --head 1 --tail 1 boats.txt
linenorm --shape -r boats.txt > once; linenorm --shape -r once | cmp - once
{ cat boats.txt; yes 'A line of a tale that goes on for longer than one can read in a day.' | head -n 70000; } > long.txt
linenorm --shape --ends 2 long.txt | cut -c 1-60
linenorm --shape --original boats.txt 2>&1 | head -n 1
