// Pages of rolling bodies, as the tool writes them: what is drawn and plotted is what the run's channels say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { near, nothing_overflows, picture, project, set_time } from "./look.mjs";
import { on_page, on_used_page } from "./page.mjs";

const folder = mkdtempSync(join(tmpdir(), "polhode-rolling-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A run by the tool: its page, and its channels with all digits. */
function run_of(scene, body) {
  const out = join(folder, scene);
  execFileSync(process.env.POLHODE_CLI, ["run", scene, "--out", out, "--quiet"]);
  const lines = readFileSync(join(out, "channels.csv"), "utf8").trimEnd().split("\n");
  const names = lines[0].split(",").map((name) => name.replace(/ \[.*/, ""));
  const rows = lines.slice(1).map((line) => line.split(",").map(Number));
  const columns = new Map(names.map((name, k) => [name, k]));
  const value = (i, name) => rows[i][columns.get(`${body}.${name}`)];
  return {
    page: { written_page: join(out, "report.html") },
    times: rows.map((row) => row[0]),
    value,
    vector: (i, name) => ["x", "y", "z"].map((axis) => value(i, `${name}.${axis}`)),
    index: (t) => rows.findIndex((row) => row[0] >= t - 1e-9),
  };
}

const runs = new Map();
/** Each scene is run once. */
function run(scene, body) {
  if (!runs.has(scene)) runs.set(scene, run_of(scene, body));
  return runs.get(scene);
}
const disk = () => run("euler-disk", "disk");
const stone = () => run("rattleback", "stone");
const hoop = () => run("hoop-slips-then-rolls", "hoop");
const ball = () => run("ball-on-turntable", "ball");

const less = (a, b) => a.map((x, j) => x - b[j]);
const size = (a) => Math.hypot(...a);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const angle_between = (a, b) => Math.atan2(size(cross(a, b)), dot(a, b));

function near_point(a, b, tolerance, what) {
  assert.ok(size(less(a, b)) <= tolerance, `${what}: ${a} is not within ${tolerance} of ${b}`);
}

const drawn = (page) => page.evaluate(() => window.polhode.rolling()[0]);
const press = (page, name) => page.click(`[data-show="${name}"]`);
async function at(page, { times }, i) {
  await set_time(page, times[i]);
  return drawn(page);
}

/** The page has numbers of seven digits, so that lengths of `reach` are right to this part of it. */
const digits = 3e-7;

/** The curves count their times in single precision: to half a unit in the last place, 2⁻²⁴ of the time, or of the time
 *  between two of their points. */
function trace_tolerance({ times, vector }, i, reach) {
  return 4 * digits * reach + 2 ** -23 * times[i] * size(vector(i, "contact_velocity"));
}

async function check_contact(page, run, i, reach) {
  const now = await at(page, run, i);
  const [contact, force] = [run.vector(i, "contact"), run.vector(i, "contact_force")];
  const about = `at ${run.times[i]} s`;
  assert.ok(now.contact.shown && now.arrow.shown && now.traces.shown, about);
  near_point(now.contact.position, contact, digits * reach, `contact ${about}`);
  near(now.contact.position[2], 0, digits * reach);
  near_point(now.traces.ground.end, contact, trace_tolerance(run, i, reach), `trace on the floor ${about}`);
  near_point(now.traces.body.end, contact, trace_tolerance(run, i, reach), `trace on the body ${about}`);
  near_point(now.arrow.from, contact, digits * reach, `arrow ${about}`);
  near(angle_between(less(now.arrow.tip, now.arrow.from), force), 0, 1e-5);
  near_point(now.arrow.vector, force, digits * size(force), `force ${about}`);
  const p = run.vector(i, "position");
  near_point(now.mirror.centre, [p[0], p[1], -p[2]], 2 * digits * reach, `mirror image ${about}`);
  assert.ok(now.mirror.shown);
  assert.equal(now.cone, null, "a cone of friction without friction that has a limit");
  assert.equal(now.mode, "rolling");
  return now;
}

/** Of the channels, what the page keeps: its samples are every second one of this run. */
const kept = (i) => i - (i % 2);

test("Euler's disk: contact, traces, force and mirror image are where the run has them", async () => {
  const run = disk();
  await on_page(run.page, { sharp: true }, async (page) => {
    for (const t of [1, 15, 22.19]) {
      const { traces } = await check_contact(page, run, kept(run.index(t)), 0.0375);
      // What rolls without slipping goes the same way on the floor as on its rim.
      near(traces.ground.length / traces.body.length, 1, 2e-3);
    }
  });
});

/** The middle of the values around a pixel: a line of the grid that crosses there does not count. */
function middle_colour(image, { x, y }) {
  const around = [-3, -1, 1, 3].flatMap((dx) => [-3, -1, 1, 3].map((dy) => image.at(x + dx, y + dy)));
  return [0, 1, 2].map((k) => around.map((colour) => colour[k]).sort((a, b) => a - b)[8]);
}

/** Where the body point v is, from the centre of mass, in the world. */
function carried({ value, vector }, i, [a, b, c]) {
  const [w, x, y, z] = ["w", "x", "y", "z"].map((k) => value(i, `quaternion.${k}`));
  const r = [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
    2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
    2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
  return vector(i, "position").map((p, j) => p + r[j]);
}

test("Euler's disk: the floor shows its image, and from below nobody sees it", async () => {
  const run = disk();
  await on_used_page(run.page, { sharp: true }, async (page) => {
    const i = kept(run.index(5));
    await set_time(page, run.times[i]);
    const camera = await page.evaluate(() => window.polhode.camera());
    const image = await picture(page);
    const points = Array.from({ length: 36 }, (_, k) => (k * Math.PI) / 18)
      .map((a) => carried(run, i, [0.036 * Math.cos(a), 0.036 * Math.sin(a), 0]))
      // Lower ones are behind the traces and in the shadow, higher ones behind the words below the stage.
      .filter((p) => p[2] > 0.018 && p[2] < 0.029);
    const tinted = points.filter((p) => {
      const [r, g] = middle_colour(image, project(camera, [p[0], p[1], -p[2]]));
      return r < 230 && g - r > 5;
    });
    assert.ok(points.length >= 8 && tinted.length > 0.8 * points.length, `${tinted.length} of ${points.length}`);
    const { box } = camera;
    await page.mouse.move(box.left + box.width / 2, box.top + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.left + box.width / 2, box.top + 10, { steps: 4 });
    await page.mouse.up();
    await picture(page);
    assert.equal((await drawn(page)).mirror.shown, false);
    await page.click('[aria-label="the first view again"]');
  });
});

/** What a plot says of its curves now. */
async function values(page, plot) {
  const texts = await page.locator(`[aria-label="${plot}"] .curve .value`).allTextContents();
  return texts.map((text) => Number(text.replace("−", "-")));
}
const choose = (page, menu, label) => page.selectOption(`select[aria-label="${menu}"]`, { label });

test("Euler's disk: its angles and its contact are plotted", async () => {
  const run = disk();
  await on_used_page(run.page, { sharp: true }, async (page) => {
    const i = kept(run.index(15));
    await set_time(page, run.times[i]);
    const degrees = (name) => (run.value(i, name) * 180) / Math.PI;
    near((await values(page, "Tilt θ"))[0], degrees("euler.theta"), 0.0051);
    await choose(page, "how φ and ψ are shown", "within a turn");
    const [phi, psi] = await values(page, "Angles φ, ψ");
    near(phi, degrees("euler.phi"), 0.051);
    near(psi, degrees("euler.psi"), 0.051);
    await choose(page, "how φ and ψ are shown", "rates");
    const height = run.value(i, "angular_velocity.z");
    const [phi_rate, psi_rate] = await values(page, "Angles φ, ψ");
    // ω along the vertical is φ′ + ψ′ cos θ.
    near(phi_rate + psi_rate * Math.cos(run.value(i, "euler.theta")), height, 0.11);
    const [normal, friction] = await values(page, "Contact force");
    near(normal, run.value(i, "normal_force"), 0.0051);
    near(friction, run.value(i, "friction_force"), 0.0051);
    near((await values(page, "Friction"))[0], run.value(i, "friction_demand"), 0.00051);
    await choose(page, "what of the friction is shown", "0 rolling, 1 sliding, 2 flying");
    assert.deepEqual(await values(page, "Friction"), [0]);
  });
});

/** The same page with every 20th of its samples: from one to the next φ goes by more than half a turn. */
function thinned(run) {
  const whole = JSON.parse(readFileSync(run.page.written_page, "utf8").match(/id="run">([^<]*)</)[1]);
  const count = whole.times.length;
  const few = (list) => {
    const each = Array.isArray(list) && list.length >= count ? list.length / count : 0;
    return each > 0 ? list.filter((_, k) => Math.floor(k / each) % 20 === 0) : list;
  };
  const body = Object.fromEntries(Object.entries(whole.rolling[0]).map(([key, list]) => [key, few(list)]));
  return { ...whole, times: few(whole.times), rolling: [body], monitors: [] };
}

test("Euler's disk with few samples: turns are counted, and its contact goes on round the rim", async () => {
  const run = disk();
  // The run's own samples are close enough to each other for the shorter way.
  const phi = [run.value(0, "euler.phi")];
  for (let i = 1; i < run.times.length; ++i) {
    const step = run.value(i, "euler.phi") - run.value(i - 1, "euler.phi");
    phi.push(phi[i - 1] + step - 2 * Math.PI * Math.round(step / (2 * Math.PI)));
  }
  await on_page(thinned(run), {}, async (page) => {
    for (const t of [10, 15, 20]) {
      const i = 40 * Math.round(run.index(t) / 40);
      assert.ok(phi[i + 40] - phi[i] > Math.PI, "too slow to show anything");
      await set_time(page, run.times[i]);
      near((await values(page, "Angles φ, ψ"))[0], phi[i] / (2 * Math.PI), 0.051);
      const now = await at(page, run, i + 20);
      // The centre of mass runs round a circle of a millimetre or two, which so few samples do not see; half a turn too
      // many or too few would be two radii.
      for (const point of [now.contact.position, now.traces.ground.end, now.traces.body.end])
        near_point(point, run.vector(i + 20, "contact"), 0.1 * 0.0375, `at ${run.times[i + 20]} s`);
    }
  });
});

test("a rattleback: contact, traces, force and mirror image are where the run has them", async () => {
  const run = stone();
  await on_page(run.page, {}, async (page) => {
    for (const t of [0.5, 3.5, 4.2, 9]) await check_contact(page, run, run.index(t), 0.2);
    const i = run.index(9);
    near((await values(page, "Tilt θ"))[0], (run.value(i, "euler.theta") * 180) / Math.PI, 0.00051);
    near((await values(page, "Friction"))[0], run.value(i, "friction_demand"), 0.000051);
  });
});

test("a rattleback: switches hide traces and force", async () => {
  await on_used_page(stone().page, {}, async (page) => {
    await set_time(page, 3);
    await press(page, "trace");
    let now = await drawn(page);
    assert.deepEqual([now.traces.shown, now.arrow.shown, now.contact.shown], [false, true, true]);
    await press(page, "forces");
    now = await drawn(page);
    assert.deepEqual([now.traces.shown, now.arrow.shown, now.contact.shown], [false, false, false]);
    await press(page, "trace");
    now = await drawn(page);
    assert.deepEqual([now.traces.shown, now.arrow.shown, now.contact.shown], [true, false, true]);
    assert.equal(await page.locator(".label.contact:visible").count(), 0);
    await press(page, "forces");
    await set_time(page, 3);
    assert.equal(await page.locator(".label.contact:visible").textContent(), "contact force");
  });
});

test("a rattleback: nothing overflows sideways at any width", async () => {
  await on_used_page(stone().page, {}, async (page) => {
    await nothing_overflows(page);
  });
});

/** Clearly more red than blue: the traces' colour, and nothing else's on a light floor but the arrow's. */
const of_a_trace = ([r, , b]) => r - b > 60;

test("a hoop: the force is on the cone of friction while it slides, and within it while it rolls", async () => {
  const run = hoop();
  await on_page(run.page, { sharp: true }, async (page) => {
    const cone_at = async (t) => {
      const now = await at(page, run, run.index(t));
      assert.ok(now.cone.shown);
      near(now.cone.half_angle, Math.atan(0.25), 1e-9);
      near_point(now.cone.apex, run.vector(run.index(t), "contact"), 1e-6, "apex");
      near_point(now.cone.axis, [0, 0, 1], 1e-9, "axis");
      return { now, lean: angle_between(less(now.arrow.tip, now.arrow.from), now.cone.axis) };
    };
    const slides = await cone_at(0.6);
    assert.deepEqual([slides.now.mode, slides.now.cone.reached], ["sliding", true]);
    near(slides.lean, Math.atan(0.25), 1e-5);
    near(slides.now.cone.height, slides.now.arrow.length * Math.cos(slides.lean), 1e-6);
    assert.match(await page.textContent(".scale"), /sliding/);
    assert.equal(await page.locator(".label.contact:visible").textContent(), "contact force, sliding");
    // What slides goes another way on the floor than on its rim.
    assert.ok(slides.now.traces.ground.length < 0.5 * slides.now.traces.body.length);
    const rolls = await cone_at(2);
    assert.deepEqual([rolls.now.mode, rolls.now.cone.reached], ["rolling", false]);
    near(rolls.lean, 0, 1e-5);
    assert.match(await page.textContent(".scale"), /rolling/);
    await press(page, "forces");
    assert.equal((await drawn(page)).cone.shown, false);
  });
});

test("a hoop: the trace is seen on the floor where it was, and not where it goes", async () => {
  const run = hoop();
  await on_used_page(run.page, { sharp: true }, async (page) => {
    const seen = async (t) => {
      const camera = await page.evaluate(() => window.polhode.camera());
      const { x, y } = project(camera, run.vector(run.index(t), "contact"));
      const image = await picture(page);
      return [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => of_a_trace(image.at(x + dx, y + dy))));
    };
    await set_time(page, 2);
    // Half a second and half a metre or more beside the hoop.
    assert.deepEqual([await seen(1.7), await seen(2.3)], [true, false]);
    await press(page, "trace");
    assert.equal(await seen(1.7), false);
    await press(page, "trace");
  });
});

test("a ball on a turntable: the floor turns, and the trace with it", async () => {
  const run = ball();
  await on_page(run.page, {}, async (page) => {
    for (const t of [0, 1.7, 5]) {
      const i = run.index(t);
      const now = await at(page, run, i);
      near_point(now.floor.along, [Math.cos(6 * t), Math.sin(6 * t), 0], 1e-6, "the floor's direction");
      near_point(now.floor.normal, [0, 0, 1], 1e-9, "the floor's normal");
      near_point(now.contact.position, run.vector(i, "contact"), 1e-6, "contact");
      if (t > 0) near_point(now.traces.ground.end, run.vector(i, "contact"), 1e-5, "the trace on the table");
      assert.ok(size(run.vector(i, "contact")) < now.floor.rim, "the table is too small");
    }
  });
});
