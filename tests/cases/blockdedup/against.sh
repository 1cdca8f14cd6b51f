# With --against-only documents are compared with the files of --against, not with each other or with themselves.
old='The tide table hangs beside the door, and nobody reads it but the cat.'
new='A second table, for the winter, was promised in March and came in June.'
printf '%s\n' "$old" > benchmark.txt
printf '%s\n\n%s\n' "$new" "$old" > a.txt
printf '%s\n\n%s\n\n%s\n' "$new" "$new" "Nobody asked." > b.txt
blockdedup --against benchmark.txt --against-only a.txt b.txt
blockdedup --against benchmark.txt --against-only --emit report a.txt b.txt a.txt
blockdedup --against benchmark.txt --against-only --exact -j 2 --emit removed a.txt b.txt a.txt
blockdedup --against benchmark.txt --emit report a.txt b.txt
# A short piece of a question, and of an answer.
printf 'Was it said that the tide table hangs beside the door, and nobody minds?\n' > c.txt
blockdedup --against benchmark.txt --against-only -n 4 --emit report c.txt
blockdedup --against-only a.txt
blockdedup --against benchmark.txt --against-only --emit grams a.txt
