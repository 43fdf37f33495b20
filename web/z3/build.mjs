// Makes Z3 ready for the page: node build.mjs TARGET. The WebAssembly of the npm package `z3-solver` without what only debuggers read,
// optimised, and with the JavaScript that starts it (src/start.js) in a custom section named `start`: one file, which `place.mjs` puts
// into the page's folder. It takes some minutes, and is done again only when what it is made from changes.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const [target] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { build } = createRequire(here("../editor/package.json"))("esbuild");
// With the features of WebAssembly that the file itself says it uses: browsers do not know all that there are.
const flags = ["-O2", "--strip-debug", "--strip-producers"];

const bundle = await build({
  entryPoints: [here("src/start.js")],
  bundle: true,
  format: "iife",
  platform: "browser",
  external: ["fs", "path", "url", "crypto", "worker_threads", "node:*"], // named where it would run in Node
  target: "es2022",
  minify: true,
  write: false,
  legalComments: "none",
  logLevel: "error",
});
const start = Buffer.from(bundle.outputFiles[0].contents);
const source = here("node_modules/z3-solver/build/z3-built.wasm");
const optimised = `${target}.optimised`;
const stamp = createHash("sha256").update(await readFile(source)).update(flags.join(" ")).digest("hex");
if ((await readFile(`${optimised}.from`, "utf8").catch(() => "")) !== stamp) {
  await mkdir(dirname(target), { recursive: true });
  await run("wasm-opt", [...flags, source, "-o", `${optimised}.new`]);
  await rename(`${optimised}.new`, optimised);
  await writeFile(`${optimised}.from`, stamp);
}
await writeFile(target, Buffer.concat([await readFile(optimised), section("start", start)]));

/** A custom section of WebAssembly. */
function section(name, content) {
  const body = Buffer.concat([leb(name.length), Buffer.from(name), content]);
  return Buffer.concat([Buffer.of(0), leb(body.length), body]);
}

/** A number in LEB128. */
function leb(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return Buffer.from([...bytes, number]);
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}
