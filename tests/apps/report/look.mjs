// What tests ask of a page that is shown: its time, its pictures, and where things should be in them.
import assert from "node:assert/strict";
import { read_png } from "./png.mjs";

export const near = (a, b, tolerance) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not within ${tolerance} of ${b}`);
/** Moves to a time; what is drawn, names among it, is there after the next frame. */
export const set_time = (page, t) =>
  page.evaluate((t) => {
    window.polhode.setTime(t);
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
  }, t);
export const time = (page) => page.evaluate(() => window.polhode.time());

/** p_WC → pixel, from the camera's matrices (column-major) and nothing else of the page. */
export function project({ view, projection, box }, p) {
  const times = (m, v) => [0, 1, 2, 3].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r] * v[3]);
  const clip = times(projection, times(view, [...p, 1]));
  return {
    x: box.left + ((clip[0] / clip[3] + 1) / 2) * box.width,
    y: box.top + ((1 - clip[1] / clip[3]) / 2) * box.height,
  };
}

/** Two frames: what was asked for before is drawn after them. */
export const frames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** One pixel for each of the page's, whatever the screen; `style` holds while the picture is taken. */
export async function picture(page, style) {
  await frames(page);
  return read_png(await page.screenshot({ scale: "css", style }));
}

/** On no screen from a small phone's to a desk's. */
export async function nothing_overflows(page) {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1024, 768],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px at ${width}`);
  }
}
