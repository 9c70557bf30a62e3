// Read-outs on the page: one plot, a menu, units.
import assert from "node:assert/strict";
import { test } from "node:test";
import { t_handle } from "./fixtures.mjs";
import { nothing_overflows } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

function with_readouts(names) {
  const run = t_handle();
  const all = {
    tip: { unit: "m/s", components: ["x", "y", "z"], values: run.times.flatMap((t) => [t, 2 * t, -t]) },
    spin: { unit: "kg m^2/s", components: [], values: run.times.map((t) => 5 - t) },
    tensor: {
      unit: "kg m^2",
      components: ["xx", "yy", "zz", "xy", "xz", "yz"],
      values: run.times.flatMap(() => [1, 2, 3, 4, 5, 6]),
    },
  };
  return { ...run, readouts: names.map((name) => ({ name, ...all[name] })) };
}

const labels = (page, plot) => page.locator(`[aria-label="${plot}"] .curve-name`).allTextContents();

test("several read-outs share a plot, one at a time", async () => {
  await on_used_page(with_readouts(["tip", "spin", "tensor"]), {}, async (page) => {
    assert.deepEqual(await labels(page, "Read-out"), ["x", "y", "z"]);
    await page.selectOption('select[aria-label="which read-out is shown"]', { label: "spin" });
    assert.deepEqual(await labels(page, "Read-out"), ["spin"]);
    await page.evaluate(() => window.polhode.setTime(2));
    const shown = await page.textContent('[aria-label="Read-out"] .curve .value');
    assert.ok(Math.abs(Number(shown) - 3) < 0.01, shown);
    await page.selectOption('select[aria-label="which read-out is shown"]', { label: "tensor" });
    assert.deepEqual(await labels(page, "Read-out"), ["xx", "yy", "zz", "xy", "xz", "yz"]);
    await nothing_overflows(page);
  });
});

test("one read-out is called by its name, and none has no plot", async () => {
  await on_page(with_readouts(["spin"]), {}, async (page) => {
    assert.deepEqual(await labels(page, "spin"), ["spin"]);
  });
  await on_page(with_readouts([]), {}, async (page) => {
    assert.equal(await page.locator('[aria-label="Read-out"]').count(), 0);
  });
});
