// The page of `polhode converge`: tables and pictures without a script, as the tool writes them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { nothing_overflows } from "./look.mjs";
import { on_page } from "./page.mjs";

const solvers = ["euler", "rk4", "dop853", "radau5"];
let folder, page_file;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "polhode-converge-"));
  execFileSync(process.env.POLHODE_CLI, ["converge", "circular-field", "--solvers", solvers.join(","), "--out", folder, "--quiet"]);
  page_file = { written_page: join(folder, "converge.html"), without_script: true };
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** How far two colours are apart, by the ratio that WCAG defines for text. */
function contrast(a, b) {
  const luminance = (css) => {
    const [r, g, b_] = css.match(/[\d.]+/g).map((v) => {
      const c = Number(v) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b_;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

for (const [width, dark] of [[1440, false], [390, true]])
  test(`orders, work and stability are shown ${width} pixels wide, ${dark ? "dark" : "light"}`, async () => {
    await on_page(page_file, { width, dark }, async (page) => {
      const rows = await page.$$eval("tr", (list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
      assert.deepEqual(rows.slice(1).map((row) => row[0]), solvers);
      const order = rows[0].indexOf("global");
      assert.match(rows[2][order], /^4\.0/);
      const pictures = await page.$$eval("figure svg", (list) =>
        list.map((svg) => ({ ...svg.getBoundingClientRect().toJSON(), marks: svg.querySelectorAll("path, polyline, circle").length })),
      );
      assert.ok(pictures.length >= 4, `${pictures.length} pictures`);
      for (const picture of pictures) {
        assert.ok(picture.width > 300 && picture.height > 150, JSON.stringify(picture));
        assert.ok(picture.right <= width, JSON.stringify(picture));
        assert.ok(picture.marks > 3, "a picture without curves");
      }
      const words = await page.$$eval("body, figure svg text", (list) =>
        list.map((one) => [getComputedStyle(one.tagName === "text" ? one : document.body)[one.tagName === "text" ? "fill" : "color"], getComputedStyle(document.body).backgroundColor]),
      );
      for (const [ink, paper] of words) assert.ok(contrast(ink, paper) > 3, `${ink} on ${paper}`);
      await nothing_overflows(page);
    });
  });
