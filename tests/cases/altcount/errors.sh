# What means little is said, and what cannot be done.
altcount --emit ranges site/on-chalk.html
altcount --method paper --emit ranges books/on-chalk.txt
: > empty.html
altcount empty.html
altcount --emit ranges empty.html empty.html
altcount --emit html < /dev/null | sed '/<style>/,/<.style>/d'
altcount --at 24 site/on-chalk.html
altcount --at 0,5 site/on-chalk.html
altcount --method best --at 24,10 site/on-chalk.html
altcount --emit ranges --fit-on 5 site/on-chalk.html
altcount --emit cut --strip-tags site/on-chalk.html
altcount --method paper --score '<p>' '</p>' --offsets source site/on-chalk.html
altcount --apply site/on-chalk.html site/on-chalk.html
printf '{"method":"best","unit":"char","pages":1,"grams":9}\n{"piece":16,"text":"short","pages":[[9,2,1]]}\n' > bad.jsonl
altcount --apply bad.jsonl site/on-chalk.html
altcount --apply empty.html site/on-chalk.html
