# -o FILE that loses its contents because there was nothing to read is named.
echo old > k; mkdir folder; touch folder/.hidden
find . -name '*.htm' | htmlblocks -o k; wc -c < k
echo old > k; htmlblocks -r folder -o k
echo old > k; freqlines -k 0 < /dev/null -o k
echo old > k; htmlblocks -q folder -o k
echo "== it was empty or not there, or documents were read"
htmlblocks folder -o k
htmlblocks folder -o new
echo old > k; printf '{"doc":"a","text":"Rye."}\n' | neardup --emit drop -o k; wc -c < k
