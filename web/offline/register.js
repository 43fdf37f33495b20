// Keeps the page for when there is no connection (`worker.js`), and says when a newer version of it has come. A build without a service
// worker has no name for one in index.html; a browser without them, or a page that is not trusted, goes on without.
{
  const name = document.querySelector("meta[name=loopglass-offline]").content;

  /** A newer version is there: the page goes on with the present one until it is told otherwise. */
  const tell = (newer) => {
    if (document.querySelector("#update")) return;
    document.body.insertAdjacentHTML(
      "beforeend",
      `<div id="update" role="status"><p>A newer version of Loopglass is there. It is used once all its pages have been closed.</p>
        <button type="button" class="primary">Use it now</button><button type="button">Later</button></div>`,
    );
    const [now, later] = document.querySelectorAll("#update button");
    now.onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      newer.postMessage("take over");
    };
    later.onclick = () => document.querySelector("#update").remove();
  };

  const register = async () => {
    const found = await navigator.serviceWorker.register(name, { updateViaCache: "none" });
    const see = () => {
      // The first version of all replaces none.
      if (found.waiting && navigator.serviceWorker.controller) tell(found.waiting);
    };
    see();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", see));
  };

  // After what the page itself is waiting for.
  if (name && "serviceWorker" in navigator) editorCame.then(() => register().catch(() => {}));
}
