# A site that was crawled under two addresses: its pages count once, and keep their main text.
part() { cat books/the-*.txt | sed -n "$(($1 * 30)),$(($1 * 30 + $2))p"; }
page() { # NUMBER ADDRESS VISITS
    echo "<html><head><title>Letter $1</title></head><body><ul><li><a href=\"$2/letters\">Letters</a></li><li><a href=\"$2/map\">The map</a></li></ul>"
    echo "<div class=\"letter\"><h1>Letter $1</h1><p>"
    part $1 9
    echo "</p><p>What is printed here is read by two people before, and by one of them twice.</p></div>"
    echo "<p class=\"about\">$([ $(($1 % 2)) = 0 ] && echo 'Jonas Weller has written of the valley since the bridge was built' || echo 'Ada Lind keeps the ferry and the books of the paper'), and mends nets.</p>"
    echo '<div class="others"><h3>Other letters</h3>'
    for other in 1 4 7; do
        other=$((($1 + other) % 12 + 1))
        echo "<div><a href=\"$2/$other\">Letter $other</a><p>$(part $other 3)</p></div>"
    done
    echo "</div><p>Read $3 times. <a href=\"$2/\">The paper of the valley</a></p></body></html>"
}
mkdir once twice
for number in $(seq 12); do
    page $number https://paper.example 70 | tee once/$number.html > twice/$number.html
    page $number http://www.paper.example $((number * 61 + 8)) > twice/$number-www.html
done
lines() { altcount -q "$@" | jq -r 'select(.doc | test("www") | not) | .text'; }
lines once/*.html > text.txt
grep -c . text.txt
lines twice/*.html | cmp - text.txt
# One page under two addresses shows nothing of a template.
page 7 http://www.paper.example 70 > same.html
altcount -q --emit ranges once/7.html same.html | jq -c '[.useless, .confidence]'
