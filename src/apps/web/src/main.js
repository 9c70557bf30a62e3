// The page of a run.
import { Bars } from "./bars.js";
import { Run, read_document } from "./data.js";
import { figures } from "./figures.js";
import { element, icon, set_icon } from "./format.js";
import { ModePanel, mode_figures } from "./mode_panel.js";
import { ModeRun } from "./modes.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { Posing } from "./posing.js";
import { plots_of } from "./series.js";
import { Stage } from "./stage.js";
import { Theme } from "./theme.js";
import { Timeline } from "./timeline.js";

const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");
const narrow = window.matchMedia("(max-width: 760px)");

function failed(app, theme, error) {
  app.append(
    element(
      "main",
      { class: "failed" },
      element("h1", {}, "Nothing to show"),
      element("p", {}, `${error.message}.`),
      element(
        "p",
        { class: "muted" },
        "A report is written by “polhode run SCENE”; this file was not, or it was cut short.",
      ),
    ),
  );
  window.polhode = { ready: false, error: error.message };
}

function theme_switch(theme) {
  const button = element("button", { type: "button", class: "icon", onclick: () => theme.toggle() });
  const show = () => {
    set_icon(button, theme.dark ? "sun" : "moon");
    button.title = theme.dark ? "light page" : "dark page";
    button.setAttribute("aria-label", button.title);
  };
  theme.on_change(show);
  show();
  return button;
}

function body_menu(run, select) {
  const names = [
    ...run.bodies.map((body, k) => body.name || `body ${k + 1}`),
    ...run.mechanisms.map((mechanism) => mechanism.name),
  ];
  if (names.length < 2) return null;
  const menu = element("select", {
    class: "body-menu",
    "aria-label": run.bodies.length ? "body" : "mechanism",
    onchange: () => select(menu.selectedIndex),
  });
  names.forEach((name, k) => menu.append(element("option", { value: k }, name)));
  return menu;
}

function toggle(label, name, on, change, colour) {
  const button = element("button", {
    type: "button",
    class: "chip",
    "aria-pressed": String(on),
    "data-show": name,
    title: `show ${label}`,
    style: colour ? `--c: var(--${colour})` : null,
  });
  if (colour) button.append(element("i", { "aria-hidden": "true" }));
  button.append(label);
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return button;
}

function view_switch(stage, start) {
  const modes = [
    ["motion", "Motion"],
    ["both", "Both"],
    ["poinsot", "Poinsot"],
  ];
  const group = element("div", { class: "segments", role: "group", "aria-label": "view" });
  const set = (mode) => {
    stage.set_mode(mode);
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  };
  for (const [mode, label] of modes)
    group.append(element("button", { type: "button", "data-mode": mode, onclick: () => set(mode) }, label));
  set(start);
  return { group, set };
}

/** Opens the panel of sliders; on wide screens it stands before the right edge of the stage. */
function pose_switch(stage, posing) {
  const make_room = () => {
    const before = !posing.node.hidden && !narrow.matches;
    stage.cover(before ? posing.node.getBoundingClientRect().width + 16 : 0);
    stage.seek(stage.t);
  };
  narrow.addEventListener("change", make_room);
  return toggle("pose", "pose", false, (on) => {
    posing.open(on);
    make_room();
  });
}

/** Where only mechanisms are, there is no polhode to switch to. */
function view_choice(run, stage) {
  if (run.only_points) {
    stage.set_mode("motion");
    return element("span");
  }
  const alone = narrow.matches || !stage.poinsot.usable || run.bodies[0]?.rolling;
  if (run.bodies.length) return view_switch(stage, alone ? "motion" : "both").group;
  stage.set_mode("motion");
  return element("span");
}

function stage_tools(run, stage, posing) {
  const tools = element("div", { class: "stage-tools" });
  const views = view_choice(run, stage);
  const { shown } = stage.motion;
  const chips = element("div", { class: "chips", role: "group", "aria-label": "what is drawn" });
  const show = (key) => (on) => stage.show(key, on);
  if (run.bodies.some((body) => !body.particle))
    chips.append(
      toggle("ω", "omega", shown.omega, show("omega"), "omega"),
      toggle("L", "momentum", shown.momentum, show("momentum"), "momentum"),
      toggle("axes", "axes", shown.axes, show("axes")),
    );
  chips.append(
    toggle("trace", "trace", shown.trace, show("trace")),
    toggle("follow", "follow", stage.motion.follow, (on) => stage.set_follow(on)),
  );
  const { loads, held, robots, rollers } = stage.motion;
  for (const kind of ["forces", "torques"])
    if ([loads, robots, rollers].some((one) => one.has(kind)))
      chips.append(toggle(kind, kind, shown[kind], show(kind)));
  if (held.spheres) chips.append(toggle("sphere", "sphere", shown.sphere, show("sphere")));
  if (run.mechanisms.length) chips.append(toggle("joints", "joints", shown.joints, show("joints")));
  chips.append(toggle("frames", "frames", shown.frames, show("frames")));
  if (stage.motion.movers.length > 1) chips.append(toggle("names", "names", shown.names, show("names")));
  chips.append(
    element(
      "button",
      {
        type: "button",
        class: "chip plain",
        title: "the first view again",
        "aria-label": "the first view again",
        onclick: () => stage.frame(),
      },
      icon("frame"),
    ),
  );
  if (posing) chips.insertBefore(pose_switch(stage, posing), chips.lastElementChild);
  tools.append(views, chips);
  return tools;
}

/** Nothing where there is nothing to draw, or no way to draw it. */
function make_stage(run, parent, select) {
  if (!run.seen) {
    parent.remove();
    return null;
  }
  try {
    return new Stage(run, parent, select);
  } catch (error) {
    parent.append(
      element(
        "p",
        { class: "muted nothing" },
        "This browser draws no WebGL; the plots and figures below are complete.",
      ),
    );
    parent.dataset.failed = String(error.message);
    return null;
  }
}

/** What a test, or a curious reader in the console, can ask of the page. */
function expose(run, player, stage, select) {
  window.polhode = {
    ready: true,
    time: () => player.t,
    setTime: (t) => {
      player.pause();
      player.seek(t);
    },
    play: () => player.play(),
    pause: () => player.pause(),
    playing: () => player.playing,
    select: (name) => select([...run.bodies, ...run.mechanisms].findIndex((one) => one.name === name)),
    mechanisms: () => stage.motion.robots.figures(stage.motion.shift),
    camera: (view = "motion") => stage.projection(view),
    poinsot: () => stage.poinsot.figures(),
    loads: () => stage.motion.loads.figures(stage.motion.shift),
    frames: () => stage.motion.triads.figures(stage.motion.shift),
    spheres: () => stage.motion.held.figures(),
    rolling: () => stage.motion.rollers.figures(stage.motion.shift),
    springs: () => stage.motion.coils.figures(),
    rods: () => stage.motion.rods.figures(),
    projectBody: (name) => {
      const body = run.bodies.find((b) => b.name === name);
      const { view, projection, box } = stage.projection();
      const apply = (m, v) =>
        [0, 1, 2, 3].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r] * v[3]);
      const clip = apply(projection, apply(view, [...body.at(run.locate(player.t)).p, 1]));
      return {
        x: box.left + ((clip[0] / clip[3] + 1) / 2) * box.width,
        y: box.top + ((1 - clip[1] / clip[3]) / 2) * box.height,
      };
    },
  };
}

/** Stage and plots take what title and certificate line leave of the window. */
function fill_window(...around) {
  const measure = () => {
    const taken = around.reduce((sum, node) => sum + node.getBoundingClientRect().height, 0);
    document.documentElement.style.setProperty("--around", `${Math.ceil(taken)}px`);
  };
  const observer = new ResizeObserver(measure);
  around.forEach((node) => observer.observe(node));
  measure();
}

function heading(run, menu, theme) {
  const words = element(
    "div",
    { class: "words" },
    element("h1", {}, run.title),
    run.watch ? element("p", { class: "watch" }, run.watch) : null,
  );
  return element("header", {}, words, menu, theme_switch(theme));
}

function start() {
  const app = document.getElementById("app");
  const theme = new Theme();
  let modes = null;
  let run;
  try {
    const raw = read_document();
    modes = raw?.kind === "modes" ? new ModeRun(raw) : null;
    run = modes?.run ?? new Run(raw);
  } catch (error) {
    failed(app, theme, error);
    return;
  }
  document.title = `${run.title} · Polhode`;
  const player = new Player(run);
  const menu = body_menu(run, (k) => select(k));
  const head = heading(run, menu, theme);
  const viewport = element("div", { class: "viewport" });
  const deck = element("div", { class: "deck" });
  const theatre = element("section", { class: "theatre", "aria-label": "stage" }, viewport, deck);
  const certificate = modes ? mode_figures(modes) : figures(run, player);
  const side = element("section", { class: "side", "aria-label": "plots" });
  app.append(head, element("main", run.seen || modes ? {} : { class: "plain" }, theatre, side), certificate);
  const bars = modes && !run.seen ? new Bars(modes, viewport) : null;
  const stage = bars ? null : make_stage(run, viewport, (k) => select(k));
  const plots = new Plots(run, player, theme, side);

  const selectable = [...run.bodies, ...run.mechanisms];
  const posing =
    stage && run.mechanisms.length && !modes ? new Posing(run, player, theatre, (one, q) => stage.pose(one, q)) : null;

  /** Joints of a mechanism at rest have no curves of their own. */
  function plots_for(k) {
    return plots_of(run, modes && k >= run.bodies.length ? null : selectable[k]);
  }

  function select(k) {
    if (!selectable[k]) return;
    if (menu) menu.selectedIndex = k;
    stage?.select(k);
    if (k >= run.bodies.length) posing?.select(selectable[k]);
    plots.show(plots_for(k));
  }

  /** What another mode, or another size of it, changes. */
  function mode_panel() {
    return new ModePanel(modes, (another) => {
      stage?.renew(another);
      plots.show(plots_for(menu?.selectedIndex ?? 0));
      player.seek(player.t);
    }).node;
  }

  if (stage) {
    theatre.insertBefore(stage_tools(run, stage, posing), deck);
    stage.paint(theme);
    theme.on_change(() => stage.paint(theme));
    if (modes) player.on_time((t) => stage.pose_all(modes.mechanism_coordinates(t)));
    player.on_time((t) => stage.seek(t));
  }
  if (modes) {
    modes.choose(0, 0.5);
    stage?.renew(false);
  }
  new Timeline(run, player, deck);
  plots.show(plots_for(0));
  if (bars) player.on_time((t) => bars.seek(t));
  if (modes) theatre.insertBefore(mode_panel(), deck);
  player.listen(document);
  fill_window(head, certificate.firstElementChild);
  stage?.resize();
  // A button that was clicked must not swallow the space bar afterwards.
  document.addEventListener("click", (event) => event.detail > 0 && event.target.closest?.("button")?.blur());
  player.rewind();
  expose(run, player, stage, select);
  if (modes) window.polhode.deviation = () => modes.deviation(player.t);
  if (!quiet.matches) player.play();
}

start();
