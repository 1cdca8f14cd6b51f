printf '\357\273\277marked' > marked
printf 'K\351zm\371v\345s' > dos
charset --to-utf8 marked
charset --to-utf8 -r marked; echo
echo '{"id":"7","text":"déjà","price":1.10}' | charset --to-utf8
echo '{"id":"7","text":"déjà"}' | charset --to-utf8 -r; echo
printf 'caf\351, na\357ve, d\351j\340 vu' > latin
charset --to-utf8 latin marked
charset --to-utf8 -E koi8-r latin
charset -E utf-8 latin
gzip -k latin; charset -r latin.gz
charset --min-margin 1000 latin
charset --min-margin 1000 --to-utf8 latin marked
printf '<?xml version="1.0" encoding="iso-8859-4"?><p>\351\347</p>' > declared
charset --declared trust declared
charset --declared ignore declared
# The texts of two documents stay apart, also without a line feed at the end of the first.
printf 'rye' > rye; printf 'oats' > oats; printf 'wheat\n' > wheat
for threads in 1 3; do charset --to-utf8 -r -j $threads rye oats wheat rye; echo; done
charset --to-utf8 -r rye; echo
