# A document without markup is its own main text.
printf 'A LIST\n\nSend rye & oats to <name of miller>,\n  or barley.\n' > list.txt
htmlblocks list.txt
htmlblocks -qr list.txt
htmlblocks -q --emit markdown -r list.txt
htmlblocks -q --emit blocks list.txt
printf 'A <b>bold</b> word\n\nof a fragment' | htmlblocks -r -
