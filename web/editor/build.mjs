// Bundles src/editor.js with CodeMirror into web/js/editor.js, which index.html loads.
// The file is written only when its content changes: a new time stamp would make Trunk build again.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here("../js/editor.js");

const result = await build({
  entryPoints: [here("src/editor.js")],
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  write: false,
  legalComments: "none",
  logLevel: "warning",
});
const text = result.outputFiles[0].text;
if ((await readFile(target, "utf8").catch(() => null)) !== text) {
  await mkdir(here("../js"), { recursive: true });
  await writeFile(target, text);
}
