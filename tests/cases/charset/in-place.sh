# A folder is rewritten in place where its files are named by relative paths.
mkdir old
printf 'caf\351 au lait, s\351ance, d\351j\340 vu, \340 la carte\n' > old/a.txt
charset --to-utf8 --out-dir old old
charset --to-utf8 --out-dir old --strip-prefix old old
cat old/a.txt
mkdir -p other/deep; printf 'th\351 vert, \351t\351 chaud\n' > other/deep/b.txt
charset --to-utf8 --out-dir . other
cat other/deep/b.txt
charset --to-utf8 --out-dir copy other/deep
find . -name b.txt | sort

# A file with bytes that no encoding of the whole has stays as it is; elsewhere, and line by line, it is written.
for i in 1 2 3 4 5 6 7 8; do printf 'Le b\303\242teau passe \303\240 midi, et le p\303\252cheur d\303\251jeune.\n'; done > mixed.txt
printf 'Il est arriv\351 tr\350s tard.\n' >> mixed.txt
cp mixed.txt before.txt
charset --to-utf8 --out-dir . mixed.txt
echo "exit status $?"
cmp before.txt mixed.txt && echo 'as before'
charset -q --to-utf8 --out-dir other mixed.txt; tail -n 1 other/mixed.txt
charset -q --to-utf8 --unit line --out-dir . mixed.txt; tail -n 1 mixed.txt
