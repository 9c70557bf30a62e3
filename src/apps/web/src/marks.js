// What is drawn beside bodies: arrows, water, names that follow points, the world's axes in the corner.
import {
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
} from "three";
import { element, svg } from "./format.js";

const y_axis = new Vector3(0, 1, 0);

export class Arrow extends Group {
  /** A `double` head marks what turns, not pushes. */
  constructor(thickness, double = false) {
    super();
    this.material = new MeshLambertMaterial();
    this.thickness = thickness;
    this.shaft = new Mesh(new CylinderGeometry(1, 1, 1, 20).translate(0, 0.5, 0), this.material);
    this.head = new Mesh(new ConeGeometry(1, 1, 28).translate(0, 0.5, 0), this.material);
    this.second = double ? new Mesh(this.head.geometry, this.material) : null;
    this.add(this.shaft, this.head, ...(double ? [this.second] : []));
    this.tip = new Vector3();
  }

  /** What lies inside or behind a body shines through it. */
  shine() {
    this.ghost = new MeshBasicMaterial({ transparent: true, opacity: 0.4, depthTest: false, depthWrite: false });
    for (const mesh of [...this.children]) {
      const ghost = new Mesh(mesh.geometry, this.ghost);
      ghost.renderOrder = 3;
      mesh.add(ghost);
    }
    return this;
  }

  set colour(value) {
    this.material.color.set(value).multiplyScalar(0.45);
    this.material.emissive.set(value).multiplyScalar(0.55);
    this.ghost?.color.set(value);
  }

  /** From `from` along `direction` (any length), drawn `length` long; too short to have a direction: hidden. */
  point(from, direction, length) {
    this.length = length;
    this.drawn = length > 3 * this.thickness;
    for (const mesh of this.children) mesh.visible = this.drawn;
    if (!this.drawn) return;
    const unit = new Vector3(...direction).normalize();
    const head = Math.min(5.5 * this.thickness, 0.4 * length);
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(y_axis, unit);
    this.shaft.scale.set(this.thickness, length - head, this.thickness);
    this.head.scale.set(2.3 * this.thickness, head, 2.3 * this.thickness);
    this.head.position.set(0, length - head, 0);
    this.second?.scale.copy(this.head.scale);
    this.second?.position.set(0, length - 1.7 * head, 0);
    this.tip.copy(from).addScaledVector(unit, length + 1.5 * this.thickness);
  }
}

/** The surface of the water in which things float: a disc that one can look through. */
export class Water extends Mesh {
  constructor(up, level, reach, shift) {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false });
    super(new CircleGeometry(reach, 96), material);
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.position.copy(up).multiplyScalar(level - up.dot(new Vector3(...shift)));
  }
  set colour(value) {
    this.material.color.set(value);
  }
}

/** The nearest of 1, 2, 5 × 10ⁿ below x. */
export function round_length(x) {
  const ten = 10 ** Math.floor(Math.log10(x));
  const m = x / ten;
  return (m >= 5 ? 5 : m >= 2 ? 2 : 1) * ten;
}

/** Text that follows points of a scene. */
export class Labels {
  constructor(parent) {
    this.layer = element("div", { class: "labels", "aria-hidden": "true" });
    parent.append(this.layer);
    this.all = new Map();
    this.point = new Vector3();
    this.taken = [];
  }

  /** Before the labels of a frame are put. */
  begin() {
    this.taken.length = 0;
  }

  /** `lift` in pixels above the point; where another already stands, a `shy` label stays away, and one that can `dodge`
   *  moves up or down; a dodging one that is shy when "cornered" stays away only if there is no room there either. */
  put(key, text, where, camera, size, { kind = key, lift = 0, shown = true, shy = false, dodge = false } = {}) {
    let label = this.all.get(key);
    if (!label) {
      label = element("span", { class: `label ${kind}` }, text);
      this.layer.append(label);
      this.all.set(key, label);
    }
    label.className = `label ${kind}`;
    if (label.textContent !== text) {
      label.textContent = text;
      label.width = 0;
    }
    const p = this.point.copy(where).project(camera);
    const inside = shown && p.z < 1 && Math.abs(p.x) < 1.05 && Math.abs(p.y) < 1.05;
    label.hidden = !inside;
    if (!inside) return;
    label.width ||= label.offsetWidth;
    const margin = label.width / 2 + 4;
    const x = Math.min(Math.max(((p.x + 1) / 2) * size.width, margin), size.width - margin);
    const middle = ((1 - p.y) / 2) * size.height - lift;
    const box_at = (y) => ({ left: x - label.width / 2, right: x + label.width / 2, top: y - 9, bottom: y + 9 });
    const free = (y) => {
      const box = box_at(y);
      return !this.taken.some(
        (other) =>
          box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
      );
    };
    const room = dodge ? [0, 18, -18, 36, -36].find((d) => free(middle + d)) : 0;
    if (shy && !(shy === "cornered" ? room !== undefined : free(middle))) {
      label.hidden = true;
      return;
    }
    const y = middle + (room ?? 0);
    const box = box_at(y);
    this.taken.push(box);
    label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
  }

  clear() {
    this.layer.replaceChildren();
    this.all.clear();
  }
}

/** The world's axes, seen from where the camera is. */
export class Compass {
  constructor(parent) {
    this.lines = [];
    this.texts = [];
    const root = svg("svg", {
      class: "compass",
      viewBox: "-44 -44 88 88",
      role: "img",
      "aria-label": "axes of the world",
    });
    for (const name of ["x", "y", "z"]) {
      const line = svg("line", { class: `axis-${name}` });
      const text = svg(
        "text",
        { class: `axis-${name}`, "text-anchor": "middle", "dominant-baseline": "central" },
        name,
      );
      root.append(line, text);
      this.lines.push(line);
      this.texts.push(text);
    }
    parent.append(root);
  }

  turn(camera) {
    const to_eye = camera.quaternion.clone().invert();
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].forEach((axis, i) => {
      const v = new Vector3(...axis).applyQuaternion(to_eye);
      this.lines[i].setAttribute("x2", (26 * v.x).toFixed(2));
      this.lines[i].setAttribute("y2", (-26 * v.y).toFixed(2));
      this.texts[i].setAttribute("x", (35 * v.x).toFixed(2));
      this.texts[i].setAttribute("y", (-35 * v.y).toFixed(2));
      this.lines[i].style.opacity = this.texts[i].style.opacity = v.z < -0.2 ? 0.55 : 1;
    });
  }
}
