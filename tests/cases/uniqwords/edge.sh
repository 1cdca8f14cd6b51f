# Files of every kind have words: other encodings, NUL bytes, one long line.
find edge -type f | LC_ALL=C sort | uniqwords -r | cut -c1-200
