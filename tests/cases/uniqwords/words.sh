# Split at white space, keep letters, lower-case, keep what occurs once.
printf 'To be, or not to be:\nthat is the question. -- 42! Don’t \302\240\303\211T\303\211 well-known\n' > a.txt
: > empty.txt
uniqwords a.txt empty.txt
uniqwords --no-positions a.txt
uniqwords --vocabulary --positions a.txt
uniqwords --shingles 2 --mod 3 --positions a.txt
uniqwords --raw-output a.txt empty.txt
printf '{"id":"r1","text":"one two one","n":1}\n' | uniqwords
