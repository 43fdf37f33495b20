// After Trunk has built the page: puts Z3, as `build.mjs` has made it, beside it under a name with its hash, and its name, length and
// checksum into index.html, where `load.js` reads them. Without Z3 the page is left as it is, and says that it was built without.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

const folder = process.env.TRUNK_STAGING_DIR;
const z3 = await readFile(fileURLToPath(new URL("../../.tools/z3/z3.wasm", import.meta.url))).catch(() => null);
if (z3) {
  const name = `z3-${createHash("sha256").update(z3).digest("hex").slice(0, 16)}.wasm`;
  await writeFile(`${folder}/${name}`, z3);
  const page = await readFile(`${folder}/index.html`, "utf8");
  const filled = page.replace(/(<meta name="loopglass-z3" content=")[^"]*"/, `$1${name} ${z3.length} ${crc32(z3)}"`);
  if (filled === page) throw new Error("index.html has no place for the name of Z3");
  await writeFile(`${folder}/index.html`, filled);
}
