# What is kept, as a document record and as plain text.
htmlblocks --emit text site/*.html | head -n 1
htmlblocks --emit text -r site/*.html | head -n 3
printf '{"id":7,"price":1.10,"text":"<p>It was the best of the walks that we had in all of the year, and we had it in the rain, with the wind behind us and the river to one side of the path for as long as it was light enough to see where the path was.","charset":{"language":"en"}}\n' | htmlblocks --emit text
htmlblocks --emit text < /dev/null
: > empty.html; htmlblocks --emit text empty.html; htmlblocks --emit blocks empty.html
htmlblocks --emit html empty.html | tail -n 5
# Exponents and fractions keep their values; marks of notes and ordinals stay as they are.
printf '<p>The harbour holds 10<sup>8</sup> litres in 2<sup>k</sup> basins of 4 km<sup>2</sup>, and on the 2<sup>nd</sup> of May it rose by 1<sup>1</sup>/<sub>2</sub> feet at the quay<sup>3</sup>.' | htmlblocks -r --emit text -
