// The plots of typed systems: coordinates over time, phase planes, sections, energy.
import { energy_plot } from "./mechanism_series.js";

const palette = ["z", "x", "y", "momentum", "omega", "body"];

const curve_of = (v, i) => ({ label: v.name, colour: palette[i % palette.length], values: Array.from(v.values) });

/** As many at a time as there are colours. */
function in_groups(variables) {
  const groups = [];
  for (let i = 0; i < variables.length; i += palette.length) groups.push(variables.slice(i, i + palette.length));
  return groups;
}

/** The variables of a system: a few at a time, coordinates apart from rates and momenta where all are too many; or one
 *  alone, since one may be a millionth of the next. */
function variable_plot(system, k) {
  const { variables, coordinates: n } = system;
  const kinds = [];
  for (let i = 0; n && i < variables.length; i += n) kinds.push(variables.slice(i, i + n));
  const first = n && 2 * n <= palette.length ? [variables.slice(0, 2 * n)] : [];
  const groups = [...first, ...(kinds.length ? kinds.flatMap(in_groups) : in_groups(variables))];
  const mode = (name, list) => ({ name, unit: "", build: () => list.map(curve_of) });
  const modes = groups.filter((list, i) => i === 0 || list.length > 1).map((list) => mode(list.map((v) => v.name).join(", "), list));
  if (variables.length > 1) for (const v of variables) modes.push(mode(`${v.name} alone`, [v]));
  return {
    key: `system ${k}`,
    title: system.name,
    short: system.name,
    roomy: true,
    unit: "",
    menu: `which variables of ${system.name} are shown`,
    modes: modes.length > 1 ? modes : undefined,
    curves: modes[0]?.build() ?? [],
  };
}

/** Whose plot it is, where there are several systems. */
const owner = (run, system) => (run.systems.length > 1 ? ` of ${system.name}` : "");

function phase_plot(run, system, k) {
  const modes = system.planes.map((plane) => {
    const [across, up] = [system.variables[plane.across], system.variables[plane.up]];
    return {
      name: `${up.name} over ${across.name}`,
      across,
      up,
      levels: plane.levels,
      saddles: plane.saddles,
      note: plane.note,
    };
  });
  if (!modes.length) return [];
  return [
    {
      key: `phase ${k}`,
      plane: true,
      title: `Phase plane${owner(run, system)}`,
      short: "Phase",
      menu: `which phase plane of ${system.name} is shown`,
      modes,
    },
  ];
}

/** Whether values differ by more than what rounding leaves of one that stays. */
function varies(values, size) {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return high - low > 1e-6 * size;
}

const size_of = (values) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** A section in each plane of its system; those that it cuts at an edge come last. */
function section_plots(run, system, k) {
  return system.sections.map((section, s) => {
    const modes = system.planes.map((plane) => {
      const axis = (index) => ({ name: system.variables[index].name, values: section.column(index) });
      const [across, up] = [axis(plane.across), axis(plane.up)];
      const open = [plane.across, plane.up].every((index) =>
        varies(section.column(index), size_of(system.variables[index].values)),
      );
      const note = `${section.times.length} points where ${section.when}`;
      return { name: `${up.name} over ${across.name}`, across, up, hits: section.times, note, open };
    });
    modes.sort((a, b) => Number(b.open) - Number(a.open));
    return {
      key: `section ${k} ${s}`,
      plane: true,
      title: `Section “${section.name}”${owner(run, system)}`,
      short: "Section",
      menu: `in which plane section ${section.name} is shown`,
      modes,
    };
  });
}

/** Where the potential is a large constant, it and the total are counted from where it starts, so that all are seen. */
function from_start(energy) {
  if (!energy?.potential || !(size_of(energy.kinetic) < 0.02 * Math.abs(energy.potential[0]))) return { energy, from: "" };
  const v0 = energy.potential[0];
  const less = (list) => list.map((x) => x - v0);
  return { energy: { ...energy, potential: less(energy.potential), total: less(energy.total) }, from: ` above ${energy.jacobi ? "−L0" : "V"} at the start` };
}

export function system_plots(run, system, k) {
  const { energy: shown, from } = from_start(system.energy);
  const energy = energy_plot(shown, { key: `energies ${k}`, owner: owner(run, system) + from, unit: "" });
  return [
    variable_plot(system, k),
    ...phase_plot(run, system, k),
    ...section_plots(run, system, k).filter((plot) => plot.modes.length),
    ...energy,
  ];
}
