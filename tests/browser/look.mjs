// Takes pictures of the page for a person to look at: node look.mjs [FRAGMENT]...
// Each fragment (a link's part after `#`; none means the page as it opens) is pictured at two sizes in each theme.
// The pictures go to shots/look/NUMBER-THEME-WIDTH.png, where NUMBER counts the fragments from 0.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, servePage, watch } from "./browser.mjs";

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const themes = ["light", "dark", "presenter"];
const folder = fileURLToPath(new URL("shots/look/", import.meta.url));

const given = process.argv.slice(2).map((f) => f.replace(/^#/, ""));
const fragments = given.length > 0 ? given : [""];
mkdirSync(folder, { recursive: true });
const server = await servePage();
const browser = await launch();
let troubled = false;
try {
  for (const [number, fragment] of fragments.entries()) {
    for (const theme of themes) {
      for (const viewport of sizes) {
        const context = await browser.newContext({ viewport });
        await context.addInitScript((name) => localStorage.setItem("loopglass.theme", name), theme);
        const page = await context.newPage();
        const problems = watch(page);
        await page.goto(fragment ? `${server.url}#${fragment}` : server.url, { waitUntil: "networkidle" });
        await page.waitForTimeout(500);
        const path = `${folder}${number}-${theme}-${viewport.width}.png`;
        await page.screenshot({ path });
        console.log(path, ...problems);
        troubled ||= problems.length > 0;
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(troubled ? 1 : 0);
