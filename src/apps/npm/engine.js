// The calls of polhode.h as objects. Lists of numbers are views of the module's memory, not copies.
import { surroundings } from "./wasi.js";

export class PolhodeError extends Error {
  constructor(message) {
    super(message);
    this.name = "PolhodeError";
  }
}

/// Makes an engine of a module: its bytes, a Response, or a compiled WebAssembly.Module.
export async function instantiate(source) {
  if (typeof Response !== "undefined" && source instanceof Response) source = await source.arrayBuffer();
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const around = surroundings();
  const instance = await WebAssembly.instantiate(module, around.imports(module));
  around.attach(instance.exports.memory);
  instance.exports._initialize();
  const engine = new Engine(instance.exports, around);
  if (engine.version !== 1) throw new PolhodeError(`this package speaks version 1, the module ${engine.version}`);
  return engine;
}

export class Engine {
  #calls;
  #around;
  #count;
  #broken = null;

  constructor(calls, around) {
    this.#calls = calls;
    this.#around = around;
    this.#count = this.call("polhode_allocate", 8);
  }

  get version() { return this.call("polhode_c_version"); }

  /// The scenes that live in the engine: [{ name, title }].
  builtinScenes() { return this.json("polhode_builtin_scenes"); }
  builtinText(name) { return this.withText(name, (pointer) => this.text("polhode_builtin_text", pointer)); }

  /// Reads the text of a scene. One with mistakes is a scene, too: its `findings` tell them, and it does not run.
  scene(text, name = "scene") {
    const handle = this.withText(text, (pointer, bytes) =>
      this.withText(name, (called) => this.call("polhode_scene_load", pointer, bytes, called)));
    return new Scene(this, this.checked(handle));
  }
  builtin(name) { return this.scene(this.builtinText(name), name); }

  /// One call of the module, by its name in polhode.h. After one that ended the module there is no other.
  call(name, ...values) {
    if (this.#broken !== null) throw this.#broken;
    try {
      return this.#calls[name](...values);
    } catch (problem) {
      const words = this.#around.words();
      this.#broken = new PolhodeError(`the engine came to an end, load it anew: ${words || problem.message}`);
      throw this.#broken;
    }
  }
  checked(value) {
    if (value === 0) throw new PolhodeError(this.lastError());
    return value;
  }
  lastError() { return this.#textAt(this.call("polhode_last_error")); }
  text(name, ...values) { return this.#textAt(this.checked(this.call(name, ...values))); }
  json(name, ...values) { return JSON.parse(this.text(name, ...values)); }
  /// The numbers that a call returns, where they are.
  numbers(name, ...values) {
    new DataView(this.#calls.memory.buffer).setUint32(this.#count, 0, true);
    const pointer = this.call(name, ...values, this.#count);
    const count = new DataView(this.#calls.memory.buffer).getUint32(this.#count, true);
    if (count === 0) {
      const problem = this.lastError();
      if (problem !== "") throw new PolhodeError(problem);
      return new Float64Array(0);
    }
    return new Float64Array(this.#calls.memory.buffer, pointer, count);
  }
  /// Hands a text in for as long as `use` takes.
  withText(text, use) {
    const bytes = new TextEncoder().encode(text);
    const pointer = this.call("polhode_allocate", bytes.length + 1);
    if (pointer === 0) throw new PolhodeError("there is no memory left for a text");
    try {
      const room = new Uint8Array(this.#calls.memory.buffer, pointer, bytes.length + 1);
      room.set(bytes);
      room[bytes.length] = 0;
      return use(pointer, bytes.length);
    } finally {
      if (this.#broken === null) this.call("polhode_release", pointer);
    }
  }

  #textAt(pointer) {
    const memory = new Uint8Array(this.#calls.memory.buffer);
    return new TextDecoder().decode(memory.subarray(pointer, memory.indexOf(0, pointer)));
  }
}

export class Scene {
  constructor(engine, handle) {
    this.engine = engine;
    this.handle = handle;
  }

  /// Whether it can run.
  get ok() { return this.engine.call("polhode_scene_ok", this.handle) === 1; }
  get findings() { return this.engine.json("polhode_scene_findings", this.handle); }
  get info() { return this.engine.json("polhode_scene_info", this.handle); }

  /// Sets a number or a text: set('body.handle.mass', 0.3). Throws what is wrong with it, and then leaves all as it was.
  set(path, value) {
    this.engine.withText(`${path}=${value}`, (pointer) =>
      this.engine.checked(this.engine.call("polhode_scene_set", this.handle, pointer)));
    return this;
  }
  certify() { return this.engine.json("polhode_scene_certify", this.handle); }

  /// A run of the scene as it is now, with a sample every `sample` seconds, or as often as the scene says.
  simulate({ sample = 0 } = {}) {
    const { channels } = this.info;
    const handle = this.engine.checked(this.engine.call("polhode_simulation_create", this.handle, sample));
    return new Simulation(this.engine, handle, channels);
  }
  free() { this.engine.call("polhode_scene_free", this.handle); }
}

const statuses = ["running", "finished", "stopped", "ended early"];
const mostSteps = 2 ** 31 - 1;

export class Simulation {
  constructor(engine, handle, channels) {
    this.engine = engine;
    this.handle = handle;
    this.channels = channels;
  }

  /// Takes one step; false if the run has ended.
  step() { return this.engine.call("polhode_simulation_step", this.handle) === 1; }
  /// Steps until every sample up to t is there, the run has ended, or `most` steps were taken; says how many.
  advance(t, most = mostSteps) { return this.engine.call("polhode_simulation_advance", this.handle, t, most); }
  /// All of it.
  finish() {
    while (this.advance(Infinity) > 0) continue;
    return this;
  }

  get status() { return statuses[this.engine.call("polhode_simulation_status", this.handle)] ?? "none"; }
  get time() { return this.engine.call("polhode_simulation_time", this.handle); }
  get hash() { return this.engine.text("polhode_simulation_hash", this.handle); }

  get state() { return this.engine.numbers("polhode_simulation_state", this.handle); }
  get times() { return this.engine.numbers("polhode_simulation_times", this.handle); }
  get states() { return this.engine.numbers("polhode_simulation_states", this.handle); }
  get poses() { return this.engine.numbers("polhode_simulation_poses", this.handle); }
  /// The values of a channel, by its name or its number.
  channel(which) {
    const number = typeof which === "number" ? which : this.channels.findIndex((one) => one.name === which);
    if (number < 0) throw new PolhodeError(`no channel is called ${which}`);
    return this.engine.numbers("polhode_simulation_channel", this.handle, number);
  }

  get events() { return this.engine.json("polhode_simulation_events", this.handle).events; }
  summary() { return this.engine.json("polhode_simulation_summary", this.handle); }
  report(frames = 6000) { return this.engine.json("polhode_simulation_report", this.handle, frames); }
  free() { this.engine.call("polhode_simulation_free", this.handle); }
}
