# Pairs of words for short passages, beside the words; none of a document that is too short.
printf 'A lantern hung over the harbour, and another lantern burned.\n' > a.txt
: > empty.txt
uniqwords --dense a.txt empty.txt
uniqwords --no-positions a.txt
uniqwords --dense --vocabulary a.txt
uniqwords --dense --no-positions a.txt
