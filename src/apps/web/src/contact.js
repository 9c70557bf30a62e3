// What the data of a rolling body hold beyond those of a body: its ground, and where and how it touches it.
import { dot, mix, norm, rotate, slerp } from "./algebra.js";
import { EulerAngles } from "./euler.js";
import { multiply, turn } from "./kinematics.js";

export const mode_names = ["rolling", "sliding", "flying"];
const flying = 2;

/** `size` numbers for each sample, from a list that may be shorter: one value holds at all times, none is always zero.
 *  What is not finite is NaN. */
export function series(raw, size, count, what) {
  const list = Float64Array.from(raw ?? [], (x) => (x === null ? NaN : Number(x)));
  if (list.length >= size * count) return list;
  if (list.length !== 0 && list.length !== size) throw new Error(`${what}: values are missing`);
  const whole = new Float64Array(size * count);
  if (list.length) for (let i = 0; i < count; ++i) whole.set(list, size * i);
  return whole;
}

const part = (list, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
const less = (a, b) => a.map((x, j) => x - b[j]);
const z_axis = [0, 0, 1];
const unit = (a) => a.map((x) => x / (norm(a) || 1));

/** A plane, at rest or moving, or the inside or outside of a sphere or a cylinder. */
class Ground {
  constructor(raw, times, what) {
    this.times = times;
    this.kind = ["sphere", "cylinder"].includes(raw.kind) ? raw.kind : "plane";
    this.normal = unit(raw.normal ?? [0, 0, 1]);
    this.place = series(raw.place ?? raw.centre, 3, times.length, what);
    this.rate = series(raw.turning, 1, times.length, what);
    this.centre = raw.centre ?? [0, 0, 0];
    this.axis = unit(raw.axis ?? [0, 0, 1]);
    this.radius = raw.radius ?? 1;
    this.inside = raw.inside ?? true;
    /** Coulomb's coefficient; null where friction is another or has no limit. */
    this.friction = Number.isFinite(raw.friction) ? raw.friction : null;
    this.turned = new Float64Array(times.length);
    for (let i = 1; i < times.length; ++i) this.turned[i] = this.turned[i - 1] + this.#turn(i - 1, 1);
    this.turns = this.rate.some((x) => x !== 0);
    this.moves = this.turns || this.place.some((x, k) => x !== this.place[k % 3]);
  }

  /** By the trapezoid, from sample i on, over the part s of the time to the next. */
  #turn(i, s) {
    const [a, b] = [this.rate[i], this.rate[i + 1]];
    return (this.times[i + 1] - this.times[i]) * s * (a + (s * (b - a)) / 2);
  }

  /** Where the ground's own frame is: its place, and the angle that a plane has turned about its normal. */
  at({ i, s }) {
    if (s === 0) return { p: part(this.place, i), angle: this.turned[i] };
    return {
      p: mix(part(this.place, i), part(this.place, i + 1), s),
      angle: this.turned[i] + this.#turn(i, s),
    };
  }

  /** The world point p as the ground has it. */
  seen(p, where) {
    const frame = this.at(where);
    return rotate(turn(this.normal, -frame.angle), less(p, frame.p));
  }

  /** The direction away from the ground, towards the body, where p is on it. */
  normal_at(p) {
    if (this.kind === "plane") return this.normal;
    let out = less(p, this.centre);
    if (this.kind === "cylinder") out = out.map((x, j) => x - dot(less(p, this.centre), this.axis) * this.axis[j]);
    return unit(out).map((x) => (this.inside ? -x : x));
  }
}

export class Contact {
  /** `raw` with its whole motion. */
  constructor(raw, times) {
    const what = `rolling body “${String(raw.name ?? "")}”`;
    const read = (key, size) => series(raw[key], size, times.length, `${what}, ${key}`);
    this.times = times;
    this.ground = new Ground(raw.ground ?? {}, times, `${what}, ground`);
    const rates = read("angular_velocity_body", 3);
    this.euler = new EulerAngles(read("euler", 3), rates, times);
    this.positions = read("position", 3);
    this.points = read("contact", 3);
    this.body_points = read("contact_body", 3);
    this.forces = read("contact_force", 3);
    const normal = (i) => this.ground.normal_at(part(this.points, i));
    this.normal_force = each(times.length, 1, (i) => [dot(part(this.forces, i), normal(i))]);
    this.friction_force = each(times.length, 1, (i) => {
      const force = part(this.forces, i);
      return [norm(force.map((x, j) => x - this.normal_force[i] * normal(i)[j]))];
    });
    this.demand = read("friction_demand", 1);
    this.slip = read("slip_velocity", 3);
    this.mode = read("mode", 1);
  }

  /** 0 rolling, 1 sliding, 2 flying: until the next sample, as at the last. */
  mode_at({ i }) {
    return this.mode[i];
  }
  flying_at(where) {
    return this.mode_at(where) === flying;
  }
  /** Whether the body leaves its ground between two samples. */
  broken(i, j) {
    for (let k = i; k <= j; ++k) if (this.mode[k] === flying) return true;
    return false;
  }

  force_at({ i, s }) {
    const now = part(this.forces, i);
    return s === 0 || this.broken(i, i + 1) ? now : mix(now, part(this.forces, i + 1), s);
  }

  /** How a body on a plane goes round between two samples, if it does so fast; on ground that is curved, the angles are
   *  to a normal that turns. */
  #whirl({ i, s }) {
    if (s === 0 || this.ground.kind !== "plane" || this.broken(i, i + 1)) return null;
    return this.euler.whirl(i);
  }

  /** Between attitudes a and b: φ and ψ go on evenly, and what is left is the shortest turn. */
  attitude_at(where, a, b) {
    const whirl = this.#whirl(where);
    if (!whirl) return slerp(a, b, where.s);
    const about = (s, q) => multiply(multiply(turn(this.ground.normal, s * whirl.phi), q), turn(z_axis, s * whirl.psi));
    return about(where.s, slerp(a, about(-1, b), where.s));
  }

  /** Where they touch, in the world. */
  point_at(where) {
    const whirl = this.#whirl(where);
    if (!whirl) return this.#between(this.points, where);
    const { i, s } = where;
    const arm = (k) => less(part(this.points, k), part(this.positions, k));
    const about = (angle, v) => rotate(turn(this.ground.normal, angle), v);
    const now = about(s * whirl.phi, mix(arm(i), about(-whirl.phi, arm(i + 1)), s));
    return mix(part(this.positions, i), part(this.positions, i + 1), s).map((x, j) => x + now[j]);
  }
  /** The same, from the centre of mass, in body axes. */
  body_point_at(where) {
    const whirl = this.#whirl(where);
    if (!whirl) return this.#between(this.body_points, where);
    const { i, s } = where;
    const about = (angle, v) => rotate(turn(z_axis, angle), v);
    return about(-s * whirl.psi, mix(part(this.body_points, i), about(whirl.psi, part(this.body_points, i + 1)), s));
  }

  /** Into how many parts the time to the next sample is cut for a curve that looks round. */
  parts(i, usual) {
    const whirl = i + 1 < this.times.length ? this.#whirl({ i, s: 1 }) : null;
    return whirl ? Math.max(usual, Math.min(24, Math.ceil(Math.abs(whirl.phi) / 0.13))) : usual;
  }

  /** Cubics through the samples. */
  #between(list, { i, s }) {
    if (s === 0) return part(list, i);
    const [a, b] = [part(list, i), part(list, i + 1)];
    const { times } = this;
    if (i === 0 || i + 2 >= times.length || this.broken(i - 1, i + 2)) return mix(a, b, s);
    const h = times[i + 1] - times[i];
    const rate = (k) => slope(times, list, k).map((x) => h * x);
    const [u, v] = [rate(i), rate(i + 1)];
    const r = 1 - s;
    return a.map((x, j) => r * r * (1 + 2 * s) * x + s * s * (1 + 2 * r) * b[j] + s * r * (r * u[j] - s * v[j]));
  }
}

/** Of the parabola through three neighbours, at the middle one. */
function slope(times, list, k) {
  const [before, after] = [times[k] - times[k - 1], times[k + 1] - times[k]];
  return [0, 1, 2].map((j) => {
    const at = 3 * k + j;
    const [a, b] = [(list[at] - list[at - 3]) / before, (list[at + 3] - list[at]) / after];
    return (a * after + b * before) / (before + after);
  });
}

/** `size` numbers for each sample, from others of it. */
function each(count, size, value) {
  const list = new Float64Array(size * count);
  for (let i = 0; i < count; ++i) list.set(value(i), size * i);
  return list;
}

/** What is written of a rolling body, with a value for each sample, and what follows from that: the motion as bodies
 *  have it, and the contact in the world. */
export function whole_motion(raw, count) {
  const what = `rolling body “${String(raw.name ?? "")}”`;
  const read = (key, size) => series(raw[key], size, count, `${what}, ${key}`);
  const position = read("position", 3);
  const quaternion = read("quaternion", 4);
  const angular_velocity_body = read("angular_velocity_body", 3);
  const contact_body = read("contact_body", 3);
  const in_world = (v, i) => rotate([0, 1, 2, 3].map((k) => quaternion[4 * i + k]), v);
  const momentum = (w) => raw.inertia.map((row) => dot(row, w));
  return {
    ...raw,
    ...{ position, quaternion, angular_velocity_body, contact_body, velocity: read("velocity", 3) },
    angular_velocity: each(count, 3, (i) => in_world(part(angular_velocity_body, i), i)),
    angular_momentum: each(count, 3, (i) => in_world(momentum(part(angular_velocity_body, i)), i)),
    contact: each(count, 3, (i) => in_world(part(contact_body, i), i).map((x, j) => x + position[3 * i + j])),
  };
}
