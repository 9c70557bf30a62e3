// Time: one value, many listeners, and the ways to move it.

const usual_speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];

export class Player {
  constructor(run) {
    this.run = run;
    this.t = run.start;
    this.playing = false;
    // A disk goes round hundreds of times a second before it lies flat.
    this.speeds = run.bodies.some((body) => body.rolling) ? [0.01, ...usual_speeds] : [...usual_speeds];
    this.speed = this.#natural_speed(run.last - run.start);
    this.listeners = [];
    this.state_listeners = [];
    this.frame = null;
  }

  /** Real time, unless the run would be over in a blink or take minutes to watch. */
  #natural_speed(span) {
    if (!(span > 0)) return 1;
    while (span / this.speeds[this.speeds.length - 1] > 60) this.speeds.push(this.speeds[this.speeds.length - 1] * 10);
    while (span / this.speeds[0] < 2) this.speeds.unshift(this.speeds[0] / 10);
    if (span >= 3 && span <= 90) return 1;
    const wanted = span / 12;
    return this.speeds.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
  }

  on_time(listener) {
    this.listeners.push(listener);
  }
  on_state(listener) {
    this.state_listeners.push(listener);
  }

  seek(t) {
    const wanted = Math.min(Math.max(Number(t) || 0, this.run.start), this.run.last);
    this.t = wanted;
    for (const listener of this.listeners) listener(wanted);
  }

  /** To the neighbouring sample. */
  step(direction) {
    this.pause();
    const { run } = this;
    const { i, s } = run.locate(this.t);
    const next = direction > 0 ? i + 1 : s > 0 ? i : i - 1;
    this.seek(run.times[Math.min(Math.max(next, 0), run.count - 1)]);
  }

  jump(direction) {
    this.seek(this.t + direction * (this.run.last - this.run.start) * 0.01);
  }

  rewind() {
    this.seek(this.run.start);
  }

  play() {
    if (this.playing || this.run.count < 2) return;
    if (this.t >= this.run.last) this.rewind();
    this.playing = true;
    let before = null;
    const tick = (now) => {
      if (!this.playing) return;
      // A tab that slept must not jump ahead.
      const passed = before === null ? 0 : Math.min((now - before) / 1000, 0.1);
      before = now;
      this.seek(this.t + passed * this.speed);
      if (this.t >= this.run.last) this.pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.#announce();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.#announce();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  set_speed(speed) {
    this.speed = speed;
    this.#announce();
  }

  #announce() {
    for (const listener of this.state_listeners) listener(this);
  }

  /** Space, ← →, comma and full stop, r, Home, End; a focused menu, or a slider that says so, keeps its own keys. */
  listen(target) {
    const actions = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.jump(-1),
      ArrowRight: () => this.jump(1),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      r: () => this.rewind(),
      R: () => this.rewind(),
      Home: () => this.rewind(),
      End: () => this.seek(this.run.last),
    };
    target.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const tag = event.target.tagName;
      if (tag === "SELECT" || event.target.dataset?.keys === "own") return;
      if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }
}
