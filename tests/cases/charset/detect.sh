# One line each of our own, in an encoding of its language.
to() { iconv -f utf-8 -t "$1" > "$2"; }
echo 'Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel.' | to iso-8859-2 cs.iso-8859-2
echo 'Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel.' | to cp1250 cs.cp1250
echo 'Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel.' | to cp852 cs.cp852
echo 'Вечером мы сидели на берегу и смотрели, как уходит последняя лодка.' | to koi8-r ru.koi8-r
echo 'Вечером мы сидели на берегу и смотрели, как уходит последняя лодка.' | to cp1251 ru.cp1251
echo 'Вечером мы сидели на берегу и смотрели, как уходит последняя лодка.' | to cp866 ru.cp866
echo 'Το πρωί ανοίγουμε τα παράθυρα και μπαίνει ο ήλιος στο σπίτι.' | to iso-8859-7 el.iso-8859-7
echo 'Der Bäcker öffnet früh, doch die süßen Brötchen sind schon verkauft.' | to latin1 de.latin1
echo 'Der Bäcker öffnet früh, doch die süßen Brötchen sind schon verkauft.' | to cp850 de.cp850
echo '今日はとても良い天気ですから、川まで歩いて行きましょう。' | to shift_jis ja.shift_jis
echo '今日はとても良い天気ですから、川まで歩いて行きましょう。' | to euc-jp ja.euc-jp
echo '今日はとても良い天気ですから、川まで歩いて行きましょう。' | to iso-2022-jp ja.iso-2022-jp
echo '今天的天气很好，我们一起走到河边去吧。' | to gb2312 zh.gb2312
echo '今天的天氣很好，我們一起走到河邊去吧。' | to big5 zh.big5
echo '오늘은 날씨가 아주 좋으니 강까지 걸어서 갑시다.' | to euc-kr ko.euc-kr
echo '오늘은 날씨가 아주 좋으니 강까지 걸어서 갑시다.' | to utf-16le ko.utf-16le
echo 'Plain words.' > en.ascii
charset -r $(ls *.* | LC_ALL=C sort)
charset --format tsv cs.iso-8859-2 ko.utf-16le en.ascii
charset --format csv cs.iso-8859-2
charset --top 2 --language cs cs.iso-8859-2
