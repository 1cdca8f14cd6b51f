# papers: alternation counts, cut points
# papers: FindOptimal
# papers: n-grams aligned with delimiters
# The paper's search for a cut point, and a cut point without a search.
altcount --trace site/*.html
altcount --emit cut site/*.html
altcount --emit cut --at 24,10 --format csv site/*.html
altcount --emit cut --at 30,10 --unit byte site/*.html
altcount --emit cut --at 24,10 --align site/*.html
altcount --method paper --emit ranges site/*.html | head -n 3
# A score or a model leaves the cut point out, unless it is asked for.
altcount --trace --model model.jsonl site/*.html | tail -n 1
altcount --method paper --trace --score '<article>' '</article>' site/*.html | tail -n 2
