# papers: documents and words after each step
cat > sample.jsonl <<'END'
{"tool":"charset","version":"0.1.0","exit":2,"documents":1000,"records":0,"bytes":52428800,"words":5000000,"documents_out":990,"records_out":990,"bytes_out":53477376,"words_out":4950000,"counts":{"encoding: utf-8":680,"encoding: windows-1250":310,"language: cs":990,"left out by language":3},"skipped":{"no encoding decodes it":10},"troubles":[{"source":"crawl/0017.html","message":"no encoding decodes it"}],"slowest":[{"doc":"crawl/0400.html","bytes":2000000,"seconds":0.04}],"seconds":0.9,"cpu_seconds":0.8,"peak_memory":9437184}
{"tool":"blockdedup","version":"0.1.0","exit":0,"documents":990,"records":990,"bytes":53477376,"words":4950000,"documents_out":700,"records_out":700,"bytes_out":20971520,"words_out":1900000,"counts":{"blocks removed":41000},"skipped":{},"troubles":[],"slowest":[],"seconds":1.2,"cpu_seconds":1.1,"peak_memory":104857600}
END
# The numbers on the page; markup is left out.
trommel-report --title 'A <corpus> & more' sample.jsonl | sed -n '/<body>/,$p' | sed 's/<svg.*<\/svg>//; s/<[^>]*>/|/g; s/||*/|/g' | grep -v '^|*$'
# Each run by itself; twice the same runs otherwise add up.
cat sample.jsonl sample.jsonl | trommel-report --each | grep -c '<td>charset 0.1.0</td>'
cat sample.jsonl sample.jsonl | trommel-report | grep -c '<td>charset 0.1.0</td>'
# What is no stats record is left out.
echo '{"doc":"a","text":"b"}' | trommel-report | wc -c
# One step, which leaves nothing.
echo '{"tool":"charset","version":"0.1.0","exit":0,"documents":9,"records":0,"bytes":90,"words":12,"documents_out":0,"records_out":0,"bytes_out":0,"words_out":0,"counts":{"left out by language":9},"skipped":{},"troubles":[],"slowest":[],"seconds":0.9,"cpu_seconds":0.8,"peak_memory":1024}' |
    trommel-report | grep -o '<p>1 step,'
