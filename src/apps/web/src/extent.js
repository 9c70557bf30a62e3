// Where everything happens: the middle and the size of the stage, and whether it is worth following.
import { Vector3 } from "three";
import { norm } from "./algebra.js";
import { rod_anchors } from "./rods.js";

/** Against the largest component of gravity; z where there is none. */
export function up_of(gravity) {
  const size = norm(gravity);
  if (!(size > 0)) return new Vector3(0, 0, 1);
  const largest = [0, 1, 2].reduce((a, b) => (Math.abs(gravity[b]) > Math.abs(gravity[a]) ? b : a));
  const up = [0, 0, 0];
  up[largest] = gravity[largest] > 0 ? -1 : 1;
  return new Vector3(...up);
}

/** The smallest box with sides along the axes that holds balls. */
class Box {
  low = [Infinity, Infinity, Infinity];
  high = [-Infinity, -Infinity, -Infinity];

  include(p, r = 0) {
    for (let j = 0; j < 3; ++j) {
      this.low[j] = Math.min(this.low[j], p[j] - r);
      this.high[j] = Math.max(this.high[j], p[j] + r);
    }
  }
}

function centroid(movers, place) {
  const sum = [0, 0, 0];
  for (const mover of movers) place(mover).forEach((x, j) => (sum[j] += x / movers.length));
  return sum;
}

/** How far movers ever are from their common middle. */
function spread_of(run, movers) {
  let most = 0;
  for (let i = 0; i < run.count; i += Math.max(1, Math.floor(run.count / 400))) {
    const middle = centroid(movers, (mover) => mover.at(i));
    for (const mover of movers) {
      const p = mover.at(i);
      most = Math.max(most, Math.hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]) + mover.radius);
    }
  }
  return most;
}

/** Of movers `{ at(i), radius, corners(i)?, held?, rolls? }`, and points beside them that must be seen; `feet` are
 *  those that stand on the floor. Large coordinates are shifted away before the graphics card, which counts in single
 *  precision, sees them. */
export function measure(run, movers, { balls, feet }, up) {
  const box = new Box();
  for (const mover of movers) {
    const stride = Math.max(1, Math.floor(run.count / (mover.corners ? 600 : 4000)));
    for (let i = 0; i < run.count; i += stride)
      if (mover.corners) for (const p of mover.corners(i)) box.include(p);
      else box.include(mover.at(i), mover.radius);
  }
  for (const { p, r } of balls) box.include(p, r);
  const directions = [up.x, up.y, up.z];
  const height = (p) => p.reduce((sum, x, j) => sum + directions[j] * x, 0);
  const lowest_of_movers = Math.min(height(box.low), height(box.high));
  for (const p of feet) box.include(p);
  const { low, high } = box;
  const empty = !movers.length;
  const half = directions.reduce((sum, u, j) => sum + (Math.abs(u) * (high[j] - low[j])) / 2, 0);
  const size = empty ? 1 : Math.max(Math.hypot(...low.map((x, j) => (high[j] - x) / 2)) * 0.8, 1e-9);
  const radius = Math.max(0, ...movers.map((m) => m.radius)) || 1;
  const spread = spread_of(run, movers);
  // One body is followed if it goes far for its size, unless what holds it is worth seeing; several only if they stay
  // together.
  const together = movers.length > 1 && size > 1.8 * spread;
  // What rolls leaves a trace that shows the way, as far as it is seen.
  const goes_far = size > (movers[0]?.rolls ? 9 : 7) * radius && !movers[0]?.held;
  return {
    shift: empty ? [0, 0, 0] : low.map((x, j) => (x + high[j]) / 2),
    size,
    body_radius: radius,
    bottom: empty ? 0 : -half,
    spread,
    together,
    travels: movers.length > 1 ? together : goes_far,
    falls_far: half > (together ? 2 * spread : 14 * radius),
    // On the floor stands what is nowhere under it.
    stands: feet.length > 0 && feet.some((p) => height(p) <= lowest_of_movers + 1e-9 * size),
  };
}

/** Room around what fills the view, for names and switches. */
const margin = 1.15;

/** How far the eye must be for every point, ball and all, and every anchor to be seen at any time; angles are halves of
 *  the view's. */
export function fitting(run, models, shift, { direction, up, vertical, horizontal }) {
  const right = new Vector3().crossVectors(up, direction).normalize();
  const top = new Vector3().crossVectors(direction, right);
  let distance = 0;
  const include = (p, r) => {
    const v = new Vector3(...p.map((x, j) => x - shift[j]));
    const wide = (margin * (Math.abs(v.dot(right)) + r)) / Math.tan(horizontal);
    const high = (margin * (Math.abs(v.dot(top)) + r)) / Math.tan(vertical);
    distance = Math.max(distance, Math.max(wide, high) + v.dot(direction) + r);
  };
  for (const p of rod_anchors(run)) include(p, 0);
  const stride = Math.max(1, Math.floor(run.count / 2000));
  run.bodies.forEach((body, k) => {
    for (let i = 0; i < run.count; i += stride) include(body.p(i), models[k].radius);
  });
  return distance;
}

/** Below this part of the largest side, a box is flat. */
const thin = 0.03;

/** The direction from what happens to the eye: from the side and above; where points stay in a plane, across it. */
export function facing(run, { e1, e2 }, up) {
  const towards = (a, b, c) =>
    new Vector3().addScaledVector(e1, a).addScaledVector(e2, b).addScaledVector(up, c).normalize();
  const usual = towards(0.62, -1, 0.5);
  if (!run.only_points) return usual;
  const box = new Box();
  for (const p of rod_anchors(run)) box.include(p);
  for (const body of run.bodies) for (let i = 0; i < run.count; ++i) box.include(body.p(i));
  const side = (axis) => [axis.x, axis.y, axis.z].reduce((sum, u, j) => sum + Math.abs(u) * (box.high[j] - box.low[j]), 0);
  const [wide, deep, high] = [e1, e2, up].map(side);
  const most = Math.max(wide, deep, high);
  if (high < thin * most) return deep < thin * most ? towards(0.2, -1, 0.35) : towards(0, -0.4, 1);
  if (deep < thin * most) return towards(0.22, -1, 0.16);
  return wide < thin * most ? towards(1, -0.22, 0.16) : usual;
}
