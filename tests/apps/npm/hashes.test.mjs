// Every built-in scene has the hash of the command-line tool in WebAssembly, too.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const { load } = await import(new URL("node.js", pathToFileURL(`${process.env.POLHODE_PACKAGE}/`)));
const run = promisify(execFile);

test("every built-in scene", async (t) => {
  const engine = await load();
  const folder = await mkdtemp(join(tmpdir(), "polhode-"));
  const hashOfTool = async (name) => {
    const how = { maxBuffer: 2 ** 28 };
    // A run that ended early has exit code 1, and a hash.
    const { stdout } = await run(process.env.POLHODE, ["run", name, "--json", "--out", join(folder, name)], how)
      .catch((ended) => (ended.code === 1 ? ended : Promise.reject(ended)));
    await rm(join(folder, name), { recursive: true });
    return JSON.parse(stdout).hash;
  };
  const names = engine.builtinScenes().map(({ name }) => name);
  assert.ok(names.length > 60);
  for (const name of names)
    await t.test(name, async () => {
      // The tool runs in a process of its own meanwhile.
      const told = hashOfTool(name);
      const scene = engine.builtin(name), simulation = scene.simulate().finish();
      assert.equal(simulation.hash, await told);
      simulation.free();
      scene.free();
    });
  await rm(folder, { recursive: true });
});
