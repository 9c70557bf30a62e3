// The engine in a page or in a worker of one.
import { instantiate } from "./engine.js";

export { Engine, PolhodeError, Scene, Simulation, instantiate } from "./engine.js";

export async function load(source = new URL("./polhode.wasm", import.meta.url)) {
  const isPlace = typeof source === "string" || source instanceof URL;
  return instantiate(isPlace ? await (await fetch(source)).arrayBuffer() : source);
}
