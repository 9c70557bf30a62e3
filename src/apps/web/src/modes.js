// Small oscillations as a run that never was: each mode by itself, as large as the reader likes, over a time in which
// the slowest swings a few times. What changes is written over what was, so that stage and plots can stay.
import { Run } from "./data.js";

const turns_of_slowest = 4;
const samples_of_fastest = 72;
const most_samples = 6000;

/** Times at which all modes are told. */
function times_of(modes) {
  const rates = modes.map((mode) => mode.frequency);
  const end = (turns_of_slowest * 2 * Math.PI) / Math.min(...rates);
  const wanted = Math.ceil((end * Math.max(...rates) * samples_of_fastest) / (2 * Math.PI));
  const count = Math.min(most_samples, Math.max(240, wanted));
  return Array.from({ length: count + 1 }, (_, i) => (end * i) / count);
}

export class ModeRun {
  constructor(raw) {
    this.raw = raw;
    this.list = raw.modes;
    this.coordinates = raw.coordinates;
    const times = times_of(this.list);
    const nothing = (size) => new Array(size * times.length).fill(0);
    let next = 0;
    const at_rest = () => {
      const place = raw.rest[next++];
      return times.flatMap(() => place);
    };
    const point = (p) => ({ name: p.name, position: at_rest() });
    const systems = raw.systems.map((system) => ({ ...system, points: system.points.map(point), variables: [] }));
    const variables = raw.coordinates.map((one) => ({ name: one.name, values: nothing(1) }));
    systems.push({ name: "Away from rest", variables });
    const energy = null; // of a rest says nothing
    this.run = new Run({ ...raw, energy, times, systems, outcome: { ending: "finished", t: times.at(-1) }, end: times.at(-1) });
    // The stage is measured where the first mode goes farthest.
    this.choose(0, 1);
  }

  get mode() {
    return this.list[this.index];
  }
  /** The amplitude of the coordinate that goes farthest. */
  get amplitude() {
    return this.part * this.mode.largest;
  }

  /** A mode, at a part of its largest amplitude. */
  choose(index, part) {
    Object.assign(this, { index, part });
    const { run } = this;
    const shown = run.systems.at(-1).variables;
    run.times.forEach((t, i) => {
      this.deviation(t).forEach((q, k) => (shown[k].values[i] = q));
      run.bodies.forEach((body, k) => body.position.set(this.#place(k, t), 3 * i));
    });
  }

  /** How far each coordinate is from its rest: a Re(s e^{iωt}). Damping is told, not shown. */
  deviation(t) {
    const phase = this.mode.frequency * t;
    const [c, s] = [Math.cos(phase), Math.sin(phase)];
    return this.mode.shape.map(([re, im]) => this.amplitude * (re * c - im * s));
  }

  /** The coordinates of every mechanism at a time; those that no mode tells of are at rest. */
  mechanism_coordinates(t) {
    const away = this.deviation(t);
    const of = (path) => away[this.coordinates.findIndex((one) => one.path === path)] ?? 0;
    return this.run.mechanisms.map((mechanism) =>
      mechanism.coordinates({ i: 0, s: 0 }).map((q, k) => q + of(`${mechanism.name}.${mechanism.q[k].name}`)),
    );
  }

  /** Where a point is: between the places that were computed, by amplitude and phase. */
  #place(k, t) {
    const { phases, stops, rest } = this.raw;
    const way = this.mode.points[k];
    const turn = ((this.mode.frequency * t) / (2 * Math.PI)) % 1;
    const [step, along] = [Math.floor(turn * phases), (turn * phases) % 1];
    const stop = Math.min(Math.floor(this.part * stops), stops - 1);
    const beyond = this.part * stops - stop;
    const at = (n, phase, j) => (n === 0 ? rest[k][j] : way[3 * ((n - 1) * phases + (phase % phases)) + j]);
    const on = (n, j) => (1 - along) * at(n, step, j) + along * at(n, step + 1, j);
    return [0, 1, 2].map((j) => (1 - beyond) * on(stop, j) + beyond * on(stop + 1, j));
  }
}
