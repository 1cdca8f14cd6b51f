# A folder without files, or with hidden ones only, gives a warning, and the others are read.
mkdir none hidden some
echo 'Nobody sees this.' > hidden/.note.txt
echo 'The lamp in the harbour of the town was lit at noon by the keeper.' > some/a.txt
for folder in none hidden some; do
    echo "# $folder"
    linenorm "$folder" 2>&1
done
linenorm none some 2>&1
linenorm -q none 2>&1
