// Shows one step at a time. A picture that several steps have stands in the first of them and is moved to the one on show.
const steps = [...document.querySelectorAll(".o-step")];
const by = (id) => document.getElementById(id);
const pictures = new Map();
for (const figure of document.querySelectorAll("figure[data-picture]")) {
  const svg = figure.querySelector("svg");
  if (svg) pictures.set(figure.dataset.picture, svg);
}
let now = 0;
const show = (wanted) => {
  now = Math.max(0, Math.min(steps.length - 1, wanted));
  steps.forEach((step, at) => (step.hidden = at !== now));
  for (const figure of steps[now].querySelectorAll("figure[data-picture]")) {
    const svg = pictures.get(figure.dataset.picture);
    if (svg && svg.parentElement !== figure) figure.replaceChildren(svg);
  }
  by("first").disabled = by("back").disabled = now === 0;
  by("on").disabled = by("end").disabled = now === steps.length - 1;
  by("seek").value = now;
  by("at").textContent = `Step ${steps[now].dataset.step} of ${steps.at(-1).dataset.step}`;
  try {
    history.replaceState(null, "", `#${steps[now].id}`);
  } catch {
    // Where the address cannot be changed, it is not.
  }
};
const goes = {
  ArrowRight: () => now + 1, PageDown: () => now + 1, l: () => now + 1, n: () => now + 1,
  ArrowLeft: () => now - 1, PageUp: () => now - 1, h: () => now - 1, p: () => now - 1,
  Home: () => 0, End: () => steps.length - 1,
};
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === by("seek") || !Object.hasOwn(goes, event.key)) return;
  event.preventDefault();
  show(goes[event.key]());
});
by("first").onclick = () => show(0);
by("back").onclick = () => show(now - 1);
by("on").onclick = () => show(now + 1);
by("end").onclick = () => show(steps.length - 1);
by("seek").max = steps.length - 1;
by("seek").oninput = () => show(Number(by("seek").value));
by("move").hidden = false;
by("at").setAttribute("role", "status");
document.body.classList.add("o-one");
show(steps.findIndex((step) => `#${step.id}` === location.hash));
