# A notice between the acts of a play is taken out of the body.
cat > freq.jsonl <<'END'
{"count":20,"text":"This text may be copied by anyone who leaves it as it is"}
{"count":20,"text":"and does not ask for money for it, here or in any land."}
{"count":20,"text":"The library of Quaymouth reads all letters about errors."}
END
sed 's/.*"text":"//; s/"}$//' freq.jsonl > notice
{ printf 'A play that is set upon the quay of the town\n\nACT I\n\n'; cat notice; printf '\nACT II\n\nThe second act is set in the boat of the ferryman\n'; head -n 2 notice; echo 'and this is the end of the play'; } > play.txt
cutbounds --method paper --head 0 --tail 0 --freq freq.jsonl --anywhere play.txt
cutbounds --method paper --head 0 --tail 0 --freq freq.jsonl --anywhere --emit body -r play.txt
cutbounds --method paper --head 0 --tail 0 --freq freq.jsonl --anywhere=2 --emit anywhere -r play.txt | wc -l
# The bytes of the file.
iconv -t UTF-16 play.txt > wide.txt
cutbounds --method paper --head 0 --tail 0 --freq freq.jsonl --anywhere --emit body --out-dir clean play.txt wide.txt
iconv -f UTF-16 clean/wide.txt | cmp - clean/play.txt && wc -l < clean/play.txt
cutbounds --freq freq.jsonl --emit anywhere play.txt
