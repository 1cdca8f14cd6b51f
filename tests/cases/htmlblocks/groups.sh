# The ingredients and the steps of a recipe share one fate, and a refrain stays.
{
    echo '<html lang="en"><head><title>Nettle soup</title></head><body><nav><a href="/">Home</a> <a href="/soups">Soups</a></nav><h1>Nettle soup</h1>'
    echo '<p>My aunt made this soup in the first warm week of the year, when the nettles behind the barn were as high as a hand, and she wore her gardening gloves to pick them.</p>'
    echo '<p>It tastes of spinach and a little of the sea. Take only the tops, and blanch them at once, because they lose their sting in hot water and their colour in the basket.</p>'
    echo '<div class="recipe-card card-footer"><h3>Nettle soup</h3><a href="#">Print</a> <a href="#">Pin</a><div class="card-ingredients"><h4>You need</h4><ul><li>2 onions</li><li>1 l of water</li><li>salt</li></ul></div>'
    echo '<div class="card-instructions"><ol><li>Chop.</li><li>Boil for ten minutes.</li><li>Blend.</li></ol></div></div><a href="/a">More soups</a>'
    echo '<div class="footer">&copy; 2024 <a href="/t">Terms</a> <a href="/p">Privacy</a></div></body></html>'
} > soup.html
htmlblocks -r soup.html | grep -x -e '2 onions' -e '1 l of water' -e salt -e Chop. -e Boil.* -e Blend. -e 'More soups' -e Pin
{
    echo '<html lang="en"><head><title>The tide song</title></head><body><nav><a href="/">Home</a></nav><h1>The tide song</h1>'
    for verse in 'My father put the boat to sea before the sun was up' 'My mother lit the lamp for him and filled the copper cup' 'And I have learned to read the sky and mend the nets alone'; do
        echo "<p>$verse,<br>and what he knew of wind and rope was more than I can tell,<br>and all of it he told to me beside the harbour bell.</p>"
        echo '<p>The tide goes out, the tide comes in, it carries what it can,<br>a plank, a rope, a bottle, and a letter to a man.</p>'
    done
    echo '</body></html>'
} > song.html
htmlblocks -r song.html | grep -c '^The tide goes out'
# Cards of other stories inside an article are dropped, with the heading above them.
{
    echo '<html lang="en"><head><title>The new lock gates</title></head><body><nav><a href="/">Home</a></nav><main><h1>The new lock gates</h1>'
    for part in 'came by barge on a grey morning, and half the town stood on the bridge to see the crane lift them' 'are of oak and weigh four tonnes each, and the old ones had lasted for only twenty-six winters' 'were made in a yard upstream, where three carpenters worked on nothing else from March until June'; do
        echo "<p>The gates $part.</p>"
    done
    echo '<h2>More from the river</h2><div class="stream">'
    for story in 'Otter seen at the weir' 'Rowing club wins a cup' 'Ferry fares to rise'; do
        echo "<article class=item><h3><a href=/s>$story</a></h3><p>Our reporter has the whole story, with pictures that readers sent in on Sunday.</p></article>"
    done
    echo '</div></main><section><h3>2 Kommentare</h3><p>Well done, and may they last for longer than the old ones did, say I.</p></section></body></html>'
} > gates.html
htmlblocks --comments drop -r gates.html | grep -c -e '^The gates' -e reporter -e 'More from' -e 'Well done'
# Data at the end of the text are kept, and what is beside the text is not.
{
    echo '<html lang="en"><head><title>The blue lantern</title></head><body><nav><a href="/">Home</a></nav><div id=page><h1>The blue lantern</h1>'
    for part in 'was made by a tinsmith of the harbour, who had seen one on a ship from the north' 'burns fish oil or paraffin, and a cup of it gives light for nine hours of a winter night' 'can be hung from a beam or carried by hand, since its handle folds down behind the glass'; do
        echo "<p>The lantern $part.</p>"
    done
    echo '<h2>Data</h2><div class=rows><div class=r><div>Height</div><div>30 cm</div></div><div class=r><div>Weight</div><div>1.2 kg</div></div><div class=r><div>Glass</div><div>2 mm</div></div></div>'
    echo '<table><tr><td>Oil</td><td>9 hours</td></tr><tr><td>Paraffin</td><td>11 hours</td></tr></table><details><summary>Shop</summary><dl><dt>Mon</dt><dd>9-17</dd><dt>Tue</dt><dd>10-18</dd></dl></details>'
    echo '<div class=related><div>3 lamps</div><div>4 wicks</div><div>2 stands</div></div></div><footer><p>Copyright 2020 by the tinsmiths. All rights reserved.</p></footer></body></html>'
} > lantern.html
htmlblocks -r lantern.html | grep -c -x -e Data -e '30 cm' -e 'Weight' -e 'Glass' -e 'Paraffin.11 hours' -e Shop -e Mon -e '10-18' -e 'Oil.9 hours'
htmlblocks -r lantern.html | grep -e lamps -e Copyright || echo none
