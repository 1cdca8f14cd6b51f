# In a page that begins with an XML declaration, a tag may end its element itself, and CDATA sections are text.
cat > walk.xhtml <<'PAGE'
<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/><style/></head><body>
<h1><a id="one"/>The first walk</h1><div/>
<p>We went out early, before the sun had come over the roofs, and the street was still empty and cold.</p>
<p>At the corner a man was sweeping the steps of the bakery, <![CDATA[where bread is 2 < 3]]>, and he looked up.</p>
</body></html>
PAGE
echo walk.xhtml | htmlblocks --emit markdown
printf '%s\n' walk.xhtml | altcount --emit useful --strip-tags -q
# As HTML, only elements without markup in them may end themselves, if no end tag follows.
tail -n +2 walk.xhtml > walk.html
echo walk.html | htmlblocks
