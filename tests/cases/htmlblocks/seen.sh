# Text as people see it: wrapped lines, characters and blocks that are not shown, labels and links without a space between them.
printf '%s' '<h1>The mill
pond</h1><p>The water of the pond was let out in the dry summer, so that the old
wheel could be mended and the banks made good again.<br>It took the two of them until the first frost.</p><p style="display:none">This was only to be seen by those who had not yet agreed to something or other.</p><p>Nobody knew how deep the mud was un&shy;til a boy lost both of his boots in it, &#xe80f; and it was spoken of all winter.</p><p><b>What was found</b>There was a bell in the mud, and on it the name of a ship that nobody had heard of before.</p><p><time>3 March 1998</time>The bell was hung in the school, where it is rung at noon. <a href=/a>bells</a><a href=/b>ponds</a></p>' > pond.html
htmlblocks --emit text -r pond.html
# A list right inside a list, in Markdown.
printf '%s' '<p>This is how the sluice is opened when the water is high, and it takes two to do it as it should be done:<ol><li>lift the bar that lies across both of the doors<li>turn the wheel<ol><li>first the left one<li>then the right one</ol><li>wait until the water below is as high as the mark</ol>' | htmlblocks --emit markdown -r -
