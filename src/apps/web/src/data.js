// The run behind the page: what the report writer put into the document, as typed arrays that can be asked at any time.
import { read_frames, read_loads, read_springs } from "./acting.js";
import { mix, rotate, slerp } from "./algebra.js";
import { Contact, whole_motion } from "./contact.js";
import { read_end, read_loops } from "./ends.js";
import { read_mechanisms } from "./mechanism.js";
import { read_readouts } from "./readouts.js";
import { points_of, read_systems } from "./systems.js";
import { read_certificate } from "./trust.js";

const flat = (list) => Float64Array.from(list ?? [], Number);

const triple = (list, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
const quadruple = (list, i) => [list[4 * i], list[4 * i + 1], list[4 * i + 2], list[4 * i + 3]];

class Body {
  constructor(raw, count) {
    this.name = String(raw.name ?? "");
    this.mass = raw.mass;
    this.com = raw.com ?? [0, 0, 0];
    this.inertia = raw.inertia;
    this.moments = raw.principal_moments ?? [1, 1, 1];
    this.axes = raw.principal_axes ?? [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    this.shapes = raw.shapes ?? [];
    this.trace_point = raw.trace_point ?? null;
    this.pivot = raw.pivot ?? null;
    this.position = flat(raw.position);
    this.quaternion = flat(raw.quaternion);
    this.omega = flat(raw.angular_velocity);
    this.omega_body = flat(raw.angular_velocity_body);
    this.momentum = flat(raw.angular_momentum);
    this.velocity = flat(raw.velocity);
    if (this.position.length < 3 * count || this.quaternion.length < 4 * count)
      throw new Error(`body “${this.name}”: positions or attitudes are missing`);
    for (const key of ["omega", "omega_body", "momentum", "velocity"])
      if (this[key].length < 3 * count) this[key] = new Float64Array(3 * count);
  }

  q(i) {
    return quadruple(this.quaternion, i);
  }
  p(i) {
    return triple(this.position, i);
  }
  w(i) {
    return triple(this.omega, i);
  }
  w_body(i) {
    return triple(this.omega_body, i);
  }
  l(i) {
    return triple(this.momentum, i);
  }

  /** Pose, ω and L between samples: slerp for the attitude, straight lines for the rest. */
  at({ i, s }) {
    if (s === 0) return { p: this.p(i), q: this.q(i), w: this.w(i), w_body: this.w_body(i), l: this.l(i) };
    return {
      p: mix(this.p(i), this.p(i + 1), s),
      q: slerp(this.q(i), this.q(i + 1), s),
      w: mix(this.w(i), this.w(i + 1), s),
      w_body: mix(this.w_body(i), this.w_body(i + 1), s),
      l: mix(this.l(i), this.l(i + 1), s),
    };
  }

  /** Where the body point v (body frame) is when the body is at `pose`. */
  point(pose, v) {
    const r = rotate(pose.q, [v[0] - this.com[0], v[1] - this.com[1], v[2] - this.com[2]]);
    return [pose.p[0] + r[0], pose.p[1] + r[1], pose.p[2] + r[2]];
  }
}

/** Largest side of the box that positions of several bodies fill. */
function extent(lists) {
  const sides = [0, 1, 2].map((j) => {
    let [low, high] = [Infinity, -Infinity];
    for (const list of lists)
      for (let i = j; i < list.length; i += 3) [low, high] = [Math.min(low, list[i]), Math.max(high, list[i])];
    return high - low;
  });
  return Math.max(0, ...sides.filter(Number.isFinite));
}

/** A particle as a body that never turns: a ball, small beside the way that everything goes. */
function particle_as_body(raw, radius, count) {
  const still = Array.from({ length: count }, () => [1, 0, 0, 0]).flat();
  const body = new Body(
    {
      ...raw,
      principal_moments: [0, 0, 0],
      quaternion: still,
      shapes: [{ solid: "particle", radius }],
      trace_point: [0, 0, 0],
    },
    count,
  );
  body.particle = true;
  return body;
}

/** The length of the shortest of links, each where it is longest. */
function shortest(points, links, count) {
  const place = (end, i) => (end === null ? [0, 0, 0] : points[end].position.slice(3 * i, 3 * i + 3));
  const length = ({ ends }) => {
    let most = 0;
    for (let i = 0; i < count; ++i) {
      const [a, b] = ends.map((end) => place(end, i));
      most = Math.max(most, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    return most || Infinity;
  };
  return Math.min(Infinity, ...links.map(length));
}

/** A point of a system as such a ball, large enough beside what it is linked to; where it is not alone, a mark. */
function points_as_bodies(points, links, count, alone) {
  const held = links.some((link) => link.ends.includes(null));
  const places = [...points.map((point) => point.position), ...(held ? [[0, 0, 0]] : [])];
  const radius = Math.min((links.length ? 0.026 : 0.018) * extent(places) || 0.05, (alone ? 0.25 : 0.08) * shortest(points, links, count));
  return points.map((point) => {
    const body = particle_as_body(point, radius, count);
    body.of_system = true;
    return body;
  });
}

/** A body that knows its contact with the ground. */
class RollingBody extends Body {
  constructor(raw, times) {
    const whole = whole_motion(raw, times.length);
    super(whole, times.length);
    this.rolling = new Contact(whole, times);
  }

  at(where) {
    const pose = super.at(where);
    if (where.s > 0) pose.q = this.rolling.attitude_at(where, this.q(where.i), this.q(where.i + 1));
    return pose;
  }
}

/** Kinetic, potential and total energy of the mechanisms; null if there are none. */
function read_energy(raw) {
  return raw ? { kinetic: flat(raw.kinetic), potential: flat(raw.potential), total: flat(raw.total) } : null;
}

export class Run {
  constructor(raw) {
    if (!raw || typeof raw !== "object") throw new Error("this report holds no run");
    this.title = String(raw.title || raw.scene || "A run");
    this.watch = String(raw.watch ?? "");
    this.scene = String(raw.scene ?? "");
    /** Of small oscillations: mechanisms are told at rest, and go farther than that. */
    this.swings = raw.kind === "modes";
    this.solver = raw.solver ?? {};
    this.outcome = raw.outcome ?? { ending: "finished" };
    this.hash = String(raw.hash ?? "");
    this.statistics = raw.statistics ?? {};
    this.gravity = raw.gravity ?? [0, 0, 0];
    this.times = flat(raw.times);
    this.count = this.times.length;
    if (this.count === 0) throw new Error("this run recorded no instant");
    this.bodies = (raw.bodies ?? []).map((body) => new Body(body, this.count));
    const particles = raw.particles ?? [];
    const radius = 0.012 * extent([...(raw.bodies ?? []), ...particles].map((one) => one.position)) || 0.05;
    for (const particle of particles) this.bodies.push(particle_as_body(particle, radius, this.count));
    for (const rolling of raw.rolling ?? []) this.bodies.push(new RollingBody(rolling, this.times));
    const { points, links } = points_of(raw.systems);
    const first_point = this.bodies.length;
    const alone = first_point === 0 && !raw.mechanisms?.length;
    this.bodies.push(...points_as_bodies(points, links, this.count, alone));
    this.mechanisms = read_mechanisms(raw.mechanisms, this.count);
    this.loops = read_loops(raw.loops, this);
    this.energy = read_energy(raw.energy);
    this.loads = read_loads(raw.loads, this);
    this.loads_left_out = Number(raw.loads_left_out ?? 0);
    this.springs = read_springs(raw.springs, this);
    this.rods = [];
    for (const { spring, ends } of links) {
      const read = ends.map((end) => read_end(end === null ? {} : { body: first_point + end }, this));
      if (spring) this.springs.push({ name: "", length: 0, ends: read, of_points: true });
      else this.rods.push(read);
    }
    this.water = Number.isFinite(raw.water) ? raw.water : null;
    this.frames = read_frames(raw.frames, this.count);
    this.systems = read_systems(raw.systems);
    this.readouts = read_readouts(raw.readouts, this.count);
    this.monitors = (raw.monitors ?? []).map((m) => ({
      name: String(m.name ?? ""),
      unit: String(m.unit ?? ""),
      size: m.size ?? 1,
      values: flat(m.values),
      drift: m.drift ? flat(m.drift) : null,
      largest_drift: Number(m.largest_drift ?? 0), // of all steps, between the samples, too
    }));
    this.events = (raw.events ?? []).map((e) => ({ name: String(e.name ?? ""), t: Number(e.t) }));
    this.certificate = read_certificate(raw.certificate, this.times);
    this.start = this.times[0];
    this.last = this.times[this.count - 1];
    this.end = Math.max(Number(raw.end ?? this.last), this.last);
  }

  /** Whether anything can be put on a stage. */
  get seen() {
    return this.bodies.length + this.mechanisms.length > 0;
  }

  /** Whether all that is on the stage are points of systems. */
  get only_points() {
    return this.mechanisms.length === 0 && this.bodies.length > 0 && this.bodies.every((body) => body.of_system);
  }

  get ended_early() {
    return !["finished", "stopped"].includes(String(this.outcome.ending));
  }

  /** The sample at or before t, and how far towards the next one t is. */
  locate(t) {
    const { times, count } = this;
    if (count === 1 || t <= times[0]) return { i: 0, s: 0 };
    if (t >= times[count - 1]) return { i: count - 1, s: 0 };
    let low = 0;
    let high = count - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle;
    }
    return { i: low, s: (t - times[low]) / (times[high] - times[low]) };
  }

  nearest(t) {
    const { i, s } = this.locate(t);
    return s > 0.5 ? i + 1 : i;
  }
}

/** What the writer put into the document. */
export function read_document() {
  const text = document.getElementById("run")?.textContent ?? "";
  if (!text.trim() || text.trim().startsWith("@")) throw new Error("this report holds no run");
  return JSON.parse(text);
}
