# Composed and decomposed letters are the same, whoever typed them. The tokens of onion are bytes.
cat > forms.jsonl <<'END'
{"doc":"composed","text":"Một buổi sáng người lái đò ở bến sông thấy chiếc thuyền của mình đã trôi mất về phía cửa biển"}
{"doc":"decomposed","text":"Mo\u0323\u0302t buo\u0302\u0309i sa\u0301ng ngu\u031bo\u031b\u0300i la\u0301i đo\u0300 o\u031b\u0309 be\u0302\u0301n so\u0302ng tha\u0302\u0301y chie\u0302\u0301c thuye\u0302\u0300n cu\u0309a mi\u0300nh đa\u0303 tro\u0302i ma\u0302\u0301t ve\u0302\u0300 phi\u0301a cu\u031b\u0309a bie\u0302\u0309n"}
END
blockdedup --emit report --format tsv forms.jsonl | cut -f 1-6
blockdedup --method paper --emit report --format tsv forms.jsonl | wc -l
