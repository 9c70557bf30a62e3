// Runs for the page's tests, computed here: Euler's equations of a free body by classical Runge–Kutta, small steps.

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const add = (a, b, s = 1) => a.map((x, i) => x + s * b[i]);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

function rotate([w, x, y, z], v) {
  const t = cross([x, y, z], v).map((c) => 2 * c);
  return add(add(v, t, w), cross([x, y, z], t));
}

/** Rates of (ω body, q) for principal moments I along the body axes. */
function rate(moments, [wx, wy, wz, q0, q1, q2, q3]) {
  const [a, b, c] = moments;
  return [
    ((b - c) * wy * wz) / a,
    ((c - a) * wz * wx) / b,
    ((a - b) * wx * wy) / c,
    0.5 * (-q1 * wx - q2 * wy - q3 * wz),
    0.5 * (q0 * wx + q2 * wz - q3 * wy),
    0.5 * (q0 * wy + q3 * wx - q1 * wz),
    0.5 * (q0 * wz + q1 * wy - q2 * wx),
  ];
}

function rk4(moments, x, h) {
  const k1 = rate(moments, x);
  const k2 = rate(moments, add(x, k1, h / 2));
  const k3 = rate(moments, add(x, k2, h / 2));
  const k4 = rate(moments, add(x, k3, h));
  return x.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}

const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A free body with principal body axes: records n samples every dt; p(t) moves the centre of mass. */
export function spin({
  name,
  mass,
  com = [0, 0, 0],
  moments,
  omega,
  shapes = [],
  times,
  path,
  trace_point,
  quaternion = [1, 0, 0, 0],
}) {
  const out = {
    name,
    mass,
    com,
    inertia: moments.map((m, i) => identity[i].map((e) => e * m)),
    principal_moments: moments,
    principal_axes: identity,
    shapes,
    position: [],
    quaternion: [],
    velocity: [],
    angular_velocity: [],
    angular_velocity_body: [],
    angular_momentum: [],
    trace_point,
  };
  let x = [...omega, ...quaternion];
  times.forEach((t, i) => {
    if (i > 0) {
      const parts = 8;
      for (let k = 0; k < parts; ++k) x = rk4(moments, x, (t - times[i - 1]) / parts);
      const size = Math.hypot(...x.slice(3));
      x = x.map((v, k) => (k < 3 ? v : v / size));
    }
    const w = x.slice(0, 3);
    const q = x.slice(3);
    const { p, v } = path(t);
    out.position.push(...p);
    out.velocity.push(...v);
    out.quaternion.push(...q);
    out.angular_velocity_body.push(...w);
    out.angular_velocity.push(...rotate(q, w));
    out.angular_momentum.push(
      ...rotate(
        q,
        w.map((c, k) => c * moments[k]),
      ),
    );
  });
  return out;
}

/** A run in which nothing is, over these times. */
export const empty_run = (times) => ({
  format: 1,
  title: "",
  scene: "fixture",
  watch: "",
  solver: { name: "dop853", title: "Dormand–Prince 8(5,3)", tolerance: 1e-10, step: null },
  outcome: { ending: "finished", t: times.at(-1), detail: "" },
  end: times.at(-1),
  hash: "9f3c5a7be0412d86",
  statistics: { steps: 1203, rejected: 17, rate_evaluations: 14646, seconds: 0.0031 },
  gravity: [0, 0, 0],
  times,
  bodies: [],
  systems: [],
  monitors: [],
  events: [],
});

const grid = (end, dt) => Array.from({ length: Math.round(end / dt) + 1 }, (_, i) => i * dt);
const at_rest = () => ({ p: [0, 0, 0], v: [0, 0, 0] });

function thrown(p0, v0, g = 9.81) {
  return (t) => ({
    p: [p0[0] + v0[0] * t, p0[1] + v0[1] * t, p0[2] + v0[2] * t - (g * t * t) / 2],
    v: [v0[0], v0[1], v0[2] - g * t],
  });
}

/** Monitors of a free run, with the drift that this file's own integrator leaves. */
function monitors(bodies, n) {
  const energy = [];
  const momentum = [];
  for (let i = 0; i < n; ++i) {
    let e = 0;
    let l = [0, 0, 0];
    for (const b of bodies) {
      const w = b.angular_velocity.slice(3 * i, 3 * i + 3);
      const h = b.angular_momentum.slice(3 * i, 3 * i + 3);
      e += 0.5 * dot(w, h);
      l = add(l, h);
    }
    energy.push(e);
    momentum.push(...l);
  }
  const drift = (values, size) => {
    const out = [];
    let largest = 0;
    for (let i = 0; i < n; ++i) largest = Math.max(largest, Math.hypot(...values.slice(size * i, size * i + size)));
    for (let i = 0; i < n; ++i)
      out.push(Math.hypot(...Array.from({ length: size }, (_, k) => values[size * i + k] - values[k])) / largest);
    return out;
  };
  return [
    { name: "energy", unit: "J", size: 1, values: energy, drift: drift(energy, 1) },
    { name: "momentum", unit: "kg m/s", size: 3, values: momentum.map(() => 0), drift: energy.map(() => 0) },
    { name: "angular_momentum", unit: "kg m^2/s", size: 3, values: momentum, drift: drift(momentum, 3) },
  ];
}

const run = (fields, bodies, times) => ({
  ...empty_run(times),
  bodies,
  monitors: monitors(bodies, times.length),
  ...fields,
});

/** Zero crossings of ω_y, linear between samples. */
function flips(body, times) {
  const out = [];
  for (let i = 1; i < times.length; ++i) {
    const a = body.angular_velocity_body[3 * i - 2];
    const b = body.angular_velocity_body[3 * i + 1];
    if (a * b < 0) out.push({ name: "flip", t: times[i - 1] + ((times[i] - times[i - 1]) * a) / (a - b) });
  }
  return out;
}

const half = Math.SQRT1_2;

/** Bar 200 g, r 8 mm, 120 mm along x; stem 80 g, r 8 mm, 60 mm along y at 30 mm. */
function handle_body(times, omega = [0.001, 8, 0], path = at_rest) {
  const [mb, ms, r, lb, ls] = [0.2, 0.08, 0.008, 0.12, 0.06];
  const mass = mb + ms;
  const y = (ms * 0.03) / mass;
  const across = (m, l) => (m * (3 * r * r + l * l)) / 12;
  const along = (m) => (m * r * r) / 2;
  const offset = mb * y * y + ms * (0.03 - y) ** 2;
  const moments = [
    along(mb) + across(ms, ls) + offset,
    across(mb, lb) + along(ms),
    across(mb, lb) + across(ms, ls) + offset,
  ];
  const shapes = [
    { solid: "cylinder", radius: r, length: lb, position: [0, 0, 0], quaternion: [half, 0, half, 0] },
    { solid: "cylinder", radius: r, length: ls, position: [0, 0.03, 0], quaternion: [half, half, 0, 0] },
  ];
  return spin({ name: "handle", mass, com: [0, y, 0], moments, omega, shapes, times, path, trace_point: [0.06, 0, 0] });
}

export function t_handle() {
  const times = grid(30, 0.01);
  const body = handle_body(times);
  return run(
    {
      title: "A T-handle flips",
      scene: "t-handle",
      watch: "Watch the handle: it turns over every 3.84 s, although nothing touches it.",
      events: flips(body, times),
    },
    [body],
    times,
  );
}

function box_moments(mass, [a, b, c]) {
  return [(mass * (b * b + c * c)) / 12, (mass * (a * a + c * c)) / 12, (mass * (a * a + b * b)) / 12];
}

/** A sphere of 0.1 m thrown 2 m along x and up again: far enough to be told apart at any three times. */
export function thrown_ball() {
  const times = grid(1, 0.02);
  const body = spin({
    name: "ball",
    mass: 1,
    moments: [0.004, 0.004, 0.004],
    omega: [0, 6, 2],
    shapes: [{ solid: "sphere", radius: 0.1 }],
    times,
    path: thrown([-1, 0, 0], [2, 0.3, 4.905]),
  });
  return run({ title: "A ball is thrown", gravity: [0, 0, -9.81] }, [body], times);
}

/** A brick thrown far: the camera goes with it. */
export function thrown_brick() {
  const times = grid(4, 0.01);
  const size = [0.1, 0.2, 0.05];
  const body = spin({
    name: "brick",
    mass: 2,
    moments: box_moments(2, size),
    omega: [0.2, 0.1, 7],
    shapes: [{ solid: "box", size }],
    times,
    path: thrown([0, 0, 1], [6, 2, 19]),
  });
  return run(
    {
      title: "A thrown brick",
      watch: "Watch the brick: its centre draws a parabola, whatever the spin.",
      gravity: [0, 0, -9.81],
    },
    [body],
    times,
  );
}

const tetrahedron = {
  solid: "mesh",
  vertices: [0.1, 0.1, 0.1, -0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, -0.1],
  triangles: [0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3],
};

/** Twelve bodies, one of every solid, with the longest names anyone should have to read. */
export function twelve_bodies() {
  const times = grid(3, 0.02);
  const shapes = [
    [{ solid: "box", size: [0.2, 0.12, 0.06] }],
    [{ solid: "sphere", radius: 0.1 }],
    [{ solid: "ellipsoid", axes: [0.14, 0.09, 0.06] }],
    [{ solid: "cylinder", radius: 0.06, length: 0.2 }],
    [{ solid: "disk", radius: 0.12, length: 0.02 }],
    [{ solid: "cone", radius: 0.08, length: 0.2, position: [0, 0, -0.05] }],
    [{ solid: "capsule", radius: 0.05, length: 0.14 }],
    [{ solid: "torus", radius: 0.1, tube: 0.03 }],
    [tetrahedron],
    [{ solid: "rod", length: 0.26 }],
    [{ solid: "particle" }],
    [],
  ];
  const names = [
    "box",
    "sphere",
    "ellipsoid",
    "cylinder",
    "disk",
    "cone",
    "capsule",
    "torus",
    "tetrahedron",
    "rod",
    "particle",
    "a body without a shape",
  ];
  const bodies = shapes.map((list, k) =>
    spin({
      name: `${names[k]} that was given a name of quite unreasonable length, number ${k + 1} of twelve`,
      mass: 1 + k / 10,
      moments: box_moments(1, [0.2, 0.12 + k / 200, 0.06]),
      omega: [0.3 * k - 1, 5 - 0.4 * k, 1 + 0.3 * k],
      shapes: list,
      times,
      path: thrown(
        [0.6 * (k % 4) - 0.9, 0.6 * Math.floor(k / 4) - 0.6, 0.3],
        [0.05 * (k - 6), 0, 14.715 * (1 + k / 900)],
      ),
    }),
  );
  return run(
    {
      title:
        "Twelve bodies thrown together from one table into the air, each of them with another shape and another spin: a title that is longer than any window",
      watch:
        "Watch all of them: every centre falls alike while each body turns in its own way, and the sentence that says so is long enough to need a second line on most screens.",
      gravity: [0, 0, -9.81],
      events: Array.from({ length: 40 }, (_, k) => ({ name: `a rather long event ${k}`, t: 0.07 * k })),
    },
    bodies,
    times,
  );
}

/** The same handle, ended at 11.37 s of 30 s. */
export function ended_early() {
  const times = grid(11.37, 0.01);
  const body = handle_body(times);
  return run(
    {
      title: "A T-handle that stopped",
      watch: "",
      end: 30,
      events: flips(body, times),
      outcome: {
        ending: "step underflow",
        t: 11.37,
        detail:
          "the step shrank below 1e-14 s near t = 11.37 s; try a smaller tolerance or look for a jump in the load",
      },
    },
    [body],
    times,
  );
}

export const attack = `</script><img src=x onerror="window.hacked=1"><script>window.hacked=1</script><!--`;

export function hostile() {
  const times = grid(1, 0.02);
  const body = handle_body(times);
  const other = handle_body(times, [1, 2, 3], () => ({ p: [0.2, 0, 0], v: [0, 0, 0] }));
  const out = run(
    {
      title: attack,
      watch: attack,
      scene: attack,
      events: [{ name: attack, t: 0.5 }],
      outcome: { ending: attack, t: 1, detail: attack },
      hash: attack,
    },
    [body, other],
    times,
  );
  bodies_named(out, attack);
  out.solver = { name: attack, title: attack, tolerance: 1e-9, step: 0.001 };
  out.monitors.forEach((m) => (m.name += attack));
  return out;
}

function bodies_named(out, name) {
  out.bodies.forEach((body, k) => (body.name = `${name}${k}`));
}

/** One instant, one body at rest: the least a report can hold. */
export function single_instant() {
  const body = spin({
    name: "block",
    mass: 12,
    moments: box_moments(12, [0.3, 0.2, 0.1]),
    omega: [0, 0, 0],
    shapes: [{ solid: "box", size: [0.3, 0.2, 0.1] }],
    times: [0],
    path: at_rest,
  });
  return run({ title: "A block at rest" }, [body], [0]);
}

/** A brick that falls four kilometres far from the origin: single precision must not show. */
export function far_away() {
  const times = grid(30, 0.1);
  const size = [0.1016, 0.2032, 0.05715];
  const body = spin({
    name: "brick",
    mass: 2.27,
    moments: box_moments(2.27, size),
    omega: [0.174, 0.349, 0.524],
    shapes: [{ solid: "box", size }],
    times,
    path: thrown([6378137, 1000, 9144], [0, 0, 0]),
  });
  return run({ title: "A tumbling brick", gravity: [0, 0, -9.81] }, [body], times);
}

export const fixtures = {
  t_handle,
  thrown_ball,
  thrown_brick,
  twelve_bodies,
  ended_early,
  hostile,
  single_instant,
  far_away,
};
