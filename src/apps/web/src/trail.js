// The paths of body points, as curves that know their times.

const most_trail_points = 40000;

/** The largest length of the triples of a flat list. */
export function largest_norm(list) {
  let most = 0;
  for (let i = 0; i + 2 < list.length; i += 3) most = Math.max(most, Math.hypot(list[i], list[i + 1], list[i + 2]));
  return most;
}

/** How long a trail stays: three turns, or all along for what hardly turns. */
export function trail_span(run, body) {
  const span = run.last - run.start || 1;
  const rate = largest_norm(body.omega);
  return rate > 0 ? Math.min(span, Math.max((3 * 2 * Math.PI) / rate, span / 40)) : span;
}

/** The path of a point of a body, `place` of its pose, with enough points between samples to make arcs round. */
export function trail_times(run, body, place) {
  const rate = largest_norm(body.omega);
  const gap = run.count > 1 ? (run.last - run.start) / (run.count - 1) : 0;
  const parts = Math.max(
    1,
    Math.min(Math.ceil((rate * gap) / 0.12), Math.floor(most_trail_points / run.count) || 1, 64),
  );
  const stride = Math.max(1, Math.ceil(run.count / most_trail_points));
  const points = [];
  const times = [];
  for (let i = 0; i < run.count; i += stride) {
    for (let k = 0; k < parts && (k === 0 || i + 1 < run.count); ++k) {
      const s = k / parts;
      points.push(...place(body.at({ i, s })));
      times.push(s === 0 ? run.times[i] : run.times[i] + s * (run.times[i + 1] - run.times[i]));
    }
  }
  return { points, times };
}

/** The same of the body's trace point, from the middle of the stage. */
export function trail_points(run, body, model, shift) {
  const point = body.trace_point ?? [body.com[0] + model.radius, body.com[1], body.com[2]];
  return trail_times(run, body, (pose) => body.point(pose, point).map((x, j) => x - shift[j]));
}

/** A path that returns over itself many times would be a blot: what is older than a few rounds is but a breath. */
export function ageing({ points, times }) {
  const span = times.at(-1) - times[0] || 1;
  let length = 0;
  const box = [0, 1, 2].map((j) => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = j; k < points.length; k += 3) [low, high] = [Math.min(low, points[k]), Math.max(high, points[k])];
    return high - low;
  });
  for (let k = 3; k < points.length; k += 3)
    length += Math.hypot(points[k] - points[k - 3], points[k + 1] - points[k - 2], points[k + 2] - points[k - 1]);
  const rounds = length / (Math.PI * Math.hypot(...box) || 1);
  return rounds > 8 ? { fresh: 1, old: 0.05, span: (3 * span) / rounds } : { fresh: 1, old: 0.4, span };
}
