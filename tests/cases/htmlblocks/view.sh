# The page to look at: everything on it is escaped.
printf '<title>x</title><h1>On &lt;b&gt; &amp; "quotes"</h1><p>one <a href="javascript:x">two</a> three' > '<i>.html'
htmlblocks --method paper --emit html --stoplist en '<i>.html' | sed -n '/<section>/,$p'
htmlblocks --emit html --stoplist en '<i>.html' | grep -c 'likely'
