// The curves of a run: what is plotted, in which unit, under which name.
import { dot, norm, unrotate } from "./algebra.js";
import { load_plots } from "./load_series.js";
import { Mechanism } from "./mechanism.js";
import { energy_plot, mechanism_plots } from "./mechanism_series.js";
import { readout_plots } from "./readouts.js";
import { rolling_plots } from "./rolling_series.js";
import { system_plots } from "./system_series.js";
import { trust_plot } from "./trust.js";

const degrees = 180 / Math.PI;
const axis_names = ["x", "y", "z"];

function column(run, value) {
  const out = new Array(run.count);
  for (let i = 0; i < run.count; ++i) out[i] = value(i);
  return out;
}

const component = (run, list, k) => column(run, (i) => list[3 * i + k]);

function rates(run, body) {
  return axis_names.map((name, k) => ({
    label: ["ωx", "ωy", "ωz"][k],
    colour: name,
    values: component(run, body.omega_body, k),
  }));
}

function places(run, body) {
  return axis_names.map((name, k) => ({ label: name, colour: name, values: component(run, body.position, k) }));
}

/** The angle of the rotation that takes the first attitude to the one at i. */
function turned(run, body) {
  const start = body.q(0);
  const angle = (i) => {
    const q = body.q(i);
    const c = Math.abs(q[0] * start[0] + q[1] * start[1] + q[2] * start[2] + q[3] * start[3]);
    return 2 * Math.acos(Math.min(1, c)) * degrees;
  };
  return [{ label: "angle", colour: "body", values: column(run, angle) }];
}

function from_momentum(run, body) {
  return axis_names.map((name, k) => ({
    label: name,
    colour: name,
    values: column(run, (i) => {
      const l = unrotate(body.q(i), body.l(i));
      const size = norm(l);
      return size > 0 ? Math.acos(Math.max(-1, Math.min(1, l[k] / size))) * degrees : null;
    }),
  }));
}

/** Neighbouring samples keep the sign that makes the curve continuous: q and −q are one attitude. */
function quaternion(run, body) {
  const curves = [[], [], [], []];
  let before = body.q(0);
  for (let i = 0; i < run.count; ++i) {
    let q = body.q(i);
    if (q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < 0) q = q.map((x) => -x);
    before = q;
    q.forEach((x, k) => curves[k].push(x));
  }
  return ["w", "x", "y", "z"].map((name, k) => ({
    label: `q${name}`,
    colour: k === 0 ? "text" : name,
    values: curves[k],
  }));
}

/** Yaw, pitch and roll (z y x); a jump from 180° to −180° is a gap, not a line. */
function euler(run, body) {
  const angles = column(run, (i) => {
    const [w, x, y, z] = body.q(i);
    const pitch = Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x))));
    return [
      Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
      pitch,
      Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    ];
  });
  const names = [
    ["yaw", "z"],
    ["pitch", "y"],
    ["roll", "x"],
  ];
  return names.map(([label, colour], k) => ({
    label,
    colour,
    values: angles.map((a, i) => (i > 0 && Math.abs(a[k] - angles[i - 1][k]) > Math.PI ? null : a[k] * degrees)),
  }));
}

/** True if the angular momentum keeps its direction, so that angles from it mean something. */
function steady_momentum(run, body) {
  const first = body.l(0);
  const size = norm(first);
  if (!(size > 0)) return false;
  for (let i = 0; i < run.count; i += Math.max(1, run.count >> 6)) {
    const l = body.l(i);
    if (dot(l, first) < 0.999 * size * norm(l)) return false;
  }
  return true;
}

const drift_palette = ["text", "body", "z", "x", "y"];

const symbols = { energy: "E", momentum: "p", angular_momentum: "L" };

function names_of(monitor) {
  const name = monitor.name.replace(/_/g, " ");
  const held = monitor.name.match(/^(.*)\.pivot_angular_momentum$/);
  return { label: held ? `L of ${held[1]}` : (symbols[monitor.name] ?? name), name };
}

function drift_curves(monitors) {
  let next = 0;
  return monitors.map((m) => ({
    ...names_of(m),
    colour: m.name === "angular_momentum" ? "momentum" : drift_palette[next++ % drift_palette.length],
    values: Array.from(m.drift, (x) => (x > 0 ? x : null)),
  }));
}

/** Its rates and its attitude in one of several forms; of a body that rolls first what Euler's angles and the contact
 *  say. */
function body_plots(run, body) {
  const omega = { key: "omega", title: "ω in body axes", short: "ω", unit: "rad/s", curves: rates(run, body) };
  const modes = [
    { name: "axes from L", unit: "°", build: () => from_momentum(run, body), range: [0, 180] },
    { name: "turned from start", unit: "°", build: () => turned(run, body), range: [0, 180] },
    { name: "quaternion", unit: "", build: () => quaternion(run, body), range: [-1, 1] },
    { name: "yaw pitch roll", unit: "°", build: () => euler(run, body) },
  ];
  if (body.rolling) return [...rolling_plots(run, body, modes.slice(1)), { ...omega, roomy: true }];
  const offered = steady_momentum(run, body) ? modes : modes.slice(1);
  const attitude = {
    key: "attitude",
    title: "Attitude",
    short: "Attitude",
    menu: "how the attitude is shown",
    modes: offered,
    unit: offered[0].unit,
    range: offered[0].range,
    curves: offered[0].build(),
  };
  return [omega, attitude];
}

/** The plots of a run with one body, or one mechanism, selected. */
export function plots_of(run, selected) {
  const plots = trust_plot(run.certificate);
  const body = selected instanceof Mechanism ? null : selected;
  if (selected instanceof Mechanism) plots.push(...mechanism_plots(run, selected));
  const position = { key: "position", title: "Position", short: "p", unit: "m" };
  if (body?.particle && !body.of_system) {
    plots.push({ ...position, curves: places(run, body) });
  } else if (body && !body.of_system) {
    plots.push(...body_plots(run, body));
  }
  if (selected) plots.push(...load_plots(run, selected));
  plots.push(...energy_plot(run.energy), ...readout_plots(run));
  run.systems.forEach((system, k) => system.variables.length && plots.push(...system_plots(run, system, k)));
  const judged = run.monitors.filter((m) => m.drift && m.drift.length >= run.count);
  // A body may be called momentum: what a monitor watches is its last word.
  const of_kind = (kind) => judged.filter((m) => m.name.split(".").pop().includes(kind));
  const energy = of_kind("energy");
  const momentum = of_kind("momentum");
  const other = judged.filter((m) => !energy.includes(m) && !momentum.includes(m));
  const add = (key, title, short, list) => {
    if (list.length) plots.push({ key, title, short, unit: "relative", log: true, curves: drift_curves(list) });
  };
  const told = run.energy || run.systems.some((system) => system.energy);
  add("energy", "Energy drift", told ? "E drift" : "Energy", energy);
  add("momentum", "Momentum drift", "Momentum", momentum);
  add("other", "Drift of other constants", "Other", other);
  if (body?.of_system) plots.push({ ...position, title: `Position of ${body.name}`, curves: places(run, body) });
  return plots;
}
