// Play, scrub, speed: where a video player has them; events and an early end marked on the line.
import { element, seconds, set_icon } from "./format.js";

export class Timeline {
  constructor(run, player, parent) {
    this.run = run;
    this.player = player;
    this.slider = element("input", {
      type: "range",
      class: "slider",
      min: run.start,
      max: run.end > run.start ? run.end : run.start + 1,
      step: "any",
      value: run.start,
      "aria-label": "time",
      oninput: () => this.#scrub(),
    });
    this.marks = element("div", { class: "marks" });
    this.track = element("div", { class: "track" }, this.marks, this.#unreached(), this.slider);
    this.#mark_events();
    this.track.classList.toggle("bare", this.marks.childElementCount === 0);
    this.slider.style.setProperty("--reached", `${(100 * this.#fraction(run.last)).toFixed(3)}%`);
    this.play = this.#button("play", "play or pause (space)", () => player.toggle());
    const rewind = this.#button("rewind", "rewind (r)", () => player.rewind());
    const back = this.#button("back", "one sample back (,)", () => player.step(-1));
    const forward = this.#button("forward", "one sample on (.)", () => player.step(1));
    this.clock = element("span", { class: "clock" });
    this.speed = this.#speeds();
    const buttons = element("div", { class: "buttons" }, rewind, back, this.play, forward);
    const total = element("span", { class: "muted total" }, `/ ${seconds(run.end)} s`);
    const read = element("div", { class: "read" }, this.clock, total);
    parent.append(this.track, element("div", { class: "transport" }, buttons, read, this.speed));
    if (run.ended_early) parent.append(this.#reason());
    player.on_time((t) => this.seek(t));
    player.on_state(() => this.#state());
    this.#state();
    this.seek(player.t);
    new ResizeObserver(() => this.#spread_names()).observe(this.track);
  }

  #button(icon, label, action) {
    const button = element("button", {
      type: "button",
      class: `icon ${icon}`,
      "aria-label": label,
      title: label,
      onclick: action,
    });
    set_icon(button, icon);
    return button;
  }

  #speeds() {
    const { player } = this;
    const menu = element("select", {
      class: "speed",
      "aria-label": "speed",
      onchange: () => player.set_speed(Number(menu.value)),
    });
    for (const speed of player.speeds)
      menu.append(
        element("option", { value: speed, selected: speed === player.speed }, `${Number(speed.toPrecision(3))}×`),
      );
    return menu;
  }

  #scrub() {
    // A thumb must not stand where nothing was computed.
    this.player.seek(Number(this.slider.value));
    this.slider.value = this.player.t;
  }

  #fraction(t) {
    const span = this.run.end - this.run.start;
    return span > 0 ? (t - this.run.start) / span : 0;
  }

  #place(t) {
    return `calc(var(--thumb) / 2 + ${this.#fraction(t).toFixed(6)} * (100% - var(--thumb)))`;
  }

  #unreached() {
    const { run } = this;
    if (!run.ended_early || !(run.end > run.last)) return null;
    return element("div", { class: "unreached", style: `left: ${this.#place(run.last)}`, title: "not computed" });
  }

  #mark_events() {
    const seen = new Set();
    for (const event of this.run.events) {
      if (!Number.isFinite(event.t)) continue;
      const slot = Math.round(this.#fraction(event.t) * 1000);
      if (seen.has(slot)) continue;
      seen.add(slot);
      const label = `${event.name} at ${seconds(event.t)} s`;
      this.marks.append(
        element(
          "button",
          {
            type: "button",
            class: "mark",
            style: `left: ${this.#place(event.t)}`,
            title: label,
            "aria-label": label,
            onclick: () => {
              this.player.pause();
              this.player.seek(event.t);
            },
          },
          element("span", { class: "mark-name" }, event.name),
        ),
      );
    }
    if (this.run.ended_early) {
      const t = Number.isFinite(this.run.outcome.t) ? this.run.outcome.t : this.run.last;
      this.marks.append(
        element(
          "span",
          { class: "mark stop", style: `left: ${this.#place(t)}` },
          element("span", { class: "mark-name" }, `ended at ${seconds(t)} s`),
        ),
      );
    }
  }

  /** Names stand beside their marks only where they do not touch; all of them stay as tooltips. */
  #spread_names() {
    const marks = [...this.marks.children].sort((a, b) => b.classList.contains("stop") - a.classList.contains("stop"));
    const box = this.track.getBoundingClientRect();
    const taken = [];
    for (const mark of marks) {
      const name = mark.firstElementChild;
      name.hidden = false;
      name.style.transform = "";
      let rect = name.getBoundingClientRect();
      const push = Math.min(0, box.right - rect.right) + Math.max(0, box.left - rect.left);
      if (push) name.style.transform = `translateX(calc(-50% + ${push}px))`;
      rect = name.getBoundingClientRect();
      const clash = taken.some(([left, right]) => rect.left < right + 8 && rect.right > left - 8);
      name.hidden = clash;
      if (!clash) taken.push([rect.left, rect.right]);
    }
  }

  #reason() {
    const { outcome } = this.run;
    const text = [String(outcome.ending).replace(/_/g, " "), outcome.detail].filter(Boolean).join(": ");
    const stop = /[.!?]$/.test(text) ? "" : ".";
    return element(
      "p",
      { class: "reason", role: "status" },
      `Ended early, at ${seconds(Number(outcome.t ?? this.run.last))} s of ${seconds(this.run.end)} s. `,
      text,
      `${stop} What was computed still plays.`,
    );
  }

  seek(t) {
    this.slider.value = t;
    this.slider.style.setProperty("--filled", `${(100 * this.#fraction(t)).toFixed(3)}%`);
    this.slider.setAttribute("aria-valuetext", `${seconds(t)} seconds`);
    this.clock.textContent = `${seconds(t)} s`;
  }

  #state() {
    const { player } = this;
    set_icon(this.play, player.playing ? "pause" : "play");
    this.play.setAttribute("aria-label", player.playing ? "pause (space)" : "play (space)");
    this.play.title = this.play.getAttribute("aria-label");
    this.speed.value = String(player.speed);
  }
}
