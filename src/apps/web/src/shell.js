// Grounds that are not flat: a bowl, a dome, a tube; as much of each as its bodies come to, and a little more.
import { CylinderGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, SphereGeometry, Vector3 } from "three";
import { dot, norm } from "./algebra.js";
import { plain_line } from "./line.js";

const z_axis = new Vector3(0, 0, 1);
const less = (a, b) => a.map((x, j) => x - b[j]);

function contacts(contact) {
  const all = [];
  for (let i = 0; i < contact.times.length; ++i)
    if (!contact.flying_at({ i })) all.push(less(contact.point_at({ i, s: 0 }), contact.ground.centre));
  return all;
}

/** A circle about z, or a part of one, of this radius at this height. */
const circle = (radius, z) =>
  Array.from({ length: 97 }, (_, k) => (2 * Math.PI * k) / 96).flatMap((a) => [
    radius * Math.cos(a),
    radius * Math.sin(a),
    z,
  ]);

/** Around the pole where things come to rest, or fall from. */
function cap(contact, room, up) {
  const { radius, inside } = contact.ground;
  const pole = inside ? up.clone().negate() : up.clone();
  const far = contacts(contact).map((p) => Math.acos(Math.min(1, Math.max(-1, dot(p, pole.toArray()) / norm(p)))));
  const half = Math.min(Math.PI, Math.max(0, ...far) + (3 * room) / radius);
  const lines = [];
  const step = half / 5;
  for (let k = 1; k <= 5; ++k) lines.push(circle(radius * Math.sin(k * step), radius * Math.cos(k * step)));
  for (let k = 0; k < 16; ++k)
    lines.push(
      Array.from({ length: 33 }, (_, j) => (half * j) / 32).flatMap((a) => [
        radius * Math.sin(a) * Math.cos((k * Math.PI) / 8),
        radius * Math.sin(a) * Math.sin((k * Math.PI) / 8),
        radius * Math.cos(a),
      ]),
    );
  const geometry = new SphereGeometry(radius, 96, 48, 0, 2 * Math.PI, 0, half).rotateX(Math.PI / 2);
  return { geometry, lines, direction: pole };
}

function tube(contact, room) {
  const { radius, axis } = contact.ground;
  const along = contacts(contact).map((p) => dot(p, axis));
  const low = Math.min(...along, Infinity) - 3 * room;
  const high = Math.max(...along, -Infinity) + 3 * room;
  const [from, to] = low < high ? [low, high] : [-radius, radius];
  const lines = [];
  for (let k = 0; k <= 6; ++k) lines.push(circle(radius, from + ((to - from) * k) / 6));
  for (let k = 0; k < 24; ++k) {
    const [x, y] = [radius * Math.cos((k * Math.PI) / 12), radius * Math.sin((k * Math.PI) / 12)];
    lines.push([x, y, from, x, y, to]);
  }
  const geometry = new CylinderGeometry(radius, radius, to - from, 96, 1, true)
    .rotateX(Math.PI / 2)
    .translate(0, 0, (from + to) / 2);
  return { geometry, lines, direction: new Vector3(...axis) };
}

export class Shell extends Group {
  /** `room` is the size of the body. */
  constructor(contact, room, up) {
    super();
    this.ground = contact.ground;
    const { geometry, lines, direction } = contact.ground.kind === "sphere" ? cap(contact, room, up) : tube(contact, room);
    this.quaternion.setFromUnitVectors(z_axis, direction);
    this.skin = new MeshLambertMaterial({ transparent: true, side: DoubleSide, depthWrite: false });
    this.face = new Mesh(geometry, this.skin);
    this.face.receiveShadow = true;
    this.face.renderOrder = -2;
    this.net = lines.map((points) => plain_line(points, { width: 1, opacity: 0.4 }));
    for (const line of this.net) line.renderOrder = -1;
    this.add(this.face, ...this.net);
  }

  /** Points of the world that say how large it is. */
  corners() {
    const at = this.face.geometry.getAttribute("position");
    const corners = [];
    for (let i = 0; i < at.count; i += 48) {
      const p = new Vector3().fromBufferAttribute(at, i).applyQuaternion(this.quaternion);
      corners.push(p.toArray().map((x, j) => x + this.ground.centre[j]));
    }
    return corners;
  }

  paint(theme) {
    this.skin.color.set(theme.colour("link"));
    this.skin.opacity = theme.dark ? 0.2 : 0.16;
    for (const line of this.net) line.colour = theme.colour("grid");
  }

  set(shift) {
    this.position.set(...less(this.ground.centre, shift));
  }
}
