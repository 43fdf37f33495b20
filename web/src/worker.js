// What a worker runs first: it waits for the compiled module, or for the address to fetch it from, and starts it. The page puts the
// address of the module's JavaScript in place of ADDRESS.
import init from ADDRESS;

onmessage = ({ data }) => {
  onmessage = null; // the program sets its own
  init({ module_or_path: data }).catch(reportError);
};
