// How far each coordinate of a mode is from its rest, as bars, where no points say what it looks like.
import { svg } from "./format.js";

const room = { left: 16, right: 16, top: 48, bottom: 44 };

export class Bars {
  constructor(modes, parent) {
    Object.assign(this, { modes, parent });
    this.picture = svg("svg", { class: "bars", role: "img", "aria-label": "how far each coordinate is from its rest" });
    parent.append(this.picture);
    new ResizeObserver(() => this.resize()).observe(parent);
    this.resize();
  }

  resize() {
    const { width, height } = this.parent.getBoundingClientRect();
    if (!(width > 0 && height > 0)) return;
    Object.assign(this, { width, height });
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { coordinates } = this.modes;
    const each = (width - room.left - room.right) / coordinates.length;
    const middle = (room.top + height - room.bottom) / 2;
    this.middle = middle;
    this.reach = middle - room.top;
    this.bars = coordinates.map((_, k) => {
      const wide = Math.min(64, 0.6 * each);
      return svg("rect", { class: "bar", x: room.left + each * (k + 0.5) - wide / 2, width: wide });
    });
    const names = coordinates.map(({ name }, k) => {
      const at = { x: room.left + each * (k + 0.5), y: height - 18, "text-anchor": "middle" };
      return svg("text", at, name);
    });
    const rest = svg("line", { class: "rest", x1: room.left, x2: width - room.right, y1: middle, y2: middle });
    this.picture.replaceChildren(...this.bars, rest, ...names);
    if (this.t !== undefined) this.seek(this.t);
  }

  seek(t) {
    this.t = t;
    if (!this.bars) return;
    const { largest } = this.modes.mode;
    this.modes.deviation(t).forEach((q, k) => {
      const high = (this.reach * q) / largest;
      this.bars[k].setAttribute("y", (this.middle - Math.max(high, 0)).toFixed(2));
      this.bars[k].setAttribute("height", Math.abs(high).toFixed(2));
    });
  }
}
