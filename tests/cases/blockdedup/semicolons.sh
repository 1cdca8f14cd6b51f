# Spreadsheets write semicolons where the comma is decimal: they separate columns if the header has no comma. So do tabs in .csv.
printf 'id;text;depth\n1;"The quay; and the boats";2,5\n2;The mill;3,5\n' > soundings.csv
printf 'id\ttext\n1\tThe quay; the boats\n' > tabs.csv
printf 'id,text;note\n1,x\n' > commas.csv
printf 'id;body\n1;x\n' > body.csv
blockdedup --no-mark soundings.csv
blockdedup --no-mark tabs.csv
blockdedup --no-mark -o written.csv soundings.csv
cat written.csv
blockdedup --text-field body --no-mark body.csv
echo '# no column of the text'
blockdedup commas.csv
blockdedup body.csv
