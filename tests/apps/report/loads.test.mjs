// What acts on bodies, on the page: arrows where the loads act, springs, spheres around pivots, frames, and the plots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { attack, thrown_ball, twelve_bodies } from "./fixtures.mjs";
import { near, nothing_overflows, picture, project, set_time } from "./look.mjs";
import { on_page } from "./page.mjs";

const add = (a, b, s = 1) => a.map((x, k) => x + s * b[k]);
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const at = (list, i) => list.slice(3 * i, 3 * i + 3);
const constant = (v) => (list) => list.flatMap(() => v);

/** The thrown ball with its weight, a push at its side that grows, and a couple; a frame that moves along. */
function pulled() {
  const run = thrown_ball();
  run.loads = [
    { body: 0, name: "gravity", force: [0, 0, -9.81], torque: [] },
    {
      body: 0,
      name: "push",
      at: [0, 0, 0.1],
      force: run.times.flatMap((t) => [0, 6 * t, 0]),
      torque: constant([0, 0, 0.2])(run.times),
    },
    { body: 0, name: "couple", force: [], torque: [0.4, 0, 0] },
  ];
  run.frames = [
    { name: "lift", position: run.times.flatMap((t) => [0.5, -0.5, t]), quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
  ];
  return run;
}

const ball = pulled();
const sharp = { sharp: true };

const switched = async (page, name, on) => {
  const chip = page.locator(`[data-show="${name}"]`);
  if ((await chip.getAttribute("aria-pressed")) !== String(on)) await chip.click();
};

/** Nothing on the stage but bodies and what is named. */
async function only(page, ...names) {
  await page.click('button[data-mode="motion"]');
  for (const chip of await page.locator("[data-show]").all()) {
    const name = await chip.getAttribute("data-show");
    await switched(page, name, names.includes(name));
  }
}

const bare = ".labels, .stage-tools, .scale { visibility: hidden }";
const crimson = ([r, g, b]) => r - g > 60 && r - b > 25;
const blue = ([r, g, b]) => b - r > 45 && b > g;
const loads = (page) => page.evaluate(() => window.polhode.loads());
const camera = (page) => page.evaluate(() => window.polhode.camera());

/** How many of nine places between a quarter and three quarters of a line, seen by the camera, have such a colour. */
function seen_along(image, eye, from, to, of_kind) {
  let hits = 0;
  for (let k = 0; k < 9; ++k) {
    const { x, y } = project(eye, add(from, add(to, from, -1), 0.25 + k / 16));
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => image.at(x + dx, y + dy)));
    if (around.some(of_kind)) ++hits;
  }
  return hits;
}

test("every load has its arrow, where it acts, along what it does, to the scale that is written", async () => {
  await on_page(ball, sharp, async (page) => {
    await only(page, "forces", "torques");
    const i = 40;
    await set_time(page, ball.times[i]);
    const drawn = await loads(page);
    assert.deepEqual(
      drawn.map((one) => [one.name, one.kind, one.shown]),
      [
        ["gravity", "forces", true],
        ["push", "forces", true],
        ["push", "torques", true],
        ["couple", "torques", true],
      ],
    );
    const text = await page.textContent(".scale");
    const [, metres, newtons] = text.match(/1 square = ([\d.]+) m = ([\d.]+) N of force/).map(Number);
    const p = at(ball.bodies[0].position, i);
    const [w, x, y, z] = ball.bodies[0].quaternion.slice(4 * i, 4 * i + 4);
    const up = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    const expected = [
      [p, [0, 0, -9.81]],
      [add(p, up, 0.1), [0, 6 * ball.times[i], 0]],
      [p, [0, 0, 0.2]],
      [p, [0.4, 0, 0]],
    ];
    drawn.forEach((one, k) => {
      const [from, vector] = expected[k];
      const along = add(one.tip, one.from, -1);
      const [length, size] = [Math.hypot(...along), Math.hypot(...vector)];
      one.from.forEach((c, j) => near(c, from[j], 1e-6));
      near(dot(along, vector) / (length * size), 1, 1e-6);
      // The label stands at the tip, a little beyond the arrow.
      assert.ok(length > one.length && length < 1.2 * one.length, `${length} for ${one.length}`);
      if (one.kind === "forces") near(one.length, (size * metres) / newtons, 1e-9);
    });
  });
});

test("arrows are seen where they are told to be, and not when they are switched off; by key too", async () => {
  for (const dark of [false, true])
    await on_page(ball, { ...sharp, dark }, async (page) => {
      await only(page, "forces");
      await set_time(page, ball.times[40]);
      const [gravity, push] = await loads(page);
      const eye = await camera(page);
      const on = await picture(page, bare);
      assert.ok(seen_along(on, eye, gravity.from, gravity.tip, crimson) >= 8, "the weight");
      assert.ok(seen_along(on, eye, push.from, push.tip, blue) >= 5, "the push");
      const chip = page.locator('[data-show="forces"]');
      await chip.focus();
      await page.keyboard.press("Space");
      assert.equal(await chip.getAttribute("aria-pressed"), "false");
      assert.equal(await page.evaluate(() => window.polhode.playing()), false, "the key also played");
      const off = await picture(page, bare);
      assert.equal(seen_along(off, eye, gravity.from, gravity.tip, crimson), 0);
      assert.doesNotMatch(await page.textContent(".scale"), / N/);
      assert.ok((await loads(page)).every((one) => !one.shown));
    });
});

test("loads are plotted item by item: size, components, torque, power, in the colour of their arrows", async () => {
  await on_page(ball, {}, async (page) => {
    const plot = page.locator('.plot[aria-label="Loads"]');
    const i = 30;
    await set_time(page, ball.times[i]);
    const values = async (mode) => {
      await plot.locator("select").selectOption({ label: mode });
      const names = await plot.locator(".curve-name").allTextContents();
      const texts = await plot.locator(".value").allTextContents();
      return Object.fromEntries(names.map((name, k) => [name, Number(texts[k].replace("−", "-"))]));
    };
    const t = ball.times[i];
    const force = await values("force");
    near(force.gravity, 9.81, 1e-3);
    near(force.push, 6 * t, 1e-3);
    assert.equal(force.couple, undefined);
    near((await values("force z")).gravity, -9.81, 1e-3);
    near((await values("torque")).couple, 0.4, 1e-4);
    near((await values("force of push")).y, 6 * t, 1e-3);
    const { velocity, angular_velocity } = ball.bodies[0];
    const power = await values("power");
    near(power.gravity, -9.81 * velocity[3 * i + 2], 1e-2);
    near(power.push, 6 * t * velocity[3 * i + 1] + 0.2 * angular_velocity[3 * i + 2], 1e-2);
    near(power.couple, 0.4 * angular_velocity[3 * i], 1e-2);
    const colours = await plot.locator(".curve").evaluateAll((list) => list.map((one) => one.style.cssText));
    assert.deepEqual(colours, ["--c: var(--load-1);", "--c: var(--load-2);", "--c: var(--load-3);"]);
  });
});

test("frames are triads at their places, turned as they are; a run that names none offers the world's", async () => {
  await on_page(ball, sharp, async (page) => {
    assert.equal(await page.getAttribute('[data-show="frames"]', "aria-pressed"), "true");
    await only(page, "frames");
    await set_time(page, ball.times[25]);
    const [world, lift] = await page.evaluate(() => window.polhode.frames());
    assert.deepEqual([world.name, lift.name], ["world", "lift"]);
    const length = Math.hypot(...add(world.tips[0], world.origin, -1));
    const expected = [
      [world, [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
      [lift, [0.5, -0.5, 0.5], [0, 1, 0], [-1, 0, 0], [0, 0, 1]],
    ];
    for (const [frame, origin, ...axes] of expected) {
      frame.origin.forEach((c, j) => near(c, origin[j], 1e-6));
      frame.tips.forEach((tip, k) => tip.forEach((c, j) => near(c, origin[j] + length * axes[k][j], 1e-6)));
    }
    const eye = await camera(page);
    const image = await picture(page, bare);
    for (const frame of [world, lift]) {
      assert.ok(seen_along(image, eye, frame.origin, frame.tips[0], crimson) >= 8, `x of ${frame.name}`);
      assert.ok(seen_along(image, eye, frame.origin, frame.tips[2], blue) >= 8, `z of ${frame.name}`);
    }
    assert.equal(await page.locator(".label.frame").first().textContent(), "world");
    await switched(page, "frames", false);
    assert.equal(seen_along(await picture(page, bare), eye, lift.origin, lift.tips[2], blue), 0);
  });
  await on_page(thrown_ball(), {}, async (page) => {
    assert.equal(await page.getAttribute('[data-show="frames"]', "aria-pressed"), "false");
    assert.equal(await page.locator('[data-show="forces"]').count(), 0);
    assert.equal(await page.locator('[data-show="sphere"]').count(), 0);
  });
});

test("a spring is a coil between its ends, whatever they are fixed to", async () => {
  const run = { ...thrown_ball(), gravity: [0, 0, 0] };
  const hook = [-1, 0, 1.2];
  run.springs = [
    {
      name: "spring",
      length: 1,
      ends: [
        { body: 0, at: [0, 0, 0] },
        { body: null, at: hook },
      ],
    },
  ];
  await on_page(run, sharp, async (page) => {
    await only(page);
    const i = 25;
    await set_time(page, run.times[i]);
    const eye = await camera(page);
    const image = await picture(page, bare);
    const p = at(run.bodies[0].position, i);
    const [a, b] = [project(eye, p), project(eye, hook)];
    const across = [b.y - a.y, a.x - b.x].map((c) => c / Math.hypot(b.x - a.x, b.y - a.y));
    /** Dark pixels on a short cut across the line, `s` of the way along it. */
    const wire = (s) => {
      let dark = 0;
      for (let d = -24; d <= 24; ++d) {
        const rgb = image.at(a.x + s * (b.x - a.x) + d * across[0], a.y + s * (b.y - a.y) + d * across[1]);
        if (Math.max(...rgb) < 150) ++dark;
      }
      return dark;
    };
    for (let s = 0.3; s < 0.95; s += 0.05) assert.ok(wire(s) > 0, `wire at ${s}`);
    assert.equal(wire(1.1), 0, "beyond the hook");
  });
});

test("a top writes its nutation on a sphere around its pivot", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-top-"));
  try {
    const words = ["run", "heavy-top", "--json", "--at", "0.3,0.8,1.3", "--out", folder];
    const told = JSON.parse(execFileSync(process.env.POLHODE_CLI, words, { encoding: "utf8" }));
    await on_page({ written_page: join(folder, "report.html") }, sharp, async (page) => {
      await only(page, "sphere", "trace");
      const tips = [];
      for (const { t, bodies } of told.states) {
        await set_time(page, t);
        const [sphere] = await page.evaluate(() => window.polhode.spheres());
        assert.ok(sphere.shown);
        sphere.centre.forEach((c) => near(c, 0, 1e-12));
        // The centre of mass is on the axis, a tenth of a metre from the pivot.
        sphere.tip.forEach((c, j) => near(c, (sphere.radius * bodies.top.position[j]) / 0.1, 1e-6));
        tips.push(sphere.tip);
      }
      await set_time(page, 2);
      const eye = await camera(page);
      const teal = ([r, g, b]) => g - r > 40 && b - r > 40;
      const there = (image, tip) => {
        const { x, y } = project(eye, tip);
        return [-2, -1, 0, 1, 2].some((dx) => [-2, -1, 0, 1, 2].some((dy) => teal(image.at(x + dx, y + dy))));
      };
      const image = await picture(page, bare);
      for (const tip of tips) assert.ok(there(image, tip), `the curve passed ${tip}`);
      assert.ok(!there(image, [0, 0, -1.05 * Math.hypot(...tips[0])]), "below the sphere");
      const arrows = await loads(page);
      assert.deepEqual(arrows.map((one) => one.name).sort(), ["gravity", "pivot"]);
      arrows.find((one) => one.name === "pivot").from.forEach((c) => near(c, 0, 1e-9));
      await switched(page, "sphere", false);
      assert.ok(!(await page.evaluate(() => window.polhode.spheres()))[0].shown);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a frame with two names is drawn once; names of frames with one origin stand apart", async () => {
  const run = thrown_ball();
  const turning = run.times.flatMap((t) => [Math.cos(t), 0, 0, Math.sin(t)]);
  run.frames = [
    { name: "ride", position: [0, 0, 0], quaternion: [-1, 0, 0, 0] },
    { name: "outside", position: [0, 0, 0], quaternion: turning },
    { name: "mirror", position: [0, 0, 0], quaternion: turning.map((x, k) => (k % 4 ? -x : x)) },
  ];
  await on_page(run, sharp, async (page) => {
    await only(page, "frames");
    const drawn = await page.evaluate(() => window.polhode.frames());
    assert.deepEqual(
      drawn.map((one) => one.name),
      ["world = ride", "outside", "mirror"],
    );
    // At first all three have the same axes on the screen.
    for (const i of [0, 5, 30]) {
      await set_time(page, run.times[i]);
      const boxes = await page.locator(".label.frame:visible").evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ x, y, right, bottom }) => ({ x, y, right, bottom })),
      );
      assert.equal(boxes.length, 3);
      boxes.forEach((a, j) =>
        boxes.slice(j + 1).forEach((b) =>
          assert.ok(a.x >= b.right || b.x >= a.right || a.y >= b.bottom - 2 || b.y >= a.bottom - 2, `at ${i}`),
        ),
      );
    }
  });
});

test("loads that were left out are counted", async () => {
  await on_page({ ...pulled(), loads_left_out: 7 }, {}, async (page) => {
    await only(page, "forces");
    assert.match(await page.textContent(".scale"), /7 more loads are not drawn/);
    await only(page);
    assert.doesNotMatch(await page.textContent(".scale"), /not drawn/);
  });
});

test("the longest names and many loads fit, and stay text", async () => {
  const run = twelve_bodies();
  run.loads = run.bodies.flatMap((_, body) =>
    Array.from({ length: 3 }, (_, k) => ({
      body,
      name: `${attack} a load with a name of quite unreasonable length, number ${k}`,
      force: [k, 1, -5e7],
      torque: [1e-6, 0, k],
    })),
  );
  run.frames = [{ name: attack, position: [0, 0, 0], quaternion: [1, 0, 0, 0] }];
  await on_page(run, {}, async (page) => {
    await switched(page, "torques", true);
    await set_time(page, 1);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
    // Numbers that are out of the ordinary leave their power of ten to the unit.
    assert.match(await page.textContent('.plot[aria-label="Loads"] .plot-title'), /10⁷ N/);
    await nothing_overflows(page);
  });
});

test("a load on a body that is not there is said, not drawn", async () => {
  const run = thrown_ball();
  run.loads = [{ body: 7, name: "ghost", force: [0, 0, 1], torque: [] }];
  await on_page(run, {}, async (page) => {
    assert.match(await page.textContent("main"), /load “ghost” acts on no body/);
  });
});
