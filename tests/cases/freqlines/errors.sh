# A bad record is reported with its line and skipped.
printf '{"text":"a"}\nnot json\n{"text":7}\n{"count":-1,"text":"a"}\n{"line":1}\n{"text":"a"}\n' | freqlines -k 0
freqlines --backend abacus
