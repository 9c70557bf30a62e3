// What the module asks of its surroundings: the time, and somewhere to put last words. There are no files.

const badDescriptor = 8, noSuchCall = 52;

export class Exit extends Error {}

/// The imports of a module, and `words()`: what it wrote since the last time that was asked.
export function surroundings() {
  let memory = null, text = "";
  const view = () => new DataView(memory.buffer);
  const known = {
    clock_time_get(clock, precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(descriptor, pieces, count, out) {
      let written = 0;
      for (let i = 0; i < count; i++) {
        const start = view().getUint32(pieces + 8 * i, true), size = view().getUint32(pieces + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory.buffer, start, size));
        written += size;
      }
      view().setUint32(out, written, true);
      return 0;
    },
    fd_close: () => badDescriptor,
    fd_seek: () => badDescriptor,
    fd_fdstat_get: () => badDescriptor,
    proc_exit(code) {
      throw new Exit(`the engine ended with code ${code}`);
    },
  };
  return {
    imports: (module) => {
      const all = {};
      for (const { module: from, name } of WebAssembly.Module.imports(module))
        (all[from] ??= {})[name] = known[name] ?? (() => noSuchCall);
      return all;
    },
    attach: (its) => { memory = its; },
    words() {
      const said = text;
      text = "";
      return said.trim();
    },
  };
}
