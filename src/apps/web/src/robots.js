// Mechanisms on the stage: links, joints, what drives them, what they stand on, pins of loops, paths of their ends.
import { Vector3 } from "three";
import { rotate } from "./algebra.js";
import { end_point } from "./ends.js";
import { JointMark } from "./joint_marks.js";
import { forward } from "./kinematics.js";
import { TimedLine } from "./line.js";
import { Base, LinkModel, Pin } from "./link_model.js";
import { JointActs, quarter_turn } from "./torques.js";
import { trail_times } from "./trail.js";

const start = { i: 0, s: 0 };
const most_trails = 6;

/** How far a shape reaches from its own middle. */
function reach_of(shape) {
  const lengths = [shape.radius, shape.length / 2, shape.tube, ...(shape.axes ?? [])];
  const box = shape.size ? Math.hypot(...shape.size) / 2 : 0;
  return Math.max(box, ...(shape.vertices ?? []).map(Math.abs), ...lengths.filter(Number.isFinite));
}

/** Half the diagonal of the box around a mechanism at the start. */
function size_of(mechanism) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const link of mechanism.links) {
    const { p, q } = link.at(start);
    const include = (v, r) =>
      rotate(q, v).forEach((x, j) => {
        low[j] = Math.min(low[j], p[j] + x - r);
        high[j] = Math.max(high[j], p[j] + x + r);
      });
    include([0, 0, 0], 0);
    include(link.com, 0);
    for (const shape of link.shapes) include(shape.position ?? [0, 0, 0], reach_of(shape));
  }
  return Math.hypot(...low.map((x, j) => (high[j] - x) / 2)) || 1;
}

class Robot {
  constructor(run, mechanism, scene, up) {
    this.mechanism = mechanism;
    this.size = size_of(mechanism);
    this.models = mechanism.links.map((link) => new LinkModel(link, this.size));
    this.marks = mechanism.links.map((link) => new JointMark(mechanism, link, 0.055 * this.size));
    this.base = new Base(mechanism, this.models, this.size, up);
    this.acts = new JointActs(mechanism, this.marks, this.size, scene);
    scene.add(...this.models, ...this.marks, this.base);
    this.up = up;
    this.pose(null);
  }

  /** Shows these coordinates until it is told null: then, what was recorded. */
  pose(q) {
    this.posed = q;
  }

  /** Paths of the ends of links that carry nothing, if they go anywhere. */
  trace(run, scene, shift) {
    this.trails = [];
    for (const model of this.models.filter((one) => !one.link.children.length).slice(0, most_trails)) {
      const { tip } = model;
      const moving = { at: (where) => model.link.at(where), omega: [] };
      const { points, times } = trail_times(run, moving, ({ p, q }) =>
        rotate(q, tip).map((x, j) => x + p[j] - shift[j]),
      );
      const gone = [0, 1, 2].some((j) => {
        const own = points.filter((_, i) => i % 3 === j);
        return own.reduce((a, b) => Math.max(a, b)) - own.reduce((a, b) => Math.min(a, b)) > 0.02 * this.size;
      });
      if (!gone) continue;
      const trail = new TimedLine(points, times, {
        width: 1.6,
        fresh: 0.6,
        old: 0.12,
        span: run.last - run.start || 1,
      });
      this.trails.push(trail);
      scene.add(trail);
    }
  }

  paint(theme, selected) {
    const other = selected ? "" : "-quiet";
    this.models.forEach((model) => {
      const tone = model.link.depth % 2 ? "link" : "body";
      model.paint(theme.colour(`${tone}${other}`), theme.colour(`${tone}-light${other}`), theme.colour("body-edge"));
    });
    for (const part of [...this.marks, this.base, this.acts]) part.paint(theme);
    for (const trail of this.trails) trail.colour = theme.colour("body");
  }

  move(t, where, shift, scale, shown) {
    const { mechanism } = this;
    const poses = this.posed ? forward(mechanism, this.posed) : mechanism.poses(where);
    mechanism.shown = poses;
    mechanism.posed = this.posed !== null;
    this.models.forEach((model, k) => model.move(poses[k], shift));
    this.marks.forEach((mark, k) => {
      mark.visible = shown.joints;
      mark.move(poses[k], poses, shift);
    });
    this.base.position.set(...shift.map((x) => -x));
    for (const trail of this.trails) {
      trail.now = t;
      trail.visible = shown.trace && !this.posed;
    }
    this.acts.move(where, poses, shift, scale, shown);
    // What would hold another pose is not known.
    if (this.posed) this.acts.hide();
  }

  /** The middle of the links as they are shown. */
  middle() {
    const sum = new Vector3();
    for (const model of this.models)
      sum.add(model.centre.clone().applyQuaternion(model.quaternion).add(model.position));
    return sum.divideScalar(this.models.length || 1);
  }

  name(labels, camera, pixels, shown) {
    this.acts.name(labels, camera, pixels, shown);
    this.models.forEach((model, k) => {
      const at = model.anchor.applyQuaternion(model.quaternion).add(model.position);
      labels.put(`link-${this.mechanism.index}-${k}`, model.link.label, at, camera, pixels, {
        shown: shown.names && model.named,
        kind: "name part",
        lift: 16,
        dodge: true,
        shy: "cornered",
      });
    });
  }
}

export class Robots {
  constructor(run, scene, up) {
    this.run = run;
    this.all = run.mechanisms.map((mechanism) => new Robot(run, mechanism, scene, up));
    const size = Math.min(...this.all.map((robot) => robot.size));
    this.pins = run.loops.flatMap((loop) => loop.ends.map((end) => Object.assign(new Pin(end, 0.02 * size), { loop })));
    if (this.pins.length) scene.add(...this.pins);
    this.quarter = quarter_turn(this.#usual(true));
  }

  #usual(turns) {
    return Math.max(0, ...this.all.map((robot) => robot.acts.usual(turns)));
  }
  /** The usual size of forces along joints, in newtons. */
  get usual_force() {
    return this.#usual(false);
  }
  has(kind) {
    return this.#usual(kind === "torques") > 0;
  }

  /** What moves, for the size of the stage: balls around links, by sample. */
  movers() {
    return this.all.flatMap((robot) =>
      robot.models.map((model) => ({
        radius: model.reach,
        held: true,
        at: (i) => model.place(i, model.centre.toArray()),
        corners: (i) => [...model.corners.map((v) => model.place(i, v)), ...robot.acts.room(model.link, i)],
        now: () => model.centre.clone().applyQuaternion(model.quaternion).add(model.position),
      })),
    );
  }
  /** The lowest points of what they stand on. */
  feet() {
    return this.all.flatMap((robot) => robot.base.points);
  }

  /** How many links have their names beside them. */
  get named() {
    return this.all.reduce((sum, robot) => sum + robot.models.filter((model) => model.named).length, 0);
  }

  trace(scene, shift) {
    for (const robot of this.all) robot.trace(this.run, scene, shift);
  }

  paint(theme, selected) {
    this.all.forEach((robot, k) => robot.paint(theme, selected < 0 || k === selected));
    for (const pin of this.pins) pin.material.color.set(theme.colour("pin"));
  }

  move(t, where, shift, newtons, shown) {
    for (const robot of this.all) robot.move(t, where, shift, { torque: this.quarter, newtons }, shown);
  }

  /** After the bodies are where they are. */
  move_pins(poses, shift, shown) {
    for (const pin of this.pins) {
      const { body, index, mechanism, link } = pin.end;
      const pose = body ? poses[index] : link ? mechanism.shown[link.index] : { p: [0, 0, 0], q: [1, 0, 0, 0] };
      const at = end_point(pin.end, poses).map((x, j) => x - shift[j]);
      pin.visible = shown.joints;
      pin.position.set(...at);
      pin.quaternion.set(...[1, 2, 3, 0].map((k) => pose.q[k]));
    }
  }

  resize(width, height, ratio) {
    for (const trail of this.all.flatMap((robot) => robot.trails)) {
      trail.resize(width, height);
      trail.material.uniforms.width.value = 1.6 * ratio;
    }
  }

  name(labels, camera, pixels, shown) {
    for (const robot of this.all) robot.name(labels, camera, pixels, shown);
  }

  /** What is drawn, in world metres, for tests. */
  figures(shift) {
    const back = (v) => v.toArray().map((x, j) => x + shift[j]);
    return this.all.map((robot) => ({
      name: robot.mechanism.name,
      posed: robot.posed !== null,
      links: robot.models.map((model) => ({
        name: model.link.name,
        position: back(model.position),
        quaternion: [model.quaternion.w, model.quaternion.x, model.quaternion.y, model.quaternion.z],
        tip: model.tip,
      })),
      joints: robot.marks.map((mark) => ({ name: mark.link.name, shown: mark.visible, at: mark.at, axes: mark.axes })),
      acts: robot.acts.figures(back),
      feet: robot.base.points,
      pins: this.pins.filter((pin) => pin.end.mechanism === robot.mechanism).map((pin) => back(pin.position)),
      quarter: this.quarter,
    }));
  }
}
