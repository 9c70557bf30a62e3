// What the scene asked to be read: one plot for all of it, a read-out at a time.

const palettes = { 1: ["body"], 3: ["x", "y", "z"], 6: ["x", "y", "z", "momentum", "omega", "body"] };

/** From the document: `{ name, unit, components, values }`, as many values for each time as it has components, or one. */
export function read_readouts(raw, count) {
  return (raw ?? []).map((one) => {
    const components = (one.components ?? []).map(String);
    const size = Math.max(1, components.length);
    const values = Array.from(one.values ?? [], (x) => (x === null ? null : Number(x)));
    if (values.length < size * count) throw new Error(`read-out “${one.name}”: values are missing`);
    return { name: String(one.name ?? ""), unit: String(one.unit ?? ""), components, size, values };
  });
}

function curves(run, readout) {
  const { size, components, values, name } = readout;
  const palette = palettes[size] ?? palettes[6];
  return Array.from({ length: size }, (_, k) => ({
    label: components[k] ?? name,
    name: components[k] ? `${name} ${components[k]}` : name,
    colour: palette[k % palette.length],
    values: Array.from({ length: run.count }, (_, i) => values[size * i + k]),
  }));
}

/** None, or one plot with a menu of them. */
export function readout_plots(run) {
  if (!run.readouts.length) return [];
  const modes = run.readouts.map((one) => ({ name: one.name, unit: one.unit, build: () => curves(run, one) }));
  const several = modes.length > 1;
  return [
    {
      key: "readouts",
      title: several ? "Read-out" : modes[0].name,
      short: several ? "Read-outs" : modes[0].name,
      unit: modes[0].unit,
      menu: "which read-out is shown",
      modes: several ? modes : undefined,
      curves: modes[0].build(),
    },
  ];
}
