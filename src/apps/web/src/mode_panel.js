// Which mode swings, and how far: a menu and a slider; what is known of all of them as a table.
import { element, number, unit } from "./format.js";
import { row } from "./trust.js";

const hertz = (mode) => mode.frequency / (2 * Math.PI);

/** Three words about a mode. */
function facts_of(mode) {
  const facts = [`ω = ${number(mode.frequency, 6)} rad/s`, `${number(hertz(mode), 5)} Hz`];
  if (mode.damping_ratio > 0) facts.push(`damping ratio ${number(mode.damping_ratio, 3)}, not shown`);
  if (mode.damping_ratio < 0) facts.push(`grows by e in ${number(1 / mode.growth, 3)} s, not shown`);
  return facts.join(" · ");
}

export class ModePanel {
  /** `changed(another)` draws anew what has another size now, or is another mode. */
  constructor(modes, changed) {
    this.modes = modes;
    this.changed = changed;
    this.menu = element("select", { "aria-label": "mode", onchange: () => this.#choose() });
    modes.list.forEach((mode, k) =>
      this.menu.append(element("option", { value: k }, `mode ${k + 1}: ${number(mode.frequency, 4)} rad/s`)),
    );
    this.slider = element("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: 1,
      step: 0.01,
      value: 0.5,
      "aria-label": "amplitude",
      "data-keys": "own",
      oninput: () => this.#choose(),
    });
    this.size = element("output", {});
    this.facts = element("p", { class: "mode-facts", role: "status" });
    const amplitude = element("label", { class: "mode-amplitude" }, "amplitude", this.slider, this.size);
    this.node = element("section", { class: "modes", "aria-label": "mode" }, this.menu, amplitude, this.facts);
    this.#write();
  }

  #choose() {
    const before = this.modes.index;
    this.modes.choose(this.menu.selectedIndex, Number(this.slider.value));
    this.#write();
    this.changed(this.modes.index !== before);
  }

  #write() {
    const { modes } = this;
    const farthest = modes.mode.shape.findIndex(([re, im]) => Math.hypot(re, im) > 1 - 1e-6);
    const { name, unit: symbol } = modes.coordinates[Math.max(0, farthest)];
    this.size.textContent = `${name} ± ${number(modes.amplitude, 3)} ${unit(symbol)}`;
    this.slider.style.setProperty("--filled", `${100 * Number(this.slider.value)}%`);
    this.slider.setAttribute("aria-valuetext", this.size.textContent);
    this.facts.textContent = facts_of(modes.mode);
  }
}

/** In place of a run's figures: all modes, a line each. */
export function mode_figures(modes) {
  const words = ["Mode", "ω [rad/s]", "frequency [Hz]", "damping ratio", ...modes.coordinates.map((one) => one.name)];
  const head = words.map((word) => element("th", { scope: "col" }, word));
  const part = ([re, im]) => (Math.abs(im) < 1e-9 ? number(re) : `${number(Math.hypot(re, im))} ∠ ${number((Math.atan2(im, re) * 180) / Math.PI)}°`);
  const rows = modes.list.map((mode, k) =>
    row(
      String(k + 1),
      number(mode.frequency, 8),
      number(hertz(mode), 6),
      number(mode.damping_ratio),
      ...mode.shape.map(part),
    ),
  );
  const table = element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows));
  const count = modes.list.length;
  const line = element(
    "summary",
    {},
    element("span", { class: "verdict good", "aria-hidden": "true" }),
    element("span", { class: "facts" }, element("span", {}, `${count} ${count === 1 ? "mode swings" : "modes swing"}`)),
  );
  return element("details", { class: "figures" }, line, element("div", { class: "tables" }, element("div", { class: "wide" }, table)));
}
