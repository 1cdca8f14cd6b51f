# A folder of code: with --input-format text each file is one document, also of a format that has several, and its path is its name.
mkdir -p "tree/of code/vendor"
cd tree
program() {
    awk -v from="$1" 'BEGIN { for (i = from; i < from + 40; i++) printf "    let width_%d = measure(%d, &rows[%d]);\n", i, i * 7, i * i }'
}
{ echo "fn main() {"; program 1; echo "}"; } > "of code/main.rs"
{ echo "// Copied from elsewhere."; cat "of code/main.rs"; } > "of code/vendor/copy.rs"
{ echo "fn main() {"; program 500; echo "}"; } > "of code/other.rs"
{ echo '{"id":1,"text":"one"}'; echo '{"id":2,"text":"one"}'; } > table.jsonl
printf '{\n  "name": "a package"\n}\n' > package.json
cp package.json "of code/vendor/package.json"
printf 'name,width\none,1\n' > widths.csv
touch empty.rs
echo "# The files that go, and those that stay instead"
neardup --input-format text --emit drop . | jq -c '[.file, .line, .duplicate_file, .similarity]'
echo "# The files that stay"
neardup --input-format text . | jq -r .doc
echo "# A list of files; the longest stays"
find . -name '*.rs' | sort | neardup --input-format text --keep longest --emit drop | jq -r '[.doc, .duplicate_of] | @tsv'
echo "# By their formats"
neardup --emit report . | jq -c '[.doc, .kept]'
