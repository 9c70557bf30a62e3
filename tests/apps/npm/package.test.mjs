// The npm package in Node.js: what it says of scenes, and that nothing breaks it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const folder = pathToFileURL(`${process.env.POLHODE_PACKAGE}/`);
const { Engine, PolhodeError, Scene, Simulation, instantiate, load } = await import(new URL("node.js", folder));

let engine;
before(async () => { engine = await load(); });

test("a scene runs in pieces as it runs at once", () => {
  const scene = engine.builtin("t-handle");
  const whole = scene.simulate().finish();
  const pieces = scene.simulate({ sample: 1 / 60 });
  for (let t = 0; pieces.status === "running"; t += 0.01) pieces.advance(t, 7);
  assert.equal(pieces.hash, whole.hash);
  assert.equal(whole.status, "finished");
  assert.equal(whole.time, 30);
  assert.equal(whole.summary().hash, whole.hash);
  const { times } = whole.report(100);
  assert.ok(times.length > 50 && times.length <= 101 && times.at(-1) === 30);
  assert.equal(whole.events[0].name, "flip");
  assert.equal(whole.step(), false);
});

test("numbers are views of the memory, as long as the samples", () => {
  const scene = engine.builtin("t-handle");
  const { state, places } = scene.info;
  const run = scene.simulate({ sample: 0.5 });
  run.advance(10);
  const samples = run.times.length;
  assert.ok(samples >= 21);
  assert.equal(run.states.length, state * samples);
  assert.equal(run.poses.length, 7 * places.length * samples);
  assert.equal(run.channel("handle.angular_velocity_body").length, 3 * samples);
  assert.equal(run.times.buffer, run.poses.buffer);
  assert.equal(run.state.length, state);
  assert.throws(() => run.channel("handle.angularity"), PolhodeError);
});

test("numbers can be read after the memory has grown", async () => {
  const own = await load();
  const scene = own.builtin("t-handle");
  const run = scene.simulate().finish();
  const first = run.poses.slice(0, 7), buffer = run.times.buffer;
  const more = [];
  while (run.times.buffer === buffer) more.push(scene.simulate({ sample: 1e-4 }));
  assert.equal(buffer.byteLength, 0, "the old memory is gone");
  assert.deepEqual(run.poses.slice(0, 7), first);
  assert.equal(run.hash, scene.simulate().finish().hash);
});

test("mistakes of a text are findings with line and column", () => {
  const scene = engine.scene('title = "ü"\n[run]\nend = -1\n[[body]]\nmas = 2\n');
  assert.equal(scene.ok, false);
  const places = scene.findings.map(({ line, column }) => `${line}:${column}`);
  assert.ok(places.includes("3:7") && places.includes("5:1"), String(places));
  for (const { severity, message } of scene.findings) assert.ok(severity === "error" && message.length > 5);
  assert.throws(() => scene.info, PolhodeError);
  assert.throws(() => scene.simulate(), /mistakes/);
});

test("a parameter changes what runs next, and a bad one nothing", () => {
  const scene = engine.builtin("t-handle").set("run.end", 2).set("body.handle.angular_velocity_body", "[0.1, 9, 0]");
  const { hash } = scene.simulate().finish();
  assert.notEqual(hash, engine.builtin("t-handle").set("run.end", 2).simulate().finish().hash);
  assert.throws(() => scene.set("run.end", -1), /end/);
  assert.throws(() => scene.set("run.solver", "dop854"), /dop853/);
  assert.equal(scene.simulate().finish().hash, hash);
});

test("a certificate says which digits hold", () => {
  const { certificate } = engine.builtin("t-handle").set("run.end", 1).certify();
  assert.ok(certificate.judged && certificate.trusted_to_the_end && certificate.channels.length > 0);
});

test("what was freed is refused, and freeing it again is nothing", () => {
  const scene = engine.builtin("kepler"), run = scene.simulate();
  scene.free();
  assert.throws(() => scene.findings, PolhodeError);
  assert.ok(run.step());
  run.free();
  run.free();
  assert.throws(() => run.times, PolhodeError);
  assert.equal(run.status, "none");
  assert.ok(Number.isNaN(run.time));
});

test("any text is a scene or has findings", () => {
  const texts = ["", "\0", "[[", "a".repeat(100_000), "[[body]]\n".repeat(2000), "\ud800", '"'.repeat(999),
    `a = ${"[".repeat(5000)}`, `${"a.".repeat(5000)}b = 1`, "[run]\nend = 1e999", "[run]\nend = 1e308\nsample = 1e-300"];
  for (const text of texts) {
    const scene = engine.scene(text);
    assert.ok(scene.ok || scene.findings.length > 0, text.slice(0, 40));
    scene.free();
  }
  assert.throws(() => engine.scene("#".repeat(2 ** 20 + 1)), PolhodeError);
  assert.throws(() => engine.builtin("no such scene"), PolhodeError);
});

test("the smallest and the longest numbers are read to their last bit", () => {
  const scene = engine.builtin("t-handle");
  const omega = (text) => {
    const run = scene.set("body.handle.angular_velocity_body", `[${text}, 8, 0]`).simulate();
    return run.channel("handle.angular_velocity_body")[0];
  };
  for (const text of ["0.1", "4.9e-324", "2.2250738585072011e-308", "9007199254740993.0", "1.00000000000000011102230246251565",
    "0.3333333333333333148296162562473909929394721984863281250001", "123456789012345678901.5e-25"])
    assert.equal(omega(text), Number(text), text);
});

test("the module can be handed in as bytes or compiled, and shared", async () => {
  const bytes = await readFile(new URL("polhode.wasm", folder));
  const module = await WebAssembly.compile(bytes);
  const [one, two, three] = [await instantiate(bytes), await instantiate(module), await load(bytes)];
  const hashes = [one, two, three].map((each) => each.builtin("t-handle").simulate().finish().hash);
  assert.equal(new Set(hashes).size, 1);
});

test("an engine runs in a worker", async () => {
  const code = `
    import { parentPort } from "node:worker_threads";
    import { load } from ${JSON.stringify(String(new URL("node.js", folder)))};
    const run = (await load()).builtin("t-handle").simulate().finish();
    parentPort.postMessage({ hash: run.hash, poses: run.poses.slice() });`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const { hash, poses } = await new Promise((done, fail) => worker.once("message", done).once("error", fail));
  const here = engine.builtin("t-handle").simulate().finish();
  assert.equal(hash, here.hash);
  assert.deepEqual(poses, here.poses.slice());
});

test("an engine whose memory is used up says so from then on", async () => {
  const own = await load();
  const scene = own.builtin("t-handle");
  for (let bytes = 2 ** 29; bytes > 1000;) if (own.call("polhode_allocate", bytes) === 0) bytes /= 2;
  assert.throws(() => scene.simulate({ sample: 1e-4 }).finish(), PolhodeError);
  assert.throws(() => scene.ok, /load it anew/);
  assert.ok((await load()).builtin("t-handle").ok);
});

test("the types name what the classes have, and nothing else", async () => {
  const types = await readFile(new URL("polhode.d.ts", folder), "utf8");
  const inner = ["constructor", "call", "checked", "lastError", "text", "json", "numbers", "withText"];
  const own = { Scene: [], Simulation: ["channels"], Engine: [] };
  for (const [name, Class] of Object.entries({ Engine, Scene, Simulation })) {
    const body = types.match(new RegExp(`export class ${name} \\{([^]*?)\n\\}`))[1];
    const declared = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map((found) => found[1]).sort();
    const there = Object.getOwnPropertyNames(Class.prototype).filter((each) => !inner.includes(each));
    assert.deepEqual(declared, [...there, ...own[name]].sort(), name);
  }
});
