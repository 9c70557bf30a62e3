// The certificate of a run: its error band as curves, its verdict as words and tables.
import { element, grouped, number, power, unit } from "./format.js";

const numbers = (list) => Float64Array.from(list ?? [], (x) => (x === null ? Infinity : Number(x)));

/** A certificate's curve at the run's own times: straight lines between the judged ones, nothing after the last. */
function spread(from, values, times) {
  let k = 0;
  return Array.from(times, (t) => {
    while (k + 2 < from.length && from[k + 1] < t) ++k;
    if (from.length < 2 || t > from[from.length - 1]) return null;
    const s = Math.max(0, (t - from[k]) / (from[k + 1] - from[k]));
    const value = s === 0 ? values[k] : s === 1 ? values[k + 1] : values[k] + s * (values[k + 1] - values[k]);
    return value > 0 && Number.isFinite(value) ? value : null; // the plot's scale is logarithmic
  });
}

/** What the writer says of the run's errors, or nothing. */
export function read_certificate(raw, times) {
  if (!raw || !raw.judged) return null;
  const judged = numbers(raw.times);
  return {
    honoured: raw.honoured ?? null,
    steps_not_judged: raw.steps_not_judged ?? 0,
    worst: Number(raw.worst ?? 0),
    worst_at: Number(raw.worst_at ?? 0),
    contradicted: raw.contradicted ?? null,
    allowed: Number(raw.allowed ?? 0),
    horizon: Number(raw.horizon ?? 0),
    to_the_end: Boolean(raw.trusted_to_the_end),
    lost_first: raw.lost_first ?? null,
    growth: raw.growth ?? Infinity,
    lyapunov: Number(raw.lyapunov ?? 0),
    retold: (raw.retold ?? []).map((r) => ({ where: String(r.where ?? ""), agrees: Boolean(r.agrees), compared: r.compared !== false, channel: String(r.channel ?? "") })),
    same: (raw.same ?? []).map((s) => ({
      system: String(s.system ?? ""),
      of: String(s.of ?? ""),
      agrees: Boolean(s.agrees),
      states: s.states ?? 0,
      terms: (s.terms ?? []).map((term) => String(term.name ?? "")),
    })),
    told_once: (raw.told_once ?? []).map(String),
    checks: (raw.checks ?? []).map((c) => ({ ...c, solver: String(c.solver ?? ""), family: String(c.family ?? "") })),
    channels: (raw.channels ?? [])
      .filter((c) => c.size > 0 || (c.error ?? []).some((error) => error !== 0))
      .map((c) => {
        const [error, band] = [numbers(c.error), numbers(c.band)];
        return {
          name: String(c.name ?? ""),
          unit: String(c.unit ?? ""),
          size: Number(c.size),
          moves: Boolean(c.moves),
          digits: c.digits ?? null, // none of what should be zero
          last_error: error.reduce((most, x) => Math.max(most, x), 0),
          last_band: band[band.length - 1] ?? Infinity,
          curves: () => [
            { label: "band", colour: "body", fill: true, values: spread(judged, band, times) },
            { label: "error", colour: "text", values: spread(judged, error, times) },
          ],
        };
      }),
  };
}

const fewer = (a, b) => (a.digits ?? Infinity) < (b.digits ?? Infinity);

/** The channel that is shown first: the one that is lost first, else the one with the fewest digits. */
function first_channel(certificate) {
  const { channels, lost_first } = certificate;
  const lost = channels.findIndex((c) => c.name === lost_first);
  if (lost >= 0) return lost;
  let first = 0;
  channels.forEach((c, k) => {
    const better = channels[first].moves && !c.moves;
    if (!better && ((c.moves && !channels[first].moves) || fewer(c, channels[first]))) first = k;
  });
  return first;
}

export function trust_plot(certificate) {
  if (!certificate || !certificate.channels.length) return [];
  const modes = certificate.channels.map((c) => ({ name: c.name.replace(/_/g, " "), unit: c.unit, build: c.curves }));
  const mode = first_channel(certificate);
  return [
    {
      key: "error",
      title: "Error",
      short: "Error",
      unit: modes[mode].unit,
      menu: "whose error is shown",
      log: true,
      modes,
      mode,
      curves: modes[mode].build(),
      mark: certificate.to_the_end ? null : { t: certificate.horizon, label: "trusted until here" },
    },
  ];
}

const horizon_text = (c) => (c.to_the_end ? "trusted to the end" : `trusted until ${number(c.horizon)} s`);

/** The verdict in a few words, for the line of figures. */
export function trust_facts(certificate) {
  if (!certificate) return [];
  const facts = [horizon_text(certificate)];
  if (certificate.honoured !== null) facts.push(certificate.honoured ? "tolerance honoured" : "tolerance not honoured");
  for (const one of certificate.same) if (!one.agrees) facts.push(`${one.system} is not ${one.of}`);
  return facts;
}

export function row(name, ...values) {
  return element("tr", {}, element("th", { scope: "row" }, name), ...values.map((v) => element("td", {}, v)));
}

function head(...names) {
  return element("thead", {}, element("tr", {}, names.map((h) => element("th", { scope: "col" }, h))));
}

function verdict_table(c) {
  const tolerance =
    c.contradicted !== null
      ? `not certain: the checks stepped over something after ${number(c.contradicted)} s`
      : c.honoured === null
        ? "none: the steps are fixed"
        : `${c.honoured ? "honoured" : "not honoured"}: the worst step, to ${number(c.worst_at)} s, errs by ${number(c.worst, 2)} tolerances, ${number(c.allowed, 2)} are let pass${c.steps_not_judged > 0 ? `; ${c.steps_not_judged} steps are too hard to judge` : ""}`;
  const lost = c.channels.find((channel) => channel.name === c.lost_first);
  const horizon = c.to_the_end
    ? "to the end: every error is below 1 % of what its channel moves, or of its size if it rests"
    : c.lost_first === null
      ? `until ${number(c.horizon)} s${c.contradicted === null ? ", as far as the checks came" : ""}`
      : `until ${number(c.horizon)} s: then the error of ${c.lost_first} reaches 1 % of ${lost && !lost.moves ? "its size" : "what it moves"}`;
  const checks = c.checks.map((check) =>
    row(
      `${check.solver} (${check.family})`,
      `tolerance ${power(check.tolerance)}, ${grouped(check.steps)} steps, ${grouped(check.rate_evaluations)} evaluations` +
        (check.used ? "" : `; not used: ${check.outcome}`),
    ),
  );
  const retold = c.retold.map((one) => row(`Told in ${one.where}`, !one.compared ? "not compared" : one.agrees ? "agrees" : `disagrees in ${one.channel}`));
  return element(
    "table",
    {},
    element("caption", {}, "Trust"),
    element(
      "tbody",
      {},
      row("Trusted", horizon),
      row("Tolerance", tolerance),
      row("A small error grows", `up to ${number(c.growth, 2)} times`),
      row("Lyapunov exponent", `about ${number(c.lyapunov, 2)} /s`),
      retold,
      c.same.map((one) =>
        row(
          `${one.system} is ${one.of}`,
          one.agrees ? `at ${grouped(one.states)} random states` : `NOT: ${one.terms.slice(0, 3).join("; ") || "accelerations differ"}`,
        ),
      ),
      c.told_once.map((one) => row("Told once", one)),
      checks,
    ),
  );
}

function channel_table(c) {
  const rows = c.channels.map((channel) =>
    row(
      channel.name,
      channel.digits === null ? "–" : channel.digits.toFixed(1),
      `${power(channel.last_error)} ${unit(channel.unit)}`,
      `${Number.isFinite(channel.last_band) ? power(channel.last_band) : "∞"} ${unit(channel.unit)}`,
      `${number(channel.size)} ${unit(channel.unit)}`,
    ),
  );
  return element(
    "div",
    { class: "wide" },
    element(
      "table",
      {},
      element("caption", {}, "Errors"),
      head("Channel", "digits", "largest error", "band at the end", "size"),
      element("tbody", {}, rows),
    ),
  );
}

export function trust_tables(certificate) {
  return certificate ? [verdict_table(certificate), channel_table(certificate)] : [];
}
