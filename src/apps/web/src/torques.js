// What drives the joints: torques as arcs about their axes, forces as arrows along them.
import { Vector3 } from "three";
import { norm, rotate } from "./algebra.js";
import { Arc, longest_arc } from "./arcs.js";
import { plane_directions } from "./kinematics.js";
import { Arrow, round_length } from "./marks.js";
import { number_at } from "./mechanism.js";

/** The largest arcs are about so long, brief peaks apart. */
const usual_arc = (5 * Math.PI) / 3;

/** What a joint can exert: along or about one axis, or as a vector in the link's axes. */
function acts_of(mechanism, link) {
  const { joint } = link;
  const series = (k, count) => mechanism.tau.slice(joint.v[0] + k, joint.v[0] + k + count);
  const vector = (k, turns) => ({ turns, series: series(k, 3), vector: true });
  if (joint.kind === "spherical") return [vector(0, true)];
  if (joint.kind === "free") return [vector(0, false), vector(3, true)];
  const turns = (k) => joint.kind !== "prismatic" && !(joint.kind === "planar" && k < 2);
  return Array.from({ length: joint.v[1] }, (_, k) => ({ turns: turns(k), series: series(k, 1), k }));
}

/** The size that nine tenths of the samples do not exceed. */
function usual_of(act) {
  const lists = act.series.map((one) => one.values).filter((values) => values.length);
  const count = Math.max(0, ...lists.map((values) => values.length));
  const sizes = Array.from({ length: count }, (_, i) => Math.hypot(...lists.map((v) => v[v.length > 1 ? i : 0])));
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.9 * (count - 1))] || sizes[count - 1] || 0;
}

/** The smallest of 1, 2, 5 × 10ⁿ that is no smaller than x. */
function round_above(x) {
  const below = round_length(x);
  return below >= x * (1 - 1e-9) ? below : round_length(2.5 * below * (1 + 1e-9));
}

export class JointActs {
  /** `marks` of one mechanism's joints, `size` of it. */
  constructor(mechanism, marks, size, scene) {
    Object.assign(this, { mechanism, size });
    this.all = marks.flatMap((mark) =>
      acts_of(mechanism, mark.link)
        .filter((act) => act.series.some((one) => one.values.length))
        .map((act) => ({ ...act, mark, sign: act.turns ? new Arc() : new Arrow(1).shine(), usual: usual_of(act) })),
    );
    for (const act of this.all) scene.add(act.sign);
    this.#nest();
  }

  /** Arcs about one point have different radii. */
  #nest() {
    const seen = [];
    for (const act of this.all.filter((one) => one.turns)) {
      const p = act.mark.link.at({ i: 0, s: 0 }).p;
      const before = seen.filter((other) => norm(other.map((x, j) => x - p[j])) < 0.1 * this.size).length;
      seen.push(p);
      act.radius = (0.17 + 0.045 * before) * this.size;
    }
  }

  /** Points that arcs about a link's joint may reach at a sample. */
  room(link, i) {
    const radius = Math.max(0, ...this.all.filter((act) => act.turns && act.mark.link === link).map((act) => act.radius));
    if (radius === 0) return [];
    const { p } = link.at({ i, s: 0 });
    return [0, 1, 2].flatMap((j) => [-radius, radius].map((r) => p.map((x, k) => (k === j ? x + r : x))));
  }

  usual(turns) {
    return Math.max(0, ...this.all.filter((act) => act.turns === turns).map((act) => act.usual));
  }

  paint(theme) {
    for (const { sign, series } of this.all) sign.colour = theme.colour(series[0].colour);
  }

  /** `torque` is what a quarter turn stands for, `newtons` what a metre does. */
  move(where, poses, shift, { torque, newtons }, shown) {
    for (const act of this.all) {
      const { mark, sign } = act;
      const pose = poses[mark.link.index];
      const values = act.series.map((one) => number_at(one, where));
      const vector = act.vector ? rotate(pose.q, values) : null;
      act.value = act.vector ? norm(vector) : values[0];
      const axis = act.vector ? vector.map((x) => x / (act.value || 1)) : mark.axes[act.k].axis;
      act.axis = axis;
      sign.visible = act.turns ? shown.torques : shown.forces;
      const at = new Vector3(...pose.p.map((x, j) => x - shift[j]));
      if (act.turns) this.#bend(act, at, new Vector3(...axis), torque);
      else {
        sign.thickness = 0.02 * this.size;
        const length = newtons > 0 ? Math.abs(act.value) / newtons : 0;
        act.cut = length > 2 * this.size;
        sign.point(
          at,
          axis.map((x) => x * (act.value < 0 ? -1 : 1)),
          Math.min(length, 2 * this.size),
        );
      }
    }
  }

  #bend(act, at, axis, quarter) {
    const angle = quarter > 0 ? ((Math.PI / 2) * act.value) / quarter : 0;
    act.cut = Math.abs(angle) > longest_arc;
    // Seen from what carries the joint, an arc starts in a direction that stays.
    const { frame, link } = act.mark;
    const starts = [...plane_directions(link.joint.axis), link.joint.axis].map(
      (e) => new Vector3(...rotate(frame.q, e)),
    );
    const start = starts.find((e) => Math.abs(e.dot(axis)) < 0.8) ?? starts[0];
    const strong = Math.min(1, Math.abs(angle) / usual_arc);
    act.sign.draw(at, axis, start, angle, act.radius, (0.007 + 0.014 * strong) * this.size);
  }

  hide() {
    for (const { sign } of this.all) sign.visible = false;
  }

  name(labels, camera, pixels, shown) {
    this.all.forEach(({ sign, series, turns, cut }, k) =>
      labels.put(
        `tau-${this.mechanism.index}-${k}`,
        `τ ${series[0].label}${cut ? ", cut" : ""}`,
        sign.tip,
        camera,
        pixels,
        {
          shown: sign.visible && sign.drawn && (turns ? shown.torques && Math.abs(sign.angle) > 0.2 : shown.forces),
          kind: `load drive ${series[0].colour}`,
          shy: true,
        },
      ),
    );
  }

  figures(back) {
    return this.all.map(({ mark, sign, turns, value, axis, k }) => ({
      joint: mark.link.name,
      k: k ?? 0,
      kind: turns ? "arc" : "arrow",
      shown: sign.visible && sign.drawn,
      value,
      axis,
      ...(turns
        ? {
            at: back(new Vector3().setFromMatrixPosition(sign.matrix)),
            angle: sign.angle,
            radius: sign.radius,
            thickness: sign.thickness,
          }
        : { at: back(sign.position), length: sign.length }),
    }));
  }
}

/** What a quarter turn of an arc stands for, so that the largest are nearly round. */
export const quarter_turn = (usual) => (usual > 0 ? round_above((usual * Math.PI) / 2 / usual_arc) : 0);
