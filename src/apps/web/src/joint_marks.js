// Joints as one would draw them: a ring and an axle about the axis of a turn, a rail along a slide, a plate for a plane.
import {
  BoxGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import { rotate } from "./algebra.js";
import { joint_frame, plane_directions } from "./kinematics.js";

const y_axis = new Vector3(0, 1, 0);
const z_axis = new Vector3(0, 0, 1);

/** Directions in the world of the axes of a joint, one for each velocity that has one: whether it turns or slides, and
 *  its number among the velocities of the joint. An axis that a turn keeps is the same in the link as in the joint. */
export function axes_of(link, pose, frame) {
  const { kind, axis, axis2 } = link.joint;
  const in_link = rotate(pose.q, axis);
  switch (kind) {
    case "revolute":
    case "continuous":
    case "helical":
      return [{ turns: true, axis: in_link, k: 0 }];
    case "prismatic":
      return [{ turns: false, axis: in_link, k: 0 }];
    case "universal":
      return [
        { turns: true, axis: rotate(frame.q, axis), k: 0 },
        { turns: true, axis: rotate(pose.q, axis2), k: 1 },
      ];
    case "planar":
      return [
        ...plane_directions(axis).map((e, k) => ({ turns: false, axis: rotate(frame.q, e), k })),
        { turns: true, axis: in_link, k: 2 },
      ];
    default:
      return [];
  }
}

/** How far a coordinate goes: its limits, and what was recorded. */
function range_of(mechanism, joint) {
  const values = mechanism.q[joint.q[0]]?.values ?? [];
  let [low, high] = [Math.min(0, joint.lower), Math.max(0, joint.upper)].map((x) => (Number.isFinite(x) ? x : 0));
  for (const x of values) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return [low, high];
}

/** The marks of one joint, `size` the radius of its ring. */
export class JointMark extends Group {
  constructor(mechanism, link, size) {
    super();
    Object.assign(this, { link, size, turns: [], rails: [], fixed: [] });
    this.material = new MeshLambertMaterial();
    this.ghost = new MeshBasicMaterial({ transparent: true, opacity: 0.22, depthTest: false, depthWrite: false });
    const { kind } = link.joint;
    if (["revolute", "continuous", "helical", "planar"].includes(kind)) this.#ring(1);
    if (kind === "universal") [1, 0.8].forEach((scale) => this.#ring(scale));
    if (kind === "spherical") this.#solid(new SphereGeometry(0.75 * size, 32, 20), this.fixed);
    if (kind === "planar") this.#plate();
    if (kind === "prismatic" || kind === "helical") this.#rail(mechanism, link);
  }

  /** The ring and the axle through it, about y. */
  #ring(scale) {
    const { size } = this;
    const group = new Group();
    const list = [];
    this.#solid(new TorusGeometry(scale * size, 0.14 * size, 16, 48).rotateX(Math.PI / 2), list);
    this.#solid(new CylinderGeometry(0.1 * size, 0.1 * size, 3.2 * size, 16), list);
    group.add(...list);
    this.turns.push(group);
    this.add(group);
  }

  /** One can look through it. */
  #plate() {
    const { size } = this;
    this.glass = new MeshBasicMaterial({ transparent: true, opacity: 0.25, side: DoubleSide, depthWrite: false });
    const plate = new Mesh(new PlaneGeometry(7 * size, 7 * size), this.glass);
    this.rails.push(plate);
    this.add(plate);
  }

  #rail(mechanism, link) {
    const { size } = this;
    const per = link.joint.kind === "helical" ? link.joint.pitch : 1;
    const [low, high] = range_of(mechanism, link.joint).map((x) => x * per);
    const [from, to] = [Math.min(low, high) - 1.2 * size, Math.max(low, high) + 1.2 * size];
    const bar = (side) =>
      new BoxGeometry(0.16 * size, 0.16 * size, to - from).translate(side * 0.7 * size, 0, (from + to) / 2);
    for (const side of [-1, 1]) this.#solid(bar(side), this.rails);
  }

  #solid(geometry, list) {
    const mesh = new Mesh(geometry, this.material);
    const ghost = new Mesh(geometry, this.ghost);
    ghost.renderOrder = 2;
    mesh.add(ghost);
    list.push(mesh);
    this.add(mesh);
  }

  paint(theme) {
    this.material.color.set(theme.colour("joint"));
    this.ghost.color.set(theme.colour("joint"));
    this.glass?.color.set(theme.colour("joint"));
  }

  /** Where the joint is, and its axes, in the world: what this and the torques are drawn at. */
  move(pose, poses, shift) {
    const frame = joint_frame(this.link, poses);
    this.axes = axes_of(this.link, pose, frame);
    this.frame = frame;
    // A ring sits on the link, rails on what carries it.
    this.at = pose.p;
    const place = (p) => new Vector3(...p.map((x, j) => x - shift[j]));
    const turning = this.axes.filter((one) => one.turns);
    this.turns.forEach((group, i) => {
      group.position.copy(place(pose.p));
      group.quaternion.setFromUnitVectors(y_axis, new Vector3(...turning[i].axis));
    });
    for (const rail of this.rails) {
      rail.position.copy(place(frame.p));
      rail.quaternion.setFromUnitVectors(z_axis, new Vector3(...rotate(frame.q, this.link.joint.axis)));
    }
    for (const mesh of this.fixed) mesh.position.copy(place(pose.p));
  }
}
