// The engine in Node.js, in the main thread or in a worker.
import { readFile } from "node:fs/promises";
import { instantiate } from "./engine.js";

export { Engine, PolhodeError, Scene, Simulation, instantiate } from "./engine.js";

export async function load(source = new URL("./polhode.wasm", import.meta.url)) {
  const isPlace = typeof source === "string" || source instanceof URL;
  return instantiate(isPlace ? await readFile(source) : source);
}
