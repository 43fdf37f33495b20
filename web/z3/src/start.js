// What a worker runs before its program if Z3 is to answer in it: `startZ3(module)` starts Z3 from its compiled module. From then on the
// global object `z3` has its exports, and `z3Memory` is its memory; `crates/z3/src/browser.rs` calls these.
//
// No thread is ever started, so nothing here needs a page that is isolated from others. The package's own wrappers are left out: they
// start one for each call.
import initZ3 from "./../node_modules/z3-solver/build/z3-built.js";

globalThis.startZ3 = async (module) => {
  await new Promise((resolve, reject) => {
    initZ3({
      instantiateWasm(imports, receive) {
        globalThis.z3Memory = imports.env.memory;
        const instance = new WebAssembly.Instance(module, imports);
        globalThis.z3 = instance.exports;
        receive(instance, module);
        return instance.exports;
      },
      print() {},
      printErr() {},
    }).then(resolve, reject);
  });
};
