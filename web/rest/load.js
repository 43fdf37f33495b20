// The rest of the program: what is not in the record `web/rest/first.txt`, in a module of its own, which the page fetches once it stands and hands to its
// workers. This runs in the page and in each worker. `index.html` has the name of the file; without one there is no rest.
globalThis.restLoader = (() => {
  const name = globalThis.document?.querySelector("meta[name=loopglass-rest]").content;
  let address = name ? new URL(name, document.baseURI).href : null;
  let module = null;
  let coming = null;
  let begun = null;

  const missing = (why) => new Error(`a part of Loopglass is missing, and ${why}. Try again once there is a connection, or reload the page`);
  const fetched = async () => {
    const response = await fetch(address).catch(() => {
      throw missing("its file cannot be fetched");
    });
    if (!response.ok) throw missing(`the server answers ${response.status}`);
    const found = await WebAssembly.compile(await response.arrayBuffer()).catch((error) => {
      throw missing(`its file is damaged: ${error.message}`);
    });
    if (!fits(found, begun)) throw missing("its file is of another version");
    module = found;
  };
  /** Whether it is of the same build as the first part, whose exports these are; it would call itself for ever otherwise. */
  const fits = (found, exports) => {
    const wanted = WebAssembly.Module.imports(found);
    return wanted.length > 0 && wanted.every(({ name }) => name in exports);
  };
  /** For who cannot wait: the calls of WebAssembly are under way. */
  const fetchedNow = (exports) => {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // each byte a letter, whose low bits it is
    try {
      request.send();
    } catch {
      throw missing("its file cannot be fetched");
    }
    if (request.status !== 200) throw missing(`the server answers ${request.status}`);
    let found;
    try {
      found = new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)));
    } catch (error) {
      throw missing(`its file is damaged: ${error.message}`);
    }
    if (!fits(found, exports)) throw missing("its file is of another version");
    return found;
  };

  /** Likewise; the page asks again and again, since it cannot go on without, and shows the user's text where it is not to. */
  const fetchedInPage = (exports) => {
    for (;;) {
      try {
        return fetchedNow(exports);
      } catch (error) {
        if (globalThis.confirm?.(`Loopglass cannot go on: ${error.message}.\n\nTry again now?`)) continue;
        globalThis.ended?.(error);
        throw error;
      }
    }
  };

  return {
    /** Whether nothing is missing. */
    isThere: () => !address || module !== null,
    /**
     * Fetches it unless it is there; fails with a sentence for the user, and can then be asked again. `exports` are those of the first part,
     * which the rest builds on.
     */
    load(exports) {
      begun = exports;
      if (restLoader.isThere()) return Promise.resolve();
      coming ??= fetched().finally(() => (coming = null));
      return coming;
    },
    /** A text that lies beside the page; fails with the end of a sentence for the user. */
    async text(path) {
      const response = await fetch(new URL(path, document.baseURI)).catch(() => {
        throw new Error("its file cannot be fetched; try again once there is a connection");
      });
      if (!response.ok) throw new Error(`the server answers ${response.status}`);
      return response.text();
    },
    /** In the page: hands it to a worker, now or when it comes, after the editor; until then the worker knows where it is. */
    hand(worker, exports) {
      if (!address) return;
      const hand = () => {
        try {
          worker.postMessage({ rest: module ?? address });
        } catch {
          worker.postMessage({ rest: address }); // this browser does not hand modules over
        }
      };
      hand();
      if (!module) editorCame.then(() => restLoader.load(exports)).then(hand, () => {});
    },
    /** In a worker: takes what the page hands over. */
    take(given) {
      if (typeof given === "string") address = given;
      else module = given;
    },
    /** Puts it in its place in the program, whose exports these are; called by the program when it first needs it. */
    place(exports) {
      module ??= fetchedInPage(exports);
      new WebAssembly.Instance(module, { "": exports });
    },
  };
})();
