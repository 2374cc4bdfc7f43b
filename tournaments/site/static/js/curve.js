// A rating's curve with a cursor and a scale; without this the page keeps the one that the server drew.

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function shade(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const made = getComputedStyle(probe).color;
  probe.remove();
  return made;
}

function draw(plot) {
  const points = JSON.parse(document.getElementById(plot.dataset.curve).textContent);
  const line = shade("--plot-1");
  const axis = { stroke: shade("--ink-2"), grid: { stroke: shade("--line"), width: 1 }, ticks: { show: false }, font: `14px ${colour("--sans") || "sans-serif"}` };
  const { lang } = document.documentElement;
  const language = lang === "en" ? "en-GB" : lang; // the day first, as on every page
  const [times] = points;
  const short = times.at(-1) - times[0] < 3 * 86400;
  const day = new Intl.DateTimeFormat(language, short ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } : { dateStyle: "medium" });
  const options = {
    width: plot.clientWidth,
    height: plot.clientHeight,
    legend: { show: false },
    cursor: { y: false },
    padding: [8, 40, 0, 0],
    axes: [{ ...axis, values: (_plot, splits) => splits.map((at) => day.format(at * 1000)), space: 110 }, { ...axis, size: 56, values: (_plot, splits) => splits.map(String) }],
    series: [{}, { stroke: line, width: 2, points: { show: false } }, { stroke: line, width: 2, dash: [5, 4], points: { show: false } }],
  };
  const height = plot.clientHeight;
  plot.classList.add("drawn");
  const drawn = new uPlot({ ...options, height }, points, plot);
  const canvas = drawn.root.querySelector("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", plot.querySelector("svg").getAttribute("aria-label"));
  new ResizeObserver(() => { drawn.setSize({ width: plot.clientWidth, height }); }).observe(plot);
}

document.querySelectorAll(".plot[data-curve]").forEach(draw);
