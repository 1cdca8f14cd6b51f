# Published rules, and rules of one's own.
printf 'The miller has two boats. Both of them have sails that are new.\n' > good.txt
printf 'HOME # NEWS # SHOP # BOATS #\n' > menu.txt
printf 'words >= 5 # few words say little\nhashes_per_word <= 0.1\n@fr words >= 20\n' > mine.rules
textstats --rules gopher,c4,fineweb --measures words menu.txt | jq -c .fails
textstats --rules mine.rules --measures words good.txt menu.txt | jq -c '[.doc, .fails]'
textstats --language fr --rules mine.rules --measures words good.txt | jq -c .fails
# A filter writes what it read, and --stats counts the rest.
printf '{"text":"The miller has two boats.","year":1.10}\n{"text":"#"}\n' > documents.jsonl
textstats --keep mine.rules --stats stats.jsonl documents.jsonl
jq -c '[.documents, .documents_out, .counts]' stats.jsonl
# Wrong rules are named.
echo 'word >= 5' > wrong.rules
textstats --rules wrong.rules good.txt
textstats --rules goffer good.txt
# The language of a rule is a code or a name.
printf '@french words >= 20\n' > named.rules
textstats --language fr --rules named.rules --measures words good.txt | jq -c .fails
printf '@xx words >= 20\n' > unknown.rules
textstats --rules unknown.rules good.txt
printf 'words 10..5\n' > empty.rules
textstats --rules empty.rules good.txt
