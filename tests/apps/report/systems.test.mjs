// The page of a run of equations: plots without a stage, or beside one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { empty_run, t_handle } from "./fixtures.mjs";
import { nothing_overflows } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

const times = Array.from({ length: 201 }, (_, i) => i / 10);
const variable = (name, f) => ({ name, values: times.map(f) });

/** Two systems: one of two variables, one of more than a plot shows at once. */
function equations() {
  return {
    ...empty_run(times),
    title: "Two systems",
    systems: [
      { name: "oscillator", variables: [variable("x", Math.cos), variable("x'", (t) => -Math.sin(t))] },
      { name: "chain", variables: Array.from({ length: 8 }, (_, k) => variable(`y${k + 1}`, (t) => (k + 1) * t)) },
    ],
    events: [{ name: "zero", t: Math.PI / 2 }],
  };
}

const two_systems = equations();

const labels = (page, plot) => page.locator(`[aria-label="${plot}"] .curve-name`).allTextContents();

test("equations alone have plots and a time line, and no stage", async () => {
  await on_page(two_systems, {}, async (page) => {
    assert.equal(await page.locator("canvas.canvas").count(), 0);
    assert.equal(await page.locator(".plot:visible").count(), 2);
    assert.deepEqual(await labels(page, "oscillator"), ["x", "x'"]);
    assert.equal((await labels(page, "chain")).length, 6);
    await page.evaluate(() => window.polhode.setTime(10));
    const shown = await page.textContent('[aria-label="oscillator"] .curve .value');
    assert.ok(Math.abs(Number(shown.replace("−", "-")) - Math.cos(10)) < 6e-4, shown);
    assert.equal(await page.locator(".mark-name").first().textContent(), "zero");
  });
});

test("one variable can be looked at alone", async () => {
  await on_used_page(two_systems, {}, async (page) => {
    await page.selectOption('select[aria-label="which variables of chain are shown"]', { label: "y8 alone" });
    assert.deepEqual(await labels(page, "chain"), ["y8"]);
  });
});

test("nothing overflows sideways at any width", async () => {
  await on_used_page(two_systems, {}, async (page) => {
    await nothing_overflows(page);
  });
});

test("a system beside a body has its plot among the others", async () => {
  const run = t_handle();
  run.systems = [{ name: "clock", variables: [{ name: "s", values: run.times.map((t) => 2 * t) }] }];
  await on_page(run, {}, async (page) => {
    assert.equal(await page.locator("canvas.canvas").count(), 1);
    assert.deepEqual(await labels(page, "clock"), ["s"]);
  });
});

test("Jacobi's energy is not called kinetic, potential and total", async () => {
  const system = (jacobi) => ({
    name: "bead",
    coordinates: 1,
    variables: [variable("q", Math.cos), variable("q'", (t) => -Math.sin(t))],
    energy: { jacobi, total: times.map(() => 1), kinetic: times.map((t) => Math.sin(t) ** 2), potential: times.map((t) => Math.cos(t) ** 2) },
  });
  const names = async (jacobi, title) => {
    let found;
    await on_page({ ...two_systems, systems: [system(jacobi)] }, {}, async (page) => {
      found = await labels(page, title);
    });
    return found;
  };
  assert.deepEqual(await names(true, "Jacobi’s energy"), ["L2", "−L0", "h"]);
  assert.deepEqual(await names(false, "Energy"), ["kinetic", "potential", "total"]);
});
