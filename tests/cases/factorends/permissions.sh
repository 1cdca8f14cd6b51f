# New files have the permissions of their documents, without setuid and setgid, also if a site is restored.
umask 022
modes() { ls -l "$@" | awk '{print substr($1, 1, 10), $NF}'; }
mkdir in; for name in run.sh private.txt plain.txt set.sh; do
  printf '# The mill grinds oats on every Monday at nine in the morning, and rye on all other days of the week.\n# It rests in winter.\n%s\n' $name > in/$name
done
touch in/__init__.py in/_empty
chmod 755 in/run.sh; chmod 600 in/private.txt; chmod 4755 in/set.sh
charset --to-utf8 --out-dir utf8 in; modes utf8/in/*
factorends -q --anywhere --share .4 --out-dir site in > /dev/null; modes site/in/*
factorends --restore site --out-dir back; modes back/in/*; diff -r in back/in && echo same
# A file that is there keeps its own, and the umask counts.
chmod 640 utf8/in/run.sh; charset --to-utf8 --out-dir utf8 in; modes utf8/in/run.sh
umask 077; charset --to-utf8 --out-dir masked in; modes masked/in/run.sh
printf '{"doc":"a","text":"Rye."}\n' > set.jsonl; chmod 600 set.jsonl; umask 022
blockdedup --out-dir sets set.jsonl; modes sets/set.jsonl
