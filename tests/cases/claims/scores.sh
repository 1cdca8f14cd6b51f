# papers: longest common subsequence; scores cs and its, thresholds .12 and .72
# Words that each occur once. The common subsequence by the textbook's table in awk, and the two formulas of section 4.3.
words() { awk -v a=$1 -v n=$2 'BEGIN { for (i = 1; i <= n; i++) { k = (i * i * 17 + a * i) % 4099; print sprintf("%c%c%cx", 97 + k % 26, 97 + int(k / 26) % 26, 97 + int(k / 676)) } }' | awk '!seen[$0]++'; }
words 3 160 > a; { head -n 40 a; words 9 120; sed -n 60,100p a; } | awk '!seen[$0]++' > b
for side in a b; do tr '\n' ' ' < $side > $side.txt; done
awk 'FNR == NR { a[FNR] = $0; m = FNR; next } { b[FNR] = $0; n = FNR }
    END { for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) t[i, j] = a[i] == b[j] ? t[i - 1, j - 1] + 1 : (t[i - 1, j] > t[i, j - 1] ? t[i - 1, j] : t[i, j - 1])
    l = t[m, n]; printf "%d %d %d %.6f %.6f\n", m, n, l, l / sqrt(m * n), log(l) / log(m + n - l) }' a b
uniqwords a.txt b.txt | lcsdup --score cs
uniqwords a.txt b.txt | lcsdup --score its
