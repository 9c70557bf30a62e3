// Poinsot's picture of a free body: its inertia ellipsoid rolls without slipping on a plane that does not move. The
// point of contact is ω (scaled by 1/√2T): on the ellipsoid it draws the polhode, on the plane the herpolhode.
//
// Equation: ρ = ω/√2T lies on ρ·Iρ = 1, whose normal there is L; so the tangent plane is perpendicular to L, at the
//           distance √2T/|L| from the centre. Without torque neither changes.
// Source:   L. Poinsot, Théorie nouvelle de la rotation des corps (1834); Goldstein, Classical Mechanics, §5.6.
import {
  CircleGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { dot, norm, rotate } from "./algebra.js";
import { TimedLine, plain_line } from "./line.js";
import { Arrow, Labels } from "./marks.js";
import { principal_turn, two_tone } from "./shapes.js";

const y_axis = new Vector3(0, 1, 0);
const most_points = 30000;

export class PoinsotView {
  /** `shown` is shared with the motion: one switch for an arrow, wherever it is drawn. */
  constructor(run, element, shown, invalidate) {
    this.run = run;
    this.shown = shown;
    this.element = element;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(28, 1, 0.05, 60);
    this.labels = new Labels(element);
    this.scene.add(new HemisphereLight(0xffffff, 0x99a2ad, 2.2));
    const key = new DirectionalLight(0xffffff, 1.6);
    key.position.set(1, 2, 1.5);
    this.scene.add(key);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = false;
    this.controls.enablePan = false;
    this.controls.addEventListener("change", invalidate);
    this.root = new Group();
    this.scene.add(this.root);
  }

  /** True if the body turns at all, so that there is something to draw. */
  select(index) {
    this.body = this.run.bodies[index];
    this.root.traverse((part) => {
      part.geometry?.dispose();
      part.material?.dispose();
    });
    this.root.clear();
    this.labels.clear();
    this.lines = [];
    this.usable = this.body ? this.#prepare() : false;
    if (!this.usable) return;
    this.#build();
    if (this.theme) this.paint(this.theme);
    if (this.pixels) this.resize(this.pixels, this.ratio);
    this.frame();
  }

  #contact(i) {
    const w = this.body.w_body(i);
    const twice = dot(this.body.w(i), this.body.l(i));
    return twice > 0 ? w.map((x) => (this.scale * x) / Math.sqrt(twice)) : null;
  }

  #prepare() {
    const { body, run } = this;
    const largest = Math.max(...body.moments);
    if (!(largest > 0)) return false;
    // A thin rod has next to no moment about itself; its ellipsoid is drawn as long as fits.
    this.semi = body.moments.map((m) => 1 / Math.sqrt(Math.max(m, largest / 100)));
    this.scale = 1 / Math.max(...this.semi);
    this.semi = this.semi.map((a) => a * this.scale);
    this.stride = Math.max(1, Math.ceil(run.count / most_points));
    const on_body = [];
    const on_plane = [];
    const times = [];
    let bent = 0;
    const first = body.l(0);
    for (let i = 0; i < run.count; i += this.stride) {
      const contact = this.#contact(i);
      if (!contact) continue;
      on_body.push(...contact.map((x) => 1.003 * x));
      on_plane.push(...rotate(body.q(i), contact));
      times.push(run.times[i]);
      const l = body.l(i);
      bent = Math.max(bent, norm([l[0] - first[0], l[1] - first[1], l[2] - first[2]]) / (norm(first) || 1));
    }
    if (times.length < 2 || !(norm(first) > 0)) return false;
    this.torque_free = bent < 1e-3;
    this.curves = { on_body, on_plane, times };
    this.level = new Quaternion().setFromUnitVectors(new Vector3(...first).normalize(), new Vector3(0, -1, 0));
    const axis = new Vector3(...first).normalize();
    this.spread = 0;
    for (let i = 0; i < on_plane.length; i += 3) {
      const p = new Vector3(on_plane[i], on_plane[i + 1], on_plane[i + 2]);
      this.spread = Math.max(this.spread, Math.sqrt(Math.max(0, p.lengthSq() - p.dot(axis) ** 2)));
    }
    return true;
  }

  #build() {
    const { body, root, curves, run } = this;
    root.quaternion.copy(this.level);
    const span = Math.max((run.last - run.start) / 8, 1e-9);
    this.turning = new Group();
    this.material = two_tone(new Vector3(), false, { transparent: true, opacity: 0.62, depthWrite: false });
    this.ellipsoid = new Mesh(new SphereGeometry(1, 72, 48), this.material);
    this.ellipsoid.quaternion.copy(principal_turn(body));
    this.ellipsoid.scale.set(...this.semi);
    this.polhode = new TimedLine(curves.on_body, curves.times, { width: 2.6, fresh: 1, old: 0.75, ahead: 0.22, span });
    this.turning.add(this.ellipsoid, this.polhode);
    this.rings = [0, 1, 2].map((k) => {
      const ring = plain_line(ring_points(this.semi, k), { width: 1, opacity: 0.35 });
      ring.quaternion.copy(this.ellipsoid.quaternion);
      this.turning.add(ring);
      return ring;
    });
    this.herpolhode = new TimedLine(curves.on_plane, curves.times, { width: 2, fresh: 1, old: 0.35, ahead: 0, span });
    this.reach = Math.max(1.25 * this.spread, 0.95);
    this.plane = new Mesh(
      new CircleGeometry(this.reach, 96),
      new MeshBasicMaterial({ transparent: true, side: DoubleSide, depthWrite: false }),
    );
    this.plane.renderOrder = -1;
    this.rim = plain_line(circle_points(this.reach), { width: 1, opacity: 0.5 });
    this.plane.add(this.rim);
    this.omega_arrow = new Arrow(0.014);
    this.momentum_arrow = new Arrow(0.014);
    for (const arrow of [this.omega_arrow, this.momentum_arrow]) {
      // After the glassy ellipsoid, so that it does not dull them.
      arrow.material.transparent = true;
      arrow.shaft.renderOrder = arrow.head.renderOrder = 2;
    }
    root.add(this.turning, this.plane, this.herpolhode, this.omega_arrow, this.momentum_arrow);
    this.lines = [this.polhode, this.herpolhode, this.rim, ...this.rings];
    this.lines.forEach((line) => (line.userData.width = line.material.uniforms.width.value));
  }

  paint(theme) {
    this.theme = theme;
    if (!this.usable) return;
    this.material.color.set(theme.colour("body"));
    this.material.tones.second.value.set(theme.colour("body-light"));
    this.polhode.colour = this.herpolhode.colour = theme.colour("omega");
    this.omega_arrow.colour = theme.colour("omega");
    this.momentum_arrow.colour = theme.colour("momentum");
    this.plane.material.color.set(theme.colour("momentum"));
    this.plane.material.opacity = theme.dark ? 0.17 : 0.09;
    this.rim.colour = theme.colour("momentum");
    this.rings.forEach((ring) => (ring.colour = theme.colour("body-edge")));
  }

  frame() {
    const vertical = (this.camera.fov * Math.PI) / 360;
    const horizontal = Math.atan(Math.tan(vertical) * this.camera.aspect);
    const radius = 1.08 * Math.max(1.02, this.reach ?? 1);
    const distance = radius / Math.sin(Math.min(vertical, horizontal));
    this.controls.target.set(0, -0.2, 0);
    this.camera.position.set(0.5, 0.42, 1).normalize().multiplyScalar(distance).y -= 0.2;
    this.controls.maxDistance = 6 * distance;
    this.controls.minDistance = 0.3;
    this.controls.update();
  }

  move(t, where) {
    if (!this.usable) return;
    const pose = this.body.at(where);
    this.turning.quaternion.set(pose.q[1], pose.q[2], pose.q[3], pose.q[0]);
    const twice = dot(pose.w, pose.l);
    const l = norm(pose.l);
    this.alive = twice > 0 && l > 0;
    this.polhode.now = this.herpolhode.now = t;
    this.plane.visible = this.alive;
    this.omega_arrow.visible = this.alive && this.shown.omega;
    this.momentum_arrow.visible = this.alive && this.shown.momentum;
    if (!this.alive) return;
    const distance = (this.scale * Math.sqrt(twice)) / l;
    const axis = new Vector3(...pose.l).normalize();
    this.plane.position.copy(axis).multiplyScalar(distance);
    this.plane.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), axis);
    this.omega_arrow.point(new Vector3(), pose.w, (this.scale * norm(pose.w)) / Math.sqrt(twice));
    this.momentum_arrow.point(new Vector3(), pose.l, distance + 0.42);
    this.contact = new Vector3(...pose.w).multiplyScalar(this.scale / Math.sqrt(twice));
  }

  /** Where the drawn ellipsoid touches, and the drawn plane: n·x = plane. */
  figures() {
    const normal = new Vector3(0, 0, 1).applyQuaternion(this.plane.quaternion);
    return { contact: this.contact.toArray(), normal: normal.toArray(), plane: this.plane.position.dot(normal) };
  }

  resize(size, ratio) {
    this.pixels = size;
    this.ratio = ratio;
    this.camera.aspect = size.width / size.height;
    this.camera.updateProjectionMatrix();
    for (const line of this.lines ?? []) {
      line.resize(size.width * ratio, size.height * ratio);
      line.material.uniforms.width.value = line.userData.width * ratio;
    }
  }

  before_render() {
    this.camera.updateMatrixWorld();
    if (!this.usable) return;
    this.root.updateMatrixWorld(true);
    const { labels, camera, pixels } = this;
    const shown = Boolean(this.alive);
    const place = (v) => v.clone().applyQuaternion(this.level);
    labels.put("omega", "ω", place(this.contact ?? y_axis), camera, pixels, {
      shown: shown && this.shown.omega,
      lift: -12,
    });
    labels.put("momentum", "L", place(this.momentum_arrow.tip), camera, pixels, {
      shown: shown && this.shown.momentum,
      lift: -8,
    });
    const roomy = shown && pixels.width > 420;
    const last = this.curves.on_body.length - 3;
    const sample = Math.floor((0.3 * last) / 3) * 3;
    const polhode = new Vector3(...this.curves.on_body.slice(sample, sample + 3)).applyQuaternion(
      this.turning.quaternion,
    );
    labels.put("polhode", "polhode", place(polhode), camera, pixels, { shown: roomy, kind: "omega word", lift: 14 });
    const rim = new Vector3(0.72 * this.spread, 0, 0).applyQuaternion(this.plane.quaternion).add(this.plane.position);
    labels.put("herpolhode", "herpolhode", place(rim), camera, pixels, {
      shown: roomy && this.spread > 0.02,
      kind: "omega word",
      lift: -14,
    });
    const edge = new Vector3(0, -this.reach, 0).applyQuaternion(this.plane.quaternion).add(this.plane.position);
    const plane_name = this.torque_free ? "invariable plane" : "plane ⟂ L";
    labels.put("plane", plane_name, place(edge), camera, pixels, { shown: roomy, kind: "momentum word", lift: -10 });
  }
}

/** The ellipsoid's section with the plane perpendicular to principal axis k. */
function ring_points(semi, k) {
  const points = [];
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  for (let n = 0; n <= 96; ++n) {
    const p = [0, 0, 0];
    p[i] = semi[i] * Math.cos((n * Math.PI) / 48);
    p[j] = semi[j] * Math.sin((n * Math.PI) / 48);
    points.push(...p);
  }
  return points;
}

function circle_points(radius) {
  const points = [];
  for (let n = 0; n <= 128; ++n)
    points.push(radius * Math.cos((n * Math.PI) / 64), radius * Math.sin((n * Math.PI) / 64), 0);
  return points;
}
