// A panel that poses a mechanism by hand: one slider for each coordinate, the rest by forward kinematics.
import { element, fixed } from "./format.js";
import { rotation_vector, turn_by } from "./kinematics.js";

const turning = ["revolute", "continuous", "universal"];
const posable = [...turning, "prismatic", "helical", "planar", "spherical"];

/** Three decimals, whatever the number. */
const shown = fixed(1);

/** An angle as it looks: between −π and π. */
const wrapped = (x) => x - 2 * Math.PI * Math.round(x / (2 * Math.PI));

/** One slider: what it reads of all coordinates, and how it changes them. */
function single(joint, k, label) {
  const slides = joint.kind === "prismatic" || (joint.kind === "planar" && k < 2);
  const unlimited = !Number.isFinite(joint.lower) && !Number.isFinite(joint.upper);
  const half = slides ? 1 : Math.PI;
  const alike = unlimited && (turning.includes(joint.kind) || (joint.kind === "planar" && k === 2));
  return {
    label,
    unit: slides ? "m" : "rad",
    low: Number.isFinite(joint.lower) ? joint.lower : -half,
    high: Number.isFinite(joint.upper) ? joint.upper : half,
    read: (q) => (alike ? wrapped(q[joint.q[0] + k]) : q[joint.q[0] + k]),
    write: (q, x) => (q[joint.q[0] + k] = x),
  };
}

/** Component of the rotation vector of a ball joint. */
function of_ball(joint, k, label) {
  const vector = (q) => {
    const [x, y, z, w] = q.slice(joint.q[0], joint.q[0] + 4);
    return rotation_vector([w, x, y, z]);
  };
  return {
    label,
    unit: "rad",
    low: -Math.PI,
    high: Math.PI,
    // Beyond a turn by π the same attitude has another vector: what the reader set stays on the slider.
    read: (q) => q.balls?.get(joint)?.[k] ?? vector(q)[k],
    write: (q, x) => {
      q.balls ??= new Map();
      if (!q.balls.has(joint)) q.balls.set(joint, vector(q));
      q.balls.get(joint)[k] = x;
      const [w, ...u] = turn_by(q.balls.get(joint));
      [...u, w].forEach((value, j) => (q[joint.q[0] + j] = value));
    },
  };
}

function sliders_of(mechanism) {
  const list = [];
  for (const link of mechanism.links) {
    const { joint, name } = link;
    if (!posable.includes(joint.kind)) continue;
    const title = joint.name || name;
    const ball = joint.kind === "spherical";
    const count = ball ? 3 : joint.q[1];
    for (let k = 0; k < count; ++k) {
      const label = count > 1 ? `${title}.${ball ? "xyz"[k] : k + 1}` : title;
      const one = ball ? of_ball(joint, k, label) : single(joint, k, label);
      // One that follows another shows where that takes it.
      const follows = { follows: true, read: (q) => mechanism.joint_coordinates(link, q)[0] };
      list.push(joint.mimic ? { ...one, ...follows } : one);
    }
  }
  return list;
}

function notes_of(run, mechanism) {
  const notes = [];
  const free = mechanism.links.filter(({ joint }) => joint.kind === "free").map((link) => link.name);
  if (free.length) notes.push(`${free.join(", ")} moves freely and stays where it is.`);
  if (mechanism.links.some(({ joint }) => joint.mimic)) notes.push("Joints that follow others move with them.");
  if (run.loops.some((loop) => loop.ends.some((end) => end.mechanism === mechanism)))
    notes.push("Loops are not solved while posing: their pins may come apart.");
  return notes;
}

export class Posing {
  /** `show(mechanism, q)` draws a mechanism at coordinates, or with null as it was recorded. */
  constructor(run, player, parent, show) {
    Object.assign(this, { run, player, show, q: null, rows: [] });
    this.node = element("section", { class: "posing", "aria-label": "pose", hidden: true });
    parent.append(this.node);
    this.select(run.mechanisms[0]);
    player.on_time((t) => this.#seek(t));
    player.on_state(() => this.#state());
  }

  select(mechanism) {
    this.release();
    this.mechanism = mechanism;
    this.rows = sliders_of(mechanism).map((slider) => this.#row(slider));
    this.back = element(
      "button",
      { type: "button", class: "back", disabled: true, onclick: () => this.release() },
      "Back to the motion",
    );
    const notes = notes_of(this.run, mechanism).map((text) => element("p", { class: "muted" }, text));
    this.hint = element("p", { class: "muted" });
    this.node.replaceChildren(
      element("div", { class: "posing-head" }, element("strong", {}, `Pose ${mechanism.name}`), this.back),
      this.hint,
      element("div", { class: "posing-rows" }, ...this.rows.map((row) => row.node)),
      ...notes,
    );
    this.#state();
    this.#fill(this.#recorded());
  }

  #row(slider) {
    const input = element("input", {
      type: "range",
      class: "slider",
      min: slider.low,
      max: slider.high,
      step: "any",
      "aria-label": slider.label,
      "data-keys": "own",
      oninput: () => this.#set(slider, Number(input.value)),
    });
    const value = element("output", {});
    const name = element("span", { class: "joint-name", title: slider.label }, slider.label);
    return { slider, input, value, node: element("label", {}, name, input, value) };
  }

  #recorded() {
    return this.mechanism.coordinates(this.run.locate(this.player.t));
  }

  #set(slider, x) {
    this.q ??= this.#recorded();
    slider.write(this.q, x);
    this.#fill(this.q);
    this.#state();
    this.show(this.mechanism, this.q);
  }

  #fill(q) {
    for (const { slider, input, value } of this.rows) {
      const x = slider.read(q);
      // What was recorded may lie beyond the limits.
      if (x < Number(input.min)) input.min = x;
      if (x > Number(input.max)) input.max = x;
      input.value = x;
      const part = (x - Number(input.min)) / (Number(input.max) - Number(input.min) || 1);
      input.style.setProperty("--filled", `${(100 * part).toFixed(2)}%`);
      value.textContent = `${shown(x)} ${slider.unit}`;
    }
  }

  /** Back to what was recorded. */
  release() {
    if (!this.q) return;
    this.q = null;
    this.show(this.mechanism, null);
    this.#fill(this.#recorded());
    this.#state();
  }

  #seek(t) {
    const moved = t !== this.t;
    this.t = t;
    if (this.q && moved) this.release();
    if (!this.q && !this.node.hidden) this.#fill(this.#recorded());
  }

  #state() {
    const { playing } = this.player;
    for (const { input, slider } of this.rows) input.disabled = playing || Boolean(slider.follows);
    this.back.disabled = !this.q;
    this.node.classList.toggle("posed", Boolean(this.q));
    this.hint.textContent = playing
      ? "Pause to pose it."
      : this.q
        ? "A pose by hand; nothing was computed for it."
        : "Move a slider to leave the motion.";
  }

  open(on) {
    this.node.hidden = !on;
    if (on) this.#fill(this.#recorded());
    else this.release();
  }
}
