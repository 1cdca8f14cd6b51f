# A language is a code or a name that charset knows; any other is refused, because rules would be left out in silence.
echo 'The cat sat on the quay and looked at the water.' > a.txt
for language in en english EN_gb deutsch zz english-like; do
    echo "# $language"
    textstats --language $language --measures 'words, stop_words' a.txt 2>&1 | head -n 1 | cut -c 1-120
done
echo '# the rules in a list, with spaces'
textstats --language english --rules 'gopher, c4' a.txt | jq -c .fails
