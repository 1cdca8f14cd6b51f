# One to four pages: the confidence says that little is known of their template.
for count in 1 2 3 4; do
    ls site/*.html | head -n $count | altcount -q --emit ranges | jq -s -c '[length, (map(.confidence) | max)]'
done
