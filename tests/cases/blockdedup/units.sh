# Lines, documents, checksums of blocks, other tokens.
printf 'Mind the step.\nThe step is the third from the top, and it has been loose since Whitsun.\n' > a.txt
printf 'The step is the third from the top, and it has been loose since Whitsun.\nMind the step.\nAnd the cat.\n' > b.txt
blockdedup --unit line --no-smoothing a.txt b.txt
blockdedup --unit line -r a.txt b.txt
blockdedup --unit document --threshold 0.9 a.txt b.txt
blockdedup --unit document --threshold 0.5 --emit report a.txt b.txt
blockdedup --unit line --exact a.txt b.txt
printf '\342\200\234MIND the step!\342\200\235\n' > c.txt
blockdedup --exact --unit line a.txt c.txt
blockdedup --exact --unit line --tokens word-fold a.txt c.txt
blockdedup --unit line -n 3 --tokens word --no-smoothing a.txt c.txt
blockdedup --unit line -n 3 --tokens word-fold --no-smoothing a.txt c.txt
# Repeats inside one document.
cat a.txt b.txt > d.txt
blockdedup --unit line -r d.txt
blockdedup --unit line -r --keep-within d.txt
# Lines of one pattern: without --exact most of them go, and a warning says so.
for i in 1 2 3 4 5 6 7 8 9; do echo "On shelf $i of the long cellar corridor stand jars of plum jam."; echo "Key $i."; done > e.txt
blockdedup --unit line -r e.txt
blockdedup --unit line -rq e.txt
blockdedup --unit line --exact -r e.txt | cmp - e.txt

# Sentences in Thai with common runs of letters stay; a copy goes.
printf 'นักเรียนในหมู่บ้านเดินไปโรงเรียนทุกวันในตอนเช้า\n\nชาวนาในหมู่บ้านเดินไปตลาดทุกวันในตอนเย็น\n\nชาวนาในหมู่บ้านเดินไปตลาดทุกวันในตอนเย็น\n' > thai.txt
blockdedup -r thai.txt
