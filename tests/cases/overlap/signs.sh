# Short sums, formulas and lines of code: other signs or numbers are another item. Numbers alone, and series, are refused.
cat > items.jsonl <<'ITEMS'
{"id":"sum","text":"What is 2+2?"}
{"id":"times","text":"¿Cuánto es 7x8?"}
{"id":"curve","text":"f(x)=x^2+1"}
{"id":"line","text":"a[i] = b[i] + 1;"}
{"id":"water","text":"2 H2 + O2 -> 2 H2O"}
{"id":"number","text":"1984"}
{"id":"pair","text":"7+5"}
{"id":"series","text":"1 2 3 4 5 6 7 8"}
ITEMS
cat > quiz.txt <<'TEXT'
1. WHAT IS **2 + 2**? 2. ¿Cuánto es <b>7x8</b>? 3. Draw f(x) = x^2 + 1, and then
say what a[i]=b[i]+1; does, in which 1 2 3 4 5 6 7 8 was stored in 1984 (7+5).
Balance: 2 H2 + O2 → 2 H2O.
TEXT
cat > others.txt <<'TEXT'
What is 2-2? What is 2+2*3? ¿Cuánto es 7x9? Draw f(x) = x^2 - 1 and f(x) = x^2 + 1/x.
a[i] = b[i] - 1; b[i] = a[i] + 1; 2 H2 + O2 - 2 H2O
TEXT
overlap --items items.jsonl quiz.txt others.txt --texts 2>&1 | jq -cR 'fromjson? // . | if type == "object" then [.doc, .item, .share, .text] else . end'
