// The cone of friction at a contact: what the ground can exert without letting the body slide.
import {
  BufferGeometry,
  ConeGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from "three";

const y_axis = new Vector3(0, 1, 0);
const around = 72;
const ribs = 12;

/** The rim of the cone of height and radius 1, and a few lines from its apex, at the origin, to there. */
function outline() {
  const rim = (k) => [Math.cos((2 * Math.PI * k) / around), 1, Math.sin((2 * Math.PI * k) / around)];
  const points = [];
  for (let k = 0; k < around; ++k) points.push(...rim(k), ...rim(k + 1));
  for (let k = 0; k < ribs; ++k) points.push(0, 0, 0, ...rim((k * around) / ribs));
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
}

export class FrictionCone extends Group {
  constructor(friction) {
    super();
    this.half_angle = Math.atan(friction);
    // Most of it is inside the body, and shines through it.
    const glass = { transparent: true, depthTest: false, depthWrite: false };
    this.skin = new MeshBasicMaterial({ ...glass, side: DoubleSide });
    this.wire = new LineBasicMaterial({ ...glass });
    const geometry = new ConeGeometry(1, 1, around, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
    this.add(new Mesh(geometry, this.skin), new LineSegments(outline(), this.wire));
    for (const part of this.children) part.renderOrder = 3;
  }

  paint(theme) {
    this.colours = [theme.colour("good"), theme.colour("bad")];
    this.opacities = theme.dark ? [0.1, 0.45] : [0.09, 0.5];
    this.#tint();
  }

  /** It may stand before it is painted. */
  #tint() {
    if (!this.colours) return;
    [this.skin, this.wire].forEach((material, k) => {
      material.color.set(this.colours[this.reached ? 1 : 0]);
      material.opacity = this.opacities[k] * (this.reached ? 1.3 : 1);
    });
  }

  /** As high as the arrow of the normal force: where the force is on the cone, its arrow ends on the rim. */
  stand(apex, normal, height, reached) {
    const radius = height * Math.tan(this.half_angle);
    this.reached = reached;
    this.#tint();
    this.position.copy(apex);
    this.quaternion.setFromUnitVectors(y_axis, normal);
    this.scale.set(radius, height, radius);
  }

  /** What is drawn: the angle from the axis to the side, from the sizes it has. */
  get figures() {
    return {
      half_angle: Math.atan2(this.scale.x, this.scale.y),
      axis: y_axis.clone().applyQuaternion(this.quaternion).toArray(),
      height: this.scale.y,
      reached: this.reached,
    };
  }
}
