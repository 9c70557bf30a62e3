// Mechanisms on the page: what is drawn is where the numbers say, and where forward kinematics says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { frames, near, nothing_overflows, picture, project, set_time } from "./look.mjs";
import {
  axes_of,
  ball_on_arm,
  joint_zoo,
  place_of,
  poses_of,
  two_link_arm,
  two_link_coordinates,
  zoo_coordinates,
} from "./mechanism_fixtures.mjs";
import { on_page, on_used_page } from "./page.mjs";

const arm = two_link_arm();
const zoo = joint_zoo();
const wide = { sharp: true, width: 1400, height: 900 };

const drawn = (page) => page.evaluate(() => window.polhode.mechanisms());
const press = (page, name) => page.click(`[data-show="${name}"]`);

/** Columns of the attitude w, x, y, z. */
function columns([w, x, y, z]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Links are drawn in single precision about the middle of the stage: a part in 10⁷ of a metre or so. */
function at_poses(links, matrices, tolerance = 2e-6) {
  links.forEach((link, k) => {
    place_of(matrices[k]).forEach((x, j) => near(link.position[j], x, tolerance));
    const told = axes_of(matrices[k]).flat();
    columns(link.quaternion)
      .flat()
      .forEach((x, j) => near(x, told[j], tolerance));
  });
}

/** As a hand would: the slider is moved and tells it. */
async function slide(page, label, value) {
  await page.locator(`.posing input[aria-label="${label}"]`).evaluate((input, x) => {
    input.value = x;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

async function open_panel(page) {
  if ((await page.getAttribute('[data-show="pose"]', "aria-pressed")) !== "true") await press(page, "pose");
}

test("links are drawn at their recorded poses", async () => {
  await on_page(arm, wide, async (page) => {
    for (const i of [0, 17, 60]) {
      await set_time(page, arm.times[i]);
      const [{ links }] = await drawn(page);
      assert.deepEqual(
        links.map((link) => link.name),
        ["upper", "lower"],
      );
      at_poses(links, poses_of(arm.mechanisms[0].links, two_link_coordinates(arm.times[i])));
    }
  });
});

test("a link's pixels are where its middle projects", async () => {
  await on_used_page(arm, wide, async (page) => {
    for (const name of ["names", "torques", "joints", "trace"])
      if ((await page.getAttribute(`[data-show="${name}"]`, "aria-pressed")) === "true") await press(page, name);
    const seen = [];
    const spots = [];
    for (const i of [0, 20]) {
      await set_time(page, arm.times[i]);
      const [{ links }] = await drawn(page);
      const x_axis = columns(links[1].quaternion)[0];
      const camera = await page.evaluate(() => window.polhode.camera());
      spots.push(
        project(
          camera,
          links[1].position.map((p, j) => p + 0.1 * x_axis[j]),
        ),
      );
      seen.push(await picture(page));
    }
    // The floor is nearly white in light; links are clearly darker or bluer.
    const coloured = ([r, g, b]) => b - r > 12 || r + g + b < 600;
    for (const a of [0, 1])
      for (const b of [0, 1]) assert.equal(coloured(seen[a].at(spots[b].x, spots[b].y)), a === b, `${a} ${b}`);
    for (const name of ["names", "torques", "joints", "trace"]) await press(page, name);
  });
});

test("sliders at recorded coordinates pose the arm where it was recorded", async () => {
  await on_used_page(arm, wide, async (page) => {
    await open_panel(page);
    const t = arm.times[30];
    const recorded = two_link_coordinates(t);
    const [{ posed }] = await drawn(page);
    assert.equal(posed, false);
    await slide(page, "upper", recorded[0][0]);
    await slide(page, "lower", recorded[1][0]);
    const [now] = await drawn(page);
    assert.equal(now.posed, true);
    at_poses(now.links, poses_of(arm.mechanisms[0].links, recorded));
    // No torque is known of a pose that was not computed.
    assert.ok(now.acts.every((act) => !act.shown));
    await page.click("text=Back to the motion");
    const [back] = await drawn(page);
    assert.equal(back.posed, false);
    at_poses(back.links, poses_of(arm.mechanisms[0].links, two_link_coordinates(0)));
  });
});

test("moving time returns to the motion", async () => {
  await on_used_page(arm, wide, async (page) => {
    await open_panel(page);
    await slide(page, "upper", 0.5);
    assert.equal((await drawn(page))[0].posed, true);
    await set_time(page, 1);
    const [{ posed, links }] = await drawn(page);
    assert.equal(posed, false);
    at_poses(links, poses_of(arm.mechanisms[0].links, two_link_coordinates(1)));
  });
});

test("sliders have the range of limits, or half a turn, and rest while it plays", async () => {
  await on_used_page(arm, wide, async (page) => {
    await open_panel(page);
    const ends = (label) =>
      page.locator(`.posing input[aria-label="${label}"]`).evaluate((input) => [Number(input.min), Number(input.max)]);
    assert.deepEqual(await ends("lower"), [-2, 2]);
    (await ends("upper")).forEach((x, k) => near(x, k ? Math.PI : -Math.PI, 1e-12));
    await page.evaluate(() => window.polhode.play());
    assert.ok(await page.locator('.posing input[aria-label="upper"]').isDisabled());
    await page.evaluate(() => window.polhode.pause());
    assert.ok(await page.locator('.posing input[aria-label="upper"]').isEnabled());
  });
});

test("torques are arcs about their axes, to the scale that is written", async () => {
  await on_used_page(arm, wide, async (page) => {
    await set_time(page, arm.times[10]);
    await frames(page);
    const [{ acts, quarter, links }] = await drawn(page);
    const text = await page.textContent(".scale");
    assert.ok(text.includes(`a quarter turn of an arc = ${quarter} N m`), text);
    for (const [k, size] of [6, -3].entries()) {
      const tau = size * Math.cos(arm.times[10]);
      assert.equal(acts[k].kind, "arc");
      assert.ok(acts[k].shown);
      near(acts[k].angle, ((Math.PI / 2) * tau) / quarter, 1e-9);
      acts[k].axis.forEach((x, j) => near(x, [0, 1, 0][j], 1e-9));
      acts[k].at.forEach((x, j) => near(x, links[k].position[j], 1e-9));
    }
    assert.ok(acts[0].thickness > acts[1].thickness);
    await press(page, "torques");
    assert.ok((await drawn(page))[0].acts.every((act) => !act.shown));
    await press(page, "torques");
  });
});

test("coordinates, velocities, torques and energies have plots, named by joints", async () => {
  await on_used_page(arm, wide, async (page) => {
    const names = (plot) => page.locator(`[aria-label="${plot}"] .curve-name`).allTextContents();
    for (const plot of ["Joints q", "Velocities v", "Drives τ"])
      assert.deepEqual(await names(plot), ["upper", "lower"]);
    assert.deepEqual(await names("Energy"), ["kinetic", "potential", "total"]);
    await set_time(page, arm.times[10]);
    const shown = await page.textContent('[aria-label="Drives τ"] .curve .value');
    near(Number(shown.replace("−", "-")), 6 * Math.cos(arm.times[10]), 6e-4);
  });
});

test("each kind of joint is posed as its definition says", async () => {
  await on_page(zoo, wide, async (page) => {
    at_poses((await drawn(page))[0].links, poses_of(zoo.mechanisms[0].links, zoo_coordinates(0)));
    await open_panel(page);
    const wanted = zoo_coordinates(0.85);
    for (const [k, { name, joint }] of zoo.mechanisms[0].links.entries())
      for (const [i, x] of wanted[k].entries()) {
        const ending = joint.kind === "spherical" ? `.${"xyz"[i]}` : wanted[k].length > 1 ? `.${i + 1}` : "";
        await slide(page, name + ending, x);
      }
    at_poses((await drawn(page))[0].links, poses_of(zoo.mechanisms[0].links, wanted));
  });
});

test("forces along slides are arrows, torques of ball joints one arc", async () => {
  await on_used_page(zoo, wide, async (page) => {
    await set_time(page, 0.5);
    const [{ acts }] = await drawn(page);
    const force = acts.find((act) => act.joint === "prismatic");
    assert.equal(force.kind, "arrow");
    assert.ok(force.shown);
    const ball = acts.filter((act) => act.joint === "spherical");
    assert.equal(ball.length, 1);
    near(ball[0].value, Math.sqrt(3), 1e-12);
  });
});

test("one that follows another moves with it, and loops are said to be open", async () => {
  const run = two_link_arm();
  run.mechanisms[0].links[1].joint.mimic = { link: 0, multiplier: -2, offset: 0.25 };
  const end = (link, at) => ({ body: null, mechanism: 0, link, at, quaternion: [1, 0, 0, 0] });
  run.loops = [{ name: "pin", kind: "revolute", ends: [end(0, [0.5, 0, 0]), end(1, [0, 0, 0])] }];
  await on_page(run, wide, async (page) => {
    await open_panel(page);
    assert.ok(await page.locator('.posing input[aria-label="lower"]').isDisabled());
    await slide(page, "upper", 0.4);
    const [{ links, pins }] = await drawn(page);
    at_poses(links, poses_of(run.mechanisms[0].links, [[0.4], [0.25 - 0.8]]));
    const text = await page.textContent(".posing");
    assert.ok(text.includes("Loops are not solved while posing"), text);
    assert.equal(pins.length, 2);
    pins[0].forEach((x, j) => near(x, pins[1][j], 2e-6));
  });
});

test("beside a body a mechanism can be chosen, and springs tie them", async () => {
  const run = ball_on_arm();
  await on_page(run, wide, async (page) => {
    const i = 20;
    await set_time(page, run.times[i]);
    const [rod] = poses_of(run.mechanisms[0].links, [[0.4 * Math.cos(3 * run.times[i])]]);
    const end = place_of(rod).map((x, j) => x - 0.5 * rod[j][2]);
    const [tie, wall] = await page.evaluate(() => window.polhode.springs());
    tie.ends[0].forEach((x, j) => near(x, end[j], 1e-9));
    tie.ends[1].forEach((x, j) => near(x, run.bodies[0].position[3 * i + j], 1e-9));
    wall.ends[0].forEach((x, j) => near(x, end[j], 1e-9));
    assert.deepEqual(wall.ends[1], [1, 0, 1]);
    const plots = () => page.locator(".plot-title").allTextContents();
    assert.ok((await plots())[0].startsWith("ω"), (await plots())[0]);
    await page.selectOption('select[aria-label="body"]', { label: "pendulum" });
    assert.ok((await plots())[0].startsWith("Joints q"));
    at_poses((await drawn(page))[0].links, [rod]);
    await page.selectOption('select[aria-label="body"]', { label: "ball" });
    assert.ok((await plots())[0].startsWith("ω"));
  });
});

test("names of links stay text", async () => {
  const run = two_link_arm();
  run.mechanisms[0].links[0].name = run.mechanisms[0].links[0].joint.name = "<b>upper</b>";
  await on_page(run, wide, async (page) => {
    await open_panel(page);
    assert.equal(await page.locator(".posing b, .labels b").count(), 0);
    assert.ok((await page.textContent(".posing")).includes("<b>upper</b>"));
  });
});

test("nothing overflows sideways, with the panel open", async () => {
  await on_page(zoo, {}, async (page) => {
    await open_panel(page);
    await nothing_overflows(page);
  });
});

test("a page that the tool wrote shows the arm where the tool says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-written-"));
  try {
    const words = ["run", "two-link-arm", "--json", "--at", "0,1,2", "--set", "run.end=2", "--out", folder];
    const told = JSON.parse(execFileSync(process.env.POLHODE_CLI, words, { encoding: "utf8" }));
    const { links: specs } = arm.mechanisms[0]; // the same lengths and axes
    await on_page({ written_page: join(folder, "report.html") }, wide, async (page) => {
      for (const state of told.states) {
        await set_time(page, state.t);
        const [{ links, acts }] = await drawn(page);
        const coordinates = state.mechanisms.arm.q.map((q) => [q]);
        at_poses(links, poses_of(specs, coordinates));
        assert.equal(acts.length, 2);
        await open_panel(page);
        await slide(page, "upper", coordinates[0][0]);
        await slide(page, "lower", coordinates[1][0]);
        at_poses((await drawn(page))[0].links, poses_of(specs, coordinates));
        await page.click("text=Back to the motion");
      }
      const plots = await page.locator(".plot-title").allTextContents();
      ["Joints q", "Velocities v", "Drives τ", "Energy"].forEach((title, k) =>
        assert.ok(plots[k].startsWith(title), plots[k]),
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const every_joint = `
[run]
end = 0.4
solver = "dop853"
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "chain"
links = [
  { name = "turn", joint = "revolute", axis = [0.6, 0, 0.8], at = [0.1, 0.2, 1], solid = "sphere", mass = 1, radius = 0.05 },
  { name = "plane", joint = "planar", axis = [2, 1, -2], at = [0.2, 0, 0], solid = "sphere", mass = 1, radius = 0.05 },
  { name = "cross", joint = "universal", axis = "x", axis2 = [0, 3, 4], at = [0, 0.2, 0], solid = "sphere", mass = 1, radius = 0.05 },
  { name = "nut", joint = "helical", axis = [0, 1, 0], pitch = 0.05, at = [0.2, 0, 0.1], solid = "sphere", mass = 1, radius = 0.05 },
  { name = "ball", joint = "spherical", at = [0, 0, 0.2], solid = "box", mass = 1, size = [0.1, 0.05, 0.2] },
  { name = "slide", joint = "prismatic", axis = [0, 0.6, 0.8], at = [0, 0, 0.2], solid = "sphere", mass = 1, radius = 0.05 },
]
q = [0.3, 0.1, -0.05, 0.4, 0.2, -0.3, 0.6, 0.1, 0.3, -0.2, 0.9273618495495703, 0.05]
v = [0.5, 0.1, 0.2, -0.3, 0.4, 0.2, -1, 0.5, 1, -0.7, 0.1]
`;

test("a pose by hand at the engine's coordinates is the engine's pose, for each kind of joint", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-joints-"));
  try {
    const scene = join(folder, "joints.toml");
    writeFileSync(scene, every_joint);
    execFileSync(process.env.POLHODE_CLI, ["run", scene, "--out", folder], { encoding: "utf8" });
    await on_page({ written_page: join(folder, "report.html") }, wide, async (page) => {
      await open_panel(page);
      for (const t of [0, 0.2, 0.4]) {
        await set_time(page, t);
        const [recorded] = await drawn(page);
        // The panel follows the motion: each slider is moved to where it is.
        const labels = await page
          .locator(".posing input")
          .evaluateAll((all) => all.map((input) => [input.ariaLabel, Number(input.value)]));
        assert.equal(labels.length, 11);
        for (const [label, x] of labels) await slide(page, label, x);
        const [posed] = await drawn(page);
        assert.equal(posed.posed, true);
        posed.links.forEach((link, k) => {
          link.position.forEach((x, j) => near(x, recorded.links[k].position[j], 2e-6));
          columns(link.quaternion)
            .flat()
            .forEach((x, j) => near(x, columns(recorded.links[k].quaternion).flat()[j], 2e-6));
        });
        await page.click("text=Back to the motion");
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a joint that dwarfs all others is left out of the first plot, and can be had", async () => {
  const run = two_link_arm();
  const [upper, lower] = run.mechanisms[0].q;
  lower.values = lower.values.map((x) => 500 * x);
  await on_page(run, wide, async (page) => {
    const plot = page.locator('.plot[aria-label="Joints q"]');
    const names = () => plot.locator(".curve-name").allTextContents();
    assert.deepEqual(await names(), [upper.label]);
    await plot.locator("select").selectOption({ label: "angles" });
    assert.deepEqual(await names(), [upper.label, lower.label]);
    await plot.locator("select").selectOption({ label: "lower alone" });
    assert.deepEqual(await names(), [lower.label]);
    assert.equal(await page.locator('.plot[aria-label="Velocities v"] select').count(), 0);
  });
});

test("names that would hide a small picture are off there at first", async () => {
  for (const [width, named] of [
    [1400, "true"],
    [390, "false"],
  ])
    await on_page(zoo, { width, height: 844 }, async (page) =>
      assert.equal(await page.getAttribute('[data-show="names"]', "aria-pressed"), named),
    );
});

test("arcs at the top of a motion are clear of the switches", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polhode-arcs-"));
  try {
    execFileSync(process.env.POLHODE_CLI, ["run", "two-link-arm", "--quiet", "--out", folder]);
    await on_page({ written_page: join(folder, "report.html") }, { width: 1440, height: 900 }, async (page) => {
      await set_time(page, 3); // the elbow is up
      const label = await page.locator(".label.drive", { hasText: "τ lower" }).boundingBox();
      const chips = await page.locator(".stage-tools .chips").boundingBox();
      assert.ok(label && label.y >= chips.y + chips.height, JSON.stringify({ label, chips }));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
