// Mechanisms for the page's tests. Poses are computed here with matrices of 4 × 4, which the page does not use.
import { empty_run, thrown_ball } from "./fixtures.mjs";

const identity = () => [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => Number(i === j)));
export const times_matrix = (a, b) =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

function shifted(p) {
  const m = identity();
  p.forEach((x, i) => (m[i][3] = x));
  return m;
}

/** Rodrigues: cos·1 + sin·[a]× + (1 − cos)·a aᵀ. */
function turned([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const m = identity();
  const cross = [
    [0, -z, y],
    [z, 0, -x],
    [-y, x, 0],
  ];
  const a = [x, y, z];
  for (let i = 0; i < 3; ++i)
    for (let j = 0; j < 3; ++j) m[i][j] = c * Number(i === j) + s * cross[i][j] + (1 - c) * a[i] * a[j];
  return m;
}

/** Motions of joints by their coordinates; a ball joint's are a rotation vector here. */
const motions = {
  revolute: (joint, [q]) => turned(joint.axis, q),
  prismatic: (joint, [q]) => shifted(joint.axis.map((a) => a * q)),
  helical: (joint, [q]) => times_matrix(shifted(joint.axis.map((a) => a * joint.pitch * q)), turned(joint.axis, q)),
  universal: (joint, [a, b]) => times_matrix(turned(joint.axis, a), turned(joint.axis2, b)),
  planar: (joint, [a, b, c]) => times_matrix(shifted([a, b, 0]), turned([0, 0, 1], c)),
  spherical: (joint, vector) => {
    const angle = Math.hypot(...vector);
    return angle > 0
      ? turned(
          vector.map((x) => x / angle),
          angle,
        )
      : identity();
  },
};

/** w, x, y, z of a rotation whose angle is below π. */
function quaternion_of(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0][0] + m[1][1] + m[2][2])) / 2;
  return [w, (m[2][1] - m[1][2]) / (4 * w), (m[0][2] - m[2][0]) / (4 * w), (m[1][0] - m[0][1]) / (4 * w)];
}

/** Columns of the attitude, by which poses are compared. */
export const place_of = (m) => [0, 1, 2].map((i) => m[i][3]);
export const axes_of = (m) => [0, 1, 2].map((j) => [0, 1, 2].map((i) => m[i][j]));

/** World matrices of links at joint coordinates, one list for each joint. */
export function poses_of(links, coordinates) {
  const poses = [];
  links.forEach((link, k) => {
    const parent = link.parent === null ? identity() : poses[link.parent];
    poses.push(
      times_matrix(
        times_matrix(parent, shifted(link.X_PF.position)),
        motions[link.joint.kind](link.joint, coordinates[k]),
      ),
    );
  });
  return poses;
}

const sizes = {
  revolute: [1, 1],
  prismatic: [1, 1],
  helical: [1, 1],
  universal: [2, 2],
  planar: [3, 3],
  spherical: [4, 3],
};
const units = { prismatic: ["m", "m/s", "N"], turn: ["rad", "rad/s", "N m"] };

/** A quaternion as the engine's coordinates have it, x y z w, for a rotation vector; others as they are. */
function engine_coordinates(kind, values) {
  if (kind !== "spherical") return values;
  const angle = Math.hypot(...values);
  const s = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  return [...values.map((x) => s * x), Math.cos(angle / 2)];
}

function link_of({ name, parent, joint, at, shapes = [], com = [0, 0, 0] }, index, state) {
  const [nq, nv] = sizes[joint.kind];
  const link = {
    name,
    parent: parent === undefined ? (index > 0 ? index - 1 : null) : parent,
    joint: { lower: null, upper: null, name, ...joint, q: [state.q, nq], v: [state.v, nv] },
    X_PF: { position: at, quaternion: [1, 0, 0, 0] },
    mass: 1,
    com,
    shapes,
    position: [],
    quaternion: [],
  };
  state.q += nq;
  state.v += nv;
  return link;
}

/** `specs` of links; `coordinates(t)` a list for each joint, `force(t, number)` what drives each velocity. */
export function mechanism({ name, specs, times, coordinates, force = () => 0 }) {
  const state = { q: 0, v: 0 };
  const links = specs.map((spec, k) => link_of(spec, k, state));
  const series = (key, count, k, { joint, name: label }) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${key}`,
      label: count > 1 ? `${label}.${i + 1}` : label,
      unit: units[joint.kind === "prismatic" ? "prismatic" : "turn"][k],
      values: [],
    }));
  const lists = {
    q: links.flatMap((link) => series("q", link.joint.q[1], 0, link)),
    v: links.flatMap((link) => series("v", link.joint.v[1], 1, link)),
    tau: links.flatMap((link) => series("tau", link.joint.v[1], 2, link)),
  };
  for (const [key, list] of Object.entries(lists)) list.forEach((one, k) => (one.name = `${key}${k + 1}`));
  for (const t of times) {
    const at = coordinates(t);
    poses_of(links, at).forEach((m, k) => {
      links[k].position.push(...place_of(m));
      links[k].quaternion.push(...quaternion_of(m));
    });
    links.flatMap(({ joint }, k) => engine_coordinates(joint.kind, at[k])).forEach((x, k) => lists.q[k].values.push(x));
    lists.v.forEach((one) => one.values.push(0));
    lists.tau.forEach((one, k) => one.values.push(force(t, k)));
  }
  // What is always zero is left out by the writer.
  for (const one of lists.tau) if (one.values.every((x) => x === 0)) one.values = [];
  return { name, links, ...lists };
}

const grid = (end, dt) => Array.from({ length: Math.round(end / dt) + 1 }, (_, i) => i * dt);
const y = [0, 1, 0];

export const two_link_coordinates = (t) => [[0.6 * Math.sin(1.5 * t)], [1 + 0.5 * Math.cos(1.5 * t)]];

/** Two boxes that turn about y, driven by 6 and −3 N m at most. */
export function two_link_arm() {
  const times = grid(3, 0.05);
  const box = (size, at) => [{ solid: "box", size, position: at }];
  const arm = mechanism({
    name: "arm",
    times,
    specs: [
      {
        name: "upper",
        joint: { kind: "revolute", axis: y },
        at: [0, 0, 0],
        com: [0.25, 0, 0],
        shapes: box([0.5, 0.04, 0.04], [0.25, 0, 0]),
      },
      {
        name: "lower",
        joint: { kind: "revolute", axis: y, lower: -2, upper: 2 },
        at: [0.5, 0, 0],
        com: [0.2, 0, 0],
        shapes: box([0.4, 0.03, 0.03], [0.2, 0, 0]),
      },
    ],
    coordinates: two_link_coordinates,
    force: (t, k) => (k === 0 ? 6 : -3) * Math.cos(t),
  });
  const wave = (f) => times.map(f);
  return {
    ...empty_run(times),
    title: "An arm of two links",
    gravity: [0, 0, -9.81],
    mechanisms: [arm],
    loops: [],
    energy: {
      kinetic: wave((t) => Math.sin(t) ** 2),
      potential: wave((t) => Math.cos(t)),
      total: wave((t) => Math.sin(t) ** 2 + Math.cos(t)),
    },
  };
}

/** A swinging link without shapes; springs tie its end to a thrown ball and to the world. */
export function ball_on_arm() {
  const run = thrown_ball();
  const { times } = run;
  const pendulum = mechanism({
    name: "pendulum",
    times,
    specs: [{ name: "rod", joint: { kind: "revolute", axis: y }, at: [0.2, 0, 1.5], com: [0, 0, -0.5] }],
    coordinates: (t) => [[0.4 * Math.cos(3 * t)]],
  });
  const from_link = { body: null, mechanism: 0, link: 0, at: [0, 0, -0.5] };
  return {
    ...run,
    mechanisms: [pendulum],
    loops: [],
    springs: [
      { name: "tie", length: 0.5, ends: [from_link, { body: 0, at: [0, 0, 0] }] },
      { name: "wall", length: 0.5, ends: [from_link, { body: null, at: [1, 0, 1] }] },
    ],
  };
}

export const zoo_coordinates = (t) => [
  [0.3 + 0.2 * t],
  [0.1 * t],
  [0.5 - t],
  [0.4 * t, -0.3 * t],
  [0.1, -0.2 + 0.1 * t, 0.7],
  [0.2 + 0.3 * t, -0.4, 0.5 * t],
];

/** A chain with a joint of each kind that can be posed; without shapes. */
export function joint_zoo() {
  const times = grid(1, 0.1);
  const slanted = [0.6, 0, 0.8];
  const chain = mechanism({
    name: "zoo",
    times,
    specs: [
      { name: "revolute", joint: { kind: "revolute", axis: slanted }, at: [0.1, 0.2, 0.3] },
      { name: "prismatic", joint: { kind: "prismatic", axis: slanted }, at: [0, 0, 0.3] },
      { name: "helical", joint: { kind: "helical", axis: y, pitch: 0.05 }, at: [0.3, 0, 0] },
      { name: "universal", joint: { kind: "universal", axis: [1, 0, 0], axis2: slanted }, at: [0, 0.3, 0] },
      { name: "planar", joint: { kind: "planar", axis: [0, 0, 1] }, at: [0.3, 0, 0.1] },
      { name: "spherical", joint: { kind: "spherical" }, at: [0, 0, 0.3], com: [0, 0, 0.2] },
    ],
    coordinates: zoo_coordinates,
    force: (t, k) => (k === 1 ? 20 : k >= 8 ? 1 : 0),
  });
  return { ...empty_run(times), title: "One of each", gravity: [0, 0, -9.81], mechanisms: [chain], loops: [] };
}
