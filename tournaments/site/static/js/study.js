// A chapter of a study: the comments of the position that is shown stand out, their marks are drawn, new ones are made.

import { changed, pointOn, surfaceOn } from "./marks.js";
import { here } from "./replay.js";

const viewer = document.getElementById("viewer");
const $ = (id) => document.getElementById(id);
const draw = surfaceOn(viewer);
const form = $("comment-form");
const NONE = { rings: [], arrows: [] };

/** What the form has of marks. */
const own = () => {
  const list = (name) => form.elements[name].value.split(",").filter(Boolean);
  return { rings: list("rings"), arrows: list("arrows").map((each) => each.split("-")) };
};

const join = (all) => all.reduce((one, other) => ({ rings: [...one.rings, ...other.rings], arrows: [...one.arrows, ...other.arrows] }), NONE);

/** The comments of this position; while one is edited its marks are those of the form. */
function show() {
  const { move } = here();
  const edited = form?.dataset.edited;
  const beside = "trying" in viewer.dataset; // positions of a line are not those of the game
  const found = beside ? [] : [...viewer.querySelectorAll(".remark")].filter((each) => Number(each.dataset.position) === move);
  for (const each of viewer.querySelectorAll(".remark.here")) each.classList.remove("here");
  for (const each of found) each.classList.add("here");
  const shown = found.filter((each) => each.id !== `c-${edited}`).map((each) => JSON.parse(each.dataset.marks));
  draw(join([...shown, form ? own() : NONE]));
  return found;
}

function stepped() {
  const found = show();
  const { move, eyes } = here();
  if (form) [form.elements.move.value, form.elements.eyes.value] = [move, eyes];
  if (!found.length) return;
  const box = $("said");
  if (box.scrollHeight > box.clientHeight) box.scrollTop = found[0].offsetTop - box.offsetTop;
  const heard = $("where").querySelector(".vh") ?? $("where").appendChild(Object.assign(document.createElement("span"), { className: "vh" }));
  heard.append(`. ${viewer.dataset.comments}`);
}

function mark(on) {
  $("marking").setAttribute("aria-pressed", String(on));
  viewer.classList.toggle("marking", on);
}

if (form) {
  pointOn(viewer, (start, end) => {
    const { rings, arrows } = changed(own(), start, end);
    form.elements.rings.value = rings.join(",");
    form.elements.arrows.value = arrows.map((each) => each.join("-")).join(",");
    show();
  });
  $("marking").hidden = false;
  $("marking").addEventListener("click", () => mark($("marking").getAttribute("aria-pressed") !== "true"));
}
viewer.addEventListener("shown", stepped);
addEventListener("resize", show);
document.addEventListener("scroll", show, true);
show();
