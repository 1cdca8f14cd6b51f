# Documents at the edge of what a reader of text must bear.
ls edge | sed 's,^,edge/,' | linenorm --min-chars 12 | cut -c 1-160
