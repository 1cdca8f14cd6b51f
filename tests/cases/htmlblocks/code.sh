# Code with an element a line keeps its lines and their indentation, and loses the line numbers.
page() {
    printf '<article><h1>Reading the tide table</h1><p>The harbour office publishes the heights for every hour of the day, and this small program reads them for the boats.</p>%s<p>It is short because the table is simple: one line for each hour, in the order in which the hours come.</p></article>' "$1" | htmlblocks -r "--emit=$2" -
}
page '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">for hour in hours:</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code"></td></tr><tr><td class="blob-num" data-line-number="3"></td><td class="blob-code">    print(hour)</td></tr></table>' text
page '<table class="highlighttable"><tr><td class="linenos"><div><pre>1
2</pre></div></td><td class="code"><div><pre>for hour in hours:
    print(hour)
</pre></div></td></tr></table>' markdown
page '<table><tr><td class="gutter"><div>1</div><div>2</div></td><td class="code"><div><code>for hour in hours:</code></div><div><code>&nbsp;&nbsp;&nbsp;&nbsp;</code><code>print(hour)</code></div></td></tr></table>' markdown
page '<pre><code><span style="display: block">for hour in hours:</span><span style="display: block">    print(hour)</span></code></pre>' text
# Numbers in a block beside the code, as GitLab writes them.
page '<div class="file-content"><div class="line-numbers"><a class="diff-line-num" data-line-number="1" href="#L1">1</a><a class="diff-line-num" data-line-number="2" href="#L2">2</a></div><div class="blob-content"><pre><code><span class="line">for hour in hours:</span>
<span class="line">    print(hour)</span></code></pre></div></div>' text
# A number at the beginning of each line, as gitweb writes them.
page '<div class="page_body"><div class="pre"><a id="l1" href="#l1" class="linenr">   1</a> for hour in hours:</div>
<div class="pre"><a id="l2" href="#l2" class="linenr">   2</a> &nbsp;&nbsp;&nbsp;&nbsp;print(hour)</div></div>' text
page '<table><tr><th>Bus</th><th>To</th></tr><tr><td class="line-number">42</td><td>The moor</td></tr><tr><td class="line-number">7</td><td>The mill</td></tr></table>' text
# A page of a few letters has no language of its own.
printf '<p>a' | htmlblocks - | jq -c '.htmlblocks | [.blocks, .kept, .stoplist]'
# A fence has the language that its code declares.
page '<div class="highlight-python notranslate"><div class="highlight"><pre>print(hour)</pre></div></div><p>Each hour the ferry leaves, and the ferryman rings the bell of the quay.</p><pre><code class="language-sh">ferry --hour 9</code></pre>' markdown
# Each line is an element, as Doxygen writes them; a line that occurs twice stays.
page '<div class="fragment"><div class="line"><span class="lineno">    1</span><span class="keyword">for</span> hour in hours:</div>
<div class="line"><span class="lineno">    2</span>    print(hour)</div>
<div class="line"><span class="lineno">    3</span></div>
<div class="line"><span class="lineno">    4</span><span class="keyword">for</span> hour in hours:</div>
</div>' markdown
