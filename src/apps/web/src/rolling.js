// Rolling bodies on the stage: the ground that they roll on, their image in it, where they touch it, what acts there.
import { Mesh, MeshBasicMaterial, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { norm } from "./algebra.js";
import { FrictionCone } from "./cone.js";
import { mode_names } from "./contact.js";
import { Floor } from "./floor.js";
import { longest, usual_size } from "./loads.js";
import { Arrow } from "./marks.js";
import { Mirror } from "./mirror.js";
import { Shell } from "./shell.js";
import { Traces } from "./traces.js";

/** The floor that bodies roll on: tilted, moving, turning. */
class GroundPlane extends Floor {
  constructor(ground) {
    super(new Vector3(...ground.normal));
    this.ground = ground;
    this.normal = new Vector3(...ground.normal);
    this.rest = { q: this.quaternion.clone(), e1: this.e1.clone(), e2: this.e2.clone() };
    // A grid alone would look the same after each quarter of a turn, and without an edge nobody would know about which
    // point.
    this.grid.material.uniforms.sectors.value = ground.turns ? 0.16 : 0;
    this.rim = 0;
  }

  /** A turntable has room for its bodies, and a little more. */
  carry(contact, radius) {
    if (!this.ground.turns) return;
    for (let i = 0; i < contact.times.length; ++i) {
      const where = { i, s: 0 };
      this.rim = Math.max(this.rim, norm(this.ground.seen(contact.point_at(where), where)) + 1.5 * radius);
    }
    this.grid.material.uniforms.rim.value = this.rim;
  }

  /** Points of the world that say how large a turntable is. */
  corners() {
    if (!this.rim) return [];
    const { p } = this.ground.at({ i: 0, s: 0 });
    const axes = [this.rest.e1, this.rest.e2].flatMap((e) => [e.toArray(), e.clone().negate().toArray()]);
    return axes.map((e) => p.map((x, j) => x + this.rim * e[j]));
  }

  is_that_of(ground) {
    const same = (a, b) => a.every((x, k) => x === b[k]);
    return ["normal", "place", "rate"].every((key) => same(this.ground[key], ground[key]));
  }

  /** As it lies at this time, around the point of it that is nearest to `focus` (stage). */
  lie(where, focus, shift) {
    const { p, angle } = this.ground.at(where);
    const origin = new Vector3(...p.map((x, j) => x - shift[j]));
    const turned = new Quaternion().setFromAxisAngle(this.normal, angle);
    this.level = origin.dot(this.normal);
    this.quaternion.copy(this.rest.q).premultiply(turned);
    this.e1.copy(this.rest.e1).applyQuaternion(turned);
    this.e2.copy(this.rest.e2).applyQuaternion(turned);
    this.position.copy(focus).addScaledVector(this.normal, this.level - focus.dot(this.normal));
    this.rule(origin);
  }
}

/** One body's contact. */
class Roller {
  constructor(body, model) {
    this.body = body;
    this.contact = body.rolling;
    this.traces = new Traces(this.contact, model);
    this.arrow = new Arrow(1).shine();
    this.spot = new Mesh(new SphereGeometry(1, 24, 16), new MeshLambertMaterial());
    const ghost = new MeshBasicMaterial({ transparent: true, opacity: 0.4, depthTest: false, depthWrite: false });
    this.spot.add(new Mesh(this.spot.geometry, ghost));
    this.objects = [...this.traces.objects, this.arrow, this.spot];
    const { friction } = this.contact.ground;
    if (friction !== null) this.objects.push((this.cone = new FrictionCone(friction)));
    if (this.contact.ground.kind === "plane") this.objects.push((this.mirror = new Mirror(model)));
    this.mirror?.show(this.traces.body_line);
  }

  paint(theme, selected) {
    this.traces.paint(theme, selected);
    this.arrow.colour = theme.colour("contact");
    this.spot.material.color.set(theme.colour("ink"));
    this.spot.children[0].material.color.set(theme.colour("ink"));
    this.cone?.paint(theme);
    if (this.mirror) this.mirror.strength = theme.dark ? 0.34 : 0.3;
  }

  /** `per_metre`: newtons to a metre of arrow; `reach`: the length that one usually has. */
  move(t, where, { shift, shown, per_metre, reach }) {
    const { contact, arrow, spot, cone } = this;
    const touches = !contact.flying_at(where);
    this.mode = contact.mode_at(where);
    this.point = contact.point_at(where);
    this.force = contact.force_at(where);
    const at = new Vector3(...this.point.map((x, j) => x - shift[j]));
    const size = norm(this.force);
    const wanted = per_metre > 0 ? size / per_metre : 0;
    const length = Math.min(wanted, longest * reach);
    this.cut = wanted > length;
    arrow.visible = shown.forces && touches;
    arrow.thickness = 0.017 * reach;
    arrow.point(at, this.force, length);
    spot.visible = touches && (shown.trace || shown.forces);
    spot.position.copy(at);
    spot.scale.setScalar(0.025 * reach);
    this.traces.move(t, where, shift, shown.trace);
    this.mirror?.show_lines(shown.trace);
    if (!cone) return;
    const normal = new Vector3(...contact.ground.normal_at(this.point));
    const height = length > 0 ? (length * normal.dot(new Vector3(...this.force))) / size : 0;
    cone.visible = arrow.visible && height > 0;
    if (cone.visible) cone.stand(at, normal, height, this.#on_cone(where));
  }

  #on_cone({ i }) {
    return this.mode === 1 || this.contact.demand[i] >= (1 - 1e-6) * this.contact.ground.friction;
  }

  get label() {
    return `contact force${this.mode === 1 ? ", sliding" : ""}${this.cut ? ", cut" : ""}`;
  }

  figures(shift) {
    const { arrow, cone, plane, mirror } = this;
    const back = (v) => v.toArray().map((x, j) => x + shift[j]);
    const along = (v, q) => v.applyQuaternion(q).toArray();
    const floor = plane && {
      position: back(plane.position),
      normal: along(new Vector3(0, 0, 1), plane.quaternion),
      along: along(new Vector3(1, 0, 0), plane.quaternion),
      rim: plane.rim,
    };
    return {
      body: this.body.name,
      mode: mode_names[this.mode],
      contact: { shown: this.spot.visible, position: back(this.spot.position) },
      arrow: {
        shown: arrow.visible && arrow.drawn,
        from: back(arrow.position),
        tip: back(arrow.tip),
        length: arrow.length,
        vector: this.force,
      },
      cone: cone ? { shown: cone.visible, apex: back(cone.position), ...cone.figures } : null,
      traces: this.traces.figures(shift),
      ground: this.contact.ground.kind,
      floor: floor ?? null,
      mirror: mirror ? { shown: mirror.visible, centre: back(mirror.centre) } : null,
    };
  }
}

export class Rollers {
  constructor(run, models, scene, up) {
    this.all = [];
    this.planes = [];
    this.shells = [];
    run.bodies.forEach((body, k) => body.rolling && this.#add(body, models[k], k, up));
    this.usual_force = usual_size(this.all.map(({ contact }) => contact.forces));
    for (const roller of this.all) scene.add(...roller.objects);
    for (const ground of [...this.planes, ...this.shells]) scene.add(ground);
  }

  #add(body, model, index, up) {
    const roller = new Roller(body, model);
    const { ground } = body.rolling;
    roller.index = index;
    this.all.push(roller);
    if (ground.kind !== "plane") {
      this.shells.push(new Shell(body.rolling, model.radius, up));
      return;
    }
    roller.plane = this.planes.find((plane) => plane.is_that_of(ground));
    if (!roller.plane) this.planes.push((roller.plane = new GroundPlane(ground)));
    roller.plane.carry(body.rolling, model.radius);
  }

  /** Whether bodies roll on a plane, so that the stage needs no other floor. */
  get grounded() {
    return this.planes.length > 0;
  }
  /** Whether a body has ground with an edge, which is worth seeing as a whole. */
  stays(index) {
    const roller = this.all.find((one) => one.index === index);
    return Boolean(roller && (!roller.plane || roller.plane.rim > 0));
  }
  has(kind) {
    return kind === "forces" && this.all.length > 0;
  }
  corners() {
    return [...this.shells, ...this.planes].flatMap((ground) => ground.corners());
  }

  fit(radius) {
    for (const plane of this.planes) plane.fit(radius);
  }
  paint(theme, selected) {
    const [shade, lines] = theme.dark ? [0.55, 0.45] : [0.2, 0.55];
    for (const plane of this.planes) plane.paint(theme.colour("grid"), shade, lines);
    for (const shell of this.shells) shell.paint(theme);
    for (const roller of this.all) roller.paint(theme, roller.index === selected);
  }

  move(t, where, stage) {
    for (const roller of this.all) roller.move(t, where, stage);
  }
  /** The grounds around where the reader looks. */
  lie(where, focus, shift) {
    for (const plane of this.planes) plane.lie(where, focus, shift);
    for (const shell of this.shells) shell.set(shift);
    for (const { mirror, plane } of this.all) mirror?.reflect(plane.normal, plane.level);
  }
  look_from(eye) {
    for (const { mirror } of this.all) mirror?.look_from(eye);
  }

  resize(width, height, ratio) {
    for (const { traces } of this.all) traces.resize(width, height, ratio);
    for (const { net } of this.shells)
      for (const line of net) {
        line.resize(width, height);
        line.material.uniforms.width.value = ratio;
      }
  }

  name(labels, camera, pixels) {
    for (const roller of this.all)
      labels.put(`contact-${roller.index}`, roller.label, roller.arrow.tip, camera, pixels, {
        shown: roller.arrow.visible && roller.arrow.drawn,
        kind: "load contact",
        lift: 10,
        shy: this.all.length > 3 ? "cornered" : false,
        dodge: true,
      });
  }

  /** What the selected body does, in words. */
  text(selected) {
    const roller = this.all.find(({ index }) => index === selected);
    return roller ? `; ${mode_names[roller.mode]}` : "";
  }

  /** What is drawn, in world metres, for tests. */
  figures(shift) {
    return this.all.map((roller) => roller.figures(shift));
  }
}
