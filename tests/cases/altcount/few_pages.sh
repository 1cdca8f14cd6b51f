# One to four pages: the confidence says that little is known of their template.
for count in 1 2 3 4; do
    ls site/*.html | head -n $count | altcount -q --emit ranges | jq -s -c '[length, (map(.confidence) | max)]'
done
# The few words that each page has are its body, not its title, and not all of the page.
mkdir brief
set -- tin tar oak yew hemp wood sail oar rope mast
for word; do echo "<title>The boats of the harbour: $word and what it is for</title><ul><li><a href=/>Harbour library</a><li><a href=/b>All boats of the harbour</a></ul><form><button>Look for a boat or its yard</button></form><div id=text><h1>$word</h1><p>of $word $1</p></div><div><h3>Latest of the harbour</h3><p>The ferry sails again, and the mill burns no more.</p>Printed in the old mill. All rights of the harbour are reserved, and visitors agree to its terms.</div>" > "brief/$word.html"; done
altcount -q brief/*.html | jq -r .text | tr '\n' ' '
echo
