// Frames as triads: the world, the frames that a run names, and the axes of the bodies that are not selected.
import { Group, Quaternion, Vector3 } from "three";
import { Arrow } from "./marks.js";

const axes = ["x", "y", "z"];
/** With more bodies than this, their axes would be a thicket. */
const most_bodies = 12;

class Triad extends Group {
  constructor(name) {
    super();
    this.title = name;
    this.arrows = axes.map(() => new Arrow(1));
    this.add(...this.arrows);
  }

  paint(theme) {
    axes.forEach((name, i) => (this.arrows[i].colour = theme.colour(name)));
  }

  move({ p, q }, shift, length) {
    this.origin = new Vector3(...p.map((x, j) => x - shift[j]));
    const turn = new Quaternion(q[1], q[2], q[3], q[0]);
    this.arrows.forEach((arrow, i) => {
      arrow.thickness = 0.014 * length;
      arrow.point(this.origin, new Vector3().setComponent(i, 1).applyQuaternion(turn).toArray(), length);
    });
  }
}

export class Triads {
  constructor(run, scene) {
    this.run = run;
    this.frames = run.frames.map((frame) => ({ frame, triad: new Triad(frame.name) }));
    this.bodies = run.bodies.length > most_bodies ? [] : run.bodies.map(() => new Triad(""));
    for (const triad of this.all) scene.add(triad);
  }

  get all() {
    return [...this.frames.map((one) => one.triad), ...this.bodies];
  }

  paint(theme) {
    for (const triad of this.all) triad.paint(theme);
  }

  move(where, poses, shift, models, selected, reach, shown) {
    for (const { frame, triad } of this.frames) {
      triad.visible = shown.frames;
      triad.move(frame.at(where), shift, reach);
    }
    this.bodies.forEach((triad, k) => {
      triad.visible = shown.frames && k !== selected && !this.run.bodies[k].particle;
      triad.move(poses[k], shift, 1.28 * models[k].radius);
    });
  }

  /** The letters first, then the names below the letters x, since frames often share an origin and never their axes. */
  name(labels, camera, pixels, shown) {
    this.frames.forEach(({ triad }, k) =>
      axes.forEach((axis, i) =>
        labels.put(`frame-${k}-${axis}`, axis, triad.arrows[i].tip, camera, pixels, {
          shown: shown.frames,
          kind: `axis-${axis}`,
          shy: true,
        }),
      ),
    );
    this.frames.forEach(({ triad }, k) =>
      labels.put(`frame-${k}`, triad.title, triad.arrows[0].tip, camera, pixels, {
        shown: shown.frames,
        kind: "frame",
        lift: -16,
        dodge: true,
      }),
    );
  }

  /** The named frames as drawn, in world metres, for tests. */
  figures(shift) {
    const back = (v) => v.toArray().map((x, j) => x + shift[j]);
    return this.frames.map(({ triad }) => ({
      name: triad.title,
      shown: triad.visible,
      origin: back(triad.origin),
      tips: triad.arrows.map((arrow) => back(arrow.tip)),
    }));
  }
}
