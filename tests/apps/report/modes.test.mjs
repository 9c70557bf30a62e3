// The page on which modes of small oscillation swing.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { near, nothing_overflows, set_time } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";
import { made } from "./scene_runs.mjs";

let carts, pendulum, bare;
before(() => {
  const page = ({ folder }) => ({ written_page: join(folder, "modes.html") });
  const all = made("analyse", "coupled-oscillators", "--modes");
  carts = { ...page(all), folder: all.folder };
  pendulum = page(made("analyse", "pendulum-lagrangian", "--modes"));
  const scene = join(all.folder, "bare.toml");
  writeFileSync(
    scene,
    '[[system]]\nname = "pair"\nequations = { x = "v", v = "y - 2*x", y = "w", w = "x - 2*y" }\n' +
      'initial = { x = 0.1, v = 0, y = 0, w = 0 }\nmomenta = ["v", "w"]\n',
  );
  bare = page(made("analyse", scene, "--modes"));
});

const slider = 'input[aria-label="amplitude"]';
const text = (page, selector) => page.textContent(selector);
const springs = (page) => page.evaluate(() => window.polhode.springs().map((spring) => spring.ends));

// m = 1, k = 4, c = 1/2 give ω² = k + c (2 − 2 cos nπ/4 …) in closed form: 4, 4.5 and 5.5.
const squares = [4, 4.5, 5.5];
const shapes = [
  [1, 1, 1],
  [1, 0, -1],
  [-0.5, 1, -0.5],
];

test("carts swing as cos ωt in their closed forms", async () => {
  await on_page(carts, { width: 1440, height: 900 }, async (page) => {
    for (const [k, square] of squares.entries()) {
      await page.selectOption('select[aria-label="mode"]', { index: k });
      const omega = Math.sqrt(square);
      assert.ok((await text(page, ".mode-facts")).startsWith(`ω = ${Number(omega.toPrecision(6))} rad/s`));
      const at = async (t) => {
        await set_time(page, t);
        return (await springs(page)).slice(0, 3).map((ends) => ends[1][0]);
      };
      const rest = [-2, 0, 2];
      const start = (await at(0)).map((x, i) => x - rest[i]);
      const size = Math.max(...start.map(Math.abs));
      assert.ok(size > 0.1, `amplitude ${size}`);
      const sign = Math.sign(start.find((x) => Math.abs(x) > 0.9 * size)) * Math.sign(shapes[k].find((x) => Math.abs(x) === 1));
      start.forEach((x, i) => near(x, sign * size * shapes[k][i], 1e-6 * size));
      for (const t of [0.3, 1, 2.2, 5]) {
        // Straight lines between 72 places of a turn, and between as many samples or more.
        const coarse = 2 * ((2 * Math.PI) / 72) ** 2 / 8;
        (await at(t)).forEach((x, i) => near(x - rest[i], start[i] * Math.cos(omega * t), coarse * size));
      }
    }
  });
});

test("the amplitude is set by keyboard, and time stays", async () => {
  await on_used_page(carts, { width: 1440, height: 900 }, async (page) => {
    await page.selectOption('select[aria-label="mode"]', { index: 0 });
    await set_time(page, 0);
    const reach = async () => Math.abs((await springs(page))[0][1][0] + 2);
    const half = await reach();
    await page.focus(slider);
    await page.keyboard.press("End");
    near(await reach(), 2 * half, 1e-6);
    await page.keyboard.press("Home");
    near(await reach(), 0, 1e-9);
    assert.match(await text(page, ".mode-amplitude output"), /± 0/);
    await page.keyboard.press("ArrowRight");
    near(await reach(), 0.02 * half, 1e-6);
    assert.equal(await page.evaluate(() => window.polhode.time()), 0);
    await nothing_overflows(page);
  });
});

test("a bob swings on its circle, not along the tangent", async () => {
  await on_page(pendulum, {}, async (page) => {
    const omega = Math.sqrt(9.81 / 0.9);
    await page.focus(slider);
    await page.keyboard.press("End");
    const far = await page.evaluate(() => window.polhode.deviation()[0]);
    assert.ok(Math.abs(far) > 0.3, `${far} rad`);
    for (const t of [0, 0.2, 0.9]) {
      await set_time(page, t);
      const [, [x, , z]] = await page.evaluate(() => window.polhode.rods()[0].ends);
      near(Math.hypot(x, z), 0.9, 0.9 * far * far * ((2 * Math.PI) / 72) ** 2);
      near(Math.atan2(x, -z), far * Math.cos(omega * t), 2e-3 * Math.abs(far));
    }
  });
});

test("links of a mechanism swing about their joints", async () => {
  const { folder, object } = made("analyse", "pendulum", "--modes");
  const omega = object.modes.modes[0].frequency;
  await on_page({ written_page: join(folder, "modes.html") }, {}, async (page) => {
    const size = await page.evaluate(() => window.polhode.deviation()[0]);
    assert.ok(Math.abs(size) > 0.1, `${size} rad`);
    for (const t of [0, 0.3, 1, 2.5]) {
      await set_time(page, t);
      const [{ links, posed }] = await page.evaluate(() => window.polhode.mechanisms());
      assert.ok(posed);
      // It hangs at q = 0, where its frame is the world's: cos of half the angle.
      near(Math.abs(links.at(-1).quaternion[0]), Math.cos((size * Math.cos(omega * t)) / 2), 1e-12);
    }
    assert.equal(await page.locator('[data-show="pose"]').count(), 0);
    assert.equal(await page.locator(".plot").count(), 1);
    await nothing_overflows(page);
  });
});

test("without points coordinates are bars", async () => {
  await on_page(bare, { width: 1024, height: 768 }, async (page) => {
    assert.equal(await page.locator("canvas.canvas").count(), 0);
    // x'' = y − 2x, y'' = x − 2y: in step with ω = 1, against each other with √3.
    await page.selectOption('select[aria-label="mode"]', { index: 1 });
    const bars = async (t) => {
      await set_time(page, t);
      return page.$$eval(".bar", (list) => {
        const middle = Number(document.querySelector(".bars .rest").getAttribute("y1"));
        return list.map((bar) => {
          const [y, high] = ["y", "height"].map((key) => Number(bar.getAttribute(key)));
          return y < middle - 0.01 ? high : -high;
        });
      });
    };
    const start = await bars(0);
    assert.equal(start.length, 2);
    near(start[0], -start[1], 0.03);
    assert.ok(Math.abs(start[0]) > 30);
    for (const t of [0.4, 1.1, 3]) {
      const now = await bars(t);
      now.forEach((high, k) => near(high, start[k] * Math.cos(Math.sqrt(3) * t), 0.03));
    }
    await nothing_overflows(page);
  });
});

test("the page of the analysis leads to the one that moves", () => {
  assert.match(readFileSync(join(carts.folder, "analysis.html"), "utf8"), /<a href="modes\.html">/);
});
