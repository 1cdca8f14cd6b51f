charset list | grep '"cs"'
charset list -r | grep '^ru'
charset list --encodings | grep 'windows-125[12]'
charset list --encodings -r | wc -l
