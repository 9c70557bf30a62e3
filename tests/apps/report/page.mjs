// Shows reports in headless Chromium from disk, as a reader would. One browser and a few tabs serve all tests: on a
// machine without a graphics card a launch, a tab and above all the shaders of a first picture cost more than a test.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

const modules = process.env.POLHODE_WEB_MODULES;
const template = process.env.POLHODE_REPORT_TEMPLATE;
if (!modules || !template) throw new Error("set POLHODE_WEB_MODULES and POLHODE_REPORT_TEMPLATE; ctest does");
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");

const executable =
  process.env.POLHODE_CHROMIUM ||
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

let browser;
let folder;
let count = 0;
const tabs = new Map();
/** The run and the wishes of the page that a later test may go on with. */
let kept = {};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "polhode-report-"));
  browser = await chromium.launch({
    executablePath: executable,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--enable-unsafe-swiftshader",
      // Without a graphics card a frame may take seconds on a busy machine; that is slow, not dead.
      "--disable-gpu-watchdog",
    ],
  });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the report writer does: the run in place of the placeholder, no '<' in it. A page that was written is itself;
 *  one that is `without_script` is there as soon as it is read. */
function report_html(run) {
  if (run.written_page) return readFileSync(run.written_page, "utf8");
  const json = typeof run === "string" ? run : JSON.stringify(run).replace(/</g, "\\u003c");
  return readFileSync(template, "utf8").replace("@POLHODE_RUN@", () => json);
}

/** An empty tab; its `problems` collect console errors, uncaught errors and requests that leave the disk. Unless it is
 *  `sharp`, the picture has a quarter of the pixels: lengths on the page stay what they are, drawing is quicker. */
async function open_tab({ sharp, touch }) {
  const context = await browser.newContext({ deviceScaleFactor: sharp ? 1 : 0.5, hasTouch: touch });
  const page = await context.newPage();
  page.setDefaultTimeout(180000);
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/GPU stall|swiftshader/i.test(message.text()))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) problems.push(`request ${request.url()}`);
  });
  return { page, problems, context };
}

async function load(page, run) {
  const file = join(folder, `report-${count++}.html`);
  writeFileSync(file, report_html(run));
  await page.goto(pathToFileURL(file).href);
  if (!run.without_script) await page.waitForFunction(() => window.polhode !== undefined);
}

/** Runs `body` on a tab's page and demands that it stayed silent: no errors, no requests. */
async function watch({ page, problems }, body) {
  await body(page);
  assert.deepEqual(problems.splice(0), []);
}

/** `body` in the tab for such screens; what fails there takes the tab with it, so that no test meets it again. */
async function in_tab(screen, body) {
  const name = JSON.stringify(screen);
  if (!tabs.has(name)) tabs.set(name, await open_tab(screen));
  const tab = tabs.get(name);
  try {
    // Where the test before left its pointer, a curve may lie now.
    await tab.page.mouse.move(0, 0);
    await body(tab);
  } catch (error) {
    tabs.delete(name);
    await tab.context.close();
    throw error;
  }
}

/** Runs `body` on a page of `run` that nobody touched before, for a reader with these wishes on this screen. */
export async function on_page(run, options, body) {
  const { width = 1000, height = 740, dark = false, still = true, sharp = false, touch = false } = options;
  kept = {};
  await in_tab({ sharp, touch }, async (tab) => {
    const { page } = tab;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: dark ? "dark" : "light",
      reducedMotion: still ? "reduce" : "no-preference",
    });
    await load(page, run);
    await watch(tab, body);
    await page.evaluate(() => localStorage.clear());
    kept = { run, options: JSON.stringify(options) };
  });
}

/** The same where tests before may have chosen times, views, speeds and what is shown: it saves the load if a test says
 *  itself what it needs, and the one before it had the same run and wishes. */
export async function on_used_page(run, options, body) {
  if (kept.run !== run || kept.options !== JSON.stringify(options)) return on_page(run, options, body);
  const { sharp = false, touch = false } = options;
  const page = kept;
  kept = {};
  await in_tab({ sharp, touch }, async (tab) => {
    await tab.page.evaluate(() => window.polhode.setTime(0));
    await watch(tab, body);
    kept = page;
  });
}
