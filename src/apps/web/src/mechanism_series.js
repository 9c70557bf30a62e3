// Plots of a mechanism: coordinates, velocities and driving forces of its joints, and the energies.

const most_curves = 6;
const axis_colours = ["x", "y", "z", "text"];
const kinds = {
  rad: "angles",
  m: "places",
  "": "attitude",
  "rad/s": "turning",
  "m/s": "sliding",
  "N m": "torques",
  N: "forces",
};

const numbers = (run, { values }) =>
  Array.from({ length: run.count }, (_, i) => (values.length > 1 ? values[i] : (values[0] ?? 0)));

/** Free joints move a mechanism as a whole: they are told apart from those inside it. */
function is_free(mechanism, key, number) {
  const place = key === "q" ? "q" : "v";
  return mechanism.links.some(({ joint }) => {
    const [first, count] = joint[place];
    return joint.kind === "free" && number >= first && number < first + count;
  });
}

/** Groups of one unit and few enough curves to tell apart; those of joints first. */
function groups_of(mechanism, key) {
  const all = mechanism[key].map((series, i) => ({ series, free: is_free(mechanism, key, i) }));
  const told = key === "tau" ? all.filter(({ series }) => series.values.length) : all;
  const groups = [];
  for (const free of [false, true])
    for (const unit of [...new Set(told.map(({ series }) => series.unit))]) {
      const list = told.filter((one) => one.free === free && one.series.unit === unit).map((one) => one.series);
      const parts = Math.ceil(list.length / most_curves);
      const each = Math.ceil(list.length / parts);
      for (let i = 0; i < list.length; i += each) groups.push({ free, unit, parts, list: list.slice(i, i + each) });
    }
  return groups;
}

function mode_name({ free, unit, parts, list }) {
  if (free) return `${list[0].label.replace(/\.\d+$/, "")}: ${kinds[unit] ?? unit}`;
  return parts > 1 ? `${list[0].label} … ${list[list.length - 1].label}` : (kinds[unit] ?? unit);
}

const size_of = ({ values }) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
/** So many times as large as another, a curve makes it look like zero. */
const too_large = 20;

/** Whether one curve is so large that another looks like zero beside it. */
function is_uneven({ list }) {
  const sizes = list.map(size_of).filter((x) => x > 0);
  return Math.max(...sizes) > too_large * Math.min(...sizes);
}

/** The one curve beside which all others look like zero: a rotor that spins. */
function giant_of({ list }) {
  const [first, second] = [...list].sort((a, b) => size_of(b) - size_of(a));
  return second && size_of(second) > 0 && size_of(first) > too_large * size_of(second) ? first : null;
}

/** A group as it is offered; one with a giant first without it. */
function modes_of(run, group) {
  const mode = (name, list) => ({ name, unit: group.unit, build: () => curves(run, { ...group, list }) });
  const giant = giant_of(group);
  const all = mode(mode_name(group), group.list);
  if (!giant) return [all];
  const rest = group.list.filter((series) => series !== giant);
  return [mode(`${mode_name(group)} but ${giant.label}`, rest), all];
}

function curves(run, { free, list }) {
  return list.map((series, k) => ({
    label: series.label,
    name: `${series.name} of ${series.label}`,
    colour: free ? axis_colours[k % 4] : series.colour,
    values: numbers(run, series),
  }));
}

function joint_plot(run, mechanism, key, title, short) {
  const groups = groups_of(mechanism, key);
  if (!groups.length) return [];
  const modes = groups.flatMap((group) => modes_of(run, group));
  for (const group of groups.filter(is_uneven))
    for (const series of group.list)
      modes.push({
        name: `${series.label} alone`,
        unit: group.unit,
        build: () => curves(run, { ...group, list: [series] }),
      });
  return [
    {
      key: `joints ${key}`,
      title,
      short,
      menu: `which of ${mechanism.name}'s ${title} are shown`,
      modes: modes.length > 1 ? modes : undefined,
      unit: modes[0].unit,
      finest: 2e-5,
      roomy: true,
      curves: modes[0].build(),
    },
  ];
}

const sum = { title: "Energy", short: "T, V, E", total: ["total", "E"], kinetic: ["kinetic", "T"], potential: ["potential", "V"] };
/** h = q'·p − L of a Lagrangian L = L2 + L1 + L0, by powers of the rates, that is not known to be T + V. */
const jacobis = { title: "Jacobi’s energy", short: "L2, −L0, h", total: ["h", "h"], kinetic: ["L2", "L2"], potential: ["−L0", "−L0"] };

/** Kinetic, potential and total energy, as far as they are told; nothing where none is. */
export function energy_plot(energy, { key = "energies", owner = "", unit = "J" } = {}) {
  if (!energy) return [];
  const names = energy.jacobi ? jacobis : sum;
  const curve = ([label, end], colour, values) => (values ? [{ label, end, colour, values: Array.from(values) }] : []);
  return [
    {
      key,
      title: `${names.title}${owner}`,
      short: energy.kinetic ? names.short : names.total[1],
      unit,
      roomy: true,
      curves: [
        ...curve(names.kinetic, "x", energy.kinetic),
        ...curve(names.potential, "z", energy.potential),
        ...curve(names.total, "text", energy.total),
      ],
    },
  ];
}

export function mechanism_plots(run, mechanism) {
  return [
    ...joint_plot(run, mechanism, "q", "Joints q", "q"),
    ...joint_plot(run, mechanism, "v", "Velocities v", "v"),
    ...joint_plot(run, mechanism, "tau", "Drives τ", "τ"),
  ];
}
