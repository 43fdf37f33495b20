// Writes sw.js into the page that Trunk is about to publish: the list of its files, and a name made from their content.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const page = process.env.TRUNK_STAGING_DIR;
const here = (name) => new URL(name, import.meta.url);
const list = (folder) =>
  readdirSync(join(page, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    return entry.isDirectory() ? list(`${path}/`) : [path];
  });

if (process.env.TRUNK_PROFILE === "release") {
  const files = list("").filter((path) => path !== "sw.js").sort();
  const hash = createHash("sha256");
  for (const path of files) hash.update(path).update("\0").update(readFileSync(join(page, path)));
  // The page is asked for by its folder's address, not by its file's name.
  const urls = ["./", ...files.filter((path) => path !== "index.html")];
  const text = readFileSync(here("sw.js"), "utf8")
    .replace('"BUILD"', JSON.stringify(hash.digest("hex").slice(0, 16)))
    .replace('["FILES"]', JSON.stringify(urls, null, 2));
  writeFileSync(join(page, "sw.js"), text);
} else {
  writeFileSync(join(page, "sw.js"), readFileSync(here("quit.js")));
}
