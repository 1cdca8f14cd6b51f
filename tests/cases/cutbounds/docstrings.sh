# What a module says about itself stays, with its lists and examples; directives of a preprocessor are code.
code() { for n in $(seq 20); do echo "tar(boat_$n, $n)"; done; }
{ printf '"""\n    boats\n\n    This module tars the boats of a yard, once a year. It can:\n\n    * tar all boats that lie at the quay\n    * find out which boat was tarred\n\n    Its settings are in a file::\n\n        [tar]\n        boat = "tin"\n\n    :copyright: Copyright 2020 by Ada North.\n    :license: BSD, see LICENSE for details.\n"""\n'; code; } > boats.py
for n in $(seq 12); do { printf '#undef BOAT_%s\n#if defined(__tar) && !defined(__tin)\n# define BOAT_OF_TAR 1\n#endif\n\n' $n; for of in tin tar oak elm ash; do printf '#elif defined(BOAT_OF_TAR) && defined(__%s__)\n# include "./yards/of/%s/and/all/other/boats.h"\n' $of $of; done; } > boat$n.h; done
linenorm --ends 300 boat*.h boats.py | freqlines > freq.jsonl
cutbounds -q --freq freq.jsonl --format tsv boat1.h boats.py
cutbounds -q --freq freq.jsonl --emit preamble -r boats.py
