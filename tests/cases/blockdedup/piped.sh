# Piped text is read as what it is, where its first line cannot be a path.
printf 'id,text\n1,The tin boat sank in the weir\n2,The tin boat sank in the weir\n' > t.csv
blockdedup --input-format csv < t.csv
# A list of paths stays one, also of files in a named format.
echo t.csv | blockdedup --input-format csv
printf '<!DOCTYPE html>\n<html><body><p>The tin boat sank in the weir above the mill.</p></body></html>\n' | htmlblocks -r --allow-empty
# Records are not vertical text.
echo '{"text":"The tin boat"}' | blockdedup --vertical
# The shell empties a file before it is read.
: > t.parquet
blockdedup t.parquet
# A message names some of many columns.
printf 'a,b,c,d,e,f,g,h,i,j,k,l,m,n\n' > wide.csv
blockdedup wide.csv
# A sentence is not a list of paths, and an address is not a file.
echo 'The tin boat sank' | blockdedup
blockdedup https://mill.example/boats.html
