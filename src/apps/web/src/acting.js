// What stands beside the bodies in a run's data: loads, springs, frames. Like bodies, they can be asked at any time.
import { mix, slerp, unrotate } from "./algebra.js";
import { end_point, read_end } from "./ends.js";

const flat = (list) => Float64Array.from(list ?? [], Number);
const part = (list, size, i) => Array.from(list.subarray(size * i, size * (i + 1)));

/** A value of `size` numbers at a place between samples; a list with one value is that value at all times, an empty
 *  list is none. */
export function value_at(list, size, { i, s }, between) {
  if (list.length === size) return part(list, size, 0);
  if (list.length < size * (i + 1)) return null;
  return s === 0 ? part(list, size, i) : between(part(list, size, i), part(list, size, i + 1), s);
}

function check(list, size, count, what) {
  if (list.length > size && list.length < size * count) throw new Error(`${what}: values are missing`);
}

/** What one load does to one body or link: force and torque about its centre of mass, world axes. */
class Load {
  constructor(raw, run) {
    this.name = String(raw.name ?? "");
    this.end = read_end(raw, run);
    const { body, mechanism, link } = this.end;
    if (!body && !link) throw new Error(`load “${this.name}” acts on no body`);
    /** What is selected when this load's figures are plotted. */
    this.owner = body ?? mechanism;
    this.thing = body?.name ?? `${mechanism.name}.${link.name}`;
    this.at_pivot = Boolean(raw.at_pivot);
    this.at = raw.at ?? null;
    this.force = flat(raw.force);
    this.torque = flat(raw.torque);
    for (const list of [this.force, this.torque]) check(list, 3, run.count, `load “${this.name}”`);
    /** Of a link, whose velocities a run does not tell. */
    this.power = flat(raw.power);
    check(this.power, 1, run.count, `load “${this.name}”`);
  }

  force_at(where) {
    return value_at(this.force, 3, where, mix) ?? [0, 0, 0];
  }
  torque_at(where) {
    return value_at(this.torque, 3, where, mix) ?? [0, 0, 0];
  }

  /** Where its torque acts, with bodies at `poses` and mechanisms as they are shown: in the centre of mass. */
  centre(poses) {
    const { body, link } = this.end;
    return end_point({ ...this.end, at: (body ?? link).com }, poses);
  }

  /** The world point where its force acts. */
  point(poses) {
    if (this.at_pivot && this.end.body?.pivot) return this.end.body.pivot;
    return this.at ? end_point({ ...this.end, at: this.at }, poses) : this.centre(poses);
  }
}

/** A frame: a place and axes, at rest or moving. */
class Frame {
  constructor(raw, count) {
    this.name = String(raw.name ?? "");
    this.position = flat(raw.position ?? [0, 0, 0]);
    this.quaternion = flat(raw.quaternion ?? [1, 0, 0, 0]);
    check(this.position, 3, count, `frame “${this.name}”`);
    check(this.quaternion, 4, count, `frame “${this.name}”`);
  }

  at(where) {
    return {
      p: value_at(this.position, 3, where, mix) ?? [0, 0, 0],
      q: value_at(this.quaternion, 4, where, slerp) ?? [1, 0, 0, 0],
    };
  }
}

const world_frame = { name: "world", position: [0, 0, 0], quaternion: [1, 0, 0, 0] };

/** Loads with the same name have one colour, on the stage and in the plots. */
const load_colours = 6;

export function read_loads(raw, run) {
  const loads = (raw ?? []).map((one) => new Load(one, run));
  const names = [...new Set(loads.map((load) => load.name))];
  for (const load of loads) load.colour = `load-${1 + (names.indexOf(load.name) % load_colours)}`;
  return loads;
}

export function read_springs(raw, run) {
  return (raw ?? []).map((spring) => ({
    name: String(spring.name ?? ""),
    length: Number(spring.length ?? 0),
    ends: spring.ends.map((end) => read_end(end, run)),
  }));
}

/** Whether no eye could tell two frames apart at any sample; q and −q turn alike. */
function same_frame(a, b, count) {
  const places = [...a.position, ...b.position].map(Math.abs);
  const close = 1e-6 * places.reduce((most, x) => Math.max(most, x), 1e-3);
  for (let i = 0; i < count; ++i) {
    const [one, other] = [a, b].map((frame) => frame.at({ i, s: 0 }));
    if (one.p.some((x, j) => Math.abs(x - other.p[j]) > close)) return false;
    const cosine = one.q.reduce((sum, x, j) => sum + x * other.q[j], 0); // of half the angle between them
    if (Math.abs(cosine) < 1 - 1e-9) return false;
  }
  return true;
}

/** The world and the frames that a run names; one that has two names is one frame with both. */
export function read_frames(raw, count) {
  const frames = [];
  for (const one of [world_frame, ...(raw ?? [])]) {
    const frame = new Frame(one, count);
    const same = frames.find((other) => same_frame(other, frame, count));
    if (same) same.name += ` = ${frame.name}`;
    else frames.push(frame);
  }
  return frames;
}

/** The way from a held body's pivot to the point that is traced, in body axes; none of a body that is not held. */
export function arm_of(body) {
  if (!body.pivot) return null;
  const pose = body.at({ i: 0, s: 0 });
  const tip = body.point(pose, body.trace_point ?? body.com);
  return unrotate(
    pose.q,
    tip.map((x, j) => x - body.pivot[j]),
  );
}
