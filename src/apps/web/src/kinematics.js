// Forward kinematics: where links are when their joints have given coordinates. Letters as in the engine: P the parent
// link, F the joint's frame on it, B the link, which is at F where all coordinates are zero.
import { rotate } from "./algebra.js";

/** Two turns, the right one first: both w, x, y, z. */
export function multiply([a, b, c, d], [w, x, y, z]) {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

/** X_AC = X_AB · X_BC; poses are { p, q }. */
export function compose(a, b) {
  const r = rotate(a.q, b.p);
  return { p: a.p.map((x, j) => x + r[j]), q: multiply(a.q, b.q) };
}

/** By an angle about a unit vector. */
export function turn(axis, angle) {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
}

/** The turn by a rotation vector: its length is the angle, its direction the axis. */
export function turn_by(vector) {
  const angle = Math.hypot(...vector);
  return angle > 0
    ? turn(
        vector.map((x) => x / angle),
        angle,
      )
    : [1, 0, 0, 0];
}

/** The rotation vector of a turn, no longer than π. */
export function rotation_vector(q) {
  const [w, ...u] = q[0] < 0 ? q.map((x) => -x) : q;
  const size = Math.hypot(...u);
  const angle = 2 * Math.atan2(size, w);
  return u.map((x) => (size > 0 ? (x * angle) / size : 0));
}

/** What x and y become when z is turned to the axis on the shortest way; x stays where the axis is −z. */
export function plane_directions([x, y, z]) {
  if (z < -1 + 1e-12)
    return [
      [1, 0, 0],
      [0, -1, 0],
    ];
  const k = 1 / (1 + z);
  return [
    [1 - k * x * x, -k * x * y, -x],
    [-k * x * y, 1 - k * y * y, -y],
  ];
}

const still = { p: [0, 0, 0], q: [1, 0, 0, 0] };
const along = (axis, length) => axis.map((a) => a * length);
const from_xyzw = ([x, y, z, w]) => {
  const size = Math.hypot(x, y, z, w) || 1;
  return [w / size, x / size, y / size, z / size];
};

/** X_FB of each kind of joint at its coordinates. */
const motions = {
  fixed: () => still,
  revolute: (joint, [q]) => ({ p: [0, 0, 0], q: turn(joint.axis, q) }),
  continuous: (joint, [q]) => ({ p: [0, 0, 0], q: turn(joint.axis, q) }),
  prismatic: (joint, [q]) => ({ p: along(joint.axis, q), q: [1, 0, 0, 0] }),
  helical: (joint, [q]) => ({ p: along(joint.axis, joint.pitch * q), q: turn(joint.axis, q) }),
  universal: (joint, [a, b]) => ({ p: [0, 0, 0], q: multiply(turn(joint.axis, a), turn(joint.axis2, b)) }),
  planar: (joint, [a, b, c]) => {
    const [e1, e2] = plane_directions(joint.axis);
    return { p: e1.map((x, j) => a * x + b * e2[j]), q: turn(joint.axis, c) };
  },
  spherical: (joint, q) => ({ p: [0, 0, 0], q: from_xyzw(q) }),
  free: (joint, q) => ({ p: q.slice(0, 3), q: from_xyzw(q.slice(3)) }),
};

export function joint_motion(joint, q) {
  return (motions[joint.kind] ?? motions.fixed)(joint, q);
}

/** The joint's frame on the parent link: X_WF. */
export const joint_frame = (link, poses) => (link.parent === null ? link.X_PF : compose(poses[link.parent], link.X_PF));

/** X_WB of all links; coordinates of joints that follow others are taken from those. */
export function forward(mechanism, q) {
  const poses = [];
  for (const link of mechanism.links)
    poses.push(compose(joint_frame(link, poses), joint_motion(link.joint, mechanism.joint_coordinates(link, q))));
  return poses;
}
