// Z3 for the page, fetched when a run first asks for it: `z3Loader.load(progress)` gives the compiled module, with the JavaScript that
// starts it in a worker, or fails with a sentence for the user. `progress(got, all)` counts bytes. `z3Loader.stop()` breaks off.
//
// The file is kept by the browser's cache, under its hashed name, for pages that are offline later. Its length and checksum are
// compared with those that the build has written into the page, wherever it comes from; a damaged copy is thrown away.
globalThis.z3Loader = (() => {
  const KEPT = "loopglass-z3";
  const table = Int32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  let loaded = null;
  let breakOff = null;
  let isDoubtful = false; // whether a copy has turned out to be damaged, which may come from the browser's own cache

  /** What the build has written down. */
  const wanted = () => {
    const [name, length, checksum] = document.querySelector("meta[name=loopglass-z3]").content.split(" ");
    if (!length) throw new Error("this page was built without it");
    return { url: new URL(name, document.baseURI).href, length: Number(length), checksum: Number(checksum) };
  };

  /** The bytes of a response, if they are those that are wanted. */
  const read = async (response, { length, checksum }, progress) => {
    const all = new Uint8Array(length);
    let got = 0;
    let crc = -1;
    let told = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (got + value.length > length) throw new Error("what came is longer than it should be");
      all.set(value, got);
      got += value.length;
      for (let at = 0; at < value.length; at++) crc = table[(crc ^ value[at]) & 255] ^ (crc >>> 8);
      if (got - told >= length / 200 || got === length) progress((told = got), length);
    }
    if (got < length) throw new Error(`the download ended after ${got} of ${length} bytes`);
    if (~crc >>> 0 !== checksum) throw new Error("the download is damaged");
    return all;
  };

  const fetched = async (file, progress) => {
    const kept = await globalThis.caches?.open(KEPT).catch(() => null); // not there where the page is not trusted
    const old = await kept?.match(file.url).catch(() => null);
    if (old) {
      try {
        return await read(old, file, progress);
      } catch {
        isDoubtful = true;
        await kept.delete(file.url).catch(() => {});
      }
    }
    breakOff = new AbortController();
    const response = await fetch(file.url, { signal: breakOff.signal, cache: isDoubtful ? "reload" : "default" }).catch(() => {
      throw new Error("its file cannot be fetched");
    });
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    isDoubtful = true;
    const bytes = await read(response, file, progress);
    isDoubtful = false;
    if (kept) {
      const others = (await kept.keys().catch(() => [])).filter((request) => request.url !== file.url);
      await Promise.all(others.map((request) => kept.delete(request))).catch(() => {});
      await kept.put(file.url, new Response(bytes, { headers: { "Content-Type": "application/wasm" } })).catch(() => {});
    }
    return bytes;
  };

  return {
    async load(progress) {
      if (!loaded) {
        const module = await WebAssembly.compile(await fetched(wanted(), progress));
        const [start] = WebAssembly.Module.customSections(module, "start");
        loaded = { module, start: new TextDecoder().decode(start) };
      }
      return loaded;
    },
    stop: () => breakOff?.abort(),
  };
})();
