// Springs as coils between the points that they join.
import { Curve, Mesh, MeshLambertMaterial, TubeGeometry, Vector3 } from "three";
import { end_point, is_anchored } from "./ends.js";

const y_axis = new Vector3(0, 1, 0);
const turns = 11;
/** How many times as long as wide a coil is at rest. */
const slender = 20;

/** A helix of radius 1 along y, with straight ends. */
class Helix extends Curve {
  getPoint(t, target = new Vector3()) {
    const inside = Math.min(Math.max((t - 0.08) / 0.84, 0), 1);
    const wide = Math.min(1, 12 * inside, 12 * (1 - inside));
    const angle = 2 * Math.PI * turns * inside;
    return target.set(wide * Math.cos(angle), slender * t, wide * Math.sin(angle));
  }
}

export class Coils {
  /** `reach`: of the largest thing that a coil should look slim beside. */
  constructor(run, scene, reach) {
    this.springs = run.springs.filter((spring) => spring.ends.some((end) => !is_anchored(end)));
    this.material = new MeshLambertMaterial();
    this.reach = reach;
    this.coils = this.springs.map(() => this.#coil());
    if (this.coils.length) scene.add(...this.coils);
  }

  #coil() {
    // One unit long. A spring that is pulled stretches the wire too, which no eye will mind.
    const geometry = new TubeGeometry(new Helix(), 24 * turns, 0.16, 6).scale(1, 1 / slender, 1);
    const coil = new Mesh(geometry, this.material);
    coil.castShadow = true;
    return coil;
  }

  paint(theme) {
    this.material.color.set(theme.colour("muted"));
  }

  /** Where the ends are, with bodies at `poses`. */
  ends(spring, poses) {
    return spring.ends.map((end) => end_point(end, poses));
  }

  move(poses, shift) {
    this.springs.forEach((spring, k) => {
      spring.shown = this.ends(spring, poses);
      const [a, b] = spring.shown.map((p) => new Vector3(...p.map((x, j) => x - shift[j])));
      const along = b.clone().sub(a);
      const length = along.length();
      const coil = this.coils[k];
      coil.visible = length > 0;
      if (!coil.visible) return;
      coil.position.copy(a);
      coil.quaternion.setFromUnitVectors(y_axis, along.divideScalar(length));
      const wide = Math.min((spring.length || length) / slender, 0.3 * this.reach);
      coil.scale.set(wide, length, wide);
    });
  }

  /** Where coils are drawn, in world metres, for tests. */
  figures() {
    return this.springs.map(({ name, shown }) => ({ name, ends: shown }));
  }
}

/** The world points that springs are fixed to. */
export const anchors = (run) => run.springs.flatMap((s) => s.ends.filter(is_anchored).map((end) => end.at));
