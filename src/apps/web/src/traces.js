// Where a body and its ground touched: the same curve twice, on the ground and on the body's surface. Of a body that
// rolls, both have one length.
import { Group, Vector3 } from "three";
import { turn } from "./kinematics.js";
import { TimedLine } from "./line.js";
import { ageing } from "./trail.js";

const most_points = 24000;
const most_parts = 4;

/** `place(where)` at the samples and between them; in flight there is a gap. Points count from the first, `anchor`. */
function path(contact, place) {
  const count = contact.times.length;
  const stride = Math.ceil(count / most_points);
  const usual = Math.max(1, Math.min(most_parts, Math.floor(most_points / count)));
  const anchor = place({ i: 0, s: 0 });
  const [points, times, gaps] = [[], [], []];
  for (let i = 0; i < count; i += stride) {
    const parts = stride > 1 ? 1 : contact.parts(i, usual);
    for (let k = 0; k < parts && (k === 0 || i + 1 < count); ++k) {
      const s = k / parts;
      place({ i, s }).forEach((x, j) => points.push(x - anchor[j]));
      times.push(s === 0 ? contact.times[i] : contact.times[i] + s * (contact.times[i + 1] - contact.times[i]));
      gaps.push(contact.broken(i, Math.min(i + stride, count - 1)));
    }
  }
  return { points, times, gaps, anchor };
}

function curve(contact, place, { width, ...options }) {
  const drawn = path(contact, place);
  const line = new TimedLine(drawn.points, drawn.times, { ...ageing(drawn), gaps: drawn.gaps, width, ...options });
  line.pixels_wide = width;
  line.anchor = drawn.anchor;
  line.position.set(...drawn.anchor);
  return line;
}

export class Traces {
  constructor(contact, model) {
    this.ground = contact.ground;
    this.model = model;
    this.ground_line = curve(contact, (where) => this.ground.seen(contact.point_at(where), where), { width: 2 });
    this.body_line = curve(contact, (where) => contact.body_point_at(where), { width: 2, nearer: 2e-4 });
    // What lies under the body shines through it, unless it is a blot.
    const { fresh, old } = this.ground_line.material.uniforms;
    const ghost = [0.25 * fresh.value, old.value > 0.1 ? 0.25 * old.value : 0];
    this.ground_line.add(this.ground_line.copy_of(...ghost, { depthTest: false }));
    this.on_ground = new Group().add(this.ground_line);
    this.on_body = new Group().add(this.body_line);
    this.lines = [this.ground_line, this.body_line];
    this.objects = [this.on_ground, this.on_body];
    if (this.ground.moves) this.#in_space(contact);
  }

  /** What moves over ground that moves goes another way in the world than on the ground. */
  #in_space(contact) {
    this.space_line = curve(contact, (where) => contact.point_at(where), { width: 1.6, fresh: 0.7, old: 0.3 });
    this.lines.push(this.space_line);
    this.objects.push(this.space_line);
  }

  paint(theme, selected) {
    this.ground_line.colour = this.body_line.colour = theme.colour("ink");
    if (this.space_line) this.space_line.colour = theme.colour("body");
    for (const line of [this.ground_line, this.body_line]) line.fresh = selected ? 1 : 0.6;
  }

  move(t, where, shift, shown) {
    const { p, angle } = this.ground.at(where);
    const [w, x, y, z] = turn(this.ground.normal, angle);
    this.on_ground.position.set(...p.map((c, j) => c - shift[j]));
    this.on_ground.quaternion.set(x, y, z, w);
    this.on_body.position.copy(this.model.position);
    this.on_body.quaternion.copy(this.model.quaternion);
    this.space_line?.position.set(...this.space_line.anchor.map((c, j) => c - shift[j]));
    for (const line of this.lines) line.now = t;
    for (const one of this.objects) one.visible = shown;
  }

  resize(width, height, ratio) {
    for (const line of this.lines) {
      line.resize(width, height);
      line.material.uniforms.width.value = line.pixels_wide * ratio;
    }
  }

  /** Lengths as drawn, and where the curves end now, in world metres. */
  figures(shift) {
    const told = (line) => {
      const { length, end } = line.drawn;
      line.updateWorldMatrix(true, false);
      const tip = end && new Vector3(...end).applyMatrix4(line.matrixWorld).toArray();
      return { length, end: tip && tip.map((x, j) => x + shift[j]) };
    };
    return { shown: this.on_ground.visible, ground: told(this.ground_line), body: told(this.body_line) };
  }
}
