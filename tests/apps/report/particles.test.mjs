// The page of a run with particles: small balls on the stage, their places in the plot.
import assert from "node:assert/strict";
import { test } from "node:test";
import { empty_run } from "./fixtures.mjs";
import { nothing_overflows } from "./look.mjs";
import { on_page } from "./page.mjs";

const times = Array.from({ length: 101 }, (_, i) => i / 50);

/** A stone thrown, and one that hangs still. */
const thrown = {
  ...empty_run(times),
  title: "Two particles",
  gravity: [0, 0, -10],
  particles: [
    { name: "stone", mass: 2, position: times.flatMap((t) => [3 * t, 0, 10 * t - 5 * t * t]), velocity: [] },
    { name: "bob", mass: 1, position: times.flatMap(() => [1, 1, 1]), velocity: [] },
  ],
};

test("particles alone have a stage, and a plot of where they are", async () => {
  await on_page(thrown, {}, async (page) => {
    assert.equal(await page.locator("canvas.canvas").count(), 1);
    assert.deepEqual(await page.locator('[aria-label="Position"] .curve-name').allTextContents(), ["x", "y", "z"]);
    await page.evaluate(() => window.polhode.setTime(1));
    const shown = await page.textContent('[aria-label="Position"] .curve .value');
    assert.ok(Math.abs(Number(shown) - 3) < 1e-3, shown);
    assert.match(await page.textContent("body"), /a particle/);
    const [stone, bob] = await page.evaluate(() =>
      ["stone", "bob"].map((name) => window.polhode.projectBody(name)),
    );
    assert.ok(Math.hypot(stone.x - bob.x, stone.y - bob.y) > 20);
    await nothing_overflows(page);
  });
});

test("particles are not offered what only bodies have, and one on a rod has its sphere", async () => {
  const swung = structuredClone(thrown);
  swung.particles[1].pivot = [1, 1, 3];
  await on_page(swung, {}, async (page) => {
    const offered = await page.locator("[data-show]").evaluateAll((list) => list.map((chip) => chip.dataset.show));
    assert.deepEqual(offered, ["trace", "follow", "sphere", "frames", "names"]);
    const [sphere] = await page.evaluate(() => window.polhode.spheres());
    assert.deepEqual([sphere.body, sphere.radius, sphere.tip], ["bob", 2, [1, 1, 1]]);
  });
});
