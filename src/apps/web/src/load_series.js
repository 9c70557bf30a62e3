// Plots of the loads: what each of them does to the selected body or mechanism, item by item.
import { dot, norm } from "./algebra.js";

const components = ["x", "y", "z"];

/** One curve for each load: `value(load, i)` at every sample. */
function curves(run, loads, value) {
  return loads.map((load) => ({
    label: load.label,
    colour: load.colour,
    values: Array.from({ length: run.count }, (_, i) => value(load, { i, s: 0 })),
  }));
}

const triple = (list, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];

/** F·v + τ·ω. */
function power(load, where) {
  const { body } = load.end;
  if (!body) return load.power[load.power.length > 1 ? where.i : 0] ?? 0;
  return (
    dot(load.force_at(where), triple(body.velocity, where.i)) + dot(load.torque_at(where), triple(body.omega, where.i))
  );
}

/** One load may act on several links: then its curves say on which. */
function label(loads) {
  for (const load of loads) {
    const { link } = load.end;
    const alone = loads.filter((other) => other.name === load.name).length === 1;
    load.label = !link || alone ? load.name : `${load.name} on ${link.label}`;
  }
}

/** The three components of one load, in the colours of the axes. */
function components_of(run, read) {
  return components.map((name, k) => ({
    label: name,
    colour: name,
    values: Array.from({ length: run.count }, (_, i) => read({ i, s: 0 })[k]),
  }));
}

function modes_of(run, loads) {
  const kinds = [
    ["force", "N", loads.filter((load) => load.force.length), (load, where) => load.force_at(where)],
    ["torque", "N m", loads.filter((load) => load.torque.length), (load, where) => load.torque_at(where)],
  ].filter(([, , list]) => list.length);
  const modes = [];
  for (const [name, unit, list, read] of kinds) {
    modes.push({ name, unit, build: () => curves(run, list, (load, where) => norm(read(load, where))) });
    components.forEach((axis, k) =>
      modes.push({ name: `${name} ${axis}`, unit, build: () => curves(run, list, (load, where) => read(load, where)[k]) }),
    );
  }
  modes.push({ name: "power", unit: "W", build: () => curves(run, loads, power) });
  for (const [name, unit, list, read] of kinds)
    for (const load of list)
      modes.push({
        name: `${name} of ${load.label}`,
        unit,
        build: () => components_of(run, (where) => read(load, where)),
      });
  return modes;
}

/** Nothing for a body or mechanism that nothing acts on. */
export function load_plots(run, selected) {
  const loads = run.loads.filter((load) => load.owner === selected);
  if (loads.length === 0) return [];
  label(loads);
  const modes = modes_of(run, loads);
  return [
    {
      key: "loads",
      title: "Loads",
      short: "Loads",
      menu: "what of the loads is shown",
      modes,
      unit: modes[0].unit,
      // Loads are written with six digits.
      finest: 2e-5,
      curves: modes[0].build(),
    },
  ];
}
