# --fold writes the folded line, also of sentences and shapes, and original stays as it is.
printf 'Ｔｈｅ Caf\303\251 at No. 31 was closed all \302\255 winter.\nthe cafe\314\201 at no. 57 was closed all winter.\n' > cafe.txt
linenorm -r cafe.txt
linenorm -r --fold none cafe.txt
linenorm -r --fold case,width,accents,digits,ignorable cafe.txt
linenorm --fold case,width --original --head 1 cafe.txt
linenorm --fold accents,ignorable --unit sentence -r cafe.txt
linenorm --shape --fold width -r cafe.txt
