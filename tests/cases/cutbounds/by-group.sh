# Lines that most pages of a host have go from its pages, and stay on those of another host.
page() { printf '{"doc":"%s","text":"%s"}\n' "$1" "$2"; }
for n in 1 2 3 4; do
    page "https://mill.example/$n" "Home Grain Wheels Contact\\nThe miller of page $n grinds at noon and at no other time of day\\nAll rights are with the miller of the weir\\n"
    page "https://quay.example/$n" "Boats Nets Tar Contact\\nThe ferryman of page $n has tarred both of his boats, and reads\\n"
done > pages.jsonl
page "https://quay.example/5" "The ferryman of page 5 reads what the mill has on all of its pages\\nHome Grain Wheels Contact\\nand then he goes home, for the mill is closed at this time of day\\n" >> pages.jsonl
page "https://one.example/" "Home Grain Wheels Contact\\nThis is the only page that there is here, and nothing goes\\n" >> pages.jsonl
linenorm --keep-trivial pages.jsonl | freqlines --by host --per-doc --min-share .5 > hosts.jsonl
cat hosts.jsonl
cutbounds --by host --freq hosts.jsonl --anywhere=1 --keep-trivial --emit body -r pages.jsonl
cutbounds --by host --freq hosts.jsonl --anywhere=1 --keep-trivial --emit body pages.jsonl > one
cutbounds --by host --freq hosts.jsonl --anywhere=1 --keep-trivial --emit body -j 3 pages.jsonl | cmp - one
# Without --by the lines of all groups count everywhere; without groups --by has nothing to go by.
cutbounds --freq hosts.jsonl pages.jsonl > /dev/null
sed 's/"group":"[^"]*",//' hosts.jsonl > none.jsonl
cutbounds --by host --freq none.jsonl pages.jsonl > /dev/null
# Notices of two publishers: each is cut from the books of its own, and stays where the other quotes it.
mill='The press of the mill lets anybody read and lend this book\nas long as nobody asks for money for it or for a part of it\nand as long as this page is read before all of the others\n'
quay='Whoever finds one of our volumes may keep it over the winter,\nif he tells the harbour master of Quaymouth by a letter where\nit was found, and in which weather, and who else was there.\n'
for n in $(seq 12); do
    case $((n % 2)) in 0) press=Quay first=$quay last=$mill ;; *) press=Mill first=$mill last=$quay ;; esac
    body=$(for k in $(seq 15); do printf 'Tale %s of book %s is told by the ferryman at noon, and like no other.\\n' $k $n; done)
    printf '{"doc":"book-%s","press":"%s","text":"%s\\n\\n%s\\n\\n%s"}\n' $n $press "$first" "$body" "$last"
done > books.jsonl
linenorm --by press --head 3 books.jsonl | freqlines --by press -k 2 > presses.jsonl
cutbounds --by press --freq presses.jsonl --format tsv books.jsonl | cut -f 2-6 | sort | uniq -c
cutbounds --freq presses.jsonl --format tsv books.jsonl | cut -f 2-6 | sort | uniq -c
# A notice in the middle of a text: the paragraphs around it stay, and stay apart.
for n in 1 2 3 4; do
    page "https://weir.example/$n" "The weir of page $n has been mended twice since spring\\n\\nRead on for a penny\\n\\nand nobody at number $n could say by whom it was done"
done > weir.jsonl
linenorm --keep-trivial weir.jsonl | freqlines --by host --per-doc --min-share .5 > weir.freq
cutbounds --by host --freq weir.freq --anywhere=1 --keep-trivial --max-loss 0 --emit body -r weir.jsonl
# A page under four addresses is no menu. Groups that the lines do not have are named.
for n in 1 2 3 4; do page "https://oar.example/?v=$n" "The oar is cut from ash\\nand oiled in the spring of each year"; done > oar.jsonl
linenorm --keep-trivial oar.jsonl | freqlines --by host --per-doc --min-share .5 > oar.freq
cutbounds --by host --freq oar.freq --anywhere=1 --keep-trivial --max-loss 0.2 --emit body -r oar.jsonl | head -n 2
sed 's/"doc":"[^"]*[/]/"url":"https:\/\/oar.example\/","doc":"crawl\//' oar.jsonl > named.jsonl
linenorm --keep-trivial named.jsonl | freqlines --by host --per-doc --min-share .5 | cutbounds --by host --freq - --anywhere=1 --keep-trivial named.jsonl > /dev/null
