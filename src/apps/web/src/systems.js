// Typed systems in a run's data: variables, phase planes, sections, and the points that are drawn as balls.

const flat = (list) => Float64Array.from(list ?? [], (x) => (x === null ? NaN : Number(x)));

/** Lines of equal energy of a plane, saddles between them; null where there are none. */
function read_levels(raw) {
  if (!raw.levels) return null;
  return raw.levels.map((line) => ({
    value: Number(line.value),
    separatrix: Boolean(line.separatrix),
    curves: line.curves.map(flat),
  }));
}

function read_section(raw, variables) {
  const times = flat(raw.times);
  const all = flat(raw.values);
  if (all.length < times.length * variables) throw new Error(`section “${raw.name}”: values are missing`);
  const column = (k) => Float64Array.from(times, (_, i) => all[variables * i + k]);
  return { name: String(raw.name ?? ""), when: String(raw.when ?? ""), times, column };
}

function read_energy(raw) {
  if (!raw) return null;
  const list = (key) => (raw[key] ? flat(raw[key]) : null);
  return { kinetic: list("kinetic"), potential: list("potential"), total: flat(raw.total), jacobi: Boolean(raw.jacobi) };
}

export function read_systems(raw) {
  return (raw ?? []).map((system) => {
    const variables = (system.variables ?? []).map((v) => ({ name: String(v.name ?? ""), values: flat(v.values) }));
    return {
      name: String(system.name ?? ""),
      variables,
      /** How many of the variables, the first of them, are coordinates; null if nothing says so. */
      coordinates: system.coordinates ?? null,
      energy: read_energy(system.energy),
      planes: (system.planes ?? []).map((plane) => ({
        across: plane.across,
        up: plane.up,
        note: String(plane.note ?? ""),
        levels: read_levels(plane),
        saddles: flat(plane.saddles),
      })),
      sections: (system.sections ?? []).map((section) => read_section(section, variables.length)),
    };
  });
}

/** The points of all systems, as data of particles; `links` with the numbers of their ends among them, null for the
 *  origin. A name carries that of its system where there are several. */
export function points_of(raw) {
  const systems = (raw ?? []).filter((system) => (system.points ?? []).length);
  const points = [];
  const links = [];
  for (const system of systems) {
    const first = points.length;
    for (const point of system.points)
      points.push({ ...point, name: systems.length > 1 ? `${system.name}.${point.name}` : point.name });
    for (const link of system.links ?? [])
      links.push({ spring: Boolean(link.spring), ends: link.ends.map((end) => (end === null ? null : first + end)) });
  }
  return { points, links };
}

const hues = ["body", "load-3", "momentum", "load-4", "load-1", "load-2", "load-5"];

/** The colour of a body: points that nothing joins are told apart by it. */
export function hue_of({ bodies, rods, springs }, k) {
  if (!bodies[k].of_system || rods.length || springs.length) return "body";
  return hues[(k - bodies.findIndex((body) => body.of_system)) % hues.length];
}
