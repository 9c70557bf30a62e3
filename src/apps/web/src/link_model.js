// What a link looks like: its shapes, or where it has none, bones to the joints it carries. What stands on the ground.
import { CylinderGeometry, Group, Mesh, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { rotate } from "./algebra.js";
import { BodyModel } from "./shapes.js";

const z_axis = new Vector3(0, 0, 1);

function bone(to, thick) {
  const along = new Vector3(...to);
  const length = along.length();
  const q = new Quaternion().setFromUnitVectors(z_axis, along.clone().divideScalar(length));
  return {
    solid: "cylinder",
    radius: thick,
    length,
    position: to.map((x) => x / 2),
    quaternion: [q.w, q.x, q.y, q.z],
  };
}

/** A ball at the link's origin and bones to its children's joints; where there are none, to its centre of mass. */
function bones(link, size) {
  const near = 0.02 * size;
  const ends = link.children.map((child) => child.X_PF.p).filter((p) => Math.hypot(...p) > near);
  const shapes = [{ solid: "sphere", radius: 0.055 * size }];
  if (!link.children.length && Math.hypot(...link.com) > near) {
    ends.push(link.com);
    shapes.push({ solid: "sphere", radius: Math.min(0.07 * size, 0.6 * Math.hypot(...link.com)), position: link.com });
  }
  return [...shapes, ...ends.map((p) => bone(p, 0.03 * size))];
}

/** A group at the link's frame; `centre` and `radius` of a ball around it, in that frame. */
export class LinkModel extends BodyModel {
  constructor(link, size) {
    super({ name: link.name, com: [0, 0, 0], shapes: link.shapes.length ? link.shapes : bones(link, size) });
    this.link = link;
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    this.#each_point((v) => {
      low.min(v);
      high.max(v);
    });
    this.centre = low.clone().add(high).divideScalar(2);
    this.corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
      [0, 1, 2].map((j) => (n & (1 << j) ? high : low).getComponent(j)),
    );
    this.reach = 0;
    this.#each_point((v) => (this.reach = Math.max(this.reach, v.distanceTo(this.centre))));
  }

  #each_point(visit) {
    const v = new Vector3();
    for (const mesh of this.children) {
      const points = mesh.geometry.getAttribute("position");
      for (let i = 0; i < points.count; ++i) visit(v.fromBufferAttribute(points, i).applyMatrix4(mesh.matrix));
    }
  }

  /** Frames that are fixed to others and show nothing of their own are not named. */
  get named() {
    return this.link.joint.kind !== "fixed" || this.link.shapes.length > 0;
  }

  /** Where its name stands, in its frame: on a ring, since the middle of one belongs to what turns inside. */
  get anchor() {
    const [first] = this.link.shapes;
    if (first?.solid !== "torus") return this.centre.clone();
    return new Vector3(first.radius, 0, 0).applyMatrix4(this.children[0].matrix);
  }

  /** Where a point of it was at a sample. */
  place(i, v) {
    const { p, q } = this.link.at({ i, s: 0 });
    return rotate(q, v).map((x, j) => x + p[j]);
  }

  /** How far it goes in a direction of its frame. */
  extent(direction) {
    let most = -Infinity;
    this.#each_point((v) => (most = Math.max(most, v.dot(direction))));
    return most;
  }

  /** The far end of a link that carries nothing: what is looked at. */
  get tip() {
    const along = new Vector3(...this.link.com);
    if (along.length() < 0.05 * this.reach) return [0, 0, 0];
    along.normalize();
    return along.multiplyScalar(this.extent(along)).toArray();
  }
}

/** How a mechanism stands: a column where its base is below its first joint, else a foot under each joint. */
export class Base extends Group {
  constructor(mechanism, models, size, up) {
    super();
    this.material = new MeshLambertMaterial();
    /** Lowest and other points in the world. */
    this.points = [];
    for (const link of mechanism.roots) this.#stand(link, models[link.index], size, up);
  }

  #stand(link, model, size, up) {
    const pivot = new Vector3(...link.X_PF.p);
    const turn = new Quaternion(...[1, 2, 3, 0].map((k) => link.X_PF.q[k]));
    const axis = new Vector3(...link.joint.axis).applyQuaternion(turn);
    // A link that turns about the vertical sits on what holds it.
    const down = up.clone().negate();
    const vertical = Math.abs(axis.dot(up)) > 0.9;
    const below = vertical ? Math.max(0, model.extent(down.clone().applyQuaternion(turn.clone().invert()))) : 0;
    const top = pivot.clone().addScaledVector(up, -below);
    const height = top.dot(up);
    const aside = pivot.clone().addScaledVector(up, -pivot.dot(up)).length();
    const column = aside < 0.1 * size && height > 0.03 * size;
    const foot = column ? height : 0.13 * size;
    const thick = column ? 0.05 * size : 0.025 * size;
    this.#solid(new CylinderGeometry(thick, column ? thick : 0.075 * size, foot, 40), top, foot / 2, up);
    const plate = 0.02 * size;
    this.#solid(new CylinderGeometry(0.13 * size, 0.13 * size, plate, 48), top, foot + plate / 2, up);
    this.points.push(
      top
        .clone()
        .addScaledVector(up, -foot - plate)
        .toArray(),
    );
  }

  #solid(geometry, top, drop, up) {
    const mesh = new Mesh(geometry, this.material);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), up);
    mesh.position.copy(top).addScaledVector(up, -drop);
    mesh.castShadow = mesh.receiveShadow = true;
    this.add(mesh);
  }

  paint(theme) {
    this.material.color.set(theme.colour("base"));
  }
}

/** The pin of a joint that closes a loop, at one of its ends. */
export class Pin extends Group {
  constructor(end, size) {
    super();
    this.end = end;
    this.material = new MeshLambertMaterial();
    const ball = new Mesh(new SphereGeometry(0.9 * size, 24, 16), this.material);
    const pin = new Mesh(
      new CylinderGeometry(0.45 * size, 0.45 * size, 3.6 * size, 20).rotateX(Math.PI / 2),
      this.material,
    );
    pin.quaternion.set(...[1, 2, 3, 0].map((k) => end.quaternion[k]));
    this.add(ball, pin);
  }
}
