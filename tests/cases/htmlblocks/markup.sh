# Markup as it is found: references, comments, raw text, unclosed and misplaced tags, white space between tags.
page() { printf '%s' "$1" | htmlblocks --emit blocks ${2---method paper} --stoplist en - | jq -r .text | paste -s -d '|' -; }
page '<p>5 &lt; 6 &amp;&amp; caf&eacute; &copy &#8364; &#x80; &notit; &nosuch; AT&T &'
page '<p>one<!-- <p> two -->three<!-->four<!--->five<!DOCTYPE p><?php echo ">" ?>six<![CDATA[seven]]>'
page '<script>if (a < b) "<p>x</p>"</script><style><p></style><textarea><p></textarea><p>shown<noscript>also shown</noscript>'
page '<p>one<p>two<div>three</p>four</div>five<li>six<li>seven<table><tr><td>eight<td>nine</table>ten'
page '<p><b>one</b> <i>two</i> <script>x</script> three<br>four<br><br>five<br> <br>six'
page '<p><b>one</b> <i>two</i>' '--method paper --compat'
page '<P TITLE="a > b" x=y/>one</P x="</p>">two</ p>three<p/>four<1>five< p>six'
page '<html><body><p>one</body></html>two<p>three</html>four' --method=paper
page '<html><body><p>one</body></html>two<p>three</html>four' '--method paper --compat'
page '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>one<br/>two</p><my-h2>three</my-h2></body></html>'
page '<select><option>no</select><form><input><p>yes<button>no</button></form><iframe>raw <b></iframe>'
page "<p title='never closed>one"
# White space alone is no link text: the block is short, not bad.
printf '<h4><a name=a> </a>No comments' | htmlblocks --emit blocks --method paper --stoplist en - | jq -c '[.context_free_class, .link_density]'
page '<template>no</template><nav>one</nav><section>two<ol><li>three</ol>four<hr>five</section><article>six</article>' '--method best'
page '<div>one<details><summary>two</summary>three</details>four<form>five<select><option>no</select>six</form>seven<iframe><p>no</iframe></div>' '--method best'
page '<frameset><frame src=a><noframes><body bgcolor=white><h1>one</h1>two</body></noframes></frameset>' '--method best'
# What style sheets set apart, and what they do not show.
page '<p><a href=1>Action</a><a href=2>RPG</a> <b>T</b>he <span>EUR</span><span>21</span> H<sub>2</sub>O <code><i>get</i><i>Name</i></code>' '--method best'
page '<p>Now 7 <span style="display:none">was 9 </span>each<svg><path/></svg>more <i hidden>sale</i>.' '--method best'
page '<p>If <span style="display: none"><math><mi>A</mi></math></span><img alt=A>.' '--method best'
# Permalinks beside headings, names of symbols and links to edit a section are no text.
page '<h2>Tides<a href=#t>&para;</a></h2><h3><a href=/x#s>#</a> Sand</h3><p>Next <i class=material-icons>chevron_right</i><h4>Ferries <span class=mw-editsection>[<a href=e>edit</a>]</span></h4>See <a href=#n>note #</a>' '--method best'
page '<h2>Tides <a href=#t>&#xf0c1;</a></h2><p><code>root #</code><code>em<b>erge</b></code>' '--method best'
# Markup of one kind side by side, and links to scripts, in Markdown.
printf '%s' '<p><b>One</b><strong>: </strong><i>two</i> <code>a;</code><code>b</code> <a href=a>three</a> <a href="javascript:f()">four</a>' | htmlblocks --emit markdown --links -r -
