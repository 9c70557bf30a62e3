// Runs of scenes by the tool itself: their pages, and their channels as the oracle of what these show.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The folder that a command of the tool leaves; with `--json` its object. */
export function made(...words) {
  const folder = mkdtempSync(join(tmpdir(), "polhode-scene-"));
  folders.push(folder);
  const text = execFileSync(process.env.POLHODE_CLI, [...words, "--out", folder, "--json"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return { folder, object: JSON.parse(text) };
}

/** A run: its page, its object, and `column(name)` of its table. */
export function run_of(...words) {
  const { folder, object } = made("run", ...words);
  const [head, ...rows] = readFileSync(join(folder, "channels.csv"), "utf8").trim().split("\n");
  const names = head.split(",").map((name) => name.replace(/ \[.*\]$/, ""));
  const numbers = rows.map((line) => line.split(",").map(Number));
  const column = (name) => {
    const k = names.indexOf(name);
    if (k < 0) throw new Error(`no channel ${name}`);
    return numbers.map((line) => line[k]);
  };
  return { page: { written_page: join(folder, "report.html") }, object, column };
}
