// Bodies that are held at a point: the point, the axis from there through the body's traced point, and a sphere around
// both that the axis goes through. A top writes the curve of its nutation on that sphere.
import { CylinderGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { arm_of } from "./acting.js";
import { norm, rotate } from "./algebra.js";
import { TimedLine, plain_line } from "./line.js";
import { trail_times } from "./trail.js";

const y_axis = new Vector3(0, 1, 0);

/** Circles of latitude and meridians of the unit sphere about z, every 30 degrees. */
function graticule() {
  const circles = [];
  const round = (point) => circles.push(Array.from({ length: 97 }, (_, i) => point((2 * Math.PI * i) / 96)).flat());
  for (const latitude of [-60, -30, 0, 30, 60]) {
    const [c, s] = [Math.cos((latitude * Math.PI) / 180), Math.sin((latitude * Math.PI) / 180)];
    round((a) => [c * Math.cos(a), c * Math.sin(a), s]);
  }
  for (let k = 0; k < 6; ++k) {
    const [c, s] = [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)];
    round((a) => [c * Math.cos(a), s * Math.cos(a), Math.sin(a)]);
  }
  return circles;
}

/** Of the sphere: a particle is on it, a body inside, so that the curve is always seen. */
function sphere_radius(body, model) {
  const arm = norm(arm_of(body));
  if (body.particle || !(arm > 0)) return arm;
  const p = body.p(0);
  return 1.06 * Math.max(arm, model.radius + norm(p.map((x, j) => x - body.pivot[j])));
}

class Held {
  constructor(run, body, model, up, shift) {
    this.body = body;
    this.arm = arm_of(body);
    this.radius = sphere_radius(body, model);
    this.centre = new Vector3(...body.pivot.map((x, j) => x - shift[j]));
    this.solid = new MeshLambertMaterial();
    this.stick = new Mesh(new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0), this.solid);
    this.knob = new Mesh(new SphereGeometry(1, 24, 16), this.solid);
    this.knob.position.copy(this.centre);
    this.knob.scale.setScalar(0.03 * this.radius);
    this.stick.castShadow = true;
    this.objects = [this.stick, this.knob];
    this.lines = [];
    if (norm(this.arm) > 0) this.#sphere(run, up);
  }

  #sphere(run, up) {
    this.ball = new Group();
    this.ball.position.copy(this.centre);
    this.ball.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.skin = new MeshLambertMaterial({ transparent: true, side: DoubleSide, depthWrite: false });
    this.ball.add(new Mesh(new SphereGeometry(this.radius, 64, 40), this.skin));
    this.net = graticule().map((circle) => plain_line(circle.map((x) => this.radius * x), { width: 1, opacity: 0.3 }));
    this.ball.add(...this.net);
    const { points, times } = trail_times(run, this.body, (pose) =>
      this.tip(pose).map((x, j) => x - this.body.pivot[j] + this.centre.getComponent(j)),
    );
    this.curve = new TimedLine(points, times, { width: 2.4, fresh: 1, old: 0.55, span: (run.last - run.start) / 6 || 1 });
    this.curve.renderOrder = 2;
    this.pen = new Mesh(new SphereGeometry(0.022 * this.radius, 24, 16), new MeshLambertMaterial());
    this.lines = [...this.net.map((line) => [line, 1]), [this.curve, 2.4]];
    this.objects.push(this.ball, this.curve, this.pen);
  }

  /** Where the axis meets the sphere, in the world; the pivot, not the interpolated place, says where. */
  tip(pose) {
    if (this.body.particle) return pose.p;
    const longer = this.radius / norm(this.arm);
    return rotate(pose.q, this.arm).map((x, j) => longer * x + this.body.pivot[j]);
  }

  move(t, pose, shown) {
    this.at = this.tip(pose);
    const away = this.at.map((x, j) => x - this.body.pivot[j]);
    const length = norm(away);
    this.stick.visible = this.knob.visible = length > 0;
    this.stick.position.copy(this.centre);
    if (length > 0) this.stick.quaternion.setFromUnitVectors(y_axis, new Vector3(...away).divideScalar(length));
    this.stick.scale.set(0.012 * this.radius, length || 1, 0.012 * this.radius);
    if (!this.ball) return;
    this.ball.visible = this.pen.visible = shown.sphere;
    this.curve.visible = shown.sphere && shown.trace;
    this.pen.position.copy(this.centre).add(new Vector3(...away));
    this.curve.now = t;
  }

  paint(theme) {
    this.solid.color.set(theme.colour("muted"));
    if (!this.ball) return;
    this.skin.color.set(theme.colour("body"));
    this.skin.opacity = theme.dark ? 0.13 : 0.1;
    for (const line of this.net) line.colour = theme.colour("grid");
    this.curve.colour = theme.colour("body");
    this.pen.material.color.set(theme.colour("body"));
  }
}

export class HeldBodies {
  constructor(run, models, scene, up, shift) {
    this.all = new Map();
    run.bodies.forEach((body, k) => body.pivot && this.all.set(k, new Held(run, body, models[k], up, shift)));
    for (const held of this.all.values()) scene.add(...held.objects);
  }

  get spheres() {
    return [...this.all.values()].some((held) => held.ball);
  }

  /** Whether the path of this body stands on its sphere, so that a trail would only repeat it. */
  traces(k, shown) {
    return shown.sphere && Boolean(this.all.get(k)?.ball);
  }

  paint(theme) {
    for (const held of this.all.values()) held.paint(theme);
  }
  move(t, poses, shown) {
    for (const [k, held] of this.all) held.move(t, poses[k], shown);
  }
  resize(width, height, ratio) {
    for (const held of this.all.values())
      for (const [line, pixels] of held.lines) {
        line.resize(width, height);
        line.material.uniforms.width.value = pixels * ratio;
      }
  }

  /** Spheres and curves as drawn, in world metres, for tests. */
  figures() {
    return [...this.all.values()].map((held) => ({
      body: held.body.name,
      centre: held.body.pivot,
      radius: held.radius,
      tip: held.at,
      shown: Boolean(held.ball?.visible),
    }));
  }
}

/** The sphere around a body that is held: its centre and radius. */
export function held_extent(body, model) {
  return body.pivot ? { centre: body.pivot, radius: sphere_radius(body, model) } : null;
}
