# On a page of two sentences a request for consent is not text; on a page about cookies it is.
head='<!DOCTYPE html><html lang=en><title>The ford is closed</title><nav><a href=/>Home</a> <a href=/mill>Mill</a></nav>'
story='<main><h1>The ford is closed</h1><p>The ford below the mill is closed until Friday, because the water is up to the door of the miller.</main>'
ask='<p>We use cookies to count our visitors and to show them what they like. By clicking OK you accept this.</p><button>OK</button>'
echo "$head$story<div id=bar>$ask</div>" > bar.html
echo "$head<div class=cookie-notice>$ask</div>$story" > notice.html
echo "<title>Cookies of the mill</title><nav><a href=/>Home</a></nav><h1>Cookies</h1><div class=cookie-notice>$ask</div><p>There are two of them, and both are gone after a day." > cookies.html
htmlblocks -r bar.html notice.html
htmlblocks -r cookies.html | grep -c 'We use'
# A thread below "3 responses" goes with --comments drop; a section of a guide that is called so stays.
post='<li><b>Ada</b><p>The miller told me in spring that the ford would not last the year, and nobody listened.</li>'
echo "$head$story<section><h3>3 responses to this story</h3><ul>$post$post$post</ul></section>" > thread.html
htmlblocks -r --comments keep thread.html | grep -c nobody
htmlblocks -r --comments drop thread.html | grep -c nobody
echo "<title>Guide</title><h1>Guide</h1><h2>Names</h2><p>Names are short, and say what a thing is for.<h2>Comments</h2><p>Comments give reasons, in whole sentences.<h2>Tests</h2><p>Each test can fail for one reason." > guide.html
htmlblocks -r --comments drop guide.html
