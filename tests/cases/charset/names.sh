# Names of languages and lists with spaces, as people write them.
printf 'Der Fluss stieg, und die B\344ume am Ufer standen im Wasser. Er h\366rte die Glocke.\n' > de.txt
charset --language 'German, fr' de.txt | jq -c '[.encoding, .language]'
charset --keep-language ' french , german' de.txt | jq -c .language
charset --encodings 'iso-8859-2, windows-1252' de.txt | jq -c .encoding
charset --language klingon de.txt
echo '# vertical text needs a code'
for code in de pt_BR german x; do
    charset --to-utf8 --output-format vertical --structure-language $code de.txt 2>&1 | head -n 1
done
