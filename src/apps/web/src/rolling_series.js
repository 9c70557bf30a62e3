// Plots of a rolling body: its Euler angles, and what happens where it touches its ground.
import { mode_names } from "./contact.js";

const degrees = 180 / Math.PI;
const turns = 0.5 / Math.PI;
const finite = (x) => (Number.isFinite(x) ? x : null);

function curve(run, label, colour, value, end) {
  return { label, colour, end, values: Array.from({ length: run.count }, (_, i) => finite(value(i))) };
}

/** A jump from 180° to −180° is a gap, not a line. */
function gapped(values) {
  return values.map((x, i) => (i > 0 && Math.abs(x - values[i - 1]) > 180 ? null : x));
}

const symbols = ["φ", "θ", "ψ"];
const colours = ["z", "x", "y"];

/** On curved ground the angles are to a normal that turns, and their rates are not those of the body alone. */
function angle_plots(run, { euler, ground }, attitudes) {
  const angle = (k, list, unit) => curve(run, symbols[k], colours[k], (i) => list[3 * i + k] * unit);
  const rate = (k) => curve(run, `${symbols[k]}′`, colours[k], (i) => euler.rates_at(i)[k]);
  const sum = () => curve(run, "φ+ψ", "text", (i) => (euler.list[3 * i] + euler.list[3 * i + 2]) * turns);
  const within = (k) => {
    const one = angle(k, euler.wrapped, degrees);
    return { ...one, values: gapped(one.values) };
  };
  const round = [
    { name: "counted", unit: "turns", build: () => [angle(0, euler.list, turns), angle(2, euler.list, turns), sum()] },
    { name: "sum alone", unit: "turns", build: () => [sum()] },
    { name: "within a turn", unit: "°", range: [-180, 180], build: () => [within(0), within(2)] },
    { name: "rates", unit: "rad/s", build: () => [rate(0), rate(2)] },
    { name: "rate of φ alone", unit: "rad/s", build: () => [rate(0)] },
    ...attitudes,
  ];
  const tilts = [
    { name: "angle", unit: "°", build: () => [angle(1, euler.list, degrees)] },
    { name: "rate", unit: "rad/s", build: () => [rate(1)] },
  ];
  const offered = (modes) => (ground.kind === "plane" ? modes : modes.filter((mode) => mode.unit !== "rad/s"));
  return [
    { key: "tilt", title: "Tilt θ", short: "θ", menu: "how the tilt is shown", modes: offered(tilts) },
    { key: "euler", title: "Angles φ, ψ", short: "φ, ψ", menu: "how φ and ψ are shown", modes: offered(round) },
  ];
}

/** Coulomb's coefficient is drawn beside what the motion demands. */
function friction_curves(run, { demand, ground }) {
  const needed = curve(run, "|F|/N", "contact", (i) => demand[i]);
  return ground.friction === null ? [needed] : [needed, curve(run, "μ", "text", () => ground.friction)];
}

function contact_plots(run, contact) {
  const { forces, normal_force, friction_force, slip, mode } = contact;
  const at = (list) => (k) => curve(run, "xyz"[k], "xyz"[k], (i) => list[3 * i + k]);
  const speed = (i) => Math.hypot(slip[3 * i], slip[3 * i + 1], slip[3 * i + 2]);
  const force_modes = [
    {
      name: "normal and friction",
      unit: "N",
      build: () => [
        curve(run, "normal", "z", (i) => normal_force[i], "N"),
        curve(run, "friction", "contact", (i) => friction_force[i], "F"),
      ],
    },
    { name: "components", unit: "N", build: () => [0, 1, 2].map(at(forces)) },
  ];
  const hold_modes = [
    { name: "demand", unit: "", build: () => friction_curves(run, contact) },
    { name: "slip speed", unit: "m/s", build: () => [curve(run, "slip", "contact", speed)] },
    {
      name: mode_names.map((name, k) => `${k} ${name}`).join(", "),
      unit: "",
      range: [0, 2],
      build: () => [curve(run, "mode", "text", (i) => mode[i])],
    },
  ];
  const forces_menu = "what of the contact force is shown";
  const hold_menu = "what of the friction is shown";
  return [
    { key: "contact", title: "Contact force", short: "N, F", menu: forces_menu, modes: force_modes },
    { key: "friction", title: "Friction", short: "Friction", menu: hold_menu, modes: hold_modes },
  ];
}

/** `attitudes`: ways to show how a body lies that all bodies have. */
export function rolling_plots(run, body, attitudes) {
  const plots = [...angle_plots(run, body.rolling, attitudes), ...contact_plots(run, body.rolling)];
  // Numbers are written with seven digits.
  return plots.map((plot) => {
    const { unit, range, build } = plot.modes[0];
    return { ...plot, unit, range, finest: 2e-6, roomy: true, curves: build() };
  });
}
