// How fast the engine is in WebAssembly, beside the tool: processor time of the integration of some scenes, the least of
// some runs. The first runs also pay for compiling the module.
//
//     node bench/wasm_speed.mjs POLHODE PACKAGE [SCENE...]
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [tool, folder, ...wanted] = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : ["euler-disk", "t-handle", "puma560", "pleiades", "four-bar", "tippe-top"];
const { load } = await import(new URL("node.js", pathToFileURL(`${resolve(folder)}/`)));
const repetitions = 30;
const ask = (name) => JSON.parse(execFileSync(tool, ["run", name, "--set", "run.sample=1", "--json"], { stdio: "pipe" }));
const least = (once) => Math.min(...Array.from({ length: repetitions }, once));

const engine = await load();
for (const name of names) {
  const scene = engine.builtin(name);
  const inPage = least(() => {
    const run = scene.simulate({ sample: 1 });
    const begin = process.cpuUsage().user;
    run.finish();
    const seconds = 1e-6 * (process.cpuUsage().user - begin);
    run.free();
    return seconds;
  });
  const { steps } = ask(name).statistics;
  const native = least(() => ask(name).statistics.seconds);
  const microseconds = (seconds) => ((1e6 * seconds) / steps).toFixed(2);
  console.log(`${name.padEnd(12)} ${microseconds(native)} µs a step by the tool, ${microseconds(inPage)} in WebAssembly:`,
    `${(native / inPage).toFixed(2)} of its speed`);
}
