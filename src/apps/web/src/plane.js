// A plane of two variables: the motion as a curve or as points of a section, lines of equal energy behind it, and where
// it is now. Drawn as SVG, so that the style sheet colours it.
import { element, fixed, svg } from "./format.js";
import { round_splits } from "./ranges.js";

const left_room = 58;
const bottom_room = 36;
const edge = 10;
/** Pixels within which a click finds the motion. */
const reach = 24;
/** The part of the plane that one sample may step over. */
const longest = 0.3;

const finite = (values) => values.filter(Number.isFinite);

/** What the plane shows of an axis: all values, and a little more. */
function span_of(lists) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) for (const x of list) [low, high] = [Math.min(low, x), Math.max(high, x)];
  if (!(low <= high)) return [-1, 1];
  const pad = high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)) ? 0.06 * (high - low) : 0.1 * Math.abs(high) || 1;
  return [low - pad, high + pad];
}

/** Every other number of a flat list of pairs. */
const every_other = (flat, from) => flat.filter((_, i) => i % 2 === from);

/** The window of a view: that of the lines of energy, which is larger than the motion, where there are some. */
function window_of(view) {
  const curves = (view.levels ?? []).flatMap((line) => line.curves);
  if (!curves.length) return { x: span_of([finite(view.across.values)]), y: span_of([finite(view.up.values)]) };
  const tight = (lists) => {
    const [low, high] = span_of(lists);
    const pad = (0.06 / 1.12) * (high - low);
    return [low + pad, high - pad];
  };
  return {
    x: tight([...curves.map((c) => every_other(c, 0)), finite(view.across.values)]),
    y: tight([...curves.map((c) => every_other(c, 1)), finite(view.up.values)]),
  };
}

/** A path through points, without those that lie on the one before; a gap where a value is none, and where a step is
 *  longer than `most` pixels each way, of which the run does not tell how it was made. */
function path_of(count, x, y, most = [Infinity, Infinity]) {
  let d = "";
  let gaps = 0;
  let [x0, y0] = [NaN, NaN];
  let pen = "M";
  for (let i = 0; i < count; ++i) {
    const [px, py] = [x(i), y(i)];
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      pen = "M";
      continue;
    }
    if (pen === "L" && i + 1 < count && Math.abs(px - x0) < 0.4 && Math.abs(py - y0) < 0.4) continue;
    if (pen === "L" && (Math.abs(px - x0) > most[0] || Math.abs(py - y0) > most[1])) {
      pen = "M";
      ++gaps;
    }
    d += `${pen}${px.toFixed(1)} ${py.toFixed(1)}`;
    [x0, y0, pen] = [px, py, "L"];
  }
  return { d, gaps };
}

let clips = 0;

export class PlanePlot {
  /** `spec.modes`: views `{ name, across, up, levels?, saddles?, hits?, note }` with variables `{ name, values }`; with
   *  `hits`, the times of its points, a view is a section. */
  constructor(group, spec) {
    Object.assign(this, { group, spec, at: null });
    this.head = element("div", { class: "plot-head" });
    this.body = element("div", { class: "plot-body" });
    this.note = element("p", { class: "muted plane-note" });
    this.node = element("section", { class: "plot plane", "aria-label": spec.title }, this.head, this.body, this.note);
    group.stack.append(this.node);
    this.#head();
    this.set_mode(0);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.body);
    this.body.addEventListener("click", (event) => this.#go_to(event));
  }

  #head() {
    const { spec } = this;
    const title = element("span", { class: "plot-title" }, spec.title, " ");
    if (spec.modes.length > 1) {
      const menu = element("select", {
        "aria-label": spec.menu,
        onchange: () => {
          this.set_mode(menu.selectedIndex);
          this.group.seek(this.group.player.t);
        },
      });
      for (const mode of spec.modes) menu.append(element("option", {}, mode.name));
      title.append(menu);
    }
    this.keys = element("span", { class: "keys" });
    this.head.append(title, this.keys);
  }

  set_mode(index) {
    this.view = this.spec.modes[index];
    this.window = window_of(this.view);
    const { across, up, note, levels } = this.view;
    this.readouts = [across, up].map((variable) => {
      const value = element("span", { class: "value" }, "–");
      this.keys.append(value);
      return { variable, value, format: fixed(Math.max(0, ...finite([...variable.values]).map(Math.abs).slice(0, 1e5))) };
    });
    this.keys.replaceChildren(
      ...this.readouts.map(({ variable, value }) =>
        element("span", { class: "read-value" }, element("span", { class: "curve-name" }, `${variable.name} =`), value),
      ),
    );
    const lines = levels ? "lines: equal energy" : "";
    const dashed = levels?.some((line) => line.separatrix) ? "dashed: separatrix" : "";
    this.notes = [note, lines, dashed].filter(Boolean);
    this.#tell(0);
    this.resize();
  }

  #tell(gaps) {
    const more = gaps ? ["gaps: faster than the samples of the run; a smaller run.sample fills them"] : [];
    this.note.textContent = [...this.notes, ...more].join("; ");
  }

  #x(value) {
    const [low, high] = this.window.x;
    return left_room + ((value - low) / (high - low)) * (this.width - left_room - edge);
  }
  #y(value) {
    const [low, high] = this.window.y;
    return this.height - bottom_room - ((value - low) / (high - low)) * (this.height - bottom_room - edge);
  }

  resize() {
    const { width, height } = this.body.getBoundingClientRect();
    if (!(width > 80 && height > 60)) return;
    if (this.width === width && this.height === height && this.drawn === this.view) return;
    Object.assign(this, { width, height, drawn: this.view });
    const { across, up } = this.view;
    const picture = svg("svg", {
      class: "plane-picture",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${up.name} over ${across.name}`,
    });
    this.#axes(picture);
    this.#content(picture);
    this.body.replaceChildren(picture);
    if (this.at) this.seek(this.t, this.at);
  }

  #axes(picture) {
    const { across, up } = this.view;
    const [bottom, right] = [this.height - bottom_room, this.width - edge];
    const number = (x) => String(x).replace("-", "−");
    for (const x of round_splits(...this.window.x, this.width / 90)) {
      const at = this.#x(x).toFixed(1);
      picture.append(svg("line", { class: "rule", x1: at, x2: at, y1: edge, y2: bottom }));
      picture.append(svg("text", { class: "tick x", x: at, y: bottom + 15, "text-anchor": "middle" }, number(x)));
    }
    for (const y of round_splits(...this.window.y, this.height / 60)) {
      const at = this.#y(y).toFixed(1);
      picture.append(svg("line", { class: "rule", x1: left_room, x2: right, y1: at, y2: at }));
      picture.append(svg("text", { class: "tick y", x: left_room - 6, y: Number(at) + 4, "text-anchor": "end" }, number(y)));
    }
    const middle = [(left_room + right) / 2, (edge + bottom) / 2];
    picture.append(
      svg("text", { class: "axis-name", x: middle[0], y: this.height - 4, "text-anchor": "middle" }, across.name),
      svg(
        "text",
        { class: "axis-name", x: 12, y: middle[1], "text-anchor": "middle", transform: `rotate(-90 12 ${middle[1]})` },
        up.name,
      ),
    );
  }

  #content(picture) {
    const { across, up, levels, saddles, hits } = this.view;
    const id = `plane-${clips++}`;
    const [right, bottom] = [this.width - edge, this.height - bottom_room];
    const box = { x: left_room, y: edge, width: right - left_room, height: bottom - edge };
    picture.append(svg("clipPath", { id }, svg("rect", box)));
    const inside = svg("g", { "clip-path": `url(#${id})` });
    const put = (kind, d, more = {}) => inside.append(svg("path", { class: kind, d, ...more }));
    for (const line of levels ?? [])
      for (const c of line.curves)
        put(
          line.separatrix ? "level separatrix" : "level",
          path_of(c.length / 2, (i) => this.#x(c[2 * i]), (i) => this.#y(c[2 * i + 1])).d,
          { "data-value": line.value },
        );
    const [x, y] = [(i) => this.#x(across.values[i]), (i) => this.#y(up.values[i])];
    if (hits) {
      const dots = Array.from(hits, (_, i) => (Number.isFinite(x(i) + y(i)) ? `M${x(i).toFixed(1)} ${y(i).toFixed(1)}h0` : ""));
      put("hits", dots.join(""), { "stroke-width": hits.length > 2000 ? 2 : hits.length > 200 ? 3 : 4.5 });
    } else {
      const { d, gaps } = path_of(across.values.length, x, y, [longest * box.width, longest * box.height]);
      put("orbit", d);
      this.#tell(gaps);
    }
    for (let i = 0; i + 1 < (saddles?.length ?? 0); i += 2) {
      const [sx, sy] = [this.#x(saddles[i]), this.#y(saddles[i + 1])];
      put("saddle", `M${sx - 4} ${sy - 4}l8 8m0 -8l-8 8`);
    }
    this.dot = svg("circle", { class: hits ? "now hit" : "now", r: hits ? 6 : 5.5 });
    picture.append(inside, svg("rect", { class: "frame", ...box }), this.dot);
  }

  /** The values at a time: those of the motion, or of the last point of a section. */
  #values(t, { i, s }) {
    const { across, up, hits } = this.view;
    const both = [across.values, up.values];
    if (!hits) return both.map((list) => (s > 0 ? list[i] + s * (list[i + 1] - list[i]) : list[i]));
    let last = hits.length - 1;
    while (last >= 0 && hits[last] > t) --last;
    return last < 0 ? [null, null] : both.map((list) => list[last]);
  }

  seek(t, where) {
    Object.assign(this, { t, at: where });
    const now = this.#values(t, where);
    this.now = now;
    this.readouts.forEach(({ value, format }, k) => (value.textContent = Number.isFinite(now[k]) ? format(now[k]) : "–"));
    if (!this.dot) return;
    const seen = now.every(Number.isFinite);
    this.dot.classList.toggle("absent", !seen);
    if (!seen) return;
    this.dot.setAttribute("cx", this.#x(now[0]).toFixed(2));
    this.dot.setAttribute("cy", this.#y(now[1]).toFixed(2));
  }

  /** To the time at which the motion is where the reader clicked. */
  #go_to(event) {
    const box = this.body.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const { across, up, hits } = this.view;
    let [best, nearest] = [-1, reach];
    for (let i = 0; i < across.values.length; ++i) {
      const away = Math.hypot(this.#x(across.values[i]) - px, this.#y(up.values[i]) - py);
      if (away < nearest) [best, nearest] = [i, away];
    }
    if (best < 0) return;
    const { player, run } = this.group;
    player.pause();
    player.seek((hits ?? run.times)[best]);
  }

  redraw() {}

  destroy() {
    this.observer.disconnect();
  }
}
