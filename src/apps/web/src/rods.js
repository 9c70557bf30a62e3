// Rods between the points of a system, and the pivots of those that are held at the origin.
import { CylinderGeometry, Mesh, MeshLambertMaterial, SphereGeometry, Vector3 } from "three";
import { end_point, is_anchored } from "./ends.js";

const y_axis = new Vector3(0, 1, 0);

export class Rods {
  /** Slim beside the balls that they join, whose `models` are those of the run's bodies. */
  constructor(run, scene, models) {
    const thick = models.find((model) => model.body.of_system)?.radius ?? 0;
    this.material = new MeshLambertMaterial();
    this.pin = new MeshLambertMaterial();
    const bar = new CylinderGeometry(0.22 * thick, 0.22 * thick, 1, 20);
    this.rods = run.rods.map((ends) => ({ ends, mesh: this.#solid(scene, bar, this.material) }));
    this.pins = rod_anchors(run).map((at) => ({ at, mesh: this.#solid(scene, new SphereGeometry(0.45 * thick, 24, 16), this.pin) }));
  }

  #solid(scene, geometry, material) {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    scene.add(mesh);
    return mesh;
  }

  paint(theme) {
    this.material.color.set(theme.colour("base"));
    this.pin.color.set(theme.colour("joint"));
  }

  move(poses, shift) {
    const place = (p) => new Vector3(...p.map((x, j) => x - shift[j]));
    for (const rod of this.rods) {
      rod.shown = rod.ends.map((end) => end_point(end, poses));
      const [a, b] = rod.shown.map(place);
      const along = b.clone().sub(a);
      const length = along.length();
      rod.mesh.visible = length > 0;
      if (!rod.mesh.visible) continue;
      rod.mesh.position.copy(a).addScaledVector(along, 0.5);
      rod.mesh.quaternion.setFromUnitVectors(y_axis, along.divideScalar(length));
      rod.mesh.scale.set(1, length, 1);
    }
    for (const { at, mesh } of this.pins) mesh.position.copy(place(at));
  }

  /** Where rods are drawn, in world metres, for tests. */
  figures() {
    return this.rods.map(({ shown }) => ({ ends: shown }));
  }
}

/** The world points that rods or springs of systems are held at. */
export function rod_anchors(run) {
  const held = [...run.rods, ...run.springs.filter((spring) => spring.of_points).map((spring) => spring.ends)];
  return held.some((ends) => ends.some(is_anchored)) ? [[0, 0, 0]] : [];
}
