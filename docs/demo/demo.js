import { load, run } from "./wasi.js";

const $ = (id) => document.getElementById(id);
const documents = [];
let program;

const PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>The mill at the weir | Valley Post</title></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/shop">Shop</a></nav>
<article><h1>The mill at the weir</h1>
<p>The mill stood empty for forty years, until two sisters from the town bought it and began to grind flour for the
bakers who had been looking for somebody like them.</p>
<p>On the first morning they opened the sluice by hand, and half of the village came down to the bridge to see whether
the wheel would turn again.</p></article>
<aside><a href="/a">Ten soups for winter</a> <a href="/b">Win a rowing boat</a></aside>
<footer>Copyright Valley Post. All rights reserved. <a href="/imprint">Imprint</a></footer>
</body></html>`;
const LETTER = `Dear Anneke, you asked what has become of the mill.

The mill stood empty for forty years, until two sisters from the town bought it and began to grind flour for the bakers
who had been looking for somebody like them.

I went there on Thursday with a sack of our own rye, and the younger sister let me hold the lever of the sluice.`;

/** An element with a class and text, or with children. */
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const signed = (weight) => `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(1)}`;

function block({ text, tag, fate, score, reasons }) {
  const why = [fate];
  if (tag) why.push(`<${tag}>`);
  if (score !== undefined) why.push(score.toFixed(2));
  why.push(...reasons.map(([feature, weight]) => `${feature} ${signed(weight)}`));
  return element("div", `block ${fate}`, element("p", "text", text), element("p", "why", why.join(" · ")));
}

function shown({ name, encoding, language, damaged, metadata, blocks }) {
  const facts = [encoding ?? "not text"];
  if (language) facts.push(`language ${language}`);
  if (damaged) facts.push(`${damaged} damaged characters`);
  for (const [key, value] of Object.entries(metadata)) facts.push(`${key}: ${value}`);
  const kept = blocks.filter((one) => one.fate === "kept").length;
  facts.push(`${kept} of ${blocks.length} blocks kept`);
  return element("section", "", element("h2", "", name), element("p", "facts", facts.join(" · ")), ...blocks.map(block));
}

/** Each document as a line with its name and size, followed by its bytes. */
function framed() {
  const parts = documents.flatMap(({ name, bytes }) => [`${name.replace(/[\t\n\r]/g, " ")}\t${bytes.length}\n`, bytes]);
  return new Blob(parts).arrayBuffer();
}

async function show() {
  const began = performance.now();
  const written = await run(program, new Uint8Array(await framed()));
  const records = written.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  $("documents").replaceChildren(...records.map(shown));
  const sizes = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  $("state").textContent = `${records.length} documents, ${sizes} bytes, ${Math.round(performance.now() - began)} ms.`;
}

async function add(added) {
  documents.push(...added);
  if (!program) return;
  try {
    await show();
  } catch (error) {
    $("state").textContent = `This went wrong: ${error.message}. Start again with other documents.`;
  }
}

const texts = (named) => named.map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
const addFiles = async (files) => add(await Promise.all([...files].map(async (file) =>
  ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))));

$("add").addEventListener("click", () => {
  if ($("paste").value.trim()) add(texts([[`Pasted text ${documents.length + 1}`, $("paste").value]]));
});
$("example").addEventListener("click", () => add(texts([["A page", PAGE], ["A letter", LETTER]])));
$("clear").addEventListener("click", () => {
  documents.length = 0;
  $("paste").value = "";
  $("documents").replaceChildren();
  $("state").textContent = "Ready.";
});
$("files").addEventListener("change", (event) => addFiles(event.target.files));
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") addFiles(event.dataTransfer.files);
  });
}

try {
  program = await load("trommel-demo.wasm.gz");
  $("state").textContent = "Ready.";
  if (location.hash === "#example") $("example").click();
  else if (documents.length) await add([]);
} catch (error) {
  $("state").textContent = `The tools could not be loaded: ${error.message}. Serve this folder with a web server, for instance python3 -m http.server.`;
}
