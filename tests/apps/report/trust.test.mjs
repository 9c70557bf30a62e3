// The page of a certified run: the error band, the verdict, the digits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { t_handle } from "./fixtures.mjs";
import { nothing_overflows } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

const handle = t_handle();

/** Every second time is judged; the error grows tenfold in ten seconds, the band is twice that. */
function certified(changes = {}) {
  const times = handle.times.filter((_, i) => i % 2 === 0);
  const channel = (name, unit, start, digits) => ({
    name,
    unit,
    size: 8,
    range: 8,
    moves: true,
    digits,
    error: times.map((t) => start * 10 ** (t / 10)),
    band: times.map((t) => 2 * start * 10 ** (t / 10)),
  });
  const certificate = {
    judged: true,
    honoured: true,
    worst: 0.4,
    worst_at: 4.5,
    allowed: 10,
    contradicted: null,
    horizon: times.at(-1),
    trusted_to_the_end: true,
    lost_first: null,
    growth: 40,
    lyapunov: 0.02,
    stiff: false,
    checks: [
      { solver: "gbs", family: "extrapolation", tolerance: 1e-14, used: true, outcome: "finished", steps: 260, rate_evaluations: 27898 },
      { solver: "adams", family: "Adams", tolerance: 1e-14, used: false, outcome: "step underflow", steps: 12, rate_evaluations: 25 },
    ],
    retold: [
      { where: 'the form "body"', agrees: true, channel: "handle.position" },
      { where: 'the form "euler"', agrees: false, channel: "handle.velocity" },
    ],
    told_once: ["'coin' in the form \"space\" alone: no other can slide or fly"],
    same: [{ system: "lagrange", of: "arm", agrees: true, states: 1000, terms: [] }],
    event_times: [],
    times,
    channels: [channel("handle.quaternion", "", 1e-9, 7.1), channel("handle.angular_velocity", "rad/s", 1e-6, 4.2), channel("coin.rolling_error", "m/s", 1e-9, null)],
    ...changes,
  };
  return { ...handle, certificate };
}

const trusted = certified();

const read = async (page, which) => {
  const text = await page.locator('[aria-label="Error"] .curve .value').nth(which).textContent();
  const [mantissa, exponent] = text.split(" × 10");
  const digits = { "⁻": "-", "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9" };
  return Number(mantissa) * 10 ** Number([...exponent].map((c) => digits[c]).join(""));
};

test("the error band of the worst channel is drawn, and of any other that is chosen", async () => {
  await on_page(trusted, {}, async (page) => {
    const menu = page.locator('select[aria-label="whose error is shown"]');
    assert.equal(await menu.locator("option:checked").textContent(), "handle.angular velocity");
    // Half way between two judged times, where both curves are straight lines between their neighbours.
    await page.evaluate(() => window.polhode.setTime(5));
    const expected = 1e-6 * 10 ** 0.5;
    assert.ok(Math.abs((await read(page, 1)) / expected - 1) < 0.05, "error");
    assert.ok(Math.abs((await read(page, 0)) / (2 * expected) - 1) < 0.05, "band");
    await menu.selectOption({ label: "handle.quaternion" });
    assert.ok(Math.abs((await read(page, 1)) / (1e-3 * expected) - 1) < 0.05, "the other channel");
  });
});

test("verdict, digits and checks are among the figures, and nothing overflows sideways", async () => {
  await on_used_page(trusted, {}, async (page) => {
    const line = await page.textContent(".figures summary");
    assert.match(line, /trusted to the end/);
    assert.match(line, /tolerance honoured/);
    assert.doesNotMatch(line, /lagrange/);
    assert.equal(await page.locator(".verdict.good").count(), 1);
    await page.click(".figures summary");
    const text = await page.textContent(".tables");
    for (const words of [/gbs \(extrapolation\)/, /not used: step underflow/, /handle\.quaternion7\.1/, /errs by 0\.4 tolerances/, /coin\.rolling_error–/, /Told in the form "body"agrees/, /Told in the form "euler"disagrees in handle\.velocity/, /Told once'coin' in the form "space" alone/, /lagrange is armat 1.000 random states/])
      assert.match(text, words);
    await nothing_overflows(page);
  });
});

test("a system that is not what it says to be is no good, and the terms that differ are named", async () => {
  const terms = [{ name: "the mass M(shoulder, elbow)" }, { name: "the force on elbow at rest" }];
  await on_page(certified({ same: [{ system: "hamilton", of: "arm", agrees: false, states: 1000, terms }] }), {}, async (page) => {
    assert.match(await page.textContent(".figures summary"), /hamilton is not arm/);
    assert.equal(await page.locator(".verdict.bad").count(), 1);
    assert.match(await page.textContent(".figures"), /hamilton is armNOT: the mass M\(shoulder, elbow\); the force on elbow at rest/);
    await nothing_overflows(page);
  });
});

test("a motion that is lost and a tolerance that is broken are said, on a dark page as well", async () => {
  const changes = { honoured: false, steps_not_judged: 12, horizon: 6.5, trusted_to_the_end: false, lost_first: "handle.quaternion" };
  await on_page(certified(changes), { dark: true }, async (page) => {
    const line = await page.textContent(".figures summary");
    assert.match(line, /trusted until 6\.5 s/);
    assert.match(line, /tolerance not honoured/);
    assert.match(await page.textContent(".figures"), /12 steps are too hard to judge/);
    assert.equal(await page.locator(".verdict.bad").count(), 1);
    const menu = page.locator('select[aria-label="whose error is shown"]');
    assert.equal(await menu.locator("option:checked").textContent(), "handle.quaternion");
    await nothing_overflows(page);
  });
});
