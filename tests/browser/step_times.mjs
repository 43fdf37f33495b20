// How long a step takes in the page, from the click until the page shows it and until it is painted: node step_times.mjs [EXAMPLE...]
// Every run is stepped to its end, three times, each in a fresh page, and the fastest time of each step counts; first steps are
// told apart, since with them a program is opened. Needs the release page (`cargo xtask build`), and a machine with nothing else to do.
import { launch, servePage } from "./browser.mjs";
import { idle, open } from "./page.mjs";

const examples = process.argv.length > 2 ? process.argv.slice(2) : ["imc-fig1", "fib-fig3b", "fib-fig3b-unsafe"];
const repeats = 3;
const limit = 200; // steps of one run

/** Runs in the page: clicks “step”; milliseconds until the step is in the document, and until it has been painted. */
async function step() {
  const number = () => document.querySelector("#step-number")?.textContent;
  const doing = () => document.querySelector("#doing.busy");
  const before = number();
  const begin = performance.now();
  const shown = new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (number() === before || doing()) return;
      observer.disconnect();
      done(performance.now() - begin);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  document.querySelector("#step").click();
  const there = await shown;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return [there, performance.now() - begin];
}

const server = await servePage();
const browser = await launch();
try {
  for (const example of examples) {
    let steps = [];
    for (let i = 0; i < repeats; i++) {
      const page = await browser.newPage();
      await open(page, server.url);
      await page.selectOption("#example", example);
      await page.waitForTimeout(1500); // as long as it takes to read the program
      for (let at = 0; at < limit && !(await page.locator("#step").isDisabled()); at++) {
        await idle(page);
        const times = await page.evaluate(step);
        steps[at] = steps[at] ? steps[at].map((time, k) => Math.min(time, times[k])) : times;
      }
      await page.close();
    }
    const row = (name, at) => {
      const times = steps.map((pair) => pair[at]);
      const later = times.slice(1).sort((a, b) => a - b);
      const text = (ms) => `${ms.toFixed(0)} ms`;
      return `  ${name}: first ${text(times[0])}, then median ${text(later[later.length >> 1])}, most ${text(later.at(-1))}`;
    };
    console.log(`${example}, ${steps.length} steps`);
    console.log(row("shown", 0));
    console.log(row("painted", 1));
  }
} finally {
  await browser.close();
  server.close();
}
