// Bundles src/main.js, src/style.css and template.html into one html file with nothing left to load.
//   node build.mjs --out FILE [--modules node_modules]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function argument(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}

const modules = resolve(argument("modules", join(here, "node_modules")));
const out = resolve(argument("out", join(here, "dist/report_template.html")));
const esbuild = createRequire(join(modules, "package.json"))("esbuild");

function bundle(entry) {
  const result = esbuild.buildSync({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2020", "chrome90", "firefox90", "safari15"],
    charset: "utf8",
    legalComments: "none",
    nodePaths: [modules],
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// "</script" or "</style" inside a string literal would end the element early.
const script = bundle("src/main.js")
  .replace(/<\/(script)/gi, "<\\/$1")
  .replace(/<!--/g, "<\\!--");
const style = bundle("src/style.css").replace(/<\/(style)/gi, "<\\/$1");

// Replacement functions, because "$&" in the bundle must stay what it is.
const html = readFileSync(join(here, "template.html"), "utf8")
  .replace("/*@STYLE@*/", () => style)
  .replace("/*@SCRIPT@*/", () => script);

if (html.split("@POLHODE_RUN@").length !== 2) throw new Error("the page must hold exactly one @POLHODE_RUN@");
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, html);
