// Opens a report in headless Chromium from disk, as a reader would.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = process.env.POLHODE_WEB_MODULES;
const template = process.env.POLHODE_REPORT_TEMPLATE;
if (!modules || !template) throw new Error("set POLHODE_WEB_MODULES and POLHODE_REPORT_TEMPLATE; ctest does");
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");

const executable =
  process.env.POLHODE_CHROMIUM ||
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** What the report writer does: the run in place of the placeholder, no '<' in it. A page that was written is itself. */
export function report_html(run) {
  if (run.written_page) return readFileSync(run.written_page, "utf8");
  const json = typeof run === "string" ? run : JSON.stringify(run).replace(/</g, "\\u003c");
  return readFileSync(template, "utf8").replace("@POLHODE_RUN@", () => json);
}

export async function open_browser() {
  const folder = mkdtempSync(join(tmpdir(), "polhode-report-"));
  const browser = await chromium.launch({
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
  let count = 0;

  /** A page showing `run`; `problems` collects console errors, uncaught errors and requests that leave the disk. */
  async function open(run, { width = 1000, height = 740, dark = false, still = true, touch = false } = {}) {
    const file = join(folder, `report-${count++}.html`);
    writeFileSync(file, report_html(run));
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: still ? "reduce" : "no-preference",
      hasTouch: touch,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(180000);
    const problems = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !/GPU stall|swiftshader/i.test(message.text()))
        problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      if (
        !request.url().startsWith("file:") &&
        !request.url().startsWith("data:") &&
        !request.url().startsWith("blob:")
      )
        problems.push(`request ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => window.polhode !== undefined);
    return { page, problems, context, file };
  }

  async function close() {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return { open, close };
}
