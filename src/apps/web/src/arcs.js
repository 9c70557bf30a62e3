// A torque as an arc with a head: its angle and its thickness grow with the torque.
import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
} from "three";

const around = 8;
const along = 48;
/** An arc that goes farther is cut, and says so: it would bite its tail. */
export const longest_arc = (11 * Math.PI) / 6;
/** A shorter one has no direction that could be seen. */
const shortest_arc = 0.12;

function tube_index() {
  const index = [];
  for (let i = 0; i < along; ++i)
    for (let j = 0; j < around; ++j) {
      const [a, b] = [i * around + j, i * around + ((j + 1) % around)];
      index.push(a, b, a + around, b, b + around, a + around);
    }
  return index;
}

/** In its own axes it runs about z, from x towards y. */
export class Arc extends Group {
  constructor() {
    super();
    this.material = new MeshLambertMaterial();
    this.ghost = new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthTest: false, depthWrite: false });
    const geometry = new BufferGeometry();
    for (const name of ["position", "normal"])
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * around * (along + 1)), 3));
    geometry.setIndex(tube_index());
    this.tube = new Mesh(geometry, this.material);
    this.head = new Mesh(new ConeGeometry(1, 1, 24).translate(0, 0.5, 0), this.material);
    for (const mesh of [this.tube, this.head]) {
      mesh.frustumCulled = false;
      // What lies inside or behind a link shines through it.
      const ghost = new Mesh(mesh.geometry, this.ghost);
      ghost.frustumCulled = false;
      ghost.renderOrder = 3;
      mesh.add(ghost);
    }
    this.add(this.tube, this.head);
    this.tip = new Vector3();
  }

  set colour(value) {
    this.material.color.set(value).multiplyScalar(0.45);
    this.material.emissive.set(value).multiplyScalar(0.55);
    this.ghost.color.set(value);
  }

  /** About `axis` through `centre`, from the direction `start`; the sign of the angle is that of the torque. */
  draw(centre, axis, start, angle, radius, thickness) {
    this.angle = Math.sign(angle) * Math.min(Math.abs(angle), longest_arc);
    Object.assign(this, { radius, thickness, drawn: Math.abs(angle) > shortest_arc });
    for (const mesh of this.children) mesh.visible = this.drawn;
    if (!this.drawn) return;
    const x = start.clone().addScaledVector(axis, -start.dot(axis)).normalize();
    const y = new Vector3().crossVectors(axis, x);
    this.matrixAutoUpdate = false;
    this.matrix.makeBasis(x, y, axis).setPosition(centre);
    this.matrixWorldNeedsUpdate = true;
    const head = Math.min(4.2 * thickness, 0.6 * Math.abs(this.angle) * radius);
    const end = this.angle - (Math.sign(angle) * head) / radius;
    this.thickness = Math.min(thickness, 0.24 * head);
    this.#bend(end);
    this.head.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
    this.head.rotation.set(0, 0, end + (angle > 0 ? 0 : Math.PI));
    this.head.scale.set(0.52 * head, head, 0.52 * head);
    this.tip
      .set(1.25 * radius * Math.cos(this.angle), 1.25 * radius * Math.sin(this.angle), 0)
      .applyMatrix4(this.matrix);
  }

  #bend(angle) {
    const { radius, thickness } = this;
    const place = this.tube.geometry.getAttribute("position");
    const normal = this.tube.geometry.getAttribute("normal");
    for (let i = 0; i <= along; ++i) {
      const [c, s] = [Math.cos((angle * i) / along), Math.sin((angle * i) / along)];
      for (let j = 0; j < around; ++j) {
        const turned = (2 * Math.PI * j) / around;
        const [out, up] = [Math.cos(turned), Math.sin(turned) * (angle < 0 ? 1 : -1)];
        const r = radius + thickness * out;
        place.setXYZ(i * around + j, r * c, r * s, thickness * up);
        normal.setXYZ(i * around + j, out * c, out * s, up);
      }
    }
    place.needsUpdate = normal.needsUpdate = true;
  }
}
