// What a worker runs first: it waits for the compiled module, or for the address to fetch it from, and starts it. The page puts the
// address of the module's JavaScript in place of ADDRESS, and before this text what takes
// the rest of the program (`web/rest/load.js`). Where Z3 is to answer, the page puts what starts it before this text
// (`web/z3/src/start.js`), and sends Z3's compiled module along.
//
// This is no module itself: in a frame without an origin of its own, as in a sandbox, browsers start no such workers.
const program = import(ADDRESS);
program.catch(() => {}); // told once it is needed

addEventListener("message", (event) => {
  if (event.data?.rest) {
    restLoader.take(event.data.rest);
    event.stopImmediatePropagation(); // the program has its own messages
  }
});

onmessage = async ({ data }) => {
  onmessage = null; // the program sets its own
  const [own, z3] = Array.isArray(data) ? data : [data];
  if (z3) {
    try {
      await startZ3(z3);
    } catch (error) {
      delete globalThis.z3;
      postMessage(`no z3: ${error.message ?? error}`);
    }
  }
  program.then(({ default: init }) => init({ module_or_path: own })).catch(reportError);
};
