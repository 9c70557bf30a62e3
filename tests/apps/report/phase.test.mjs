// Typed systems on the page: phase planes, lines of equal energy, sections, points in space. What is drawn is read back
// from the picture by the numbers on its axes, and compared with the table of the run.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { near, nothing_overflows, picture, project, set_time } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";
import { made, run_of } from "./scene_runs.mjs";

let pendulum, arm, star, kapitza;
before(() => {
  pendulum = run_of("pendulum-lagrangian");
  arm = run_of("double-pendulum");
  star = run_of("henon-heiles");
  kapitza = run_of("kapitza", "--set", "run.end=1");
});

/** Both axes of a plane as its ticks tell them: `x(pixel)`, `y(pixel)` and what a pixel is worth. */
async function axes_of(page, plot) {
  const ticks = await page.locator(`[aria-label="${plot}"] .tick`).evaluateAll((list) =>
    list.map((tick) => {
      const rules = [...tick.parentElement.querySelectorAll(".rule")];
      const [rule] = rules.filter((line) => line.nextElementSibling === tick);
      const across = tick.classList.contains("x");
      return { across, at: Number(rule.getAttribute(across ? "x1" : "y1")), value: Number(tick.textContent.replace("−", "-")) };
    }),
  );
  const axis = (across) => {
    const own = ticks.filter((tick) => tick.across === across);
    const [a, b] = [own[0], own.at(-1)];
    const slope = (b.value - a.value) / (b.at - a.at);
    return { at: (pixel) => a.value + slope * (pixel - a.at), worth: Math.abs(slope) };
  };
  return { x: axis(true), y: axis(false) };
}

const dot_of = (page, plot) =>
  page
    .locator(`[aria-label="${plot}"] .now`)
    .evaluate((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]);

const points_in = (d) => [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);

/** Coordinates in the picture are rounded to a tenth of a pixel, those of its ticks too. */
const rounded = 0.2;

async function dot_follows(page, run, plot, across, up, samples) {
  const [t, x, y] = ["t", across, up].map(run.column);
  const axes = await axes_of(page, plot);
  for (const i of samples) {
    await set_time(page, t[i]);
    const [px, py] = await dot_of(page, plot);
    near(axes.x.at(px), x[i], rounded * axes.x.worth);
    near(axes.y.at(py), y[i], rounded * axes.y.worth);
  }
}

test("the dot of the phase plane is where the table says, of rates and of momenta", async () => {
  await on_page(pendulum.page, { width: 1440, height: 900 }, async (page) => {
    await dot_follows(page, pendulum, "Phase plane", "pendulum.theta", "pendulum.theta'", [0, 150, 333, 701, 1000]);
    // By keyboard, as the menu's own keys go.
    await page.focus('select[aria-label="which phase plane of pendulum is shown"]');
    await page.keyboard.press("ArrowDown");
    await dot_follows(page, pendulum, "Phase plane", "pendulum.theta", "pendulum.p_theta", [0, 150, 701]);
    await page.keyboard.press("ArrowUp");
  });
});

test("lines of equal energy have the energy they say, the separatrix that of standing upside down", async () => {
  const [m, l, g] = [0.7, 0.9, 9.81];
  await on_used_page(pendulum.page, { width: 1440, height: 900 }, async (page) => {
    const axes = await axes_of(page, "Phase plane");
    const lines = await page.locator(".level").evaluateAll((list) =>
      list.map((path) => ({
        d: path.getAttribute("d"),
        value: Number(path.dataset.value),
        separatrix: path.classList.contains("separatrix"),
      })),
    );
    assert.ok(lines.length > 10, `${lines.length} lines`);
    for (const { d, value, separatrix } of lines) {
      for (const [px, py] of points_in(d)) {
        const [q, v] = [axes.x.at(px), axes.y.at(py)];
        const energy = 0.5 * m * l * l * v * v - m * g * l * Math.cos(q);
        const slope = Math.hypot(m * g * l * Math.sin(q) * axes.x.worth, m * l * l * v * axes.y.worth);
        // Where the slope is nothing, how it bends: m g l and m l², each for a pixel's half square.
        const bend = 0.5 * (m * g * l * axes.x.worth ** 2 + m * l * l * axes.y.worth ** 2);
        near(energy, value, rounded * slope + rounded ** 2 * bend);
      }
      if (separatrix) near(value, m * g * l, 1e-9);
    }
    assert.ok(lines.some((line) => line.separatrix));
    const saddles = await page.locator(".saddle").evaluateAll((list) => list.map((path) => path.getAttribute("d")));
    const places = saddles.map((d) => axes.x.at(points_in(d)[0][0] + 4)).sort((a, b) => a - b);
    assert.equal(places.length, 2);
    near(places[0], -Math.PI, rounded * axes.x.worth);
    near(places[1], Math.PI, rounded * axes.x.worth);
  });
});

test("a click on the curve goes to its time", async () => {
  await on_used_page(pendulum.page, { width: 1440, height: 900 }, async (page) => {
    const t = pendulum.column("t");
    await set_time(page, t[40]);
    const box = await page.locator('[aria-label="Phase plane"] .now').boundingBox();
    await set_time(page, t[0]);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const here = await page.evaluate(() => window.polhode.time());
    const [q, v] = ["pendulum.theta", "pendulum.theta'"].map(pendulum.column);
    const i = t.findIndex((time) => Math.abs(time - here) < 1e-9);
    // The motion passes there again and again: any of these times will do.
    near(q[i], q[40], 0.1);
    near(v[i], v[40], 0.3);
  });
});

test("where a point of the plane has no one energy, or none that stays, the page says so", async () => {
  await on_page(kapitza.page, {}, async (page) => {
    assert.equal(await page.locator(".level").count(), 0);
    assert.match(await page.textContent('[aria-label="Phase plane"] .plane-note'), /depends on the time/);
  });
  await on_page(arm.page, { width: 1440, height: 900 }, async (page) => {
    assert.equal(await page.locator(".level").count(), 0);
    assert.match(await page.textContent('[aria-label="Phase plane"] .plane-note'), /as many energies/);
  });
});

test("typed equations with something conserved have its lines, and long names have room", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-typed-"));
  const scene = join(folder, "well.toml");
  const [q, p] = ["a_coordinate_with_a_long_name", "its_momentum_of_a_long_name"];
  writeFileSync(
    scene,
    `[run]\nend = 10\n[[system]]\nname = "well"\nequations = { ${q} = "${p}", ${p} = "${q} - ${q}^3" }\n` +
      `initial = { ${q} = 1.5, ${p} = 0 }\nmomenta = ["${p}"]\n` +
      `conserved = { other = "2*(${p}^2/2 + ${q}^4/4 - ${q}^2/2)", energy = "${p}^2/2 + ${q}^4/4 - ${q}^2/2" }\n`,
  );
  const well = run_of(scene);
  rmSync(folder, { recursive: true });
  await on_page(well.page, { width: 1024, height: 768 }, async (page) => {
    // Two wells and a pass between them at height 0.
    const passes = await page.locator(".level.separatrix").evaluateAll((list) => list.map((path) => path.dataset.value));
    assert.ok(passes.length > 0 && passes.every((value) => Math.abs(Number(value)) < 1e-12), String(passes));
    const axes = await axes_of(page, "Phase plane");
    for (const path of await page.locator(".level").evaluateAll((list) => list.map((one) => [one.dataset.value, one.getAttribute("d")])))
      for (const [px, py] of points_in(path[1]).slice(0, 3)) {
        const [u, v] = [axes.x.at(px), axes.y.at(py)];
        const slope = Math.hypot((u ** 3 - u) * axes.x.worth, v * axes.y.worth);
        const bend = Math.abs(3 * u * u - 1) * axes.x.worth ** 2 + axes.y.worth ** 2;
        near(v * v / 2 + u ** 4 / 4 - u * u / 2, Number(path[0]), rounded * slope + bend * rounded ** 2);
      }
    await dot_follows(page, well, "Phase plane", `well.${q}`, `well.${p}`, [0, 123, 777]);
    await nothing_overflows(page);
  });
});

test("points are where the coordinates put them, rods between them", async () => {
  const [t, q1, q2] = ["t", "arm.q1", "arm.q2"].map(arm.column);
  await on_used_page(arm.page, { width: 1440, height: 900 }, async (page) => {
    for (const i of [0, 137, 500, 999]) {
      await set_time(page, t[i]);
      const elbow = [0.5 * Math.cos(q1[i]), 0, 0.5 * Math.sin(q1[i])];
      const sum = q1[i] + q2[i];
      const tip = [elbow[0] + 0.4 * Math.cos(sum), 0, elbow[2] + 0.4 * Math.sin(sum)];
      const rods = await page.evaluate(() => window.polhode.rods());
      const expected = [[[0, 0, 0], elbow], [elbow, tip]];
      assert.equal(rods.length, expected.length);
      // The page has eight digits of places.
      rods.forEach(({ ends }, k) =>
        ends.forEach((end, e) => end.forEach((x, j) => near(x, expected[k][e][j], 1e-8))),
      );
      const camera = await page.evaluate(() => window.polhode.camera());
      const drawn = await page.evaluate(() => window.polhode.projectBody("second"));
      const there = project(camera, tip);
      near(drawn.x, there.x, 0.01);
      near(drawn.y, there.y, 0.01);
      assert.ok(there.x > camera.box.left && there.x < camera.box.left + camera.box.width, "out of view");
      assert.ok(there.y > camera.box.top && there.y < camera.box.top + camera.box.height, "out of view");
    }
  });
});

test("a ball is seen where its point is, and not where it was", async () => {
  await on_used_page(arm.page, { width: 1440, height: 900 }, async (page) => {
    const t = arm.column("t");
    const bare = ".labels, .stage-tools { display: none !important; }";
    await page.click('[data-show="trace"]');
    await set_time(page, t[0]);
    const at = await page.evaluate(() => window.polhode.projectBody("second"));
    const shown = await picture(page, bare);
    await set_time(page, t[500]);
    const gone = await picture(page, bare);
    const apart = (a, b) => Math.max(...a.map((c, k) => Math.abs(c - b[k])));
    const beside = [at.x + 2, at.y + 2];
    assert.ok(apart(shown.at(...beside), gone.at(...beside)) > 25, "no ball");
    await page.click('[data-show="trace"]');
  });
});

test("beside a body a system is read where it stands in the state", async () => {
  const coin = run_of("rolling-coin-lagrangian", "--set", "run.end=0.5");
  const [t, x, y, theta] = ["t", "coin.x", "coin.y", "coin.theta"].map(coin.column);
  await on_page(coin.page, {}, async (page) => {
    for (const i of [0, 20, 49]) {
      await set_time(page, t[i]);
      const [[centre, contact]] = await page.evaluate(() => window.polhode.rods().map((rod) => rod.ends));
      // Eight digits of numbers below 1.
      [x[i], y[i], 0.012 * Math.sin(theta[i])].forEach((c, j) => near(centre[j], c, 5.01e-9));
      near(contact[2], 0, 1e-12);
      near(Math.hypot(...centre.map((c, j) => c - contact[j])), 0.012, 2e-8);
    }
    // The body that rolls is selected first; its plots come before those of the system.
    assert.match(await page.locator(".plot-title").first().textContent(), /^Tilt/);
    assert.equal(await page.locator('[aria-label="Phase plane"]').count(), 1);
  });
});

test("energy is kinetic and potential together, as the table has it", async () => {
  await on_used_page(arm.page, { width: 1440, height: 900 }, async (page) => {
    const [t, energy] = ["t", "arm.energy"].map(arm.column);
    await set_time(page, t[500]);
    const read = async (name) => {
      const text = await page.textContent(`[aria-label="Energy"] [aria-label="${name}"] .value`);
      return Number(text.replace("−", "-"));
    };
    const [kinetic, potential, total] = [await read("kinetic"), await read("potential"), await read("total")];
    near(total, energy[500], 0.006);
    near(kinetic + potential, total, 0.016);
    assert.ok(kinetic > 0);
  });
});

test("the section has the points that analyse finds, and rings the last that was passed", async () => {
  const count = star.object.events.filter((event) => event.name === "section").length;
  const flags = ["--poincare", "--section", "star.x rises through 0", "--plane", "y,p_y", "--points", String(count)];
  const expected = made("analyse", "henon-heiles", ...flags).object.poincare.orbits[0].points;
  const plot = "Section “section”";
  await on_page(star.page, { width: 1440, height: 900 }, async (page) => {
    const axes = await axes_of(page, plot);
    const dots = points_in(await page.locator(`[aria-label="${plot}"] .hits`).getAttribute("d"));
    assert.equal(dots.length, count);
    // At the last of these times chaos has not yet told two ways of finding a zero apart.
    dots.forEach(([px, py], k) => {
      near(axes.x.at(px), expected[k][1], rounded * axes.x.worth);
      near(axes.y.at(py), expected[k][2], rounded * axes.y.worth);
    });
    assert.match(await page.textContent(`[aria-label="${plot}"] .plane-note`), new RegExp(`^${count} points`));
    for (const k of [0, 7, count - 1]) {
      await set_time(page, expected[k][0] + 1e-6);
      assert.deepEqual((await dot_of(page, plot)).map((x) => Math.round(x)), dots[k].map((x) => Math.round(x)));
    }
    await set_time(page, 0);
    assert.equal(await page.locator(`[aria-label="${plot}"] .now.absent`).count(), 1);
    await dot_follows(page, star, "Phase plane", "star.x", "star.p_x", [1000, 3333]);
  });
});

test("nothing overflows, and every plot of a system is reachable on a phone", async () => {
  await on_used_page(star.page, { width: 1440, height: 900 }, async (page) => {
    await nothing_overflows(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ["star", "Phase", "Section", "T, V, E"]) {
      await page.locator(".plot-tabs button", { hasText: name }).first().click();
      const box = await page.locator(".plot.chosen").boundingBox();
      assert.ok(box.height > 150 && box.x >= 0 && box.x + box.width <= 390, `${name}: ${JSON.stringify(box)}`);
    }
  });
});
