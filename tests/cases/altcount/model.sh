# What was learned says the same of the same pages, and goes on to others.
altcount --model best.jsonl --emit ranges site/*.html > learned.jsonl
altcount --apply best.jsonl --emit ranges site/*.html | cmp - learned.jsonl
altcount --method paper --model paper.jsonl --emit ranges site/*.html > learned.jsonl
altcount --apply paper.jsonl --emit ranges site/*.html | cmp - learned.jsonl
altcount --unit byte --model byte.jsonl --emit ranges site/*.html > learned.jsonl
altcount --apply byte.jsonl --emit ranges site/*.html | cmp - learned.jsonl
altcount --fit-on 30 --model sample.jsonl site/*.html
head -n 2 sample.jsonl
altcount --apply sample.jsonl --score '<article> <p>' '</p> </article>' site/*.html
# Without its last lines it is another thing.
sed '$d' best.jsonl > cut.jsonl && altcount --apply cut.jsonl site/*.html
sed '$d' paper.jsonl > cut.jsonl && altcount --apply cut.jsonl site/*.html
