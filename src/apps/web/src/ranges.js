// What part of an axis a plot shows, and where it writes numbers.

/** `whole` is the range to show if the values fill much of it; differences below `finest` of the size are noise. */
export function linear_range(min, max, { range: whole, finest = 1e-9 }) {
  if (min === null || max === null) return whole ?? [0, 1];
  if (whole && min >= whole[0] - 1e-6 && max <= whole[1] + 1e-6 && max - min > 0.25 * (whole[1] - whole[0]))
    return whole;
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (size < 1e-12) return whole ?? [-1, 1];
  if (max - min < finest * size) return [min - 0.1 * size, max + 0.1 * size];
  const pad = 0.08 * (max - min);
  return [min - pad, max + pad];
}

export function log_range(u, min, max) {
  if (!(min > 0) || !(max > 0)) return [1e-17, 1e-15];
  const low = Math.floor(Math.log10(min));
  const high = Math.max(Math.ceil(Math.log10(max)), low + 1);
  return [10 ** low, 10 ** high];
}

export function log_splits(u, axis, min, max) {
  const low = Math.round(Math.log10(min));
  const high = Math.round(Math.log10(max));
  const step = Math.max(1, Math.ceil((high - low) / 4));
  const out = [];
  for (let e = low; e <= high; e += step) out.push(Number(`1e${e}`));
  return out;
}

/** Round numbers from low to high, about `count` of them. */
export function round_splits(low, high, count) {
  const raw = (high - low) / Math.max(1, count);
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = ten * [1, 2, 5, 10].find((k) => k * ten >= 0.75 * raw);
  const first = Math.ceil(low / step - 1e-9);
  const out = [];
  for (let k = first; k * step <= high + 1e-9 * step; ++k) out.push(Number((k * step).toPrecision(12)));
  return out;
}
