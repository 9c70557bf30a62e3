// One canvas, two views: the motion and Poinsot's picture, side by side, one inside the other, or one alone.
import { PCFShadowMap, WebGLRenderer } from "three";
import { element } from "./format.js";
import { MotionView } from "./motion.js";
import { PoinsotView } from "./poinsot.js";

const pixel_ratio = () => Math.min(window.devicePixelRatio || 1, 2);

export class Stage {
  constructor(run, parent, on_pick) {
    this.run = run;
    this.parent = parent;
    this.t = run.start;
    this.mode = "motion";
    this.canvas = element("canvas", { class: "canvas", "aria-label": "the motion in three dimensions", role: "img" });
    this.main = element("div", { class: "view main-view" });
    this.inset = element("div", { class: "view inset-view" });
    this.note = element("div", { class: "inset-note" });
    this.scale = element("div", { class: "scale muted" });
    parent.append(this.canvas, this.main, this.inset, this.scale);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setScissorTest(true);
    this.invalidate = this.invalidate.bind(this);
    this.motion = new MotionView(run, this.main, this.invalidate);
    this.poinsot = new PoinsotView(run, this.inset, this.motion.shown, this.invalidate);
    this.inset.append(this.note);
    this.poinsot.select(0);
    this.#listen(on_pick);
    this.canvas.addEventListener("webglcontextrestored", this.invalidate);
    new ResizeObserver(() => this.#fits() || this.resize()).observe(parent);
  }

  #listen(on_pick) {
    let down = null;
    this.main.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
    this.main.addEventListener("pointerup", (e) => {
      if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const box = this.main.getBoundingClientRect();
      const x = ((e.clientX - box.left) / box.width) * 2 - 1;
      const y = 1 - ((e.clientY - box.top) / box.height) * 2;
      const index = this.motion.pick(x, y);
      if (index >= 0) on_pick(index);
    });
  }

  set_mode(mode) {
    this.mode = mode;
    this.parent.dataset.mode = mode;
    this.resize();
    this.motion.frame();
    if (this.poinsot.usable) this.poinsot.frame();
    this.seek(this.t);
  }

  select(index) {
    this.motion.select(index);
    this.poinsot.select(index);
    if (this.motion.follow) this.motion.set_follow(true);
    this.seek(this.t);
  }

  show(key, on) {
    this.motion.shown[key] = on;
    this.seek(this.t);
  }

  set_follow(on) {
    this.motion.set_follow(on);
    this.seek(this.t);
  }

  /** Something of this width stands before the right edge. */
  cover(width) {
    this.covered = width;
    this.resize();
    this.frame();
  }

  /** A mechanism at coordinates that a reader chose; null: as recorded. */
  pose(mechanism, q) {
    this.motion.robots.all[mechanism.index].pose(q);
    this.seek(this.t);
  }

  /** All mechanisms at such coordinates, when the stage is drawn next. */
  pose_all(coordinates) {
    coordinates.forEach((q, k) => this.motion.robots.all[k].pose(q));
  }

  /** The run has other numbers now; `elsewhere` if it also goes elsewhere. */
  renew(elsewhere) {
    this.motion.renew(elsewhere);
    this.resize();
    this.seek(this.t);
  }

  frame() {
    this.motion.frame();
    if (this.poinsot.usable) this.poinsot.frame();
    this.invalidate();
  }

  paint(theme) {
    this.backdrop = theme.colour("stage");
    this.inset_backdrop = theme.colour("inset");
    this.motion.paint(theme);
    this.poinsot.paint(theme);
    this.invalidate();
  }

  seek(t) {
    this.t = t;
    const where = this.run.locate(t);
    this.motion.move(t, where);
    this.poinsot.move(t, where);
    this.note.textContent = this.#poinsot_note();
    this.scale.textContent = this.motion.scale_text;
    this.invalidate();
  }

  #poinsot_note() {
    const { usable, alive, torque_free } = this.poinsot;
    if (this.motion.robot) return "A mechanism has no polhode";
    if (!usable || !alive) return "The body does not turn: no polhode";
    if (this.mode === "both") return "Poinsot";
    if (!torque_free) return "The inertia ellipsoid rolls on a plane that a torque tilts";
    return "The inertia ellipsoid rolls on a plane that never moves";
  }

  resize() {
    const box = this.parent.getBoundingClientRect();
    if (!(box.width > 0 && box.height > 0)) return;
    this.ratio = pixel_ratio();
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(box.width, box.height, false);
    this.size = { width: box.width, height: box.height };
    const inset = this.mode === "both" ? this.inset.getBoundingClientRect().width : 0;
    this.#fit(this.motion, this.main, box, Math.max(0.75 * inset, this.covered ?? 0));
    this.#fit(this.poinsot, this.inset, box);
    if (!this.framed) this.motion.frame();
    this.framed = true;
    this.invalidate();
  }

  /** An observer speaks once even if nothing changed, and a drawing of the same size again is the dearest of all. */
  #fits() {
    const { width, height } = this.parent.getBoundingClientRect();
    return this.size?.width === width && this.size.height === height && this.ratio === pixel_ratio();
  }

  #fit(view, node, box, covered = 0) {
    const own = node.getBoundingClientRect();
    if (!(own.width > 0)) return;
    view.region = { x: own.left - box.left, y: box.bottom - own.bottom, width: own.width, height: own.height };
    view.resize({ width: own.width, height: own.height }, this.ratio, covered);
  }

  invalidate() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = null;
      this.render();
    });
  }

  render() {
    if (!this.size) return;
    const { renderer, mode } = this;
    if (mode !== "poinsot") this.#draw(this.motion, this.backdrop);
    else renderer.clear();
    if (mode !== "motion") this.#draw(this.poinsot, mode === "both" ? this.inset_backdrop : this.backdrop);
    this.drawn_at = this.t;
  }

  #draw(view, colour) {
    if (!view.region) return;
    const { x, y, width, height } = view.region;
    this.renderer.setViewport(x, y, width, height);
    this.renderer.setScissor(x, y, width, height);
    this.renderer.setClearColor(colour);
    view.before_render();
    this.renderer.render(view.scene, view.camera);
  }

  /** Column-major matrices from world metres to a view's clip space, and where that view is on the page. */
  projection(name = "motion") {
    const { camera } = this[name];
    const shift = this[name].shift ?? [0, 0, 0];
    camera.updateMatrixWorld();
    const view = camera.matrixWorldInverse.clone();
    const e = view.elements;
    for (let i = 0; i < 3; ++i) e[12 + i] -= e[i] * shift[0] + e[4 + i] * shift[1] + e[8 + i] * shift[2];
    const box = this[name].element.getBoundingClientRect();
    return {
      view: [...e],
      projection: [...camera.projectionMatrix.elements],
      box: { left: box.left, top: box.top, width: box.width, height: box.height },
    };
  }
}
