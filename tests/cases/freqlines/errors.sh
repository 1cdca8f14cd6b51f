# A bad record is reported with its line and skipped.
printf '{"text":"a"}\nnot json\n{"text":7}\n{"count":-1,"text":"a"}\n{"line":1}\n{"text":"a"}\n' | freqlines -k 0
# So is a file that cannot be read, also where the input is read twice; what can be read only once is refused.
echo a > lines
mkfifo pipe
freqlines -R -k 0 --backend twopass lines nosuch
freqlines -R -k 0 --backend twopass lines pipe
freqlines -R -k 0 --backend twopass lines - < lines
freqlines --backend abacus
# A count that cannot get any larger says so.
printf '{"count":18446744073709551615,"text":"a"}\n{"count":5,"text":"a"}\n{"count":5,"text":"b"}\n' | freqlines -k 0
# Plain lines that are read as records; a folder stands for its files.
printf 'a plain line\nanother\n' > plain
freqlines plain
mkdir -p logs/old; printf 'a\n' > logs/b; printf 'a\nb\n' > logs/old/a; touch logs/.hidden
freqlines -R -k 0 --by-file logs
# An empty result has a reason, unless the user has said how often a line has to occur.
seq 20 | freqlines -R
seq 20 | freqlines -R -k 10
seq 20 | freqlines -R -q
: | freqlines -R
