// After the page has been built and split: node place.mjs FOLDER writes the service worker `sw.js` beside it, with the names of all files
// that the page consists of, and says in index.html that there is one. Z3 is not among them: it is large, and kept once it was asked for.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
const own = "sw.js";
const page = join(folder, "index.html");

/** Puts something in its place, which has to be there. */
const put = (text, place, what) => {
  if (!text.includes(place)) throw new Error(`there is no ${place}`);
  return text.replace(place, () => what);
};
const meta = '<meta name="loopglass-offline" content="';
const before = readFileSync(page, "utf8");
writeFileSync(page, before.includes(`${meta}${own}"`) ? before : put(before, `${meta}"`, `${meta}${own}"`));

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
  .filter((name) => name !== own && !/^z3-.*\.wasm$/.test(name))
  .sort();
const build = createHash("sha256");
for (const name of files) build.update(`${name}\0`).update(readFileSync(join(folder, name)));
const names = files.map((name) => (name === "index.html" ? "./" : name));
let text = readFileSync(fileURLToPath(new URL("worker.js", import.meta.url)), "utf8");
text = put(text, 'BUILD = ""', `BUILD = "${build.digest("hex").slice(0, 16)}"`);
text = put(text, "FILES = []", `FILES = ${JSON.stringify(names)}`);
writeFileSync(join(folder, own), text);
console.log(`sw.js keeps ${files.length} files for when there is no connection`);
