// The loads as arrows: each force where it acts, each torque at the centre of mass.
import { Vector3 } from "three";
import { norm } from "./algebra.js";
import { Arrow, round_length } from "./marks.js";

const most_labels = 40;
/** Arrows longer than this many times the usual are cut, and say so; the scale is such that only brief peaks are. */
export const longest = 2.4;

/** The size that nine tenths of the samples of the largest load do not exceed: brief peaks do not shrink the rest. */
export function usual_size(lists) {
  const sizes = lists.map((list) => {
    const all = [];
    for (let i = 0; i + 2 < list.length; i += 3) all.push(Math.hypot(list[i], list[i + 1], list[i + 2]));
    all.sort((a, b) => a - b);
    return all[Math.floor(0.9 * (all.length - 1))] || all[all.length - 1] || 0;
  });
  return Math.max(0, ...sizes);
}

export class LoadArrows {
  /** `least`: another usual size of forces that share the scale, in newtons. */
  constructor(run, scene, least = 0) {
    this.loads = run.loads;
    this.kinds = {
      forces: { usual: Math.max(least, usual_size(run.loads.map((l) => l.force))), double: false },
      torques: { usual: usual_size(run.loads.map((l) => l.torque)), double: true },
    };
    this.arrows = [];
    for (const load of run.loads)
      for (const kind of ["forces", "torques"]) {
        const list = kind === "forces" ? load.force : load.torque;
        // Of a link, among the arcs of its drives, the place of a force tells how it turns.
        if (list.length === 0 || (kind === "torques" && load.end.link && load.force.length)) continue;
        const arrow = new Arrow(1, this.kinds[kind].double).shine();
        this.arrows.push({ load, kind, arrow, text: kind === "forces" ? load.name : `${load.name} (torque)` });
        scene.add(arrow);
      }
  }

  has(kind) {
    return this.arrows.some((one) => one.kind === kind);
  }

  /** Whether torques act that no arrow of a force tells of. */
  get couples() {
    return this.loads.some((load) => load.torque.length && !load.force.length);
  }

  paint(theme) {
    for (const { load, arrow } of this.arrows) arrow.colour = theme.colour(load.colour);
  }

  /** `reach`: how long, in metres, the arrow of the usual size is, about: a square of the floor, `cell`, is a round
   *  number of newtons. */
  scale(reach, cell) {
    const { forces, torques } = this.kinds;
    forces.unit = forces.usual > 0 ? round_length((1.5 * forces.usual * cell) / reach) : 0;
    forces.per_metre = forces.unit / cell;
    torques.per_metre = torques.usual / reach;
  }

  move(where, poses, shift, reach, shown) {
    for (const one of this.arrows) {
      const { load, kind, arrow } = one;
      const vector = kind === "forces" ? load.force_at(where) : load.torque_at(where);
      const from = kind === "forces" ? load.point(poses) : load.centre(poses);
      const { per_metre } = this.kinds[kind];
      const wanted = per_metre > 0 ? norm(vector) / per_metre : 0;
      one.vector = vector;
      one.cut = wanted > longest * reach;
      // What would act on a mechanism in another pose is not known.
      arrow.visible = shown[kind] && !load.end.mechanism?.posed;
      arrow.thickness = 0.017 * reach;
      arrow.point(new Vector3(...from.map((x, j) => x - shift[j])), vector, Math.min(wanted, longest * reach));
    }
  }

  get newtons_per_square() {
    return this.kinds.forces.unit ?? 0;
  }

  name(labels, camera, pixels, shown, selected) {
    const height = (point) => point.clone().project(camera).y;
    this.arrows.slice(0, most_labels).forEach(({ load, kind, arrow, text, cut }, k) =>
      labels.put(`load-${k}`, cut ? `${text}, cut` : text, arrow.tip, camera, pixels, {
        shown: arrow.visible && arrow.drawn,
        kind: `load ${load.colour}`,
        // Beyond the tip, wherever the arrow points.
        lift: height(arrow.tip) < height(arrow.position) ? -12 : 10,
        shy: load.owner !== selected,
        dodge: true,
      }),
    );
  }

  /** What is drawn, in world metres, for tests. */
  figures(shift) {
    return this.arrows.map(({ load, kind, arrow, vector }) => {
      const back = (v) => v.toArray().map((x, j) => x + shift[j]);
      return {
        body: load.thing,
        name: load.name,
        kind,
        shown: arrow.visible && arrow.drawn,
        from: back(arrow.position),
        tip: back(arrow.tip),
        length: arrow.length,
        vector,
      };
    });
  }
}
