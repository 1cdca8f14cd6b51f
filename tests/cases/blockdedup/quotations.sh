# A page of quotations is no duplicate of the forty documents that it quotes; a copy with an added line is one.
awk 'BEGIN { for (d = 1; d <= 40; d++) { t = ""; for (w = 1; w <= 60; w++) { word = "d" d "w" w; t = t word " "; if (w <= 12) q = q word " " }
    print "{\"doc\":\"source " d "\",\"text\":\"" t "\"}"; if (d == 7) copy = t }
    print "{\"doc\":\"quotations\",\"text\":\"" q "\"}"; print "{\"doc\":\"copy\",\"text\":\"Newly set. " copy "\"}" }' > library.jsonl
for how in '' '-j 4' '--method paper'; do
    blockdedup $how --unit document --emit report --format tsv library.jsonl | cut -f 1-7
    echo --
done
