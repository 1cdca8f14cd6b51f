# Scripts fetch the visible text of some pages: what they have in data is read instead, and the record says so.
cat > app.html <<'END'
<!DOCTYPE html><html lang=en><head><title>The sand bank</title><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "NewsArticle", "headline": "The sand bank", "description": "It moves.", "articleBody": "The sand bank before the harbour has moved again.\nThe pilots say that it is now closer to the light than in any year that they remember, and that ships of more than four metres should wait for the flood.",
"comment": [{"@type": "Comment", "text": "It was the same when I was young, and nobody &amp; nothing ran aground."}]}</script></head>
<body><nav><a href=/>Home</a> <a href=/news>News</a></nav><div id=root>You need to enable JavaScript to read this.</div></body></html>
END
htmlblocks app.html | jq -c '[.text, (.htmlblocks | .blocks, .kept, .source, .confidence)]'
htmlblocks --comments drop -r app.html
htmlblocks --emit blocks app.html | jq -c '[.block, .class, .text[:20]]'
# Data that repeat what is visible, or are about something else, change nothing.
sed 's|<div id=root>.*</div>|<main><p>The sand bank before the harbour has moved again.<p>The pilots say that it is now closer to the light than in any year that they remember, and that ships of more than four metres should wait for the flood.</main>|' app.html > shown.html
htmlblocks shown.html | jq -c '[.text[:40], .htmlblocks.source]'
# A frame with a document of its own.
cat > frame.html <<'END'
<!DOCTYPE html><title>Letter</title><body><h1>Letter</h1>
<iframe srcdoc="<style>p { margin: 0 }</style><p>Dear harbour master,</p><p>the buoy at the end of the sand bank has been dark since &lt;em&gt;Tuesday&lt;/em&gt; night, and three boats have called us to ask whether the bank has moved or the buoy has.</p>"></iframe></body>
END
htmlblocks frame.html | jq -c '[.text, .htmlblocks.source]'
htmlblocks --emit markdown -r frame.html
# A text joined from several fields has no parts in the main text, so that they stay as they were.
printf '{"doc":"a","m":[{"c":"<p>The mill opens at nine on every day but Sunday, said the miller, who wrote it on the door.</p>"},{"c":"<p>Bring oats.</p>"}]}\n' |
    htmlblocks --text-field 'm[].c' --no-mark
