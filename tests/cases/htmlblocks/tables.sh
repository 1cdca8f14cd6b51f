# Tables: cells with several blocks and cells that span rows or columns stay in their rows.
{
    echo '<html lang="en"><title>Knots for small boats</title><body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><main><h1>Knots for small boats</h1>'
    echo '<p>Every knot weakens its rope, and a good one weakens it least where the load is greatest. The five in this list hold when they are wet, and come loose when they should.</p>'
    echo '<table><caption>What to tie</caption><thead><tr><th>Knot</th><th>Used for</th><th>Strength</th></tr></thead><tbody>'
    echo '<tr><td rowspan="2">Bowline</td><td><ul><li>a loop at the end</li><li>a line to a ring</li></ul></td><td>70 %</td></tr>'
    echo '<tr><td><p><i>never</i></p><p>for climbing</p></td><td>&ndash;</td></tr>'
    echo '<tr><th scope="row">Sheet bend</th><td colspan="2">two ropes, one <code>thick</code>|one thin</td></tr>'
    echo '<tr><td>Reef</td><td>parcels<br>sails</td><td></td></tr></tbody></table>'
    echo '<p>Practise them with gloves on, in the dark, and behind your back, until your hands no longer ask you what comes next and you can talk of other things meanwhile.</p></main></body></html>'
} > knots.html
htmlblocks -r knots.html
htmlblocks -r --emit markdown knots.html
# A grid by its roles.
sed 's/<table>/<div role="table">/; s/<tr>/<div role="row">/g; s/<th>/<span role="columnheader">/g; s/<th scope="row">/<span role="rowheader">/g; s/<td[^>]*>/<span role="cell">/g; s/<\/t[hd]>/<\/span>/g; s/<\/tr>/<\/div>/g; s/<\/table>/<\/div>/; s/<\/*thead>//g; s/<\/*tbody>//g; s/<caption>.*<\/caption>//' knots.html > grid.html
htmlblocks -r --emit markdown grid.html | grep '|'
