// Mechanisms in a run's data: links, joints, poses and what drives them. Like bodies, they can be asked at any time.
import { value_at } from "./acting.js";
import { mix, slerp } from "./algebra.js";

const flat = (list) => Float64Array.from(list ?? [], Number);
const colours = 6;

function read_joint(raw) {
  const joint = raw ?? {};
  const limit = (x, otherwise) => (Number.isFinite(x) ? x : otherwise);
  return {
    kind: String(joint.kind ?? "fixed"),
    name: String(joint.name ?? ""),
    axis: joint.axis ?? [0, 0, 1],
    axis2: joint.axis2 ?? [0, 1, 0],
    pitch: Number(joint.pitch ?? 0),
    q: joint.q ?? [0, 0],
    v: joint.v ?? [0, 0],
    lower: limit(joint.lower, -Infinity),
    upper: limit(joint.upper, Infinity),
    mimic: joint.mimic ?? null,
  };
}

class Link {
  constructor(raw, index, count) {
    this.name = String(raw.name ?? "");
    this.index = index;
    this.parent = raw.parent ?? null;
    if (this.parent !== null && !(this.parent < index))
      throw new Error(`link “${this.name}” hangs on one that does not come before it`);
    this.joint = read_joint(raw.joint);
    this.X_PF = { p: raw.X_PF?.position ?? [0, 0, 0], q: raw.X_PF?.quaternion ?? [1, 0, 0, 0] };
    this.mass = Number(raw.mass ?? 0);
    this.com = raw.com ?? [0, 0, 0];
    this.shapes = raw.shapes ?? [];
    this.position = flat(raw.position);
    this.quaternion = flat(raw.quaternion);
    for (const [list, size] of [
      [this.position, 3],
      [this.quaternion, 4],
    ])
      if (list.length > size && list.length < size * count) throw new Error(`link “${this.name}”: poses are missing`);
  }

  at(where) {
    return {
      p: value_at(this.position, 3, where, mix) ?? [0, 0, 0],
      q: value_at(this.quaternion, 4, where, slerp) ?? [1, 0, 0, 0],
    };
  }
}

/** Coordinates, velocities or forces by number: a name, the joint's, a unit, and values. */
function read_series(raw) {
  return (raw ?? []).map((one) => ({
    name: String(one.name ?? ""),
    label: String(one.label ?? one.name ?? ""),
    unit: String(one.unit ?? ""),
    values: flat(one.values),
  }));
}

const between = ([a], [b], s) => [a + s * (b - a)];
export const number_at = (series, where) => value_at(series.values, 1, where, between)?.[0] ?? 0;

export class Mechanism {
  constructor(raw, index, count) {
    this.name = String(raw.name ?? "");
    this.index = index;
    this.links = (raw.links ?? []).map((link, k) => new Link(link, k, count));
    this.q = read_series(raw.q);
    this.v = read_series(raw.v);
    this.tau = read_series(raw.tau);
    for (const link of this.links) {
      link.children = this.links.filter((other) => other.parent === link.index);
      // What is fixed to a link is one with it.
      const moves = link.joint.kind !== "fixed";
      link.depth = (this.links[link.parent]?.depth ?? -1) + (moves ? 1 : 0);
      // As its curves are called.
      link.label = (moves && link.joint.name) || link.name;
    }
    this.#colour();
  }

  /** A joint has one colour for its curves and for the arc of its torque; what turns and what slides are counted apart,
   *  as they are plotted. Free joints, which nothing drives, have that of quiet text. */
  #colour() {
    const next = { turning: 0, sliding: 0 };
    for (const { joint } of this.links) {
      const free = joint.kind === "free";
      const names = Array.from({ length: joint.v[1] }, (_, k) => {
        const slides = joint.kind === "prismatic" || (joint.kind === "planar" && k < 2);
        if (free) return "muted";
        return `load-${slides ? colours - (next.sliding++ % colours) : 1 + (next.turning++ % colours)}`;
      });
      for (const [list, [first, count]] of [
        [this.q, joint.q],
        [this.v, joint.v],
        [this.tau, joint.v],
      ])
        for (let k = 0; k < count; ++k) if (list[first + k]) list[first + k].colour = names[k] ?? "text";
    }
  }

  /** Where the links are: as recorded. */
  poses(where) {
    return this.links.map((link) => link.at(where));
  }

  coordinates(where) {
    return this.q.map((one) => number_at(one, where));
  }

  /** The coordinates of one joint among all of them. */
  joint_coordinates(link, q) {
    const { joint } = link;
    const leader = joint.mimic && this.links[joint.mimic.link];
    if (leader) return [joint.mimic.multiplier * this.joint_coordinates(leader, q)[0] + joint.mimic.offset];
    return q.slice(joint.q[0], joint.q[0] + joint.q[1]);
  }

  /** Links that hang on the world by a joint that holds them. */
  get roots() {
    return this.links.filter((link) => link.parent === null && link.joint.kind !== "free");
  }
}

export const read_mechanisms = (raw, count) => (raw ?? []).map((one, k) => new Mechanism(one, k, count));
