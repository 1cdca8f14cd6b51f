# The style sheets of a page hide text, whatever their selectors are like.
story='<p>The ford below the mill is closed until Friday, because the water is up to the door of the miller.'
again='<p>The miller has moved his sacks of oats to the loft, and lets nobody cross who cannot swim as well as he can.'
page() { echo "<!DOCTYPE html><html lang=en><title>The ford</title><style>$1</style><article><h1>The ford is closed</h1>$story$again$2$story$again</article>"; }
hidden='We have sent the address of the mill to the clipboard.'
page '.post .note{display:none}' "<div class=post><p class=note>$hidden</div>" > descendant.html
page '.post > [data-state=off]{display:none}' "<div class=post><p data-state=off>$hidden</div>" > child.html
page '.note.gone{display:none}' "<p class='gone note'>$hidden" > classes.html
page '.note{opacity:0}' "<p class=note>$hidden" > opacity.html
page '.note{font-size:0}' "<p class=note>$hidden" > size.html
page '.note{visibility:hidden}' "<p class=note>$hidden" > invisible.html
page '.note{display:none}' "<p>The sluice <span class=note>$hidden</span> is open." > inline.html
htmlblocks -r descendant.html child.html classes.html opacity.html size.html invisible.html inline.html | grep -c clipboard
# What a click, a script or another rule shows stays.
page '/* a */ p{margin:0} /* .note{display:none} */' "<p class=note>$hidden" > comment.html
page '.post .note{display:none} .post.open .note{display:block}' "<div class=post><p class=note>$hidden</div>" > state.html
page '.faq .note{display:none}' "<div class=faq><h3>Who?</h3><div class=note><p>$hidden</div><h3>When?</h3><div class=note><p>$hidden</div></div>" > questions.html
page '.note{display:none}' "<h3><button aria-expanded=false>Who?</button></h3><div class=note><p>$hidden</div>" > button.html
page '.note{opacity:0;transition:opacity 1s}' "<p class=note>$hidden" > fade.html
page '.post{visibility:hidden}' "<div class=post><p style='visibility:visible'>$hidden</div>" > visible.html
htmlblocks -r comment.html state.html questions.html button.html fade.html visible.html | grep -c clipboard
