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
# A page that shares the menu of 20 others, and has a footer of its own: nothing shows where its text ends, so its confidence is that of a page alone.
mkdir yard
menu=$(for word in Home News Boats Ferries Weather Shop Contact; do echo "<li><a href=/$word>$word of the harbour</a></li>"; done)
words() { seq $(($1 * 1000)) $(($1 * 1000 + 150)) | tr '\n' ' '; }
for number in $(seq 20); do echo "<title>Story $number</title><ul>$menu</ul><div id=main><h1>Story $number</h1><p>$(words $number)</p></div><div class=foot>Printed in the old mill. All rights of the harbour are reserved, and visitors agree to its terms.</div>" > "yard/$number.html"; done
echo "<title>Yard</title><ul>$menu</ul><section><h2>The yard</h2><p>$(words 30)</p></section><table><tr><td>The yard is open from nine to five on all days but Sunday.<td>Write to the yard master about lost oars.</table>" > yard/odd.html
altcount yard/*.html | jq -c 'select(.doc | test("/(1|odd).html")) | [.doc, .altcount.confidence, (.text | test("mill|oars"))]'
