# A few pages with the head of a site but without its navigation do not make the other pages keep their navigation.
mkdir pages
cat > pages.py <<'P'
import sys, glob
lines = [line.strip() for book in sorted(glob.glob("books/the-*.txt")) for line in open(book, encoding="utf-8", errors="replace") if line.strip()]
def head(title): return f'''<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>{title}</title><link rel="stylesheet" type="text/css" href="paper.css">
<link rev="made" href="mailto:letters@paper.example"><meta name="generator" content="The printing press in the old mill, second edition"></head><body id="paper" class="of the valley">'''
def title(number): return f"{number}. " + lines[number * 25][:30]
def row(number, part):
    before, after = (f'<a href="letter-{n}.html" title="{title(n)}">{word}</a>' for n, word in ((number - 1, "Back"), (number + 1, "Next")))
    return f'''<div class="nav{part}"><table width="100%" summary="Where to go"><tr><td width="10%" align="left">{before}</td><td width="10%" align="left">
<a href="letters.html" title="All letters to the paper">Up</a></td><th width="60%" align="center">All letters to the paper</th><td width="10%" align="right">
<a href="index.html" title="The paper of the valley">Home</a></td><td width="10%" align="right">{after}</td></tr></table><hr></div>'''
def page(number):
    text = lines[number * 25 : number * 25 + 3 + number * 7 % 9]
    text = "".join(f'<div class="titlepage"><p class="line">{line} <a class="xref" href="letter-{number + at}.html">see also</a></p></div>\n' for at, line in enumerate(text))
    return head(title(number)) + row(number, "header") + f'<div id="letter-{number}"><h2 class="title" style="clear: both">{title(number)}</h2>{text}</div>' + row(number, "footer") + "</body></html>"
for number in range(1, 31): open(f"pages/{number}.html", "w").write(page(number))
for number, at in ((1, 1000), (2, 1200)):
    text = "\n".join(lines[at : at + 6])
    open(f"odd{number}.html", "w").write(head("Notice " + str(number)) + f'<div class="notice" id="notice"><p>{text}</p></div></body></html>')
open("other.html", "w").write(page(31))
P
python3 pages.py
# Pages whose text has a word of the navigation.
with_navigation() { jq -r 'select(.text | test("\\b(Up|Home)\\b")) | .doc'; }
for odd in '' odd1.html 'odd1.html odd2.html'; do
    altcount --model site.jsonl pages/*.html $odd | with_navigation
    altcount --apply site.jsonl other.html pages/7.html | with_navigation
done
# A body that begins and ends within a sentence has all of its paragraph. A frame that ends itself, as in XHTML, does not hide what follows.
mkdir births
for number in 10 11 12 13 14 15 16 17 18 19 20 21; do echo "<iframe src=/menu /><nav>Home, about us, the register of births</nav><p>On $number May 18$number a child was born to Ann$number in the house at $number Mill Lane, and was given the name Bea$number by the priest.</p><footer>The register of births, all rights reserved</footer>" > "births/$number.html"; done
altcount -q births/*.html | jq -r .text | sed 1q
altcount -q births/*.html | jq -r .text | grep -c '^On .* by the priest.$'
