// Curves over time that share one cursor with the stage.
import uPlot from "uplot";
import { common_exponent, element, fixed, power, seconds, superscript, unit } from "./format.js";
import { PlanePlot } from "./plane.js";
import { linear_range, log_range, log_splits } from "./ranges.js";

const text_size = 13;
// The same for all plots, so that their times stand above each other.
const label_room = 44;
/** Room for "−9.8106", the same in all plots, so that their times stand below each other. */
const number_room = 56;

const degree_steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90, 180, 360];

const short_name = (text) => (text.length > 6 ? `${text.slice(0, 5)}…` : text);

export class Plots {
  constructor(run, player, theme, parent) {
    Object.assign(this, { run, player, theme, parent, list: [] });
    this.tabs = element("div", { class: "plot-tabs", role: "tablist", "aria-label": "plots" });
    this.stack = element("div", { class: "plot-stack" });
    parent.append(this.tabs, this.stack);
    player.on_time((t) => this.seek(t));
    theme.on_change(() => this.list.forEach((plot) => plot.redraw()));
  }

  show(specs) {
    const chosen = this.chosen ?? specs[0]?.key;
    this.list.forEach((plot) => plot.destroy());
    this.stack.replaceChildren();
    this.tabs.replaceChildren();
    this.list = specs.map((spec) => (spec.plane ? new PlanePlot(this, spec) : new Plot(this, spec)));
    for (const plot of this.list) {
      const tab = element(
        "button",
        { type: "button", role: "tab", onclick: () => this.choose(plot.spec.key) },
        plot.spec.short,
      );
      plot.tab = tab;
      this.tabs.append(tab);
    }
    this.choose(specs.some((s) => s.key === chosen) ? chosen : specs[0]?.key);
    this.seek(this.player.t);
  }

  /** Which plot a narrow screen shows. */
  choose(key) {
    this.chosen = key;
    for (const plot of this.list) {
      const on = plot.spec.key === key;
      plot.tab.setAttribute("aria-selected", String(on));
      plot.node.classList.toggle("chosen", on);
    }
  }

  seek(t) {
    const where = this.run.locate(t);
    for (const plot of this.list) plot.seek(t, where);
  }
}

class Plot {
  constructor(group, spec) {
    this.group = group;
    this.spec = spec;
    this.hovered = null;
    this.head = element("div", { class: "plot-head" });
    this.body = element("div", { class: "plot-body" });
    const kind = spec.roomy ? "plot roomy" : "plot";
    this.node = element("section", { class: kind, "aria-label": spec.title }, this.head, this.body);
    group.stack.append(this.node);
    this.#head();
    this.#chart();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.body);
  }

  #head() {
    const { spec } = this;
    this.unit_label = element("span", { class: "muted" }, this.#unit_text());
    const title = element("span", { class: "plot-title" }, spec.title, " ", this.unit_label);
    this.head.replaceChildren(title);
    if (spec.modes) {
      const menu = element("select", {
        "aria-label": spec.menu,
        onchange: () => this.set_mode(menu.selectedIndex),
      });
      spec.modes.forEach((mode, i) =>
        menu.append(element("option", { value: i, selected: i === (spec.mode ?? 0) }, mode.name)),
      );
      title.append(menu);
    }
    this.keys = element("span", { class: "keys" });
    this.head.append(this.keys);
    this.#curve_keys();
  }

  get #largest() {
    const size = (curve) => curve.values.reduce((most, x) => Math.max(most, Math.abs(x ?? 0)), 0);
    return Math.max(...this.spec.curves.map(size));
  }

  /** The unit, with the power of ten that numbers of this plot leave out. */
  #unit_text() {
    const exponent = this.spec.log ? 0 : common_exponent(this.#largest);
    this.ten = 10 ** exponent;
    return [exponent ? `10${superscript(exponent)}` : "", unit(this.spec.unit ?? "")].filter(Boolean).join(" ");
  }

  #curve_keys() {
    this.readouts = [];
    const short = fixed(this.#largest / this.ten);
    this.keys.replaceChildren(
      ...this.spec.curves.map((curve, k) => {
        const value = element("span", { class: "value" }, "–");
        this.readouts.push(value);
        curve.format = this.spec.log ? (x) => power(x, 2) : (x) => short(x / this.ten);
        return element(
          "button",
          {
            type: "button",
            class: "curve",
            "aria-pressed": "true",
            style: `--c: var(--${curve.colour})`,
            title: `show or hide ${curve.name ?? curve.label}`,
            "aria-label": curve.name ?? curve.label,
            onclick: (event) => {
              curve.hidden = !curve.hidden;
              event.currentTarget.setAttribute("aria-pressed", String(!curve.hidden));
              this.chart?.setSeries(k + 1, { show: !curve.hidden });
            },
          },
          element("i", { "aria-hidden": "true" }),
          element("span", { class: "curve-name" }, curve.label),
          value,
        );
      }),
    );
  }

  set_mode(index) {
    const mode = this.spec.modes[index];
    Object.assign(this.spec, { mode: index, unit: mode.unit, range: mode.range, curves: mode.build() });
    this.unit_label.textContent = this.#unit_text();
    this.chart?.destroy();
    this.chart = null;
    this.#curve_keys();
    this.#chart();
    this.resize();
    this.group.seek(this.group.player.t);
  }

  #chart() {
    const { group, spec } = this;
    const something = spec.curves.some((curve) => curve.values.some((x) => x !== null && Number.isFinite(x)));
    this.body.replaceChildren();
    if (!something || group.run.count < 2) {
      this.body.append(
        element(
          "p",
          { class: "muted nothing" },
          spec.log ? "Exactly zero throughout." : "One instant: nothing to plot.",
        ),
      );
      return;
    }
    const data = [Array.from(group.run.times), ...spec.curves.map((curve) => curve.values)];
    this.chart = new uPlot(this.#options(), data, this.body);
    this.line = element("div", { class: "time-cursor", "aria-hidden": "true" });
    this.chart.over.append(this.line);
    this.#pointer(this.chart.over);
  }

  #options() {
    const { group, spec } = this;
    const { theme, run } = group;
    const font = `${text_size}px ${getComputedStyle(document.body).fontFamily}`;
    const axis = {
      font,
      stroke: () => theme.colour("muted"),
      grid: { stroke: () => theme.colour("hairline"), width: 1 },
      ticks: { show: false },
    };
    return {
      width: 320,
      height: 150,
      legend: { show: false },
      padding: [8, label_room, 0, 0],
      cursor: {
        sync: { key: "polhode", setSeries: false, scales: ["x", null] },
        drag: { x: true, y: false, setScale: true, dist: 5 },
        points: { size: 7, width: 2, fill: () => theme.colour("paper") },
        y: false,
        focus: { prox: -1 },
      },
      scales: {
        x: { time: false, range: (u, min, max) => (min === max ? [min - 0.5, max + 0.5] : [min, max]) },
        y: spec.log ? { distr: 3, range: log_range } : { range: (u, min, max) => linear_range(min, max, spec) },
      },
      axes: [
        {
          ...axis,
          size: 22,
          gap: 4,
          space: 56,
          values: (u, splits) =>
            splits.map((v, i) =>
              v === null ? "" : `${Number(v.toPrecision(8))}${i === splits.length - 1 ? " s" : ""}`,
            ),
        },
        spec.log
          ? {
              ...axis,
              size: number_room,
              gap: 6,
              splits: log_splits,
              filter: (u, splits) => splits,
              values: (u, splits) => splits.map((v) => `10${superscript(Math.round(Math.log10(v)))}`),
            }
          : {
              ...axis,
              size: number_room,
              gap: 6,
              space: 20,
              incrs: spec.unit === "°" ? degree_steps : undefined,
              values: (u, splits) =>
                splits.map((v) => (v === null ? "" : String(Number((v / this.ten).toPrecision(6))).replace("-", "−"))),
            },
      ],
      series: [
        {},
        ...spec.curves.map((curve) => ({
          label: curve.label,
          width: 1.5,
          // Rounded to whole pixels, a curve that rises slowly would be a staircase.
          pxAlign: 0,
          stroke: () => theme.colour(curve.colour),
          points: { show: false },
          show: !curve.hidden,
          fill: curve.fill ? () => `${theme.colour(curve.colour)}26` : undefined,
          spanGaps: Boolean(spec.log),
        })),
      ],
      hooks: {
        setCursor: [(u) => this.#read(u)],
        setScale: [(u, key) => key === "x" && this.line && this.seek(group.player.t, this.at)],
        draw: [(u) => this.#name_ends(u, font), (u) => this.#draw_mark(u, font)],
      },
    };
  }

  /** Each curve's name where it leaves the plot, pushed apart where they would touch. */
  #name_ends(u, font) {
    const ratio = u.ctx.canvas.width / u.width;
    const { max } = u.scales.x;
    const times = u.data[0];
    let last = times.length - 1;
    while (last > 0 && times[last] > max) --last;
    const names = [];
    this.spec.curves.forEach((curve) => {
      if (curve.hidden) return;
      let i = last;
      while (i > 0 && curve.values[i] === null) --i;
      if (curve.values[i] === null || times[i] < u.scales.x.min) return;
      const y = u.valToPos(curve.values[i], "y", true);
      names.push({ curve, y: Math.min(Math.max(y, u.bbox.top), u.bbox.top + u.bbox.height) });
    });
    names.sort((a, b) => a.y - b.y);
    const gap = (text_size + 2) * ratio;
    // More than there is room for would hide each other; all stand above the plot.
    if (names.length > 1 + u.bbox.height / gap) return;
    for (let k = 1; k < names.length; ++k) names[k].y = Math.max(names[k].y, names[k - 1].y + gap);
    // The lowest stays above the numbers of the time axis.
    const lowest = u.bbox.top + u.bbox.height - gap / 2;
    names.forEach((n, k) => (n.y = Math.min(n.y, lowest - (names.length - 1 - k) * gap)));
    const pen = u.ctx;
    pen.save();
    pen.font = font.replace(`${text_size}px`, `600 ${text_size * ratio}px`);
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    for (const { curve, y } of names) {
      pen.fillStyle = this.group.theme.colour(curve.colour);
      pen.fillText(
        short_name(curve.end ?? curve.label),
        u.bbox.left + u.bbox.width + 6 * ratio,
        y,
        (label_room - 8) * ratio,
      );
    }
    pen.restore();
  }

  /** A dashed line at the time that the plot marks, with its name on the side that has room. */
  #draw_mark(u, font) {
    const { mark } = this.spec;
    if (!mark || mark.t < u.scales.x.min || mark.t > u.scales.x.max) return;
    const ratio = u.ctx.canvas.width / u.width;
    const x = u.valToPos(mark.t, "x", true);
    const left = x > u.bbox.left + u.bbox.width / 2;
    const pen = u.ctx;
    pen.save();
    pen.strokeStyle = this.group.theme.colour("bad");
    pen.fillStyle = pen.strokeStyle;
    pen.lineWidth = 1.5 * ratio;
    pen.setLineDash([4 * ratio, 4 * ratio]);
    pen.beginPath();
    pen.moveTo(x, u.bbox.top);
    pen.lineTo(x, u.bbox.top + u.bbox.height);
    pen.stroke();
    pen.font = font.replace(`${text_size}px`, `${text_size * ratio}px`);
    pen.textBaseline = "bottom";
    pen.textAlign = left ? "right" : "left";
    pen.fillText(mark.label, x + (left ? -6 : 6) * ratio, u.bbox.top + u.bbox.height - 4 * ratio);
    pen.restore();
  }

  #read(u) {
    const over = u.cursor.left >= 0 && u.cursor.idx !== null && u.cursor.idx !== undefined;
    const index = over ? u.cursor.idx : null;
    if (index === this.hovered) return;
    this.hovered = index;
    this.#values();
  }

  #pointer(over) {
    const { player } = this.group;
    let down = null;
    const scrub = (event) => player.seek(this.chart.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    over.addEventListener("pointerdown", (event) => {
      down = [event.clientX, event.clientY];
      if (event.pointerType === "touch") scrub(event);
    });
    over.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" && event.buttons) scrub(event);
    });
    over.addEventListener("click", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      player.pause();
      scrub(event);
    });
  }

  seek(t, where) {
    this.at = where;
    if (this.chart && this.line) {
      const { min, max } = this.chart.scales.x;
      const inside = t >= min && t <= max;
      this.line.hidden = !inside;
      if (inside) this.line.style.transform = `translateX(${this.chart.valToPos(t, "x").toFixed(2)}px)`;
    }
    if (this.hovered === null) this.#values();
  }

  #values() {
    const hovering = this.hovered !== null;
    this.node.classList.toggle("hovering", hovering);
    const where = hovering ? { i: this.hovered, s: 0 } : this.at;
    if (!where) return;
    this.spec.curves.forEach((curve, k) => {
      const a = curve.values[where.i];
      const b = where.s > 0 ? curve.values[where.i + 1] : a;
      const x = a === null || a === undefined ? null : b === null || b === undefined ? a : a + where.s * (b - a);
      this.readouts[k].textContent = x === null ? (this.spec.log ? "0" : "–") : curve.format(x);
    });
    if (hovering) this.node.dataset.at = `${seconds(this.group.run.times[this.hovered])} s`;
    else delete this.node.dataset.at;
  }

  resize() {
    const { width, height } = this.body.getBoundingClientRect();
    if (!this.chart || !(width > 40 && height > 40)) return;
    this.chart.setSize({ width: Math.floor(width), height: Math.floor(height) });
    this.seek(this.group.player.t, this.group.run.locate(this.group.player.t));
  }

  redraw() {
    this.chart?.redraw(false, true);
  }

  destroy() {
    this.observer.disconnect();
    this.chart?.destroy();
  }
}
