// The stage in a real browser: what is drawn is where the numbers say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { thrown_ball } from "./fixtures.mjs";
import { near, picture, project, set_time, time } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

const ball = thrown_ball();

const press = (page, name) => page.click(`[data-show="${name}"]`);

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
  for (const name of ["omega", "momentum", "axes", "trace", "follow"])
    if ((await page.getAttribute(`[data-show="${name}"]`, "aria-pressed")) === "true") await press(page, name);
}

test("it plays by itself, unless the reader asked for less motion", async () => {
  await on_page(ball, { still: false, sharp: true }, async (page) => {
    await page.waitForFunction(() => window.polhode.time() > 0);
  });
  await on_page(ball, { sharp: true }, async (page) => {
    assert.equal(await page.evaluate(() => window.polhode.playing()), false);
    assert.equal(await time(page), 0);
  });
});

test("between samples the body is between its places", async () => {
  await on_used_page(ball, { sharp: true }, async (page) => {
    await set_time(page, 0.25 * ball.times[10] + 0.75 * ball.times[11]);
    const camera = await page.evaluate(() => window.polhode.camera());
    const p = [0, 1, 2].map((k) => 0.25 * ball.bodies[0].position[30 + k] + 0.75 * ball.bodies[0].position[33 + k]);
    const spot = project(camera, p);
    const told = await page.evaluate(() => window.polhode.projectBody("ball"));
    near(told.x, spot.x, 1e-3);
    near(told.y, spot.y, 1e-3);
  });
});

test("the body is drawn where its centre of mass projects, at three times", async () => {
  await on_used_page(ball, { sharp: true }, async (page) => {
    await only_the_body(page);
    const indices = [3, 25, 46];
    const spots = [];
    const pictures = [];
    for (const i of indices) {
      await set_time(page, ball.times[i]);
      const camera = await page.evaluate(() => window.polhode.camera());
      const spot = project(camera, ball.bodies[0].position.slice(3 * i, 3 * i + 3));
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

test("the trail shows where the body was, and nothing of where it goes", async () => {
  const { position, quaternion } = ball.bodies[0];
  /** A point of the ball's surface on the body's x axis, whose path the trail is: p + R(q) (0.1, 0, 0). */
  const tracer = (i) => {
    const [w, x, y, z] = quaternion.slice(4 * i, 4 * i + 4);
    const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
    return axis.map((a, k) => position[3 * i + k] + 0.1 * a);
  };
  await on_used_page(ball, { sharp: true }, async (page) => {
    await only_the_body(page);
    await press(page, "trace");
    const { times } = ball;
    // The middle of the path, seen from its end and from its start: the ball is far from it at both times.
    for (const [now, there] of [
      [46, true],
      [4, false],
    ]) {
      await set_time(page, times[now]);
      const image = await picture(page);
      const camera = await page.evaluate(() => window.polhode.camera());
      for (let i = 18; i <= 32; i += 2) {
        const { x, y } = project(camera, tracer(i));
        const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => image.at(x + dx, y + dy)));
        assert.equal(around.some(of_the_body), there, `at ${times[now]} s, the place of ${times[i]} s`);
      }
    }
  });
});

test("dragging the time line moves time and the body", async () => {
  await on_used_page(ball, { sharp: true }, async (page) => {
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
