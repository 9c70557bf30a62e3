// Vectors are triples, quaternions w, x, y, z.

/** Rotation of v by the unit quaternion q = (w, x, y, z): v + 2 w (u × v) + 2 u × (u × v). */
export function rotate(q, v) {
  const [w, x, y, z] = q;
  const cx = 2 * (y * v[2] - z * v[1]);
  const cy = 2 * (z * v[0] - x * v[2]);
  const cz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * cx + y * cz - z * cy, v[1] + w * cy + z * cx - x * cz, v[2] + w * cz + x * cy - y * cx];
}

export const unrotate = (q, v) => rotate([q[0], -q[1], -q[2], -q[3]], v);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a) => Math.hypot(a[0], a[1], a[2]);

/** Shortest great arc from a to b (both w, x, y, z). */
export function slerp(a, b, s) {
  let c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = c < 0 ? -1 : 1;
  c = Math.min(1, Math.abs(c));
  const angle = Math.acos(c);
  const wide = angle > 1e-6;
  const wa = wide ? Math.sin((1 - s) * angle) / Math.sin(angle) : 1 - s;
  const wb = (wide ? Math.sin(s * angle) / Math.sin(angle) : s) * sign;
  const q = [0, 1, 2, 3].map((i) => wa * a[i] + wb * b[i]);
  const length = Math.hypot(...q) || 1;
  return q.map((x) => x / length);
}

/** From a to b on a straight line. */
export const mix = (a, b, s) => [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])];
