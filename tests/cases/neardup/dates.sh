# --keep newest: dates as blogs, `date` and programs write them; a day whose month is not certain is said.
n=0
for date in '2024-03-01T10:00:00Z' 'Tue, 05 Mar 2024 08:00:00 +0100' '7 March 2024' 'March 8, 2024' '1709999999000' '202403101200' '2024-W11-1' '2024年3月12日' '13.3.2024' '03/12/2025'; do
    n=$((n + 1))
    printf '{"doc":"%s","date":"%s","text":"The mill by the river burns."}\n' $n "$date" > part.$n.jsonl
    cat part.*.jsonl | neardup --keep newest:date | jq -r '"\(.doc) \(.date)"'
done
# Whole numbers are compared to the last digit.
for id in 1234567890123456788 1234567890123456789 1234567890123456787; do printf '{"doc":"%s","id":%s,"text":"The mill by the river burns."}\n' $id $id; done > ids.jsonl
neardup --keep max:id ids.jsonl | jq -r .doc; neardup --keep min:id ids.jsonl | jq -r .doc
