// polhode convert --format glb: the Khronos validator has nothing to say about any kind of scene.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const { validateBytes } = createRequire(join(process.env.POLHODE_WEB_MODULES, "any.js"))("gltf-validator");

const folder = mkdtempSync(join(tmpdir(), "polhode-gltf-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const tool = (...words) =>
  execFileSync(process.env.POLHODE_CLI, words, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });

/** Everything the validator has to say, hints included. */
async function findings(bytes) {
  const { issues, info } = await validateBytes(new Uint8Array(bytes), { maxIssues: 50 });
  return { info, said: issues.messages.map(({ code, message, pointer }) => `${code}: ${message} at ${pointer}`) };
}

// One of each kind: solids, stand-ins, particles, rods, links with and without shapes, loops, bowls, flights, swarms.
const some = ["t-handle", "dzhanibekov", "gyroscope", "spring-pair", "kepler", "figure-eight", "foucault", "pluto-charon", "boomerang"]
  .concat(["euler-disk", "rattleback", "tippe-top", "tyre", "hoop-slips-then-rolls", "ball-on-turntable"])
  .concat(["puma560", "two-link-arm", "quadruped", "four-bar", "bricard", "gimbals", "double-pendulum", "spring-pendulum", "swinging-atwood", "swarm"]);
const all = JSON.parse(tool("list", "scenes", "--json")).scenes.map(({ name }) => name);
const scenes = process.env.POLHODE_LONG === "1" ? all : some;

for (const scene of scenes)
  test(`${scene}: the validator has nothing to say`, async () => {
    assert.ok(all.includes(scene), `there is no scene ${scene}`);
    tool("run", scene, "--quiet");
    try {
      tool("convert", scene, "--format", "glb");
    } catch (error) {
      assert.match(String(error.stderr), /nothing of this run has a place in space/);
      assert.equal(error.status, 2);
      assert.ok(!some.includes(scene), String(error.stderr));
      return;
    }
    const { info, said } = await findings(readFileSync(join(folder, "runs", scene, `${scene}.glb`)));
    assert.deepEqual(said, []);
    assert.equal(info.version, "2.0");
    assert.ok(info.totalTriangleCount > 0, "nothing is drawn");
    assert.equal(info.animationCount, 1);
  });

test("the validator says what is wrong with a file that is broken", async () => {
  const bytes = readFileSync(join(folder, "runs", some[0], `${some[0]}.glb`));
  const text = bytes.indexOf('"componentType":5126');
  bytes.write('"componentType":5125', text);
  assert.notDeepEqual((await findings(bytes)).said, []);
});
