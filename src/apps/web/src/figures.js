// The run's figures: one line that opens to all of them.
import { element, grouped, icon, number, power, seconds, unit } from "./format.js";
import { row, trust_facts, trust_tables } from "./trust.js";

const spaced = (text) => String(text).replace(/_/g, " ");

function worst(monitor) {
  let most = 0;
  let at = 0;
  if (monitor.drift)
    monitor.drift.forEach((x, i) => {
      if (x > most) {
        most = x;
        at = i;
      }
    });
  return { most: Math.max(most, monitor.largest_drift), at };
}

const drift_text = (x) => (x === 0 ? "0" : power(x, 2));

function accuracy(solver) {
  const parts = [];
  if (solver.tolerance !== null && solver.tolerance !== undefined)
    parts.push(`tolerance ${power(solver.tolerance, 2)}`);
  if (solver.step !== null && solver.step !== undefined) parts.push(`step ${number(solver.step)} s`);
  return parts.join(", ");
}

function copy_button(text) {
  const button = element(
    "button",
    { type: "button", class: "copy", "aria-label": "copy the hash", title: "copy the hash" },
    icon("copy"),
  );
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page from disk may have no clipboard: select the text instead, so that one key copies it.
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1200);
  });
  return button;
}

function run_table(run) {
  const s = run.statistics;
  const { solver, outcome } = run;
  const rows = [
    row(
      "Outcome",
      `${spaced(outcome.ending)} at ${seconds(Number(outcome.t ?? run.last))} s${outcome.detail ? `: ${outcome.detail}` : ""}`,
    ),
    row(
      "Solver",
      [solver.title, solver.name && solver.title ? `(${solver.name})` : solver.name].filter(Boolean).join(" ") || "–",
    ),
    row("Accuracy asked for", accuracy(solver) || "–"),
    row("Steps", `${grouped(s.steps)} taken, ${grouped(s.rejected)} rejected`),
    row("Rate evaluations", grouped(s.rate_evaluations)),
    row("Computing time", s.seconds === undefined ? "–" : `${number(s.seconds)} s`),
    row("Scene", run.scene || "–"),
  ];
  if (run.hash) rows.push(row("Hash", element("span", {}, element("code", {}, run.hash), copy_button(run.hash))));
  return element("table", {}, element("caption", {}, "Run"), element("tbody", {}, rows));
}

function drift_table(run) {
  const head = ["Quantity", "at the start", "at the end", "largest drift", "when"].map((h) =>
    element("th", { scope: "col" }, h),
  );
  const body = run.monitors.map((m) => {
    const value = (i) => {
      const parts = Array.from(m.values.slice(m.size * i, m.size * (i + 1)), (x) => number(x));
      return parts.length ? `${m.size > 1 ? `(${parts.join(", ")})` : parts[0]} ${unit(m.unit)}` : "–";
    };
    const { most, at } = worst(m);
    return row(
      spaced(m.name),
      value(0),
      value(run.count - 1),
      m.drift ? drift_text(most) : "–",
      m.drift && most > 0 ? `${seconds(run.times[at])} s` : "–",
    );
  });
  const formula = element(
    "p",
    { class: "muted formula" },
    "drift of ",
    element("var", {}, "X"),
    " = |",
    element("var", {}, "X"),
    " − ",
    element("var", {}, "X"),
    element("sub", {}, "0"),
    " − work done on it| / max |",
    element("var", {}, "X"),
    "|",
  );
  return element(
    "div",
    { class: "wide" },
    element(
      "table",
      {},
      element("caption", {}, "Conserved quantities"),
      element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, body),
    ),
    formula,
  );
}

function body_table(bodies) {
  const head = ["Body", "mass", "principal moments"].map((h) => element("th", { scope: "col" }, h));
  const rows = bodies.map((b) =>
    row(
      b.name,
      `${number(b.mass)} kg`,
      b.particle ? "a particle" : `${b.moments.map((m) => number(m)).join(", ")} kg m²`,
    ),
  );
  return element(
    "table",
    {},
    element("caption", {}, "Bodies"),
    element("thead", {}, element("tr", {}, head)),
    element("tbody", {}, rows),
  );
}

function link_table(mechanism) {
  const head = ["Link", "joint", "range", "mass"].map((h) => element("th", { scope: "col" }, h));
  const rows = mechanism.links.map(({ name, joint, mass }) => {
    const limited = Number.isFinite(joint.lower) || Number.isFinite(joint.upper);
    return row(
      name,
      joint.kind,
      limited ? `${number(joint.lower)} … ${number(joint.upper)} ${joint.kind === "prismatic" ? "m" : "rad"}` : "–",
      mass > 0 ? `${number(mass)} kg` : "–",
    );
  });
  return element(
    "table",
    {},
    element("caption", {}, `Mechanism ${mechanism.name}`),
    element("thead", {}, element("tr", {}, head)),
    element("tbody", {}, rows),
  );
}

const most_events = 200;

function event_table(run, player) {
  const rows = run.events
    .slice(0, most_events)
    .map((e) =>
      row(
        e.name,
        element("button", { type: "button", class: "link", onclick: () => player.seek(e.t) }, `${e.t.toFixed(4)} s`),
      ),
    );
  if (run.events.length > most_events) rows.push(row("…", `${run.events.length - most_events} more`));
  return element("table", {}, element("caption", {}, "Events"), element("tbody", {}, rows));
}

function keys_table() {
  const keys = [
    ["space", "play, pause"],
    ["← →", "a hundredth of the run"],
    [", .", "one sample"],
    ["r", "rewind"],
    ["drag", "turn the view; zoom a plot"],
    ["double click", "whole plot again"],
  ];
  return element(
    "table",
    {},
    element("caption", {}, "Keys"),
    element(
      "tbody",
      {},
      keys.map(([key, text]) => row(element("kbd", {}, key), text)),
    ),
  );
}

/** The certificate: a sentence of figures, and the table behind it. */
export function figures(run, player) {
  const good = !run.ended_early && run.certificate?.honoured !== false && (run.certificate?.same ?? []).every((one) => one.agrees);
  const facts = [`${spaced(run.outcome.ending)} at ${seconds(Number(run.outcome.t ?? run.last))} s`];
  facts.push([run.solver.title ?? run.solver.name, accuracy(run.solver)].filter(Boolean).join(", "));
  facts.push(...trust_facts(run.certificate));
  if (run.statistics.steps !== undefined) facts.push(`${grouped(run.statistics.steps)} steps`);
  const drifts = run.monitors
    .filter((m) => m.drift)
    .slice(0, 3)
    .map((m) => `${spaced(m.name)} ${drift_text(worst(m).most)}`);
  if (drifts.length) facts.push(`drift: ${drifts.join(", ")}`);
  if (run.hash) facts.push(`hash ${run.hash}`);
  const line = element(
    "summary",
    {},
    element("span", { class: `verdict ${good ? "good" : "bad"}`, "aria-hidden": "true" }),
    element(
      "span",
      { class: "facts" },
      facts.filter(Boolean).map((f) => element("span", {}, f)),
    ),
  );
  const tables = [run_table(run), ...trust_tables(run.certificate)];
  if (run.monitors.length) tables.push(drift_table(run));
  const bodies = run.bodies.filter((body) => !body.of_system);
  if (bodies.length) tables.push(body_table(bodies));
  tables.push(...run.mechanisms.map(link_table));
  if (run.events.length) tables.push(event_table(run, player));
  tables.push(keys_table());
  const details = element("details", { class: "figures" }, line, element("div", { class: "tables" }, tables));
  details.addEventListener(
    "toggle",
    () => details.open && details.scrollIntoView({ block: "start", behavior: "auto" }),
  );
  return details;
}
