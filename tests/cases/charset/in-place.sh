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
