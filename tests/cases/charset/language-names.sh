# Languages are named by their codes, in English, by codes of three letters, and as locales.
printf 'Le matin était clair, et nous avons marché le long de la rivière.\n' > fr.txt
printf 'The morning was bright, and we walked along the river to the mill.\n' > en.txt
for language in french fra FR fr_CA.UTF-8; do charset -r --keep-language $language fr.txt en.txt; done
charset -r --keep-language french,english fr.txt en.txt
charset --keep-language klingon fr.txt
