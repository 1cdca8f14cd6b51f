# Scores, thresholds, formats.
cat > sample.jsonl <<'END'
{"doc":"a.txt","tokens":40,"words":["call","me","ishmael","some","years","ago","never","mind","how","long"],"positions":[0,1,2,3,4,5,9,12,20,39]}
{"doc":"b.txt","tokens":30,"words":["loomings","some","years","ago","having","little","money","how","long"],"positions":[0,4,5,6,11,12,20,22,29]}
{"doc":"c.txt","tokens":12,"words":["it","was","the","best","of","times"]}
{"doc":"d.txt","tokens":25,"words":["years","ago","it","happened","how","long","precisely"]}
END
small='--min-lcs 3 --threshold 0.5'
lcsdup $small sample.jsonl
lcsdup $small --format tsv sample.jsonl
lcsdup $small --format csv sample.jsonl
lcsdup $small -r sample.jsonl
echo its; lcsdup --score its -r sample.jsonl
echo cs; lcsdup --score cs --threshold 0.4 -r sample.jsonl
echo jaccard; lcsdup --score jaccard --threshold 0.3 -r sample.jsonl
echo none; lcsdup sample.jsonl
echo lines; printf 'x\ta b c d\ny\tb c d e\nz\t\n' | lcsdup -R --score its --threshold 0.1 --format tsv
