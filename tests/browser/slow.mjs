// What a visitor with a slow telephone on a slow network waits for: node slow.mjs [VISITORS]
// A processor four times slower and 1.6 Mbit/s with 150 ms of latency (Lighthouse's "slow 4G"), as Chromium emulates them. Per visitor, in
// milliseconds from the address on: when there is something to read, when the first step can be taken, when it is seen, then the bytes
// until then and the layout shift; and when the page stands on a second visit. Needs the release build of the page.
import { launch, servePage } from "./browser.mjs";

const visitors = Number(process.argv[2] ?? "3");
const server = await servePage();
const browser = await launch("chromium");
const rows = [];
try {
  for (let visitor = 1; visitor <= visitors; visitor++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const [down, up] = [1.6, 0.75].map((megabits) => (megabits * 1024 * 1024 * 0.9) / 8);
    const network = { offline: false, latency: 150, downloadThroughput: down, uploadThroughput: up };
    await devtools.send("Network.emulateNetworkConditions", network);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let bytes = 0;
    devtools.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
    await page.addInitScript(() => {
      window.shift = 0;
      const add = (list) => list.getEntries().forEach((entry) => (window.shift += entry.hadRecentInput ? 0 : entry.value));
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    });
    const stands = () => page.waitForFunction(() => document.querySelector("#step:enabled"), null, { timeout: 60_000 });

    let begin = performance.now();
    const since = () => Math.round(performance.now() - begin);
    await page.goto(server.url, { waitUntil: "commit" });
    await stands();
    const ready = since();
    await page.evaluate(() => document.querySelector("#step").click());
    await page.waitForFunction(() => document.querySelector("#step-number")?.textContent === "1");
    const step = since();
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    const kilobytes = Math.round(bytes / 1000);
    await page.waitForTimeout(8000); // the rest comes, and what the service worker keeps
    const shift = (await page.evaluate(() => window.shift)).toFixed(3);
    begin = performance.now();
    await page.reload({ waitUntil: "commit" });
    await stands();
    rows.push({ "to read": Math.round(paint), ready, "first step": step, kilobytes, shift, "second visit": since() });
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
console.table(rows);
