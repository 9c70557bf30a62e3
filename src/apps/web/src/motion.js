// The motion: bodies on their ground, with arrows, axes and trails.
import { DirectionalLight, HemisphereLight, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { norm } from "./algebra.js";
import { Coils, anchors } from "./coils.js";
import { facing, fitting, measure, up_of } from "./extent.js";
import { Floor } from "./floor.js";
import { number } from "./format.js";
import { HeldBodies, held_extent } from "./held.js";
import { TimedLine } from "./line.js";
import { LoadArrows } from "./loads.js";
import { Arrow, Compass, Labels, Water } from "./marks.js";
import { Robots } from "./robots.js";
import { Rods, rod_anchors } from "./rods.js";
import { Rollers } from "./rolling.js";
import { BodyModel } from "./shapes.js";
import { hue_of } from "./systems.js";
import { ageing, largest_norm, trail_points, trail_span } from "./trail.js";
import { Triads } from "./triads.js";

/** With more links than this, their names would be a thicket; on a phone, with half as many. */
const most_named = () => (window.innerWidth > 760 ? 8 : 4);

export class MotionView {
  constructor(run, element, invalidate) {
    this.run = run;
    this.element = element;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(30, 1, 0.01, 100);
    this.labels = new Labels(element);
    this.compass = new Compass(element);
    this.up = up_of(run.gravity);
    this.camera.up.copy(this.up);
    this.models = run.bodies.map((body) => new BodyModel(body));
    this.robots = new Robots(run, this.scene, this.up);
    this.rollers = new Rollers(run, this.models, this.scene, this.up);
    this.selected = 0;
    this.#measure();
    // Points of a system are looked at together.
    this.follow = this.travels && !run.only_points;
    this.#light();
    this.#mark();
    this.models.forEach((model) => this.scene.add(model));
    this.loads = new LoadArrows(run, this.scene, Math.max(this.robots.usual_force, this.rollers.usual_force));
    this.triads = new Triads(run, this.scene);
    this.held = new HeldBodies(run, this.models, this.scene, this.up, this.shift);
    this.coils = new Coils(run, this.scene, Math.max(this.body_radius, 0.1 * this.size));
    this.rods = new Rods(run, this.scene, this.models);
    if (run.water !== null) {
      this.water = new Water(this.up, run.water, 1.6 * this.size, this.shift);
      this.scene.add(this.water);
    }
    // What rolls has its contact to look at.
    const alone = !run.bodies.some((body) => body.rolling);
    this.shown = {
      ...{ omega: true, momentum: alone, axes: alone, trace: true, sphere: true, forces: true },
      names: run.bodies.length > 1 || (this.robots.named > 0 && this.robots.named <= most_named()),
      torques: this.loads.couples || this.robots.has("torques"),
      joints: true,
      frames: run.frames.length > 1,
    };
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", invalidate);
    this.target = new Vector3();
    this.trails = new Map();
    this.#trace();
    this.robots.trace(this.scene, this.shift);
  }

  /** The middle and the size of everything that happens. */
  #measure() {
    const { run, models, robots } = this;
    const bodies = run.bodies.map((body, k) => ({
      radius: models[k].radius,
      held: Boolean(body.pivot) || this.rollers.stays(k),
      rolls: Boolean(body.rolling),
      at: (i) => body.p(i),
      now: () => models[k].position,
    }));
    this.movers = [...bodies, ...robots.movers()];
    const held = run.bodies.map((body, k) => held_extent(body, models[k])).filter(Boolean);
    const balls = [
      ...held.map(({ centre, radius }) => ({ p: centre, r: 1.1 * radius })),
      ...[...anchors(run), ...rod_anchors(run), ...this.rollers.corners()].map((p) => ({ p, r: 0 })),
    ];
    Object.assign(this, measure(run, this.movers, { balls, feet: robots.feet() }, this.up));
  }

  /** The size of what is selected. */
  get #radius() {
    return this.models[this.selected]?.radius ?? this.robot?.size ?? 1;
  }

  /** The mechanism that is selected. */
  get robot() {
    return this.robots.all[this.selected - this.models.length];
  }

  get view_radius() {
    const r = this.#radius;
    if (this.follow && this.together) return 0.95 * this.spread;
    if (this.robot) return this.follow ? 1.3 * r : (this.run.swings ? 1.7 : 1.12) * this.size;
    if (this.follow && this.run.bodies[this.selected].rolling) return 3.6 * r;
    const room = this.movers.length > 1 ? 1.2 : this.run.bodies[0].rolling ? 1.4 : 1.75;
    return this.follow ? 2.3 * r : Math.max(this.size, room * r);
  }

  #light() {
    this.sky = new HemisphereLight(0xffffff, 0x8d96a3, 2.1);
    this.sky.position.copy(this.up);
    this.key = new DirectionalLight(0xffffff, 2.0);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    this.key.shadow.radius = 2.5;
    this.key.shadow.bias = -0.0004;
    this.floor = new Floor(this.up);
    this.floor.visible = !this.rollers.grounded;
    const { e1, e2 } = this.floor;
    this.key_direction = new Vector3()
      .addScaledVector(this.up, 2.4)
      .addScaledVector(e1, 0.7)
      .addScaledVector(e2, -0.9)
      .normalize();
    this.scene.add(this.sky, this.key, this.key.target, this.floor);
  }

  #mark() {
    const thin = 0.016 * this.body_radius;
    // The two often coincide: the longer one is the slimmer, so that both are seen.
    this.omega_arrow = new Arrow(2.3 * thin);
    this.momentum_arrow = new Arrow(1.7 * thin);
    this.axis_arrows = [0, 1, 2].map(() => new Arrow(thin));
    this.scene.add(this.omega_arrow, this.momentum_arrow, ...this.axis_arrows);
  }

  /** One trail for each body but those that leave traces on the ground: the chosen point's path over the last three
   *  turns, or all of it for slow bodies. */
  #trace() {
    this.run.bodies.forEach((body, k) => {
      if (body.rolling) return;
      const { points, times } = trail_points(this.run, body, this.models[k], this.shift);
      const age = body.of_system ? ageing({ points, times }) : { old: 0, span: trail_span(this.run, body) };
      const trail = new TimedLine(points, times, { width: 1.6, ...age, fresh: 0.6 });
      this.scene.add(trail);
      this.trails.set(k, trail);
    });
  }

  /** Another motion of the same bodies: their trails, and where all of it is. */
  renew(elsewhere) {
    for (const trail of this.trails.values()) {
      this.scene.remove(trail);
      trail.dispose();
    }
    if (elsewhere) this.#measure();
    this.#trace();
    this.paint(this.theme);
    if (elsewhere) this.frame();
  }

  select(index) {
    this.selected = index;
    this.#rank();
  }

  paint(theme) {
    this.theme = theme;
    const dark = theme.dark;
    this.sky.intensity = dark ? 1.7 : 2.1;
    this.sky.groundColor.set(dark ? 0x3a4658 : 0x9aa4b1);
    this.key.intensity = dark ? 1.7 : 1.9;
    this.floor.paint(theme.colour("grid"), dark ? 0.5 : 0.17, dark ? 0.4 : 0.5);
    this.omega_arrow.colour = theme.colour("omega");
    this.momentum_arrow.colour = theme.colour("momentum");
    ["x", "y", "z"].forEach((name, i) => (this.axis_arrows[i].colour = theme.colour(name)));
    for (const part of [this.loads, this.triads, this.held, this.coils, this.rods]) part.paint(theme);
    if (this.water) this.water.colour = theme.colour("z");
    this.#rank();
  }

  /** The selected body wears the full hue, the others a quieter one. */
  #rank() {
    if (!this.theme) return;
    const colour = (name) => this.theme.colour(name);
    this.models.forEach((model, k) => {
      const other = k === this.selected || model.body.of_system ? "" : "-quiet";
      model.paint(colour(hue_of(this.run, k) + other), colour(`body-light${other}`), colour("body-edge"));
    });
    for (const [k, trail] of this.trails) {
      trail.colour = colour(hue_of(this.run, k));
      trail.fresh = k === this.selected || this.run.bodies[k].of_system ? 0.6 : 0.25;
    }
    this.rollers.paint(this.theme, this.selected);
    this.robots.paint(this.theme, this.run.bodies.length ? this.selected - this.models.length : -1);
  }

  /** Puts the camera where the whole motion, or the followed body, fills the view. */
  frame() {
    const vertical = (this.camera.fov * Math.PI) / 360;
    const direction = facing(this.run, this.floor, this.up);
    const free = this.pixels ? 1 - this.covered / this.pixels.width : 1;
    const horizontal = Math.atan(Math.tan(vertical) * this.camera.aspect * free);
    const whole = this.run.only_points && !this.follow;
    const distance = whole
      ? fitting(this.run, this.models, this.shift, { direction, up: this.up, vertical, horizontal })
      : this.view_radius / Math.sin(Math.min(vertical, horizontal));
    this.target.copy(this.#focus());
    this.controls.target.copy(this.target);
    this.camera.position.copy(this.target).addScaledVector(direction, distance);
    this.controls.minDistance = 0.15 * this.body_radius;
    this.controls.maxDistance = 12 * distance;
    this.controls.update();
    for (const floor of [this.floor, this.rollers]) floor.fit(Math.max(this.view_radius, 1.75 * this.body_radius));
  }

  set_follow(follow) {
    this.follow = follow;
    this.frame();
  }

  #focus() {
    if (!this.follow || !this.movers.length) return new Vector3();
    if (!this.together) return this.models[this.selected]?.position.clone() ?? this.robot.middle();
    const sum = new Vector3();
    for (const mover of this.movers) sum.add(mover.now());
    return sum.divideScalar(this.movers.length);
  }

  /** Everything to where it is at time t. */
  move(t, where) {
    const poses = this.run.bodies.map((body) => body.at(where));
    this.models.forEach((model, k) => model.move(poses[k], this.shift));
    for (const [k, trail] of this.trails) {
      trail.now = t;
      trail.visible = this.shown.trace && !this.held.traces(k, this.shown);
    }
    this.#act(t, where, poses);
    this.pose = poses[this.selected];
    if (this.pose) this.#point_arrows();
    else for (const arrow of [this.omega_arrow, this.momentum_arrow, ...this.axis_arrows]) arrow.visible = false;
    // The followed body takes the camera with it, whatever angle the reader chose.
    const focus = this.#focus();
    const step = focus.clone().sub(this.target);
    if (step.lengthSq() > 0) {
      this.camera.position.add(step);
      this.controls.target.add(step);
      this.target.copy(focus);
    }
    this.#ground(focus);
    this.rollers.lie(where, focus, this.shift);
  }

  /** What acts on the bodies and holds them. */
  #act(t, where, poses) {
    const { shown, shift } = this;
    const reach = 0.6 * this.view_radius;
    this.loads.scale(reach, this.floor.cell);
    this.robots.move(t, where, shift, this.loads.kinds.forces.per_metre, shown);
    this.robots.move_pins(poses, shift, shown);
    this.loads.move(where, poses, shift, reach, shown);
    this.rollers.move(t, where, { shift, shown, reach, per_metre: this.loads.kinds.forces.per_metre });
    this.triads.move(where, poses, shift, this.models, this.selected, reach, shown);
    this.held.move(t, poses, shown);
    this.coils.move(poses, shift);
    this.rods.move(poses, shift);
  }

  #ground(focus) {
    const floating = this.follow && this.falls_far;
    const clearance = this.stands ? 0 : Math.min(0.35 * this.#radius, this.models.length ? Infinity : 0.1 * this.size);
    const below = this.together ? 0.75 * this.spread : 1.6 * this.#radius;
    const height = floating ? focus.dot(this.up) - below : this.bottom - clearance;
    this.floor.move(focus, height, this.up, this.shift);
    this.floor_floats = Boolean(floating);
    const reach = 1.5 * Math.max(this.view_radius, 1.2 * this.body_radius);
    this.key.target.position.copy(focus);
    this.key.position.copy(focus).addScaledVector(this.key_direction, 4 * reach);
    Object.assign(this.key.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.1 * reach,
      far: 9 * reach,
    });
    this.key.shadow.camera.updateProjectionMatrix();
    this.key.shadow.normalBias = 0.004 * reach;
  }

  #point_arrows() {
    const { run, selected, pose, shown } = this;
    const body = run.bodies[selected];
    const model = this.models[selected];
    const r = model.radius;
    const largest = (this.largest ??= new Map());
    if (!largest.has(selected)) largest.set(selected, [largest_norm(body.omega), largest_norm(body.momentum)]);
    const [most_w, most_l] = largest.get(selected);
    this.omega_arrow.visible = shown.omega;
    this.momentum_arrow.visible = shown.momentum;
    // Beside the contact they are not the first thing to look at.
    const reach = (body.rolling ? 0.75 : 1) * r;
    this.omega_arrow.point(model.position, pose.w, most_w > 0 ? (1.5 * reach * norm(pose.w)) / most_w : 0);
    this.momentum_arrow.point(model.position, pose.l, most_l > 0 ? (1.85 * reach * norm(pose.l)) / most_l : 0);
    this.axis_arrows.forEach((arrow, i) => {
      const axis = new Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0).applyQuaternion(model.quaternion);
      arrow.visible = shown.axes && !body.particle;
      arrow.point(model.position, axis.toArray(), 1.28 * r);
    });
  }

  resize(size, ratio, covered = 0) {
    this.pixels = size;
    this.camera.aspect = size.width / size.height;
    // Whatever covers the right edge moves the middle of the picture to the left.
    this.camera.setViewOffset(size.width, size.height, covered / 2, 0, size.width, size.height);
    this.covered = covered;
    for (const trail of this.trails.values()) {
      trail.resize(size.width * ratio, size.height * ratio);
      trail.material.uniforms.width.value = 1.6 * ratio;
    }
    for (const part of [this.held, this.robots, this.rollers])
      part.resize(size.width * ratio, size.height * ratio, ratio);
  }

  before_render() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = distance * 0.02;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.compass.turn(this.camera);
    this.rollers.look_from(this.camera.position);
    this.#name();
  }

  #name() {
    const { shown, labels, camera, pixels } = this;
    const moving = Boolean(this.pose);
    labels.begin();
    const order = [this.selected, ...this.models.keys()].filter(
      (k, n) => this.models[k] && (n === 0 || k !== this.selected),
    );
    order.forEach((k) => {
      const model = this.models[k];
      const top = model.position.clone().addScaledVector(this.up, 1.12 * model.radius);
      const kind = k === this.selected ? "name selected" : "name";
      labels.put(`name-${k}`, model.body.name, top, camera, pixels, {
        shown: shown.names,
        kind,
        // The selected one clears the letters at the tips of its axes, however small it is on the screen; balls that
        // are looked at from above have their tops in their middle.
        lift: k === this.selected ? 24 : model.body.of_system ? 18 : 8,
        shy: k !== this.selected,
      });
    });
    labels.put("omega", "ω", this.omega_arrow.tip, camera, pixels, {
      shown: moving && shown.omega && this.omega_arrow.drawn,
      lift: 9,
    });
    labels.put("momentum", "L", this.momentum_arrow.tip, camera, pixels, {
      shown: moving && shown.momentum && this.momentum_arrow.drawn,
      lift: 9,
    });
    ["x", "y", "z"].forEach((name, i) =>
      labels.put(name, name, this.axis_arrows[i].tip, camera, pixels, {
        shown: moving && shown.axes && !this.run.bodies[this.selected].particle,
        kind: `axis-${name}`,
      }),
    );
    this.loads.name(labels, camera, pixels, shown, this.run.bodies[this.selected] ?? this.robot?.mechanism);
    this.triads.name(labels, camera, pixels, shown);
    this.robots.name(labels, camera, pixels, shown);
    this.rollers.name(labels, camera, pixels);
  }

  /** What a length on the stage stands for. */
  get scale_text() {
    const { cell } = this.floor;
    const newtons = this.shown.forces ? this.loads.newtons_per_square : 0;
    const force = newtons > 0 ? ` = ${number(newtons)} N of force` : "";
    const left_out = this.shown.forces || this.shown.torques ? this.run.loads_left_out : 0;
    const missing = left_out > 0 ? `; ${left_out} more loads are not drawn` : "";
    const { quarter } = this.robots;
    const torque = quarter > 0 && this.shown.torques ? `; a quarter turn of an arc = ${number(quarter)} N m` : "";
    const floats = this.floor_floats ? "; the floor follows" : "";
    return `1 square = ${number(cell)} m${force}${torque}${missing}${this.rollers.text(this.selected)}${floats}`;
  }

  /** The body, or behind them the mechanism, under a point of the view (−1 … 1 both ways), or −1. */
  pick(x, y) {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.camera);
    const links = this.robots.all.flatMap((robot) => robot.models);
    const hit = ray.intersectObjects([...this.models, ...links], true).find((h) => h.object.isMesh);
    if (!hit) return -1;
    const robot = this.robots.all.findIndex(({ models }) => models.includes(hit.object.parent));
    return robot < 0 ? this.models.indexOf(hit.object.parent) : this.models.length + robot;
  }
}
