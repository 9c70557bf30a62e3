/** What ends a call that cannot be answered: a text that is too long, a handle that was freed, an engine that came to
 *  an end. */
export class PolhodeError extends Error {}

/** Where the module is or what it is: its address, its bytes, a response that holds them, or the compiled module. */
export type ModuleSource = string | URL | BufferSource | Response | WebAssembly.Module;

/** Loads the module that lies beside the package, or another. */
export function load(source?: ModuleSource): Promise<Engine>;

/** The same for what is at hand; opens and fetches nothing. */
export function instantiate(source: BufferSource | Response | WebAssembly.Module): Promise<Engine>;

export interface Finding {
  severity: "error" | "warning";
  /** From 1; 0 if the place is not known. Columns count bytes of UTF-8. */
  line: number;
  column: number;
  /** Of what is wrong: `body[0].inertia`. */
  path: string;
  message: string;
  /** What to do about it, or ''. */
  hint: string;
}

export interface Channel {
  name: string;
  /** Of its values, all in SI: 'rad/s'. */
  unit: string;
  frame: string;
  /** [] of a single number. */
  components: string[];
}

export interface SceneInfo {
  name: string;
  title: string;
  watch: string;
  /** [s] */
  end: number;
  /** [s]; 0: a thousand samples over the run. */
  sample: number;
  solver: string;
  /** Numbers of a state. */
  state: number;
  /** What has a pose. */
  places: string[];
  channels: Channel[];
}

export interface EventHit {
  name: string;
  /** [s] */
  t: number;
  /** 1 rising, -1 falling, 0 touching. */
  direction: number;
}

export type Status = "running" | "finished" | "stopped" | "ended early" | "none";

export class Engine {
  /** Of the C interface. */
  readonly version: number;
  builtinScenes(): { name: string; title: string }[];
  /** The TOML text of a built-in scene. */
  builtinText(name: string): string;
  /** Reads the text of a scene. One with mistakes is a scene, too: its findings tell them, and it does not run. */
  scene(text: string, name?: string): Scene;
  builtin(name: string): Scene;
}

export class Scene {
  /** Whether it can run. */
  readonly ok: boolean;
  readonly findings: Finding[];
  readonly info: SceneInfo;
  /** Sets a number or a text, `set('body.handle.mass', 0.3)`; throws what is wrong with it and then changes nothing. */
  set(path: string, value: number | string | boolean): this;
  /** What `polhode certify --json` prints. Runs the scene several times. */
  certify(): Record<string, unknown>;
  /** A run of the scene as it is now, with a sample every `sample` seconds, or as often as the scene says. */
  simulate(options?: { sample?: number }): Simulation;
  free(): void;
}

/** Lists of numbers are views of the engine's memory: they hold until the engine's next call. Copy what is to stay. */
export class Simulation {
  readonly channels: Channel[];
  /** Takes one step; false if the run has ended. */
  step(): boolean;
  /** Steps until every sample up to t [s] is there, the run has ended, or `most` steps were taken; says how many. */
  advance(t: number, most?: number): number;
  /** All of it. */
  finish(): this;
  readonly status: Status;
  /** The end of the last step [s]. */
  readonly time: number;
  /** 16 hexadecimal digits that stand for every bit of all steps so far. */
  readonly hash: string;
  /** The state at that time. */
  readonly state: Float64Array;
  /** Of all samples so far [s]. */
  readonly times: Float64Array;
  /** `info.state` numbers for each sample. */
  readonly states: Float64Array;
  /** For each sample and place: x, y, z [m], and the quaternion w, x, y, z from its axes to the world's. */
  readonly poses: Float64Array;
  /** The values of a channel at each sample, by its name or its number among `channels`. */
  channel(which: string | number): Float64Array;
  readonly events: EventHit[];
  /** What `polhode run --json` prints. */
  summary(): Record<string, unknown>;
  /** The data of a report page, at most so many samples of them. */
  report(frames?: number): Record<string, unknown>;
  free(): void;
}
