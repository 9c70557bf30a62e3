// The page in a real browser: what it says is what the run holds, and every control does what it says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { attack, ended_early, hostile, single_instant, t_handle, twelve_bodies } from "./fixtures.mjs";
import { frames, near, picture, set_time, time } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

const handle = t_handle();
const twelve = twelve_bodies();

test("light and dark follow the system, and the switch overrides", async () => {
  const light_at = async (page) => {
    const image = await picture(page);
    return [image.at(4, 4), image.at(20, 300)].map(([r, g, b]) => (r + g + b) / 3);
  };
  await on_page(handle, { dark: true }, async (page) => {
    for (const light of await light_at(page)) assert.ok(light < 40, `${light}`);
    await page.click('[aria-label="light page"]');
    for (const light of await light_at(page)) assert.ok(light > 225, `${light}`);
    await page.reload();
    await page.waitForFunction(() => window.polhode?.ready);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  });
  await on_page(handle, {}, async (page) => {
    for (const light of await light_at(page)) assert.ok(light > 225, `${light}`);
  });
});

test("keys play, pause, jump, step and rewind", async () => {
  await on_used_page(handle, {}, async (page) => {
    await set_time(page, 10);
    await page.keyboard.press("ArrowRight");
    near(await time(page), 10.3, 1e-9);
    await page.keyboard.press("ArrowLeft");
    near(await time(page), 10, 1e-9);
    await page.keyboard.press(".");
    near(await time(page), 10.01, 1e-9);
    await page.keyboard.press(",");
    await page.keyboard.press(",");
    near(await time(page), 9.99, 1e-9);
    await page.keyboard.press("r");
    assert.equal(await time(page), 0);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => window.polhode.playing()), true);
    await page.waitForFunction(() => window.polhode.time() > 0.05);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => window.polhode.playing()), false);
    assert.match(await page.textContent(".clock"), /^\d+\.\d{3} s$/);
  });
});

test("the time cursor of every plot follows the stage", async () => {
  await on_used_page(handle, {}, async (page) => {
    await set_time(page, 15);
    const places = await page.evaluate(() =>
      [...document.querySelectorAll(".plot .u-over")].map((over) => {
        const line = over.querySelector(".time-cursor").getBoundingClientRect();
        const box = over.getBoundingClientRect();
        return (line.left + line.width / 2 - box.left) / box.width;
      }),
    );
    assert.equal(places.length, 4);
    for (const x of places) near(x, 0.5, 0.01);
  });
});

test("events stand on the time line and take the reader there", async () => {
  await on_used_page(handle, {}, async (page) => {
    const marks = page.locator(".mark");
    assert.equal(await marks.count(), 8);
    await marks.nth(1).click({ position: { x: 6, y: 5 } });
    near(await time(page), 5.7544, 1e-3);
  });
});

test("a speed of 0.1 to 10 can be chosen", async () => {
  await on_used_page(handle, {}, async (page) => {
    const offered = await page.locator(".speed option").evaluateAll((list) => list.map((o) => Number(o.value)));
    assert.equal(offered[0], 0.1);
    assert.equal(offered[offered.length - 1], 10);
    await page.selectOption(".speed", "10");
    await set_time(page, 0);
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.polhode.play());
    await page.waitForFunction(() => window.polhode.time() > 2);
  });
});

test("plots: a click scrubs, hovering reads, a drag zooms all, a double click resets, a curve can be put away", async () => {
  await on_used_page(handle, {}, async (page) => {
    const over = page.locator('.plot[aria-label="ω in body axes"] .u-over');
    const box = await over.boundingBox();
    const middle = box.y + box.height / 2;
    await page.mouse.click(box.x + box.width * 0.4, middle);
    near(await time(page), 12, 0.2);
    await page.mouse.move(box.x + box.width * 0.1, middle, { steps: 2 });
    const shown = await page.locator('.plot[aria-label="ω in body axes"]').getAttribute("data-at");
    near(parseFloat(shown), 3, 0.1);
    const i = Math.round(parseFloat(shown) / 0.01);
    const read = await page.locator('.plot[aria-label="ω in body axes"] .value').nth(1).textContent();
    near(Number(read.replace("−", "-")), handle.bodies[0].angular_velocity_body[3 * i + 1], 6e-4);
    await page.mouse.move(box.x + box.width * 0.5, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, middle, { steps: 5 });
    await page.mouse.up();
    // Zoomed to 15 … 22.5 s, here and in the other plots: their middles are now at 18.75 s.
    for (const name of ["ω in body axes", "Energy drift"]) {
      const b = await page.locator(`.plot[aria-label="${name}"] .u-over`).boundingBox();
      await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
      near(await time(page), 18.75, 0.2);
    }
    await page.mouse.dblclick(box.x + box.width * 0.5, middle);
    await page.mouse.click(box.x + box.width * 0.9, middle);
    near(await time(page), 27, 0.3);
    const curve = page.locator('.plot[aria-label="ω in body axes"] .curve').first();
    await curve.click();
    assert.equal(await curve.getAttribute("aria-pressed"), "false");
  });
});

test("Poinsot's picture touches its plane in the tip of ω, all along", async () => {
  const body = handle.bodies[0];
  await on_used_page(handle, {}, async (page) => {
    for (const i of [0, 190, 700, 2500]) {
      await set_time(page, handle.times[i]);
      const { contact, plane, normal } = await page.evaluate(() => window.polhode.poinsot());
      const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
      near(dot(contact, normal), plane, 1e-6);
      const l = body.angular_momentum.slice(3 * i, 3 * i + 3);
      near(dot(normal, l) / Math.hypot(...l), 1, 1e-9);
      const w = body.angular_velocity_body.slice(3 * i, 3 * i + 3);
      const twice = dot(
        body.principal_moments,
        w.map((x) => x * x),
      );
      const scale = Math.sqrt(Math.min(...body.principal_moments));
      near(plane, (scale * Math.sqrt(twice)) / Math.hypot(...l), 1e-6);
    }
    await page.click('button[data-mode="poinsot"]');
    // The arrow of ω, its switch and the curves' names have the colour of the curves.
    await page.click('[data-show="omega"][aria-pressed="true"]');
    const image = await picture(page, ".labels, .stage-tools { visibility: hidden }");
    const { box } = await page.evaluate(() => window.polhode.camera("poinsot"));
    let amber = 0;
    for (let y = Math.ceil(box.top); y < box.top + box.height; ++y)
      for (let x = Math.ceil(box.left); x < box.left + box.width; ++x) {
        const [r, g, b] = image.at(x, y);
        if (r > 190 && r - b > 90 && g > 110) ++amber;
      }
    assert.ok(amber > 400, `${amber} amber pixels of polhode and herpolhode`);
  });
});

test("the figures are there, drift in powers of ten, the hash whole, and no certificate that was not made", async () => {
  await on_used_page(handle, {}, async (page) => {
    await page.click(".figures summary");
    const text = await page.textContent(".tables");
    for (const part of [
      "Dormand–Prince 8(5,3)",
      "tolerance 10⁻¹⁰",
      "1 203 taken",
      "17 rejected",
      "14 646",
      "9f3c5a7be0412d86",
      "× 10⁻",
      "angular momentum",
    ])
      assert.ok(text.includes(part), part);
    assert.equal(await page.locator('[aria-label="Error"]').count(), 0);
    assert.doesNotMatch(await page.textContent(".figures summary"), /trusted/);
  });
});

test("a drift between the samples is among the figures, too", async () => {
  const monitors = handle.monitors.map((m) => (m.name === "momentum" ? { ...m, largest_drift: 4.2e-5 } : m));
  await on_used_page({ ...handle, monitors }, {}, async (page) => {
    assert.match(await page.textContent(".figures summary"), /momentum 4\.2 × 10⁻⁵/);
    await page.click(".figures summary");
    assert.match(await page.textContent(".tables"), /momentum.*4\.2 × 10⁻⁵/);
  });
});

test("every control has a name and shows when it has the focus", async () => {
  await on_page(twelve, {}, async (page) => {
    const nameless = await page.evaluate(
      () =>
        [...document.querySelectorAll("button, select, input")].filter(
          (node) => !(node.getAttribute("aria-label") || node.textContent.trim()),
        ).length,
    );
    assert.equal(nameless, 0);
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
  });
});

test("any of several bodies can be chosen, by menu or by touching it", async () => {
  await on_used_page(twelve, {}, async (page) => {
    await set_time(page, 0.2);
    await page.selectOption(".body-menu", "4");
    const shown = await page.locator('.plot[aria-label="ω in body axes"] .value').first().textContent();
    near(Number(shown.replace("−", "-")), twelve.bodies[4].angular_velocity_body[30], 6e-3);
    const spot = await page.evaluate((name) => window.polhode.projectBody(name), twelve.bodies[3].name);
    await page.mouse.click(spot.x, spot.y);
    assert.equal(await page.locator(".body-menu").inputValue(), "3");
  });
});

test("nothing overflows sideways at any width, and narrow screens show one plot at a time", async () => {
  for (const run of [handle, twelve])
    await on_page(run, { width: 390, height: 844 }, async (page) => {
      for (const [width, height] of [
        [390, 844],
        [320, 640],
        [1024, 768],
        [1440, 900],
      ]) {
        await page.setViewportSize({ width, height });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px at ${width}`);
        const plots = await page.locator(".plot:visible").count();
        assert.equal(plots, width <= 760 ? 1 : 4);
        await frames(page);
        const [drawn, shown] = await page.locator("canvas.canvas").evaluate((canvas) => {
          return [canvas.width, Math.floor(canvas.getBoundingClientRect().width * devicePixelRatio)];
        });
        assert.equal(drawn, shown, "pixels across the stage");
      }
    });
  await on_page(handle, { width: 390, height: 844, touch: true }, async (page) => {
    await page.tap('[role="tab"]:nth-child(3)');
    assert.equal(await page.locator(".plot:visible").getAttribute("aria-label"), "Energy drift");
  });
});

test("a run that ended early says where and why, and what was computed plays", async () => {
  await on_page(ended_early(), {}, async (page) => {
    assert.match(await page.textContent(".reason"), /11\.370 s of 30\.000 s.*step underflow.*smaller tolerance/);
    assert.match(await page.textContent(".mark.stop"), /ended at 11\.370 s/);
    await set_time(page, 29);
    near(await time(page), 11.37, 1e-9);
    const hatch = await page.locator(".unreached").boundingBox();
    const line = await page.locator(".slider").boundingBox();
    near((hatch.x - line.x) / line.width, 11.37 / 30, 0.02);
  });
});

test("names and titles stay text, whatever they hold", async () => {
  await on_page(hostile(), {}, async (page) => {
    await set_time(page, 0.5);
    await page.click(".figures summary");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.textContent("h1"), attack);
    assert.equal(await page.locator(".body-menu option").first().textContent(), `${attack}0`);
  });
});

test("one instant, and no run at all, are shown as what they are", async () => {
  await on_page(single_instant(), {}, async (page) => {
    assert.match(await page.textContent(".side"), /nothing to plot/);
  });
  for (const text of ["@POLHODE_RUN@", "{ cut sho", '{"times": []}'])
    await on_page(text, {}, async (page) => {
      assert.match(await page.textContent("h1"), /Nothing to show/);
    });
});
