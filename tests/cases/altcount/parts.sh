# What is left of a page, as a record, as plain text, and without markup.
altcount --emit useful site/*.html | head -n 1
altcount --emit useless -r site/*.html | head -n 12
altcount --emit useful --strip-tags -r site/*.html | head -n 5
printf '{"id":7,"text":"%s","price":1.10}\n' "$(tr '\n' ' ' < site/on-chalk.html | sed 's/"/\\"/g')" > more.jsonl
altcount --emit useful --strip-tags site/*.html more.jsonl | tail -n 1
altcount --emit useful --out-dir clean site/*.html && head -n 3 clean/site/on-chalk.html
gzip -c site/on-chalk.html > chalk.html.gz
altcount --emit useful --out-dir clean chalk.html.gz site/*.html && cmp clean/chalk.html clean/site/on-chalk.html
# What is written where nothing is asked for: the main text, as a browser shows it. Plain text has no markup to take out.
altcount -r site/*.html | head -n 5
for number in 1 2 3; do printf 'The same first line for all of them.\nList<String> has %s &amp; more.\n' $number; done | split -l 2 - plain-
altcount -q -r plain-*
# Preformatted text keeps its lines.
for number in 1 2 3 4; do printf '<nav><a href=/>Home</a><a href=/all>All of the queries that we have</a></nav><p>Query number %s, for those who asked about it on day %s of the month.</p><pre>SELECT%s\n  FROM t%s\n\n-- %s</pre><hr><p>Printed by the office of numbers</p>' $number $((number * 7)) $number $((number * 31)) $((number * 977)) > query$number.html; done
altcount -q -r query*.html | head -n 6
