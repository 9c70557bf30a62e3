// The page in a real browser: what is drawn is where the numbers say, and every control does what it says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { attack, ended_early, hostile, single_instant, t_handle, thrown_ball, twelve_bodies } from "./fixtures.mjs";
import { open_browser } from "./page.mjs";
import { read_png } from "./png.mjs";

let browser;
before(async () => (browser = await open_browser()));
after(async () => browser?.close());

/** Runs `body` on a page of `run` and demands that it stayed silent: no errors, no requests. */
async function on_page(run, options, body) {
  const { page, problems, context } = await browser.open(run, options);
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not within ${tolerance} of ${b}`);
const set_time = (page, t) => page.evaluate((t) => window.polhode.setTime(t), t);
const time = (page) => page.evaluate(() => window.polhode.time());
const press = (page, name) => page.click(`[data-show="${name}"]`);

/** p_WC → pixel, from the camera's matrices (column-major) and nothing else of the page. */
function project({ view, projection, box }, p) {
  const times = (m, v) => [0, 1, 2, 3].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r] * v[3]);
  const clip = times(projection, times(view, [...p, 1]));
  return {
    x: box.left + ((clip[0] / clip[3] + 1) / 2) * box.width,
    y: box.top + ((1 - clip[1] / clip[3]) / 2) * box.height,
  };
}

async function picture(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return read_png(await page.screenshot());
}

/** The body is the only thing on the light stage whose two tones hold clearly more green and blue than red. */
const of_the_body = ([r, g, b]) => g - r > 9 && b - r > 9 && Math.abs(b - g) < 40;

function blob(image, box) {
  let [n, sx, sy] = [0, 0, 0];
  for (let y = Math.ceil(box.top) + 60; y < box.top + box.height - 110; ++y)
    for (let x = Math.ceil(box.left) + 8; x < box.left + box.width - 8; ++x)
      if (of_the_body(image.at(x, y))) {
        n += 1;
        sx += x;
        sy += y;
      }
  return { n, x: sx / n, y: sy / n };
}

async function only_the_body(page) {
  await page.click('button[data-mode="motion"]');
  for (const name of ["omega", "momentum", "axes", "trace"]) await press(page, name);
  if ((await page.getAttribute('[data-show="follow"]', "aria-pressed")) === "true") await press(page, "follow");
}

test("the body is drawn where its centre of mass projects, at three times", async () => {
  const run = thrown_ball();
  await on_page(run, {}, async (page) => {
    await only_the_body(page);
    const indices = [3, 25, 46];
    const spots = [];
    const pictures = [];
    for (const i of indices) {
      await set_time(page, run.times[i]);
      const camera = await page.evaluate(() => window.polhode.camera());
      const spot = project(camera, run.bodies[0].position.slice(3 * i, 3 * i + 3));
      const told = await page.evaluate(() => window.polhode.projectBody("ball"));
      near(told.x, spot.x, 1e-3);
      near(told.y, spot.y, 1e-3);
      const image = await picture(page);
      const seen = blob(image, camera.box);
      assert.ok(seen.n > 300, `${seen.n} pixels of a ball`);
      // A sphere in perspective is an ellipse whose middle is within r²/d of the centre: under two pixels here.
      near(seen.x, spot.x, 3);
      near(seen.y, spot.y, 3);
      spots.push(spot);
      pictures.push(image);
    }
    for (let a = 0; a < 3; ++a)
      for (let b = 0; b < 3; ++b) {
        const there = of_the_body(pictures[a].at(spots[b].x + 2, spots[b].y + 3));
        assert.equal(there, a === b, `picture ${a} at the place of time ${b}`);
      }
  });
});

test("between samples the body is between its places", async () => {
  const run = thrown_ball();
  await on_page(run, {}, async (page) => {
    await set_time(page, 0.25 * run.times[10] + 0.75 * run.times[11]);
    const camera = await page.evaluate(() => window.polhode.camera());
    const p = [0, 1, 2].map((k) => 0.25 * run.bodies[0].position[30 + k] + 0.75 * run.bodies[0].position[33 + k]);
    const spot = project(camera, p);
    const told = await page.evaluate(() => window.polhode.projectBody("ball"));
    near(told.x, spot.x, 1e-3);
    near(told.y, spot.y, 1e-3);
  });
});

test("dragging the time line moves time and the body", async () => {
  await on_page(thrown_ball(), {}, async (page) => {
    await only_the_body(page);
    await set_time(page, 0);
    const start = await page.evaluate(() => window.polhode.projectBody("ball"));
    const before = await picture(page);
    assert.ok(of_the_body(before.at(start.x + 2, start.y + 3)));
    const line = await page.locator(".slider").boundingBox();
    const y = line.y + line.height / 2;
    await page.mouse.move(line.x + 8, y);
    await page.mouse.down();
    await page.mouse.move(line.x + line.width / 2, y, { steps: 6 });
    await page.mouse.up();
    near(await time(page), 0.5, 0.01);
    const end = await page.evaluate(() => window.polhode.projectBody("ball"));
    assert.ok(Math.hypot(end.x - start.x, end.y - start.y) > 100);
    const now = await picture(page);
    assert.ok(of_the_body(now.at(end.x + 2, end.y + 3)));
    assert.ok(!of_the_body(now.at(start.x + 2, start.y + 3)));
  });
});

test("keys play, pause, jump, step and rewind", async () => {
  await on_page(t_handle(), {}, async (page) => {
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

test("a speed of 0.1 to 10 can be chosen", async () => {
  await on_page(t_handle(), {}, async (page) => {
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

test("it plays by itself, unless the reader asked for less motion", async () => {
  await on_page(thrown_ball(), { still: false }, async (page) => {
    await page.waitForFunction(() => window.polhode.time() > 0);
  });
  await on_page(thrown_ball(), { still: true }, async (page) => {
    assert.equal(await page.evaluate(() => window.polhode.playing()), false);
    assert.equal(await time(page), 0);
  });
});

test("plots: a click scrubs, hovering reads, a drag zooms all, a double click resets, a curve can be put away", async () => {
  const run = t_handle();
  await on_page(run, {}, async (page) => {
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
    near(Number(read.replace("−", "-")), run.bodies[0].angular_velocity_body[3 * i + 1], 6e-4);
    await page.mouse.move(box.x + box.width * 0.5, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, middle, { steps: 5 });
    await page.mouse.up();
    // Zoomed to 15 … 22.5 s, here and in the other plots: their middles are now at 18.75 s.
    for (const name of ["ω in body axes", "Energy drift"]) {
      const b = await page.locator(`.plot[aria-label="${name}"] .u-over`).boundingBox();
      await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
      near(await time(page), 18.75, 0.2);
      await page.waitForTimeout(600);
    }
    await page.mouse.dblclick(box.x + box.width * 0.5, middle);
    await page.waitForTimeout(100);
    await page.mouse.click(box.x + box.width * 0.9, middle);
    near(await time(page), 27, 0.3);
    const curve = page.locator('.plot[aria-label="ω in body axes"] .curve').first();
    await curve.click();
    assert.equal(await curve.getAttribute("aria-pressed"), "false");
  });
});

test("the time cursor of every plot follows the stage", async () => {
  await on_page(t_handle(), {}, async (page) => {
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
  await on_page(t_handle(), {}, async (page) => {
    const marks = page.locator(".mark");
    assert.equal(await marks.count(), 8);
    await marks.nth(1).click({ position: { x: 6, y: 5 } });
    near(await time(page), 5.7544, 1e-3);
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

test("the figures are there, drift in powers of ten, the hash whole", async () => {
  await on_page(t_handle(), {}, async (page) => {
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

test("nothing overflows sideways at any width, and narrow screens show one plot at a time", async () => {
  for (const run of [t_handle(), twelve_bodies()])
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
      }
    });
  await on_page(t_handle(), { width: 390, height: 844, touch: true }, async (page) => {
    await page.tap('[role="tab"]:nth-child(3)');
    assert.equal(await page.locator(".plot:visible").getAttribute("aria-label"), "Energy drift");
  });
});

test("light and dark follow the system, and the switch overrides", async () => {
  const light_at = async (page) => {
    const image = await picture(page);
    return [image.at(4, 4), image.at(20, 300)].map(([r, g, b]) => (r + g + b) / 3);
  };
  await on_page(t_handle(), { dark: true }, async (page) => {
    for (const light of await light_at(page)) assert.ok(light < 40, `${light}`);
    await page.click('[aria-label="light page"]');
    for (const light of await light_at(page)) assert.ok(light > 225, `${light}`);
    await page.reload();
    await page.waitForFunction(() => window.polhode?.ready);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  });
  await on_page(t_handle(), {}, async (page) => {
    for (const light of await light_at(page)) assert.ok(light > 225, `${light}`);
  });
});

test("Poinsot's picture touches its plane in the tip of ω, all along", async () => {
  const run = t_handle();
  const body = run.bodies[0];
  await on_page(run, {}, async (page) => {
    for (const i of [0, 190, 700, 2500]) {
      await set_time(page, run.times[i]);
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
    const image = await picture(page);
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

test("any of several bodies can be chosen, by menu or by touching it", async () => {
  const run = twelve_bodies();
  await on_page(run, {}, async (page) => {
    await set_time(page, 0.2);
    await page.selectOption(".body-menu", "4");
    const shown = await page.locator('.plot[aria-label="ω in body axes"] .value').first().textContent();
    near(Number(shown.replace("−", "-")), run.bodies[4].angular_velocity_body[30], 6e-3);
    const spot = await page.evaluate((name) => window.polhode.projectBody(name), run.bodies[3].name);
    await page.mouse.click(spot.x, spot.y);
    assert.equal(await page.locator(".body-menu").inputValue(), "3");
  });
});

test("a page that the tool wrote shows the run that the tool reports", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-written-"));
  try {
    const words = ["run", "t-handle", "--json", "--at", "0,2,5", "--set", "run.end=5", "--out", folder];
    const told = JSON.parse(execFileSync(process.env.POLHODE_CLI, words, { encoding: "utf8" }));
    await on_page({ written_page: join(folder, "report.html") }, {}, async (page) => {
      const text = await page.textContent("body");
      assert.ok(text.includes(told.hash), "the page shows another hash");
      await only_the_body(page);
      for (const state of told.states) {
        await set_time(page, state.t);
        near(await time(page), state.t, 1e-12);
        const camera = await page.evaluate(() => window.polhode.camera());
        const expected = project(camera, state.bodies.handle.position);
        const drawn = await page.evaluate(() => window.polhode.projectBody("handle"));
        near(drawn.x, expected.x, 1);
        near(drawn.y, expected.y, 1);
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every control has a name and shows when it has the focus", async () => {
  await on_page(twelve_bodies(), {}, async (page) => {
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

test("one instant, and no run at all, are shown as what they are", async () => {
  await on_page(single_instant(), {}, async (page) => {
    assert.match(await page.textContent(".side"), /nothing to plot/);
  });
  for (const text of ["@POLHODE_RUN@", "{ cut sho", '{"times": []}'])
    await on_page(text, {}, async (page) => {
      assert.match(await page.textContent("h1"), /Nothing to show/);
    });
});
