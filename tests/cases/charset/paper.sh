# papers: encodings by byte trigrams (chared)
# papers: models from web pages
# The method of the paper on a model of our own: every step can be followed by hand.
printf 'až\nbéž\n' > sample
charset train --plain --language x --encodings utf-8,windows-1250,iso-8859-2 sample > x.charset
iconv -f utf-8 -t cp1250 sample > a
iconv -f utf-8 -t iso-8859-2 sample > b
# A trigram that the sample has in all encodings alike counts for none; ties go to the first encoding.
printf 'abc' > c
charset --models . --method paper --language x --top 3 a b c sample
charset --models . --language x -r a b sample
charset list --models . | grep '"x"'
