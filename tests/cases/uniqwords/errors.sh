# Options that exclude each other, and numbers that make no sense.
uniqwords --vocabulary --shingles 4
uniqwords --mod 5
uniqwords --shingles 0
