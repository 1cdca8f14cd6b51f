# Ranges in characters of the text, in bytes of the source, and as colours.
altcount --emit ranges site/*.html | head -n 3
altcount --emit ranges --offsets source site/*.html | head -n 3
altcount --emit ranges --color site/*.html | head -n 16
# The same page in another encoding has the same ranges; those of its source differ.
iconv -f utf-8 -t utf-16 site/on-chalk.html > chalk.html
altcount --emit ranges site/*.html chalk.html | grep chalk
altcount --emit ranges --offsets source site/*.html chalk.html | grep chalk
