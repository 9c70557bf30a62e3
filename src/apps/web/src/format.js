// Numbers and small pieces of the document.

const superscripts = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
export const superscript = (n) => [...String(n)].map((c) => superscripts[c]).join("");
const minus = (text) => text.replace("-", "−");

/** Four significant digits, powers of ten where they are shorter. */
export function number(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e5) return minus(Number(x.toPrecision(digits)).toString());
  return power(x, digits);
}

/** m × 10ⁿ; a mantissa of 1 is left out. */
export function power(x, digits = 2) {
  if (x === 0) return "0";
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
  const ten = `10${superscript(Number(exponent))}`;
  const trimmed = String(Number(mantissa));
  return trimmed === "1" ? ten : `${minus(trimmed)} × ${ten}`;
}

/** For read-outs that must not jump: a fixed number of decimals chosen from the largest value. */
export function fixed(largest) {
  if (!(largest > 0)) return (x) => number(x);
  const exponent = Math.floor(Math.log10(largest));
  if (exponent > 4 || exponent < -3) return (x) => (x === 0 ? "0" : power(x, 3));
  const decimals = Math.max(0, 3 - exponent);
  // What rounds to nothing has no sign.
  return (x) => minus(x.toFixed(decimals)).replace(/^−(?=[0.]*$)/, "");
}

/** The power of ten to take out of numbers up to `largest`, so that they stay short; 0 if they are. */
export function common_exponent(largest) {
  const exponent = largest > 0 ? Math.floor(Math.log10(largest)) : 0;
  return exponent > 4 || exponent < -2 ? exponent : 0;
}

export const grouped = (n) => (n === undefined || n === null ? "–" : String(n).replace(/\B(?=(\d{3})+(?!\d))/g, " "));
export const seconds = (t) => minus(t.toFixed(3));

/** Unicode exponents in units: "kg m^2/s" → "kg m²/s". */
export const unit = (text) => text.replace(/\^(-?\d+)/g, (_, n) => superscript(n)).replace(/\*/g, " ");

/** An element; text goes in as text nodes only, so that names from a scene stay text. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set_attributes(node, attributes);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set_attributes(node, attributes);
  node.append(...children);
  return node;
}

function set_attributes(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
}

const paths = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  rewind: "M6 5h2.2v14H6zM19 5v14l-9.5-7z",
  back: "M16 5v14L7.5 12z",
  forward: "M8 5v14l8.5-7z",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11.2 2h1.6v3h-1.6zM11.2 19h1.6v3h-1.6zM2 11.2h3v1.6H2zM19 11.2h3v1.6h-3zM4.4 5.5l1.1-1.1 2.1 2.1-1.1 1.1zM16.4 17.5l1.1-1.1 2.1 2.1-1.1 1.1zM4.4 18.5l2.1-2.1 1.1 1.1-2.1 2.1zM16.4 6.5l2.1-2.1 1.1 1.1-2.1 2.1z",
  moon: "M20 14.6A8.5 8.5 0 0 1 9.4 4 8.5 8.5 0 1 0 20 14.6z",
  copy: "M8 3h11v13h-2V5H8zM5 7h10v14H5zm2 2v10h6V9z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
};

export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
    svg("path", { d: paths[name], fill: "currentColor", "fill-rule": "evenodd" }),
  );
}

export function set_icon(button, name) {
  button.replaceChildren(icon(name));
}
