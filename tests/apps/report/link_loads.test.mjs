// Loads on links of mechanisms, on the page: arrows where they act, springs, and their plots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { frames, near, nothing_overflows, picture, project, set_time } from "./look.mjs";
import { place_of, poses_of, two_link_arm, two_link_coordinates } from "./mechanism_fixtures.mjs";
import { on_page } from "./page.mjs";

const wide = { sharp: true, width: 1400, height: 900 };
const loads = (page) => page.evaluate(() => window.polhode.loads());
const add = (a, b, s = 1) => a.map((x, k) => x + s * b[k]);

/** The arm with a push at its end, a field on both links, and a couple. */
function pushed_arm() {
  const run = two_link_arm();
  const on = (link) => ({ mechanism: 0, link });
  run.loads = [
    {
      ...on(1),
      name: "push",
      at: [0.4, 0, 0],
      force: run.times.flatMap((t) => [0, 5 + t, 0]),
      torque: run.times.flatMap((t) => [0, 0, 0.2 * (5 + t)]),
      power: run.times.map((t) => 2 * t),
    },
    { ...on(0), name: "field", force: [0, 0, -4], torque: [], power: [] },
    { ...on(1), name: "field", force: [0, 0, -2], torque: [], power: [] },
    { ...on(0), name: "couple", force: [], torque: [0, 1.5, 0], power: [] },
  ];
  return run;
}

const arm = pushed_arm();

/** A point of a link in the world, by matrices. */
function point_of(link, i, v) {
  const m = poses_of(arm.mechanisms[0].links, two_link_coordinates(arm.times[i]))[link];
  return place_of(m).map((p, r) => p + m[r][0] * v[0] + m[r][1] * v[1] + m[r][2] * v[2]);
}

test("every load on a link has its arrow, where it acts, to the scale that is written", async () => {
  for (const dark of [false, true])
    await on_page(arm, { ...wide, dark }, async (page) => {
      const i = 30;
      await set_time(page, arm.times[i]);
      const drawn = await loads(page);
      const expected = [
        ["arm.lower", "push", "forces", point_of(1, i, [0.4, 0, 0]), [0, 5 + arm.times[i], 0]],
        ["arm.upper", "field", "forces", point_of(0, i, [0.25, 0, 0]), [0, 0, -4]],
        ["arm.lower", "field", "forces", point_of(1, i, [0.2, 0, 0]), [0, 0, -2]],
        ["arm.upper", "couple", "torques", point_of(0, i, [0.25, 0, 0]), [0, 1.5, 0]],
      ];
      assert.equal(drawn.length, expected.length);
      const [, metres, newtons] = (await page.textContent(".scale"))
        .match(/1 square = ([\d.]+) m = ([\d.]+) N of force/)
        .map(Number);
      drawn.forEach((one, k) => {
        const [body, name, kind, from, vector] = expected[k];
        assert.deepEqual([one.body, one.name, one.kind, one.shown], [body, name, kind, true]);
        one.from.forEach((x, j) => near(x, from[j], 2e-6));
        one.vector.forEach((x, j) => near(x, vector[j], 1e-9));
        if (kind === "forces") near(one.length, (Math.hypot(...vector) * metres) / newtons, 1e-9);
      });
      // The push is seen along its shaft, in the colour that its curve has.
      const eye = await page.evaluate(() => window.polhode.camera());
      const image = await picture(page, ".labels, .stage-tools, .scale { visibility: hidden }");
      const crimson = ([r, g, b]) => r - g > 60 && r - b > 25;
      const [push] = drawn;
      for (const s of [0.3, 0.5, 0.7]) {
        const { x, y } = project(eye, add(push.from, add(push.tip, push.from, -1), s));
        const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => image.at(x + dx, y + dy)));
        assert.ok(around.some(crimson), `${dark} ${s}`);
      }
    });
});

test("loads on links are plotted with the mechanism, by link where one acts on several", async () => {
  await on_page(arm, wide, async (page) => {
    const plot = page.locator('.plot[aria-label="Loads"]');
    const i = 20;
    await set_time(page, arm.times[i]);
    const values = async (mode) => {
      await plot.locator("select").selectOption({ label: mode });
      const names = await plot.locator(".curve-name").allTextContents();
      const texts = await plot.locator(".value").allTextContents();
      return Object.fromEntries(names.map((name, k) => [name, Number(texts[k].replace("−", "-"))]));
    };
    const force = await values("force");
    near(force.push, 5 + arm.times[i], 1e-3);
    near(force["field on upper"], 4, 1e-3);
    near(force["field on lower"], 2, 1e-3);
    near((await values("power")).push, 2 * arm.times[i], 1e-3);
    near((await values("torque of couple")).y, 1.5, 1e-3);
    await nothing_overflows(page);
  });
});

test("in a pose set by hand no load is known", async () => {
  await on_page(arm, wide, async (page) => {
    await page.click('[data-show="pose"]');
    await page.locator('.posing input[aria-label="upper"]').evaluate((input) => {
      input.value = 0.2;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await frames(page);  // labels are placed with the next one
    assert.ok((await loads(page)).every((one) => !one.shown));
    assert.equal(await page.locator(".label.load:visible").count(), 0);
    await page.click("text=Back to the motion");
    assert.ok((await loads(page)).every((one) => one.shown));
  });
});

test("a load on a link that is not there is said, not drawn", async () => {
  const run = two_link_arm();
  run.loads = [{ mechanism: 0, link: 7, name: "ghost", force: [0, 0, 1], torque: [] }];
  await on_page(run, {}, async (page) => {
    assert.match(await page.textContent("main"), /load “ghost” acts on no body/);
  });
});

const crane = `
[run]
end = 1
sample = 0.01
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "crane"
links = [
  { name = "boom", joint = "revolute", axis = [0, 1, 0], solid = "cylinder", mass = 2, radius = 0.03, length = 1 },
]
q = [0.4]
[[body]]
name = "bob"
solid = "sphere"
mass = 0.5
radius = 0.05
position = [0.3, 0.2, -0.4]
[[load]]
name = "gust"
type = "push"
body = "crane.boom"
at = [0, 0, 0.5]
force = [0, 4, "2*t"]
[[load]]
name = "rope"
type = "spring"
bodies = ["crane.boom", "bob"]
points = [[0, 0, 0.5], [0, 0, 0]]
stiffness = 40
length = 0.3
`;

test("what a written page draws on a link is what the run says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-crane-"));
  try {
    const file = join(folder, "crane.toml");
    writeFileSync(file, crane);
    const words = ["run", file, "--json", "--at", "0.5", "--out", folder];
    const [state] = JSON.parse(execFileSync(process.env.POLHODE_CLI, words, { encoding: "utf8" })).states;
    await on_page({ written_page: join(folder, "report.html") }, wide, async (page) => {
      await set_time(page, 0.5);
      const [q] = state.mechanisms.crane.q;
      const end = [0.5 * Math.sin(q), 0, 0.5 * Math.cos(q)];
      const bob = state.bodies.bob.position;
      const way = add(bob, end, -1);
      const pull = way.map((x) => (40 * (Math.hypot(...way) - 0.3) * x) / Math.hypot(...way));
      const drawn = (await loads(page)).filter((one) => one.kind === "forces");
      const find = (body, name) => drawn.find((one) => one.body === body && one.name === name);
      const check = (one, from, vector) => {
        one.from.forEach((x, j) => near(x, from[j], 1e-5));
        one.vector.forEach((x, j) => near(x, vector[j], 1e-4));
      };
      check(find("crane.boom", "gust"), end, [0, 4, 1]);
      check(find("crane.boom", "rope"), end, pull);
      check(find("bob", "rope"), bob, pull.map((x) => -x));
      check(find("bob", "gravity"), bob, [0, 0, -0.5 * 9.81]);
      const [coil] = await page.evaluate(() => window.polhode.springs());
      coil.ends[0].forEach((x, j) => near(x, end[j], 1e-5));
      coil.ends[1].forEach((x, j) => near(x, bob[j], 1e-5));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
