// Takes a picture of a run's report in headless Chromium: the pictures of the documentation are made with it.
//
// usage: node tools/make_picture.mjs REPORT.html SECONDS PICTURE.png [WIDTH HEIGHT]
//
// SECONDS is the time shown. playwright-core comes from the build tree: POLHODE_WEB_MODULES, or build/dev.
import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import { read_png } from "../tests/apps/report/png.mjs";

const [report, seconds, picture, width = "1440", height = "900"] = process.argv.slice(2);
if (!picture) {
  console.error("usage: node tools/make_picture.mjs REPORT.html SECONDS PICTURE.png [WIDTH HEIGHT]");
  process.exit(2);
}
const modules = process.env.POLHODE_WEB_MODULES || resolve("build/dev/src/apps/web");
const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");
const executable =
  process.env.POLHODE_CHROMIUM ||
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

const crc_table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function chunk(type, body) {
  const text = Buffer.concat([Buffer.from(type, "latin1"), body]);
  let crc = 0xffffffff;
  for (const byte of text) crc = crc_table[(crc ^ byte) & 255] ^ (crc >>> 8);
  const whole = Buffer.alloc(text.length + 8);
  whole.writeUInt32BE(body.length, 0);
  text.copy(whole, 4);
  whole.writeUInt32BE((crc ^ 0xffffffff) >>> 0, text.length + 4);
  return whole;
}

/** The same picture in a file that a repository can carry: colours rounded to steps the eye does not see. */
function small_png({ width, height, at }) {
  const step = 2;
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0, to = 0; y < height; ++y) {
    ++to; // no filter: drawings compress best as they are
    for (let x = 0; x < width; ++x)
      for (const value of at(x, y)) rows[to++] = Math.min(255, Math.round(value / step) * step);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

const browser = await chromium.launch({
  executablePath: executable,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--enable-unsafe-swiftshader"],
});
try {
  const context = await browser.newContext({
    viewport: { width: Number(width), height: Number(height) },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000); // without a graphics card a busy machine takes its time
  await page.goto(pathToFileURL(resolve(report)).href);
  await page.waitForFunction(() => window.polhode?.ready);
  await page.evaluate((t) => window.polhode.setTime(t), Number(seconds));
  // Two frames: one in which the page hears of the new time, one in which it has drawn it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const file = small_png(read_png(await page.screenshot()));
  writeFileSync(picture, file);
  console.log(`${picture}: ${file.length} bytes`);
} finally {
  await browser.close();
}
